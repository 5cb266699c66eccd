extension Database {
  /// Writes a page of a database with a schema, which changes nothing: to find out whether something can be written.
  /// - Throws: What the database refuses.
  public func checkWriting() async throws {
    try await write { try $0.run("UPDATE schema_migration SET name = name WHERE number = 1") }
  }
}
