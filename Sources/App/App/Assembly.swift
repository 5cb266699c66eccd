import Accounts
import Basics
import Booths
import CommandLineKit
import Crypto
import Foundation
import PostgreSQL
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
    /// Opens the databases for writing and creates the missing ones. An empty catalogue that no other process has open
    /// may be locked while it is filled.
    case create
    /// Opens existing databases read-only. Without any, creates empty ones in a temporary directory that `close` removes.
    case dryRun
    /// Opens databases to copy an installation into, and creates the missing ones. All other modes refuse a database
    /// whose copy is not finished.
    case copyInto
    /// Creates the missing databases and migrates the schema. May take long.
    /// - Parameter keepsCopy: Whether to copy the database before its schema changes.
    case migrate(keepsCopy: Bool)
  }

  let directory: URL
  /// Everything except the catalogue, which has its own SQLite database so that an import blocks no other writer.
  var database: any Database
  /// The same; reads of requests may be a moment old if it has a replica.
  var readDatabase: any Database
  let store: any CatalogueStore
  /// Holds unfinished uploads and spooled files. Nil when the databases are opened read-only.
  let temporary: TemporaryDirectory?
  /// The secrets of the service, created at first use.
  let keyRing: KeyRing
  let location: Location
  var replica: Replica?
  private(set) var chains = ChainTable.empty

  enum Location: Sendable {
    /// In SQLite files of the data directory.
    case files([(path: String, database: SQLiteDatabase)])
    /// In a PostgreSQL database, which several nodes may use.
    case server(PostgreSQLDatabase)
  }

  /// Opens the database named by `--database`, or the data directory named by `--data-dir`.
  /// - Throws: `DomainError` `chains-unreadable`, `data-dir-unusable`, `data-missing`, `database-emptied`, `schema-older`, `schema-newer`,
  ///   and errors of the database.
  static func open(
    _ command: ParsedCommand, for use: OpenMode, options: PostgreSQLOptions = PostgreSQLOptions()
  ) async throws -> Assembly {
    let chains = try ChainTable.ofThisProgram(adding: command["chains-file"])
    var assembly = try await open(
      directory: URL(fileURLWithPath: command["data-dir"] ?? "fourcuts-data"), address: command["database"],
      keyFile: command["key-file"], for: use, options: options)
    assembly.chains = chains
    return assembly
  }

  /// Opens a database.
  /// - Parameters:
  ///   - address: That of a PostgreSQL database; nil for files of the directory.
  ///   - keyFile: The path of the key that seals the secrets in a PostgreSQL database; nil for the usual one.
  ///   - options: How a PostgreSQL database is used.
  /// - Throws: As above.
  static func open(
    directory: URL, address: String? = nil, keyFile: String? = nil, for use: OpenMode = .migrate(keepsCopy: true),
    options: PostgreSQLOptions = PostgreSQLOptions()
  ) async throws -> Assembly {
    let data = DataDirectory(url: directory)
    let assembly =
      if let address {
        try await opening(data, server: address, options, keyFile: keyFile, for: use)
      } else {
        try await opening(data, for: use)
      }
    if case .copyInto = use { return assembly }
    try await assembly.database.checkIsNoUnfinishedCopy()
    return assembly
  }

  private static func opening(_ data: DataDirectory, for use: OpenMode) async throws -> Assembly {
    switch use {
    // Secrets and photos may be there before the databases that are copied to them.
    case .copyInto: break
    default: try data.checkNothingWasLost()
    }
    switch use {
    case .read:
      try data.checkIsThere()
      return try await reading(data)
    case .write:
      try data.checkIsThere()
      return try await writing(data) { try await DatabaseKind.main.check($0) }
    case .create, .copyInto:
      try data.make()
      return try await writing(data, locksToFill: true) { database in
        // A new database (version 0) needs no migration.
        if try await database.schemaVersion() > 0 { try await DatabaseKind.main.check(database) }
      }
    case .dryRun:
      return data.hasServiceDatabase ? try await reading(data) : try await elsewhere()
    case .migrate(let keepsCopy):
      try data.make()
      data.removeFormerLeftovers()
      let temporary = try TemporaryDirectory(in: data.url, ofServer: true)
      return try await writing(data, temporary: temporary) { database in
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
      directory: data.url, database: database, readDatabase: database,
      store: SQLCatalogueStore(prepared: catalogue), temporary: nil,
      keyRing: KeyRing(directory: data.url),
      location: .files([(data.servicePath, database), (data.cataloguePath, catalogue)]))
  }

  /// Creates empty databases in a temporary directory.
  static func elsewhere() async throws -> Assembly {
    let temporary = try TemporaryDirectory.outsideDataDirectories()
    return try await writing(DataDirectory(url: temporary.url), temporary: temporary) { _ in }
  }

  /// - Parameters:
  ///   - locksToFill: As in `SQLiteOptions`, for the catalogue.
  ///   - prepare: Called before the schema is migrated. An error it throws stops the migration.
  private static func writing(
    _ data: DataDirectory, temporary: TemporaryDirectory? = nil, locksToFill: Bool = false,
    _ prepare: (SQLiteDatabase) async throws -> Void
  ) async throws -> Assembly {
    var options = SQLiteOptions()
    options.erasesDeleted = true
    let isNew = !data.hasServiceDatabase
    try data.closeDatabases(report: DataDirectory.reportToOperator)
    let database = try await SQLiteDatabase(path: data.servicePath, options: options)
    try await prepare(database)
    if try await database.schemaVersion() > 0 { try data.checkCatalogueIsThere() }
    var catalogueOptions = SQLiteOptions()
    catalogueOptions.locksToFill = locksToFill
    let catalogue = try await SQLiteDatabase(path: data.cataloguePath, options: catalogueOptions)
    let store = try await SQLCatalogueStore(catalogue)
    try await database.prepareStores()
    if isNew { try data.closeDatabases(report: nil) }
    await database.checkSchema { try rejectReplaced(.main, .sqlite, on: $0) }
    await catalogue.checkSchema { try rejectReplaced(.catalogue, .sqlite, on: $0) }
    return Assembly(
      directory: data.url, database: database, readDatabase: database, store: store,
      temporary: try temporary ?? TemporaryDirectory(in: data.url), keyRing: KeyRing(directory: data.url),
      location: .files([(data.servicePath, database), (data.cataloguePath, catalogue)]))
  }

  /// Stops a running process from writing after a newer version has migrated the schema.
  static func rejectReplaced(
    _ part: DatabaseKind, _ engine: SQLEngine, on connection: any DatabaseConnection
  ) throws {
    do {
      try part.check(engine, on: connection)
    } catch let domainError as DomainError where domainError.code == "schema-newer" {
      throw DomainError(
        .unavailable, domainError.code, "The service is being updated: nothing can be written here at the moment.",
        condition: ServiceCondition(
          .database,
          "A newer program has migrated the database: nothing is written here until that one is started instead."))
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
    do {
      try replaceFile(copy, withFile: draft)
    } catch {
      throw DomainError(
        .unavailable, "copy-unwritable",
        "The database cannot be copied to \(copy) before its schema is changed; --no-copy continues without one.")
    }
  }

  /// The databases, the main one first.
  var databases: [any Database] {
    switch location {
    case .files(let files): files.map(\.database)
    case .server(let database): [database]
    }
  }

  /// Checks the integrity of the database files, but of larger ones. A server checks its own.
  /// - Returns: The first damage found, with the file's path. Nil when all are intact.
  func damage(upToBytes limit: Int = .max) async throws -> String? {
    guard case .files(let files) = location else { return nil }
    for (path, database) in files where (DataDirectory.size(path) ?? 0) <= limit {
      if let damage = try await database.integrityCheck() { return "\(path) is damaged: \(damage)" }
    }
    return nil
  }

  /// Returns once the databases in files have answered. A server is not asked: while it is away a node serves booths
  /// from memory.
  func untilFilesAnswer() async {
    guard case .files(let files) = location else { return }
    for (_, database) in files { _ = try? await database.read { try $0.integer("SELECT 1") } }
  }

  /// Closes the databases and removes the temporary directory.
  func close() async {
    switch location {
    case .files(let files): for (_, database) in files { await database.close() }
    case .server(let database): await database.close()
    }
    await replica?.close()
    temporary?.remove()
  }

  func reports(
    announcing announce: @escaping NoticeAnnouncement = { _ in }, now: @escaping @Sendable () -> Timestamp
  ) -> ReportService {
    ReportService(reports: SQLReportStore(database, announcing: announce), clock: now, random: systemRandom)
  }

  func corrections(
    announcing announce: @escaping NoticeAnnouncement = { _ in }, now: @escaping @Sendable () -> Timestamp
  ) -> CorrectionService {
    CorrectionService(
      corrections: SQLCorrectionStore(database, announcing: announce), catalogue: store,
      evidence: evidence(now: now), clock: now, random: systemRandom)
  }

  /// Reports whether booths exist.
  func evidence(now: @escaping @Sendable () -> Timestamp) -> EvidenceService {
    EvidenceService(store: SQLEvidenceStore(database), clock: now)
  }

  /// Proposals of booths, which become booths of the catalogue.
  func proposals(
    announcing announce: @escaping NoticeAnnouncement = { _ in }, now: @escaping @Sendable () -> Timestamp
  ) -> ProposalService {
    ProposalService(
      proposals: SQLProposalStore(database, announcing: announce), catalogue: store, clock: now, random: systemRandom)
  }

  func accountControl(now: @escaping @Sendable () -> Timestamp) -> AccountAdministration {
    AccountAdministration(store: SQLAccountControlStore(database), clock: now, random: systemRandom)
  }

  var catalogueFile: CatalogueFile {
    switch location {
    case .files: CatalogueFile(in: directory, isServer: false)
    case .server: CatalogueFile(in: directory, isServer: true)
    }
  }

  /// The catalogue as the database has it now: see `CatalogueFile.catalogue`.
  func catalogue(onUnusableFile: (String) -> Void = { _ in }) async throws -> Catalogue {
    try await catalogueFile.catalogue(of: store, onUnusableFile: onUnusableFile).named(by: chains)
  }

  /// The same for a command that ends after a lookup.
  func catalogueForLookup() async throws -> Catalogue {
    try await catalogueFile.catalogueForLookup(of: store).named(by: chains)
  }
}

extension PostgreSQLOptions {
  /// For commands whose statements take as long as there are rows.
  static var withoutTimeLimits: PostgreSQLOptions {
    var options = PostgreSQLOptions()
    (options.statementMilliseconds, options.idleInTransactionMilliseconds) = (0, 0)
    return options
  }
}
