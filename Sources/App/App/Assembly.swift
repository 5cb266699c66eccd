import Accounts
import Basics
import Booths
import CommandLineKit
import Crypto
import Foundation
import PhotoStorage
import Posts
import SQL
import SQLite
import Stores

/// The composition root: opens the databases of a data directory and creates the objects that commands use.
struct Assembly: Sendable {
  /// How a command uses a data directory.
  enum OpenMode {
    /// Opens existing databases read-only. Works without write permission.
    case read
    /// Opens existing databases for writing.
    case write
    /// Opens the databases for writing and creates the missing ones.
    case create
    /// Opens existing databases read-only. Without any, creates empty ones in a temporary directory that `close` removes.
    case dryRun
    /// Creates the missing databases and migrates the schema. May take long.
    /// - Parameter keepsCopy: Whether to copy the database before its schema changes.
    case migrate(keepsCopy: Bool)
  }

  /// The data directory.
  let directory: URL
  /// Everything except the catalogue, which has its own database so that an import blocks no other writer.
  var database: any Database
  let store: any CatalogueStore
  /// Holds unfinished uploads and spooled files. Nil when the databases are opened read-only.
  let temporary: TemporaryDirectory?
  private let files: [(path: String, database: SQLiteDatabase)]

  /// Opens the data directory named by `--data-dir`.
  /// - Throws: `DomainError` `data-dir-unusable`, `data-missing`, `database-emptied`, `schema-older`, `schema-newer`,
  ///   and errors of the database.
  static func open(_ command: ParsedCommand, for use: OpenMode) async throws -> Assembly {
    try await open(directory: URL(fileURLWithPath: command["data-dir"] ?? "fourcuts-data"), for: use)
  }

  /// Opens a data directory.
  /// - Throws: As above.
  static func open(directory: URL, for use: OpenMode = .migrate(keepsCopy: true)) async throws -> Assembly {
    let data = DataDirectory(url: directory)
    try data.checkNothingWasLost()
    switch use {
    case .read:
      try data.checkIsThere()
      return try await reading(data)
    case .write:
      try data.checkIsThere()
      return try await writing(data) { try await DatabaseKind.main.check($0) }
    case .create:
      try data.make()
      return try await writing(data) { database in
        // A new database (version 0) needs no migration.
        if try await database.schemaVersion() > 0 { try await DatabaseKind.main.check(database) }
      }
    case .dryRun:
      if data.hasServiceDatabase { return try await reading(data) }
      let elsewhere = try TemporaryDirectory.outsideDataDirectories()
      return try await writing(DataDirectory(url: elsewhere.url), temporary: elsewhere) { _ in }
    case .migrate(let keepsCopy):
      try data.make()
      data.removeFormerLeftovers()
      return try await writing(data) { database in
        if keepsCopy, try await DatabaseKind.main.isOlder(database) {
          try await keepCopy(database, data.servicePath)
        }
      }
    }
  }

  private static func reading(_ data: DataDirectory) async throws -> Assembly {
    let database = try await SQLiteDatabase(reading: data.servicePath)
    try await DatabaseKind.main.check(database)
    try data.checkCatalogueIsThere()
    let catalogue = try await SQLiteDatabase(reading: data.cataloguePath)
    try await DatabaseKind.catalogue.check(catalogue)
    return Assembly(
      directory: data.url, database: database, store: SQLCatalogueStore(prepared: catalogue), temporary: nil,
      files: [(data.servicePath, database), (data.cataloguePath, catalogue)])
  }

  /// - Parameter prepare: Called before the schema is migrated. An error it throws stops the migration.
  private static func writing(
    _ data: DataDirectory, temporary: TemporaryDirectory? = nil, _ prepare: (SQLiteDatabase) async throws -> Void
  ) async throws -> Assembly {
    var options = SQLiteOptions()
    options.erasesDeleted = true
    let isNew = !data.hasServiceDatabase
    try data.closeDatabases(report: DataDirectory.reportToOperator)
    let database = try await SQLiteDatabase(path: data.servicePath, options: options)
    try await prepare(database)
    if try await DatabaseKind.hasOwnCatalogue(database) { try data.checkCatalogueIsThere() }
    let catalogue = try await SQLiteDatabase(path: data.cataloguePath)
    let store = try await SQLCatalogueStore(catalogue)
    try await database.prepareStores { try await catalogue.write(attaching: data.servicePath, as: "community", $0) }
    if isNew { try data.closeDatabases(report: nil) }
    await database.checkSchema { try rejectReplaced(.main, on: $0) }
    await catalogue.checkSchema { try rejectReplaced(.catalogue, on: $0) }
    return Assembly(
      directory: data.url, database: database, store: store,
      temporary: try temporary ?? TemporaryDirectory(in: data.url),
      files: [(data.servicePath, database), (data.cataloguePath, catalogue)])
  }

  /// Stops a running process from writing after a newer version has migrated the schema.
  private static func rejectReplaced(_ part: DatabaseKind, on connection: any DatabaseConnection) throws {
    do {
      try part.check(.sqlite, on: connection)
    } catch let domainError as DomainError where domainError.code == "schema-newer" {
      throw DomainError(
        .unavailable, domainError.code,
        "A newer program has taken the data folder over: nothing is written here until that one is started instead.")
    }
  }

  private static func keepCopy(_ database: SQLiteDatabase, _ path: String) async throws {
    let copy = "\(path.dropLast(".sqlite".count)).schema-\(try await database.schemaVersion()).sqlite"
    let draft = copy + ".part"
    unlink(draft)
    do {
      try await database.copy(to: draft)
    } catch {
      unlink(draft)
      throw error
    }
    chmod(draft, 0o600)
    guard rename(draft, copy) == 0 else {
      throw DomainError(
        .unavailable, "copy-unwritable",
        "The database cannot be copied to \(copy) before its schema is changed; --no-copy goes on without one.")
    }
  }

  /// Checks the integrity of both databases.
  /// - Returns: The first damage found, with the file's path. Nil when both are intact.
  func damage() async throws -> String? {
    for (path, database) in files {
      if let damage = try await database.integrityCheck() { return "\(path) is damaged: \(damage)" }
    }
    return nil
  }

  /// Closes the databases and removes the temporary directory.
  func close() async {
    for (_, database) in files { await database.close() }
    temporary?.remove()
  }

  /// The secrets of the data directory, created at first use.
  var keyRing: KeyRing { KeyRing(directory: directory) }

  /// The operator's view of reports.
  func reports(now: @escaping @Sendable () -> Timestamp) -> ReportService {
    ReportService(reports: SQLReportStore(database), clock: now, random: systemRandom)
  }

  func path(of photo: PhotoName) -> String {
    PhotoDirectory.path(of: photo, in: directory.appendingPathComponent("photos").path)
  }

  /// The operator's view of accounts.
  func accountControl(now: @escaping @Sendable () -> Timestamp) -> AccountAdministration {
    AccountAdministration(store: SQLAccountControlStore(database), clock: now, random: systemRandom)
  }

  /// Reads the whole catalogue into memory and indexes it.
  func catalogue() async throws -> Catalogue {
    try await Catalogue.load(from: store)
  }
}
