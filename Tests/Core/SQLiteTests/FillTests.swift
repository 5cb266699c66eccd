import Basics
import Foundation
import SQL
import SQLite
import Support
import Testing
import Workload

@Suite("Filling a database file")
struct FillTests {
  private let directory: ScratchDirectory
  private var path: String { directory.url.appendingPathComponent("items.sqlite").path }

  init() throws {
    directory = try ScratchDirectory()
  }

  private var files: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: directory.url.path).sorted() }
  }

  private func size(_ suffix: String = "") -> Int {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path + suffix)
    return (attributes?[.size] as? Int) ?? 0
  }

  private func made(locksToFill: Bool) async throws -> SQLiteDatabase {
    var options = SQLiteOptions()
    options.locksToFill = locksToFill
    options.busyMilliseconds = 100
    let database = try await SQLiteDatabase(path: path, options: options)
    try await database.write { _ = try $0.run("CREATE TABLE item (id INTEGER PRIMARY KEY, value TEXT)") }
    await database.checkpoint()
    return database
  }

  /// Adds 20 MB, more than the library keeps in memory.
  private static let add: @Sendable (any DatabaseConnection) throws -> Void = { connection in
    let text = Value.text(String(repeating: "x", count: 10_000))
    for _ in 0..<2000 { try connection.run("INSERT INTO item (value) VALUES ($1)", [text]) }
  }

  private func count(_ database: SQLiteDatabase) async throws -> Int64? {
    try await database.read { try $0.integer("SELECT COUNT(*) FROM item") }
  }

  @Test("Filling writes into the file itself, and later writes use the log again")
  func alone() async throws {
    let database = try await made(locksToFill: true)
    #expect(try await count(database) == 0)
    let sizes = try await database.fill("items") { [self] connection in
      try Self.add(connection)
      return (file: size(), log: size("-wal"), journal: size("-journal"))
    }
    #expect(sizes.file > 1_000_000 && sizes.log == 0 && sizes.journal > 0)
    #expect(try await count(database) == 2000)
    #expect(try await database.read { try $0.first("PRAGMA journal_mode", []) { $0.text(0) } } == "wal")
    await database.close()
    #expect(try files == ["items.sqlite"])
  }

  @Test("Filling uses the log if another process has the file open, which reads on")
  func shared() async throws {
    let database = try await made(locksToFill: true)
    let other = try await SQLiteDatabase(path: path)
    #expect(try await count(other) == 0)
    let log = try await database.fill("items") { [self] connection in
      try Self.add(connection)
      return size("-wal")
    }
    #expect(log > 1_000_000)
    #expect(try await count(other) == 2000)
  }

  @Test("Filling uses the log if the options do not allow to lock the file")
  func notAllowed() async throws {
    let database = try await made(locksToFill: false)
    let log = try await database.fill("items") { [self] connection in
      try Self.add(connection)
      return size("-wal")
    }
    #expect(log > 1_000_000)
  }

  @Test("A failed filling leaves nothing")
  func failed() async throws {
    let database = try await made(locksToFill: true)
    let before = size()
    await #expect(throws: CancellationError.self) {
      try await database.fill("items") { connection in
        try Self.add(connection)
        throw CancellationError()
      }
    }
    #expect(try await count(database) == 0)
    await database.close()
    #expect(size() == before)
    #expect(try files == ["items.sqlite"])
  }

  @Test("An interrupted filling is rolled back by the next process that reads the file")
  func interrupted() async throws {
    let database = try await made(locksToFill: true)
    // What a killed process leaves: the files as they are before the end.
    let copy = directory.url.appendingPathComponent("copy.sqlite").path
    try await database.fill("items") { [path] connection in
      try Self.add(connection)
      for suffix in ["", "-journal"] {
        try Data(contentsOf: URL(fileURLWithPath: path + suffix)).write(to: URL(fileURLWithPath: copy + suffix))
      }
    }
    let reader = try await SQLiteDatabase(reading: copy)
    #expect(try await count(reader) == 0)
    #expect(try await reader.integrityCheck() == nil)
    #expect(try files.filter { $0.hasPrefix("copy") } == ["copy.sqlite"])
  }
}
