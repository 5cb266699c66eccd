import Basics
import Dispatch
import Foundation
import SQL
import SQLite
import Support
import Testing
import Workload

@Suite("A database file")
struct OpeningTests {
  @Test("A file that is opened again holds what was written")
  func reopened() async throws {
    let opened = try await OpenedDatabase()
    try await opened.database.write { try $0.run("INSERT INTO item VALUES (1, 'a')") }
    await opened.close()
    #expect(!FileManager.default.fileExists(atPath: opened.path + "-wal"))
    #expect(try await opened.count() == 1)
    let second = try await SQLiteDatabase(path: opened.path)
    #expect(try await second.read { try $0.integer("SELECT COUNT(*) FROM item") } == 1)
  }

  @Test("A file is opened with the settings that the article Operating lists")
  func settings() async throws {
    var options = SQLiteOptions()
    options.erasesDeleted = true
    let directory = try ScratchDirectory()
    let database = try await SQLiteDatabase(
      path: directory.url.appendingPathComponent("items.sqlite").path, options: options)
    let all = [
      "journal_mode": "wal", "synchronous": "2", "foreign_keys": "1", "journal_size_limit": "67108864",
      "cell_size_check": "1", "mmap_size": "0", "trusted_schema": "0",
    ]
    let writer = all.merging(["cache_size": "-8192", "threads": "1", "secure_delete": "1", "query_only": "0"]) { $1 }
    let reader = all.merging(["cache_size": "-16384", "query_only": "1", "busy_timeout": "5000"]) { $1 }
    #expect(try await database.write { try Self.values(writer.keys.sorted(), on: $0) } == writer)
    #expect(try await database.read { try Self.values(reader.keys.sorted(), on: $0) } == reader)
  }

  private static func values(_ settings: [String], on connection: any DatabaseConnection) throws -> [String: String] {
    var values: [String: String] = [:]
    for setting in settings { values[setting] = try connection.first("PRAGMA \(setting)", []) { $0.text(0) } }
    return values
  }

  @Test("A file and its log belong to their owner alone from the first byte")
  func mode() async throws {
    let opened = try await OpenedDatabase()
    for file in ["", "-wal", "-shm"] {
      let attributes = try FileManager.default.attributesOfItem(atPath: opened.path + file)
      #expect(attributes[.posixPermissions] as? Int == 0o600, "\(file)")
    }
  }

