import Basics
import Foundation
import SQL
import SQLite
import Support
import Testing
import Workload

@Suite("A database file that is read, copied, checked and emptied")
struct FileUseTests {
  private let directory: ScratchDirectory
  private var path: String { directory.url.appendingPathComponent("items é #?%.sqlite").path }

  init() throws {
    directory = try ScratchDirectory()
  }

  private var files: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: directory.url.path).sorted() }
  }

  private func filled(_ text: String = "a", erases: Bool = false) async throws -> SQLiteDatabase {
    var options = SQLiteOptions()
    options.erasesDeleted = erases
    let database = try await SQLiteDatabase(path: path, options: options)
    try await database.write { connection in
      try connection.run("CREATE TABLE item (id INTEGER PRIMARY KEY, value TEXT)")
      for _ in 0..<200 { try connection.run("INSERT INTO item (value) VALUES ($1)", [.text(text)]) }
    }
    return database
  }

  private func count(_ database: SQLiteDatabase) async throws -> Int64? {
    try await database.read { try $0.integer("SELECT COUNT(*) FROM item") }
  }

  @Test("A reader sees what a writer has just written, and cannot write")
  func reading() async throws {
    let writer = try await filled()
    let reader = try await SQLiteDatabase(reading: path)
    #expect(try await count(reader) == 200)
    try await writer.write { _ = try $0.run("DELETE FROM item WHERE id > 5") }
    #expect(try await count(reader) == 5)
    await #expect(throws: DatabaseFailure.self) { try await reader.write { _ = try $0.run("DELETE FROM item") } }
    await #expect(throws: (any Error).self) { try await reader.read { _ = try $0.run("DELETE FROM item") } }
    #expect(try await count(writer) == 5)
  }

  @Test("A reader does not make a missing file")
  func missing() async throws {
    let rejected = try await domainError { _ = try await SQLiteDatabase(reading: path) }
    #expect(rejected.code == "database-not-opened")
    #expect(try files.isEmpty)
  }

  @Test("A copy has no deleted content")
  func copy() async throws {
    let database = try await filled("secret words")
    try await database.write { connection in
      try connection.run("DELETE FROM item WHERE id > 3")
      try connection.run("UPDATE item SET value = 'kept'")
    }
    let other = directory.url.appendingPathComponent("copy.sqlite")
    try await database.copy(to: other.path)
    #expect(try await count(try await SQLiteDatabase(reading: other.path)) == 3)
    #expect(try !Data(contentsOf: other).contains(text: "secret words"))
  }

  @Test("Damaged pages are reported, and none in an intact file")
  func damage() async throws {
    let database = try await filled(String(repeating: "x", count: 4000))
    #expect(try await database.integrityCheck() == nil)
    await database.close()
    let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
    try file.seek(toOffset: 100 * 4096)
    try file.write(contentsOf: Data(repeating: 0xA5, count: 20 * 4096))
    try file.close()
    #expect(try await database.integrityCheck() != nil)
  }

  @Test("A check for damage ends when its task is cancelled")
  func cancelledCheck() async throws {
    let database = try await filled(String(repeating: "x", count: 4000))
    for milliseconds in 0..<5 {
      let check = Task { while true { _ = try await database.integrityCheck() } }
      try await Task.sleep(for: .milliseconds(milliseconds))
      check.cancel()
      await #expect(throws: (any Error).self) { try await check.value }
    }
    // No connection is left that keeps the log from being merged.
    await database.close()
    #expect(!FileManager.default.fileExists(atPath: path + "-wal"))
  }

  @Test("No deleted content stays in the file or its log once the log has been emptied")
  func erased() async throws {
    let database = try await filled("secret words", erases: true)
    try await database.write { _ = try $0.run("DELETE FROM item") }
    await database.checkpoint()
    for name in try files {
      let contents = try Data(contentsOf: directory.url.appendingPathComponent(name))
      #expect(!contents.contains(text: "secret words"), "\(name)")
    }
  }

  @Test("A log that a reader still needs is emptied after a later write")
  func erasedLater() async throws {
    let database = try await filled("secret words", erases: true)
    let reader = try await SQLiteDatabase(reading: path)
    try await reader.read { [path] connection in
      _ = try connection.integer("SELECT COUNT(*) FROM item")
      let done = DispatchSemaphore(value: 0)
      Task {
        try await database.write { _ = try $0.run("DELETE FROM item") }
        await database.checkpoint()
        done.signal()
      }
      done.wait()
      #expect(try Data(contentsOf: URL(fileURLWithPath: path + "-wal")).contains(text: "secret words"))
    }
    try await database.write { _ = try $0.run("INSERT INTO item (value) VALUES ('b')") }
    for suffix in ["", "-wal"] {
      #expect(try !Data(contentsOf: URL(fileURLWithPath: path + suffix)).contains(text: "secret words"))
    }
  }

  private struct Changed: Error {}

  @Test("A file is not written to once another process has migrated its schema")
  func schemaCheck() async throws {
    let database = try await filled()
    await database.checkSchema { connection in
      if try connection.integer("SELECT COUNT(*) FROM sqlite_schema") != 1 { throw Changed() }
    }
    let insert = { @Sendable (connection: any DatabaseConnection) in
      _ = try connection.run("INSERT INTO item (value) VALUES ('b')")
    }
    try await database.write(insert)
    let other = try await SQLiteDatabase(path: path)
    try await other.write(insert)
    try await database.write(insert)
    try await other.write { try $0.run("CREATE TABLE more (id INTEGER)") }
    await #expect(throws: Changed.self) { try await database.write(insert) }
    await #expect(throws: Changed.self) { try await database.write(insert) }
    #expect(try await count(database) == 203)
    try await other.write { try $0.run("DROP TABLE more") }
    try await database.write(insert)
  }
}

extension Data {
  fileprivate func contains(text: String) -> Bool { range(of: Data(text.utf8)) != nil }
}
