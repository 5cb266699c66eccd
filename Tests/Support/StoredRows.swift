package import SQL

extension Database {
  /// Every row of the given tables, for comparing two states.
  package func rows(of tables: [(name: String, columns: Int)]) async throws -> [String] {
    try await read { connection in
      var rows: [String] = []
      for (table, columns) in tables {
        let order = (1...columns).map(String.init).joined(separator: ", ")
        try connection.each("SELECT * FROM \(table) ORDER BY \(order)", []) { row in
          rows.append(([table] + (0..<columns).map { row.optionalText($0) ?? "-" }).joined(separator: "|"))
        }
      }
      return rows
    }
  }
}
