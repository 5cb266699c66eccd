import Basics
import Booths
import Foundation
import Posts
import SQL
import SQLite
import Stores
import Tokens

/// The one place that knows every part and introduces them to each other.
struct Assembly: Sendable {
  /// Where everything is kept.
  let folder: URL
  /// Of everything but the catalogue, so that nobody who writes into it waits for an import.
  let database: any Database
  let store: any CatalogueStore

  /// Opens the data folder that a command names, making it at first use.
  /// - Throws: `Refusal` `data-dir-unusable`, and what the database refuses.
  static func open(_ command: ParsedCommand) async throws -> Assembly {
    try await open(folder: URL(fileURLWithPath: command["data-dir"] ?? "fourcuts-data"))
  }

  /// Opens a data folder, making it at first use.
  /// - Throws: As above.
  static func open(folder: URL) async throws -> Assembly {
    do {
      // It holds what people wrote and what stands for their passwords.
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw Refusal(
        .unavailable, "data-dir-unusable",
        "The data folder \(folder.path) cannot be made; name another one with --data-dir.", field: "data-dir")
    }
    let path = folder.appendingPathComponent("fourcuts.sqlite").path
    let database = try await SQLiteDatabase(path: path)
    let catalogue = try await SQLiteDatabase(path: folder.appendingPathComponent("booths.sqlite").path)
    let store = try await SQLCatalogueStore(catalogue)
    try await database.prepareStores { try await catalogue.write(attaching: path, as: "community", $0) }
    return Assembly(folder: folder, database: database, store: store)
  }

  /// The folder's secrets; made when they are first asked for.
  var ring: KeyRing { KeyRing(folder: folder) }

  /// What people reported, for the operator.
  func reports(now: @escaping @Sendable () -> Timestamp) -> ReportService {
    ReportService(reports: SQLReportStore(database), clock: now, random: systemRandom)
  }

  /// Reads the whole catalogue into memory and indexes it.
  func catalogue() async throws -> Catalogue {
    try await Catalogue.load(from: store)
  }
}
