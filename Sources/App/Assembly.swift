import Basics
import Booths
import Foundation
import SQL
import SQLite
import Stores

/// The one place that knows every part and introduces them to each other.
struct Assembly: Sendable {
  /// Where the catalogue is kept.
  let folder: URL
  let store: any CatalogueStore

  /// Opens the data folder that a command names, making it at first use.
  /// - Throws: `Refusal` `data-dir-unusable`, and what the database refuses.
  static func open(_ command: ParsedCommand) async throws -> Assembly {
    let folder = URL(fileURLWithPath: command["data-dir"] ?? "fourcuts-data")
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      throw Refusal(
        .unavailable, "data-dir-unusable",
        "The data folder \(folder.path) cannot be made; name another one with --data-dir.", field: "data-dir")
    }
    let database = try await SQLiteDatabase(path: folder.appendingPathComponent("fourcuts.sqlite").path)
    return Assembly(folder: folder, store: try await SQLCatalogueStore(database))
  }

  /// Reads the whole catalogue into memory and indexes it.
  func catalogue() async throws -> Catalogue {
    try await Catalogue.load(from: store)
  }
}
