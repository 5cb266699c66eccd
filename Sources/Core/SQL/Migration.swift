package import Basics

/// A numbered migration step of the schema. A released step is never edited; new ones are appended.
package struct Migration: Sendable {
  /// Counted up without gaps. The first of a list makes everything that a database of its number has.
  package let number: Int
  package let name: String
  package let statements: [String]

  package init(_ number: Int, _ name: String, _ statements: [String]) {
    self.number = number
    self.name = name
    self.statements = statements
  }
}

extension Database {
  /// The number of the last applied step; 0 in a new database, which has no migration table.
  package func schemaVersion() async throws -> Int {
    do {
      return try await read { Int(try $0.integer("SELECT MAX(number) FROM schema_migration") ?? 0) }
    } catch is DatabaseFailure {
      return 0
    }
  }

  /// Applies the missing steps, each in a separate transaction that also records it.
  ///
  /// Several processes may do this at once: each step is applied by one of them, and the others wait for it.
  /// - Throws: `DomainError` `schema-newer` (conflict) when a newer program has written the database, `schema-too-old`
  ///   (conflict) when it lacks the first step but has others; nothing is changed then.
  package func migrate(_ migrations: [Migration]) async throws {
    let known = migrations.last?.number ?? 0
    // Reads first: an up-to-date schema does not wait for a writer.
    let found = try await schemaVersion()
    guard found <= known else { throw DomainError.newerSchema(found, than: known) }
    if let first = migrations.first?.number, (1..<first).contains(found) { throw DomainError.oldSchema(found) }
    for migration in migrations where migration.number > found {
      try await waitingForOthers {
        try await writeExclusively("schema") { try MigrationRecord.apply(migration, on: $0) }
      }
    }
  }

  /// Repeats a step that another process is in the way of, for two minutes: it may be applying a long one.
  private func waitingForOthers(_ step: () async throws -> Void) async throws {
    let deadline = ContinuousClock.now + .seconds(120)
    while true {
      do {
        return try await step()
      } catch let error as DomainError where error.code == "database-locked" && .now < deadline {
        try await Task.sleep(for: .milliseconds(200))
      }
    }
  }
}

extension DomainError {
  package static func newerSchema(_ found: Int, than known: Int) -> DomainError {
    DomainError(
      .conflict, "schema-newer",
      "The database has schema \(found) and this program knows only \(known): use the newer program that wrote it.")
  }

  package static func oldSchema(_ found: Int) -> DomainError {
    DomainError(
      .conflict, "schema-too-old",
      "The database has schema \(found), from before version 0.2.0: run 'fourcuts migrate' of version 0.2.0 first.")
  }
}

private enum MigrationRecord {
  /// Applies a step unless another process has done so meanwhile.
  static func apply(_ migration: Migration, on connection: any DatabaseConnection) throws {
    try connection.run(
      "CREATE TABLE IF NOT EXISTS schema_migration (number BIGINT PRIMARY KEY, name TEXT NOT NULL)")
    let key = Value.integer(Int64(migration.number))
    guard try connection.integer("SELECT number FROM schema_migration WHERE number = $1", [key]) == nil else { return }
    for statement in migration.statements { try connection.run(statement) }
    try connection.run(
      "INSERT INTO schema_migration (number, name) VALUES ($1, $2)", [key, .text(migration.name)])
  }
}
