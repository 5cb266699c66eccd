import SQL

/// Statements with lists of values.
extension DatabaseConnection {
  /// Runs a query about a list of values, in batches; nothing for an empty list.
  /// - Parameters:
  ///   - fixed: the values of `$1` and so on, which come before the list.
  ///   - query: the query with the placeholders of the list.
  func each(
    in list: [Value], after fixed: [Value] = [], _ query: (_ list: String) -> String,
    _ body: (any Row) throws -> Void
  ) throws {
    for start in stride(from: 0, to: list.count, by: ValueList.maxCount) {
      let values = ValueList.padded(Array(list[start..<min(start + ValueList.maxCount, list.count)]))
      let list = ValueList.placeholders(from: fixed.count + 1, count: values.count)
      try each(query(list), fixed + values, body)
    }
  }

  /// Runs a statement about a list of values, in batches; nothing for an empty list.
  func run(in list: [Value], after fixed: [Value] = [], _ statement: (_ list: String) -> String) throws {
    try each(in: list, after: fixed, statement) { _ in }
  }

  /// Runs an insert of several rows at once; nothing without rows.
  /// - Parameters:
  ///   - statement: the insert up to `VALUES`.
  ///   - rows: not more than a few: their number is part of the statement's text.
  func insert(_ statement: String, _ rows: [[Value]]) throws {
    guard let width = rows.first?.count else { return }
    let places = rows.indices.map { "(\(ValueList.placeholders(from: $0 * width + 1, count: width)))" }
    try run("\(statement) VALUES \(places.joined(separator: ", "))", rows.flatMap(\.self))
  }
}
