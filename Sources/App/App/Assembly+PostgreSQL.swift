import Basics
import Booths
import Foundation
import PostgreSQL
import SQL
import Stores

extension Assembly {
  static func opening(
    _ data: DataDirectory, server address: String, _ options: PostgreSQLOptions, keyFile: String?, for use: OpenMode
  ) async throws -> Assembly {
    var options = options
    options.applicationName = "fourcuts"
    let database = try PostgreSQLDatabase(address, options: options)
    try await database.checkSettings()
    var temporary: TemporaryDirectory?
    switch use {
    case .read, .write: try await checkIsThere(database)
    case .dryRun:
      guard try await database.schemaVersion() > 0 else { return try await elsewhere() }
      try await DatabaseKind.main.check(database)
    case .create:
      try data.make()
      try await prepare(database)
      temporary = try TemporaryDirectory(in: data.url)
    case .copyInto: try await prepare(database)
    case .migrate:
      try data.make()
      try await database.prepareStores()
      temporary = try TemporaryDirectory(in: data.url, ofServer: true)
    }
    database.checkSchema { try rejectReplaced(.main, .postgresql, on: $0) }
    let key = keyFile ?? data.url.appendingPathComponent("secrets.key").path
    return Assembly(
      directory: data.url, database: database, readDatabase: database,
      store: SQLCatalogueStore(prepared: database), temporary: temporary,
      keyRing: KeyRing(secrets: SealedSecrets(store: SQLSecretStore(database), key: SecretFile(path: key))),
      location: .server(database))
  }

  /// Makes the tables of a new database.
  /// - Throws: `DomainError` `schema-older`, `schema-newer`.
  private static func prepare(_ database: PostgreSQLDatabase) async throws {
    if try await database.schemaVersion() > 0 { try await DatabaseKind.main.check(database) }
    try await database.prepareStores()
  }

  /// - Throws: `DomainError` `data-missing` when the database is empty; `schema-older`, `schema-newer`.
  private static func checkIsThere(_ database: PostgreSQLDatabase) async throws {
    guard try await database.schemaVersion() > 0 else {
      throw DomainError(
        .notFound, "data-missing", "There is no catalogue in the database: 'fourcuts import FILE' makes one.",
        field: "database")
    }
    try await DatabaseKind.main.check(database)
  }

  /// Has the reads of requests go to a replica.
  /// - Throws: `DomainError` `database-address-invalid`; `replica-unsuitable`. One that can't be reached is no error.
  mutating func read(from address: String) async throws {
    guard case .server(let primary) = location else {
      preconditionFailure("files have no replica")
    }
    var options = PostgreSQLOptions()
    options.applicationName = "fourcuts read"
    let replica = try Replica(of: primary, at: address, options: options)
    do {
      try await replica.check()
    } catch let error as DomainError {
      // The check of the replica reports it as long as it is unreachable.
      guard error.kind == .unavailable else {
        throw DomainError(error.kind, error.code, error.message, field: "read-database")
      }
    }
    self.replica = replica
    database = ReplicatedDatabase(primary, readingFrom: nil)
    readDatabase = ReplicatedDatabase(primary, readingFrom: replica)
  }
}
