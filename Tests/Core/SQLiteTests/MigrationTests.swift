import Basics
import SQL
import SQLite
import Support
import Testing

@Suite("Migrations")
struct MigrationTests {
  private let first = Migration(1, "a table", ["CREATE TABLE a (id INTEGER)", "INSERT INTO a VALUES (1)"])
  private let second = Migration(2, "another", ["CREATE TABLE b (id INTEGER)"])

  @Test("Migrating does not wait for a writer if every migration is applied")
  func upToDate() async throws {
    let opened = try await OpenedDatabase()
    let other = try await SQLiteDatabase(path: opened.path, busyMilliseconds: 10)
    let steps = [first]
    try await other.migrate(steps)
    let held = await HeldWrite(opened.database)
    try await other.migrate(steps)
    try await held.commit()
  }

  @Test("Several processes may migrate at once")
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
