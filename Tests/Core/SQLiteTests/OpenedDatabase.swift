import Foundation
import SQL
import SQLite
import Support
import Workload

/// A database in a new directory, with a table `item (id, value)`.
struct OpenedDatabase: Sendable {
  let database: any Database
  let path: String
  private let sqlite: SQLiteDatabase
  private let directory: ScratchDirectory

  init() async throws {
    directory = try ScratchDirectory()
    path = directory.url.appendingPathComponent("items.sqlite").path
    sqlite = try await SQLiteDatabase(path: path, busyMilliseconds: 50)
    database = sqlite
    try await database.write { try $0.run("CREATE TABLE item (id INTEGER PRIMARY KEY, value)") }
  }

  func close() async { await sqlite.close() }

  func count() async throws -> Int64 {
    try await database.read { try $0.integer("SELECT COUNT(*) FROM item") ?? -1 }
  }
}
