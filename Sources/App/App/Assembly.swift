import Accounts
import Basics
import Booths
import Crypto
import Foundation
import Gateways
import Posts
import SQL
import SQLite
import Stores

/// The one place that knows every part and introduces them to each other.
struct Assembly: Sendable {
  /// What a command does with a data folder.
  enum Use {
    /// Reads what is there: also where nothing may be written.
    case read
    /// Changes what is there.
    case write
    /// The same, but makes what is missing.
    case create
    /// Imports to see what would come of it. Where there is nothing yet, a folder elsewhere is used that goes with it.
    case dryRun
    /// Makes what is missing, brings the schema up to date, and may run for long.
    /// - Parameter keepsCopy: Whether a copy of a database is made before its schema is changed.
    case migrate(keepsCopy: Bool)
  }

  /// Where everything is kept.
  let directory: URL
  /// Of everything but the catalogue, so that nobody who writes into it waits for an import.
  var database: any Database
  let store: any CatalogueStore
  /// Where what is not finished lies; nil where nothing is written.
  let temporary: TemporaryDirectory?
  private let files: [(path: String, database: SQLiteDatabase)]

  /// Opens the data folder that a command names.
  /// - Throws: `DomainError` `data-dir-unusable`, `data-missing`, `database-emptied`, `schema-older`, `schema-newer`,
  ///   and what the database refuses.
  static func open(_ command: ParsedCommand, for use: Use) async throws -> Assembly {
    try await open(directory: URL(fileURLWithPath: command["data-dir"] ?? "fourcuts-data"), for: use)
  }

  /// Opens a data folder.
  /// - Throws: As above.
  static func open(directory: URL, for use: Use = .migrate(keepsCopy: true)) async throws -> Assembly {
    let data = DataDirectory(url: directory)
    try data.checkNothingWasLost()
    switch use {
    case .read:
      try data.checkIsThere()
      return try await reading(data)
    case .write:
      try data.checkIsThere()
      return try await writing(data) { try await StoredPart.community.check($0) }
    case .create:
      try data.make()
      return try await writing(data) { database in
        // What is new needs no step that would change anything.
        if try await database.schemaVersion() > 0 { try await StoredPart.community.check(database) }
      }
    case .dryRun:
      if data.hasServiceDatabase { return try await reading(data) }
      let elsewhere = try TemporaryDirectory.outsideDataDirectories()
      return try await writing(DataDirectory(url: elsewhere.url), temporary: elsewhere) { _ in }
    case .migrate(let keepsCopy):
      try data.make()
      data.removeFormerLeftovers()
      return try await writing(data) { database in
        if keepsCopy, try await StoredPart.community.isOlder(database) { try await keepCopy(database, data.community) }
      }
    }
  }

  private static func reading(_ data: DataDirectory) async throws -> Assembly {
    let database = try await SQLiteDatabase(reading: data.community)
    try await StoredPart.community.check(database)
    try data.checkCatalogueIsThere()
    let catalogue = try await SQLiteDatabase(reading: data.catalogue)
    try await StoredPart.catalogue.check(catalogue)
    return Assembly(
      directory: data.url, database: database, store: SQLCatalogueStore(prepared: catalogue), temporary: nil,
      files: [(data.community, database), (data.catalogue, catalogue)])
  }

  /// - Parameter prepare: sees the database before its schema is brought up to date, and may refuse that.
  private static func writing(
    _ data: DataDirectory, temporary: TemporaryDirectory? = nil, _ prepare: (SQLiteDatabase) async throws -> Void
  ) async throws -> Assembly {
    var options = SQLiteOptions()
    options.erasesDeleted = true
    let isNew = !data.hasServiceDatabase
    try data.closeDatabases(report: DataDirectory.reportToOperator)
    let database = try await SQLiteDatabase(path: data.community, options: options)
    try await prepare(database)
    if try await StoredPart.hasOwnCatalogue(database) { try data.checkCatalogueIsThere() }
    let catalogue = try await SQLiteDatabase(path: data.catalogue)
    let store = try await SQLCatalogueStore(catalogue)
    try await database.prepareStores { try await catalogue.write(attaching: data.community, as: "community", $0) }
    if isNew { try data.closeDatabases(report: nil) }
    await database.checkSchema { try rejectReplaced(.community, on: $0) }
    await catalogue.checkSchema { try rejectReplaced(.catalogue, on: $0) }
    return Assembly(
      directory: data.url, database: database, store: store,
      temporary: try temporary ?? TemporaryDirectory(in: data.url),
      files: [(data.community, database), (data.catalogue, catalogue)])
  }

  /// A program that still runs must not write what a newer one keeps otherwise.
  private static func rejectReplaced(_ part: StoredPart, on connection: any DatabaseConnection) throws {
    do {
      try part.check(on: connection)
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

  /// Looks for damage in all of the databases.
  /// - Returns: What was found, with the file's path.
  func damage() async throws -> String? {
    for (path, database) in files {
      if let damage = try await database.firstDamage() { return "\(path) is damaged: \(damage)" }
    }
    return nil
  }

  /// Closes the databases and removes what is temporary.
  func close() async {
    for (_, database) in files { await database.close() }
    temporary?.remove()
  }

  /// The folder's secrets; made when they are first asked for.
  var keyRing: KeyRing { KeyRing(directory: directory) }

  /// What people reported, for the operator.
  func reports(now: @escaping @Sendable () -> Timestamp) -> ReportService {
    ReportService(reports: SQLReportStore(database), clock: now, random: systemRandom)
  }

  /// The file of a photo.
  func path(of photo: PhotoName) -> String {
    PhotoDirectory.path(of: photo, in: directory.appendingPathComponent("photos").path)
  }

  /// Everybody's accounts, for the operator.
  func accountControl(now: @escaping @Sendable () -> Timestamp) -> AccountControl {
    AccountControl(store: SQLAccountControlStore(database), clock: now, random: systemRandom)
  }

  /// Reads the whole catalogue into memory and indexes it.
  func catalogue() async throws -> Catalogue {
    try await Catalogue.load(from: store)
  }
}
