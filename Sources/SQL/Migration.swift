import Basics

/// A numbered step of a schema. Once released it is never edited: a further one is appended.
public struct Migration: Sendable {
  /// Counted from 1 without gaps.
  public let number: Int
  /// What it does, in a few words.
  public let name: String
  /// One statement each.
  public let statements: [String]

  /// A step; see the properties.
  public init(_ number: Int, _ name: String, _ statements: [String]) {
    self.number = number
    self.name = name
    self.statements = statements
  }
}

extension Database {
  /// Brings the schema up to date: each missing step in a transaction of its own, recorded in it.
  ///
  /// Several processes may do it at once: whoever comes second finds the step done.
  /// - Throws: `Refusal` `schema-newer` (conflict) where the database was written by a newer program; nothing is changed.
  public func migrate(_ migrations: [Migration]) async throws {
    let known = migrations.last?.number ?? 0
    try await refuseNewer(than: known)
    for migration in migrations {
      try await write { connection in try migration.applyIfMissing(on: connection) }
    }
  }

  private func refuseNewer(than known: Int) async throws {
    let found = try await write { connection in
      try connection.run(
        "CREATE TABLE IF NOT EXISTS schema_migration (number BIGINT PRIMARY KEY, name TEXT NOT NULL)")
      return try connection.integer("SELECT MAX(number) FROM schema_migration") ?? 0
    }
    guard found > known else { return }
    throw Refusal(
      .conflict, "schema-newer",
      "The database has schema \(found) and this program knows only \(known): use the newer program that wrote it.")
  }
}

extension Migration {
  fileprivate func applyIfMissing(on connection: any Connection) throws {
    let found = try connection.integer(
      "SELECT number FROM schema_migration WHERE number = $1", [.integer(Int64(number))])
    guard found == nil else { return }
    for statement in statements { try connection.run(statement) }
    try connection.run(
      "INSERT INTO schema_migration (number, name) VALUES ($1, $2)", [.integer(Int64(number)), .text(name)])
  }
}
