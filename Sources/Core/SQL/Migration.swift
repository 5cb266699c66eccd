package import Basics

/// A numbered step of a schema. Once released it is never edited: a further one is appended.
package struct Migration: Sendable {
  /// Counted from 1 without gaps.
  package let number: Int
  /// What it does, in a few words.
  package let name: String
  /// One statement each.
  package let statements: [String]

  /// A step; see the properties.
  package init(_ number: Int, _ name: String, _ statements: [String]) {
    self.number = number
    self.name = name
    self.statements = statements
  }
}

extension Database {
  /// The number of the newest step applied; 0 in a new database, whose first step makes the table that is missing.
  package func schemaVersion() async throws -> Int {
    do {
      return try await read { Int(try $0.integer("SELECT MAX(number) FROM schema_migration") ?? 0) }
    } catch is DatabaseError {
      return 0
    }
  }

  /// Brings the schema up to date: each missing step in a transaction of its own, recorded in it.
  ///
  /// Several processes may do it at once: whoever comes second finds the step done.
  /// - Parameter last: the number of the last step to apply.
  /// - Throws: `DomainError` `schema-newer` (conflict) where the database was written by a newer program; nothing is
  ///   changed.
  package func migrate(_ migrations: [Migration], upTo last: Int = .max) async throws {
    let known = migrations.last?.number ?? 0
    // Read first: a schema that is up to date does not wait for whoever is writing.
    let found = try await schemaVersion()
    guard found <= known else { throw DomainError.newerSchema(found, than: known) }
    for migration in migrations where migration.number > found && migration.number <= last {
      try await write { connection in try MigrationRecord.apply(migration, on: connection) }
    }
  }
}

extension DomainError {
  /// The database was written by a newer program.
  package static func newerSchema(_ found: Int, than known: Int) -> DomainError {
    DomainError(
      .conflict, "schema-newer",
      "The database has schema \(found) and this program knows only \(known): use the newer program that wrote it.")
  }
}

/// The table in which the steps are recorded.
private enum MigrationRecord {
  /// Applies a step unless another process did meanwhile.
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
