package import SQL

extension Database {
  /// The names of all tables.
  package func tables() async throws -> [String] {
    let query =
      switch engine {
      case .sqlite: "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name"
      case .postgresql: "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public' ORDER BY 1"
      }
    return try await read { connection in
      var names: [String] = []
      try connection.each(query, []) { names.append($0.text(0)) }
      return names
    }
  }

  /// The number of rows that refer to a missing one. PostgreSQL lets none be written; SQLite only where it is told to.
  package func brokenReferences() async throws -> Int64 {
    guard engine == .sqlite else { return 0 }
    return try await read { try $0.integer("SELECT COUNT(*) FROM pragma_foreign_key_check") ?? -1 }
  }
}
