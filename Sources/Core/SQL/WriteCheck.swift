extension Database {
  /// Tests whether the database can be written: writes a page and leaves the content unchanged.
  /// - Throws: The error of the write.
  package func checkWriting() async throws {
    try await write { connection in
      // An update to the same value would write nothing.
      try connection.run("INSERT INTO schema_migration (number, name) VALUES (0, '')")
      try connection.run("DELETE FROM schema_migration WHERE number = 0")
    }
  }
}
