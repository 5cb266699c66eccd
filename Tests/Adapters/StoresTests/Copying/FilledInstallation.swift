import SQL
import Testing

extension Installation {
  /// SQLite files with two rows in every table, whatever tables there are. The first has a value in each column, the
  /// second null in each that allows it.
  ///
  /// A new table needs nothing here, unless a constraint refuses the values: then it needs a line in `exceptions`.
  static func filled() async throws -> Installation {
    let installation = try await Installation(on: .sqlite)
    for (database, columns) in zip(installation.databases, try await installation.columns()) {
      let values = RowValues(columns)
      try await database.write { connection in
        try connection.run("PRAGMA defer_foreign_keys = ON")
        for table in values.tables {
          // Those of migrations and triggers.
          try connection.run("DELETE FROM \(table)")
          for number in 1...(table == "catalogue" ? 1 : 2) { try values.insert(table, number, on: connection) }
        }
      }
    }
    return installation
  }
}

/// Values for the rows of tables, with consistent references.
private struct RowValues: Sendable {
  /// What constraints demand, and what is hard to carry.
  private static let exceptions: [String: @Sendable (Int) -> Value] = [
    "shop_order.state": { _ in .text("pending") },
    // The other way round than a trigger gives them.
    "account_number.number": { .integer(Int64(100 - $0)) },
    "booth.fingerprint": { .integer($0 == 1 ? .min : .max) },
    "import_duplicate.metres": { .real($0 == 1 ? 0.1 : .leastNonzeroMagnitude) },
  ]

  private let columns: [String: [ListedColumn]]

  init(_ columns: [ListedColumn]) {
    self.columns = Dictionary(grouping: columns, by: \.table)
  }

  var tables: [String] { columns.keys.sorted() }

  func insert(_ table: String, _ number: Int, on connection: any DatabaseConnection) throws {
    let columns = columns[table, default: []]
    let parameters = columns.indices.map { "$\($0 + 1)" }.joined(separator: ", ")
    try connection.run(
      "INSERT INTO \(table) (\(columns.map(\.name).joined(separator: ", "))) VALUES (\(parameters))",
      columns.map { number == 2 && $0.allowsNull ? .null : value(of: $0, number) })
  }

  private func value(of column: ListedColumn, _ number: Int) -> Value {
    if let reference = column.reference,
      let referred = columns[reference.table]?.first(where: { $0.name == reference.column })
    {
      return value(of: referred, number)
    }
    if let exception = Self.exceptions["\(column.table).\(column.name)"] { return exception(number) }
    return switch column.type {
    case "TEXT": .text("\(column.table).\(column.name) \(number) \\N\\.\t\r\n'\" é 인생네컷 🍇")
    case "BLOB": .blob([0, 255, 92, UInt8(number)])
    case "DOUBLE PRECISION": .real(Double(number) / 3)
    default: .integer(Int64(number))
    }
  }
}
