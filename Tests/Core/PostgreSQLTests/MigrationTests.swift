import Basics
import Dispatch
import PostgreSQL
import SQL
import Support
import Testing

@Suite("Migrations")
struct MigrationTests {
  private let first = Migration(1, "a table", ["CREATE TABLE a (id INTEGER)", "INSERT INTO a VALUES (1)"])
  private let second = Migration(2, "another", ["CREATE TABLE b (id INTEGER)"])

  @Test("Migrations run once each, in order")
  func once() async throws {
    let opened = try await OpenedDatabase(table: false)
    let database = opened.database
    #expect(try await database.schemaVersion() == 0)
    try await database.migrate([first])
    try await database.migrate([first, second])
    try await database.migrate([first, second])
    try await database.checkWriting()
    let found = try await database.read { connection in
      [try connection.integer("SELECT COUNT(*) FROM a"), try connection.integer("SELECT COUNT(*) FROM b")]
    }
    #expect(found == [1, 0])
    #expect(try await database.schemaVersion() == 2)
  }

  @Test("Migrations do all of a step or nothing")
  func broken() async throws {
    let opened = try await OpenedDatabase(table: false)
    let broken = Migration(2, "broken", ["CREATE TABLE b (id INTEGER)", "INSERT INTO missing VALUES (1)"])
    await #expect(throws: DatabaseFailure.self) { try await opened.database.migrate([first, broken]) }
    try await opened.database.migrate([first, second])
    #expect(try await opened.database.schemaVersion() == 2)
  }

  @Test("Migrations refuse a database of a newer program and leave it alone")
  func newer() async throws {
    let opened = try await OpenedDatabase(table: false)
    try await opened.database.migrate([first, second])
    let domainError = try await caught(DomainError.self) { try await opened.database.migrate([first]) }
    #expect((domainError.kind, domainError.code) == (.conflict, "schema-newer"))
  }

  @Test("Migrations change what other connections have prepared: they are run again on fresh statements")
  func stalePlans() async throws {
    let opened = try await OpenedDatabase { $0.maxConnections = 1 }
    let query = { @Sendable (connection: any DatabaseConnection) in
      try connection.first("SELECT * FROM item", []) { $0.text(1) }
    }
    try await opened.database.write { try $0.run("INSERT INTO item VALUES (1, 'a')") }
    #expect(try await opened.database.read(query) == "a")
    try await opened.other().write { try $0.run("ALTER TABLE item ALTER value TYPE BYTEA USING value::bytea") }
    #expect(try await opened.database.read(query) == "a")
    try await opened.other().write { try $0.run("ALTER TABLE item ADD more INTEGER") }
    #expect(try await opened.database.write(query) == "a")
  }
}
