import Basics
import Foundation
import SQL
import SQLite
import Support
import Testing
import Workload

@testable import Stores

@Suite(
  "The migration to accounts without an address and a password", .enabled(if: TestDatabase.engine == .sqlite))
struct IdentitySchemaTests {
  /// The schema before, with somebody in it whom others refer to.
  private func formerDatabase(_ path: String) async throws -> SQLiteDatabase {
    let database = try await SQLiteDatabase(path: path)
    try await database.migrate(Schema.migrations(of: .main, for: .sqlite).filter { $0.number < 7 })
    try await database.write { connection in
      for number in 1...3 {
        try connection.run(
          """
          INSERT INTO account (id, email, password_hash, nickname, nickname_folded, bio, created_at)
          VALUES ($1, $2, 'hash', $2, $2, '', 0)
          """, [.text(String(repeating: "\(number)", count: 24)), .text("n\(number)@example.com")])
      }
      try connection.run(
        "INSERT INTO follow SELECT one.id, other.id, 0 FROM account one, account other WHERE one.id <> other.id")
    }
    return database
  }

  @Test("All rows and constraints are kept, and other connections see the change at once")
  func keepsEverything() async throws {
    let directory = try ScratchDirectory()
    let path = directory.url.appendingPathComponent("former.sqlite").path
    let other = try await formerDatabase(path)
    let before = try await contents(other)
    let database = try await SQLiteDatabase(path: path)
    try await database.prepareStores()
    #expect(try await contents(database) == before)
    #expect(try await database.read { try $0.first("PRAGMA integrity_check", []) { $0.text(0) } } == "ok")
    #expect(try await database.read { try $0.integer("SELECT COUNT(*) FROM pragma_foreign_key_check") } == 0)
    let insert = """
      INSERT INTO account (id, email, password_hash, nickname, nickname_folded, bio, created_at)
      VALUES ($1, NULL, NULL, $1, $1, '', 0)
      """
    // The connection that made the schema before, and those that made it anew.
    try await other.write { try $0.run(insert, [.text("a")]) }
    try await database.write { try $0.run(insert, [.text("b")]) }
    await #expect(throws: DatabaseError.self) {
      try await database.write { try $0.run("UPDATE account SET email = 'n1@example.com' WHERE id = 'a'") }
    }
    await #expect(throws: DatabaseError.self) {
      try await database.write { try $0.run("UPDATE account SET nickname = NULL WHERE id = 'a'") }
    }
    try await database.write { try $0.run("DELETE FROM account") }
    #expect(try await contents(other) == [])
    let definition = try await database.read {
      try $0.first("SELECT sql FROM sqlite_schema WHERE name = 'account'", []) { $0.text(0) }
    }
    #expect(definition?.contains("email TEXT UNIQUE") == true)
    #expect(definition?.contains("password_hash TEXT,") == true)
    withExtendedLifetime(directory) {}
  }

  private func contents(_ database: SQLiteDatabase) async throws -> [String] {
    try await database.read { connection in
      var rows: [String] = []
      try connection.each("SELECT id || email || password_hash FROM account ORDER BY id", []) {
        rows.append($0.text(0))
      }
      try connection.each("SELECT follower_id || followed_id FROM follow ORDER BY 1", []) { rows.append($0.text(0)) }
      return rows
    }
  }
}
