import Basics
package import SQL

/// The record of an unfinished copy, in the target: from where, by which run, and which tables are complete.
struct CopyRecord: Sendable {
  static let table = "database_copy"

  let database: any Database
  /// A random name. A run stops once another one has replaced it.
  private let run = String(UInt64.random(in: .min ... .max), radix: 36)

  init(in database: any Database) {
    self.database = database
  }

  /// Whether a database holds an unfinished copy.
  static func exists(in database: any Database) async throws -> Bool {
    let query = CopyDialect.of(database.engine).hasTable
    return try await database.read { try $0.integer(query, [.text(table)]) != nil }
  }

  func make(from source: String) async throws {
    try await database.write { connection in
      try connection.run("CREATE TABLE \(Self.table) (item TEXT PRIMARY KEY, value TEXT NOT NULL)")
      try Self.set("source", source, on: connection)
      try Self.set("run", run, on: connection)
    }
  }

  /// Goes on with a copy.
  /// - Throws: `DomainError` `copy-of-another` (conflict) if it is from elsewhere.
  func takeOver(from source: String) async throws {
    try await database.write { connection in
      guard try Self.value("source", on: connection) == source else {
        throw DomainError(
          .conflict, "copy-of-another",
          "The target holds an unfinished copy of another database: continue that one, or name an empty target.")
      }
      try Self.set("run", run, on: connection)
    }
  }

  func complete() async throws -> Set<String> {
    try await database.read { connection in
      var names: Set<String> = []
      try connection.each("SELECT value FROM \(Self.table) WHERE item LIKE 'table %'", []) { names.insert($0.text(0)) }
      return names
    }
  }

  /// - Throws: `DomainError` `copy-taken-over` (conflict).
  func checkRun() async throws {
    try await database.read { try checkRun(on: $0) }
  }

  /// Notes that a table is complete.
  /// - Throws: `DomainError` `copy-taken-over` (conflict).
  func note(complete table: String) async throws {
    try await database.write { connection in
      try checkRun(on: connection)
      try Self.set("table \(table)", table, on: connection)
    }
  }

  func remove() async throws {
    try await database.write { try $0.run("DROP TABLE \(Self.table)") }
  }

  private func checkRun(on connection: any DatabaseConnection) throws {
    guard try Self.value("run", on: connection) != run else { return }
    throw DomainError(.conflict, "copy-taken-over", "Another process continues this copy: wait for it.")
  }

  private static func value(_ item: String, on connection: any DatabaseConnection) throws -> String? {
    try connection.first("SELECT value FROM \(table) WHERE item = $1", [.text(item)]) { $0.text(0) }
  }

  private static func set(_ item: String, _ value: String, on connection: any DatabaseConnection) throws {
    try connection.run(
      "INSERT INTO \(table) (item, value) VALUES ($1, $2) ON CONFLICT (item) DO UPDATE SET value = excluded.value",
      [.text(item), .text(value)])
  }
}

extension Database {
  /// Throws if the database is the target of a copy that has not come to its end.
  /// - Throws: `DomainError` `copy-unfinished` (conflict).
  package func checkIsNoUnfinishedCopy() async throws {
    guard try await CopyRecord.exists(in: self) else { return }
    throw DomainError(
      .conflict, "copy-unfinished",
      "A copy into this database is not finished: run 'fourcuts database copy' again, or start with an empty database.")
  }
}
