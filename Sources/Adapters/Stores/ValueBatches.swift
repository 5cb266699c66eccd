import SQL

extension DatabaseConnection {
  /// Runs a query about a list of values, in batches; nothing for an empty list.
  /// - Parameters:
  ///   - fixed: the values of `$1` and so on, which come before the list.
  ///   - query: the query with the placeholders of the list.
  func each(
    in list: [Value], after fixed: [Value] = [], _ query: (_ list: String) -> String,
    _ body: (any Row) throws -> Void
  ) throws {
    for batch in BoundStatement.batches(in: list, after: fixed, query) { try each(batch.text, batch.values, body) }
  }

  /// Runs a statement about a list of values, in batches; nothing for an empty list.
  func run(in list: [Value], after fixed: [Value] = [], _ statement: (_ list: String) -> String) throws {
    try run(BoundStatement.batches(in: list, after: fixed, statement))
  }
}

extension BoundStatement {
  /// A statement about a list of values, in batches; none for an empty list. See `each(in:)`.
  static func batches(
    in list: [Value], after fixed: [Value] = [], _ statement: (_ list: String) -> String
  ) -> [BoundStatement] {
    stride(from: 0, to: list.count, by: ValueList.maxCount).map { start in
      let values = ValueList.padded(Array(list[start..<min(start + ValueList.maxCount, list.count)]))
      let list = ValueList.placeholders(from: fixed.count + 1, count: values.count)
      return BoundStatement(statement(list), fixed + values)
    }
  }

  /// An insert of several rows at once, of which there is at least one.
  /// - Parameters:
  ///   - statement: the insert up to `VALUES`.
  ///   - rows: not more than a few: their number is part of the statement's text.
  static func insert(_ statement: String, _ rows: [[Value]]) -> BoundStatement {
    var bound = BoundValues()
    let places = bound.add(rows: rows)
    return BoundStatement("\(statement) VALUES \(places)", bound.values)
  }
}
