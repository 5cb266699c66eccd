import Basics
import Dispatch
import SQL
import SQLite
import Support
import Testing

@Suite("Migrations")
struct MigrationTests {
  private let first = Migration(1, "a table", ["CREATE TABLE a (id INTEGER)", "INSERT INTO a VALUES (1)"])
  private let second = Migration(2, "another", ["CREATE TABLE b (id INTEGER)"])

  @Test("Migrations run once each, in order")
  func once() async throws {
    let opened = try await OpenedDatabase()
    defer { withExtendedLifetime(opened) {} }
    let database = opened.database
    try await database.migrate([first])
    try await database.migrate([first, second])
    try await database.migrate([first, second])
    let found = try await database.read { connection in
      [try connection.integer("SELECT COUNT(*) FROM a"), try connection.integer("SELECT COUNT(*) FROM b")]
    }
    #expect(found == [1, 0])
  }

  @Test("Migrations do all of a step or nothing")
  func broken() async throws {
    let opened = try await OpenedDatabase()
    defer { withExtendedLifetime(opened) {} }
    let database = opened.database
    let broken = Migration(2, "broken", ["CREATE TABLE b (id INTEGER)", "INSERT INTO missing VALUES (1)"])
    await #expect(throws: DatabaseFailure.self) { try await database.migrate([first, broken]) }
    try await database.migrate([first, second])
    #expect(try await database.read { try $0.integer("SELECT MAX(number) FROM schema_migration") } == 2)
  }

  @Test("Migrations refuse a database of a newer program and leave it alone")
  func newer() async throws {
    let opened = try await OpenedDatabase()
    defer { withExtendedLifetime(opened) {} }
    let database = opened.database
    try await database.migrate([first, second])
    let domainError = try await caught(DomainError.self) { try await database.migrate([first]) }
    #expect((domainError.kind, domainError.code) == (.conflict, "schema-newer"))
    #expect(domainError.message.contains("2") && domainError.message.contains("1"))
  }

  @Test("Migrations that are all applied do not wait for a writer")
  func upToDate() async throws {
    let opened = try await OpenedDatabase()
    let other = try await SQLiteDatabase(path: opened.path, busyMilliseconds: 10)
    let steps = [first]
    try await other.migrate(steps)
    let (started, starting) = AsyncStream.makeStream(of: Void.self)
    let done = DispatchSemaphore(value: 0)
    async let writing: Void = opened.database.write { _ in
      starting.yield()
      done.wait()
    }
    for await _ in started { break }
    try await other.migrate(steps)
    done.signal()
    try await writing
  }

  @Test("Migrations may be run by several at once")
  func together() async throws {
    let opened = try await OpenedDatabase()
    let other = try await SQLiteDatabase(path: opened.path)
    let steps = [first, second]
    async let one: Void = opened.database.migrate(steps)
    async let two: Void = other.migrate(steps)
    _ = try await (one, two)
    #expect(try await other.read { try $0.integer("SELECT COUNT(*) FROM a") } == 1)
  }
}
