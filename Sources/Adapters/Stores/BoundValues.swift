import SQL

/// The values of a statement whose text is composed, numbered in the order in which they are added.
struct BoundValues {
  private(set) var values: [Value] = []

  mutating func add(_ value: Value) -> String {
    values.append(value)
    return "$\(values.count)"
  }

  /// Adds the values of an `IN` list, of which there is at least one, and returns its placeholders.
  mutating func add(list: [Value]) -> String {
    let padded = ValueList.padded(list)
    defer { values += padded }
    return ValueList.placeholders(from: values.count + 1, count: padded.count)
  }

  /// Adds the rows of a `VALUES` and returns their placeholders. Their number is part of the statement's text.
  mutating func add(rows: [[Value]]) -> String {
    rows.map { row in "(\(row.map { add($0) }.joined(separator: ", ")))" }.joined(separator: ", ")
  }
}

/// Parts of a query that are read one after the other.
enum RangeUnion {
  /// The query of all rows of some queries, each with an order and a separate limit, without an order among them.
  ///
  /// Its limit cuts nothing off. Without it, if the whole is sorted, SQLite passes the rows of each part through those
  /// of all others, which takes far longer than sorting.
  static func query(_ parts: [String]) -> String {
    parts.map { "SELECT * FROM (\($0)) AS part" }.joined(separator: "\nUNION ALL ") + " LIMIT 1000000"
  }

  /// The maximum number of parts, well below SQLite's limit.
  static let maxParts = 128

  /// Some values, and nulls up to a power of two, so that few statements are prepared: a part about null has no rows.
  static func padded(_ values: [Value]) -> [Value] {
    var count = 1
    while count < values.count { count *= 2 }
    return values + [Value](repeating: .null, count: count - values.count)
  }
}