  @Test("A damaged page is an error that says so, not content")
  func damagedPage() async throws {
    let opened = try await OpenedDatabase()
    try await opened.database.write { connection in
      for number in 1...2000 {
        try connection.run("INSERT INTO item VALUES ($1, 'some content')", [.integer(Int64(number))])
      }
    }
    await opened.close()
    let file = try FileHandle(forUpdating: URL(fileURLWithPath: opened.path))
    try file.seek(toOffset: 3 * 4096)
    try file.write(contentsOf: Data(repeating: 0xA5, count: 512))
    try file.close()
    let error = try await caught(DomainError.self) {
      _ = try await opened.database.read { try $0.integer("SELECT SUM(LENGTH(value)) FROM item") }
    }
    #expect(error.code == "database-damaged" && error.condition?.subject == .storedData)
    #expect(error.operatorMessage.contains(opened.path) && !error.message.contains("/"))
    let copy = opened.path + ".copy"
    try await SQLiteDatabase.copyPages(of: [(opened.path, copy)])
    #expect(
      try Data(contentsOf: URL(fileURLWithPath: copy)).count
        == Data(contentsOf: URL(fileURLWithPath: opened.path)).count)
    #expect(try await SQLiteDatabase(reading: copy).integrityCheck() != nil)
  }

  @Test("A file that is no database is refused and left as it is")
  func notADatabase() async throws {
    let directory = try ScratchDirectory()
    let file = directory.url.appendingPathComponent("letter.txt")
    let letter = Data(repeating: 0x61, count: 5000)
    try letter.write(to: file)
    let domainError = try await caught(DomainError.self) { _ = try await SQLiteDatabase(path: file.path) }
    #expect((domainError.kind, domainError.code) == (.conflict, "not-a-database"))
    #expect(domainError.operatorMessage.contains(file.path) && !domainError.message.contains("/"))
    #expect(try Data(contentsOf: file) == letter)
  }

  @Test(
    "A file in a missing folder, and a folder, are refused",
    arguments: ["missing/items.sqlite", "."])
  func unwritablePath(_ path: String) async throws {
    let directory = try ScratchDirectory()
    let domainError = try await caught(DomainError.self) {
      _ = try await SQLiteDatabase(path: directory.url.appendingPathComponent(path).path)
    }
    #expect((domainError.kind, domainError.code) == (.unavailable, "database-not-opened"))
  }

  @Test("A write is refused while another process writes for too long, and later served")
  func locked() async throws {
    let opened = try await OpenedDatabase()
    let other = try await SQLiteDatabase(path: opened.path, busyMilliseconds: 20)
    let held = await HeldWrite(opened.database) { try $0.run("INSERT INTO item VALUES (1, 'a')") }
    let domainError = try await caught(DomainError.self) {
      try await other.write { _ = try $0.run("INSERT INTO item VALUES (2, 'b')") }
    }
    #expect((domainError.kind, domainError.code) == (.unavailable, "database-locked"))
    #expect(domainError.condition?.message.contains(opened.path) == true && !domainError.message.contains("/"))
    #expect(try await other.read { try $0.integer("SELECT COUNT(*) FROM item") } == 0)
    try await held.commit()
    try await other.write { _ = try $0.run("INSERT INTO item VALUES (2, 'b')") }
    #expect(try await opened.count() == 2)
  }

  @Test("A write without room on the disk is refused, and the file stays as it was")
  func full() async throws {
    let opened = try await OpenedDatabase()
    let domainError = try await caught(DomainError.self) {
      try await opened.database.write { connection in
        try connection.run("INSERT INTO item VALUES (1, 'a')")
        try connection.run("PRAGMA max_page_count = 8")
        // A caught and rethrown error must still roll the transaction back.
        do {
          try connection.run("INSERT INTO item VALUES (2, $1)", [.blob([UInt8](repeating: 1, count: 1 << 20))])
        } catch let domainError as DomainError where domainError.code == "disk-full" {
          throw domainError
        }
      }
    }
    #expect(domainError.kind == .unavailable)
    #expect(try await opened.count() == 0)
    try await opened.database.write { connection in
      try connection.run("PRAGMA max_page_count = 1000000")
      try connection.run("INSERT INTO item VALUES (3, 'c')")
    }
    #expect(try await opened.count() == 1)
  }

  @Test("A read-only file is refused with what to check")
  func readOnly() async throws {
    let opened = try await OpenedDatabase()
    let domainError = try await caught(DomainError.self) {
      try await opened.database.write { connection in
        try connection.run("PRAGMA query_only = ON")
        defer { _ = try? connection.run("PRAGMA query_only = OFF") }
        try connection.run("INSERT INTO item VALUES (1, 'a')")
      }
    }
    #expect((domainError.kind, domainError.code) == (.unavailable, "database-read-only"))
  }

  @Test("The log shrinks after a large transaction")
  func largeLog() async throws {
    let opened = try await OpenedDatabase()
    try await opened.database.write { connection in
      let insert = try connection.prepare("INSERT INTO item (value) VALUES ($1)")
      let block = [UInt8](repeating: 3, count: 1 << 20)
      for _ in 0..<70 {
        try insert.bind(1, block)
        try insert.run()
      }
    }
    let size = try FileManager.default.attributesOfItem(atPath: opened.path + "-wal")[.size] as? Int
    #expect(size == 0)
    #expect(try await opened.count() == 70)
  }
}
