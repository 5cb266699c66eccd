extension Database {
  /// Writes a page of a database with a schema, which ends as it was: to find out whether something can be written.
  /// - Throws: What the database refuses.
  package func checkWriting() async throws {
    try await write { connection in
      // Setting what is set already would write nothing.
      try connection.run("INSERT INTO schema_migration (number, name) VALUES (0, '')")
      try connection.run("DELETE FROM schema_migration WHERE number = 0")
    }
  }
}
