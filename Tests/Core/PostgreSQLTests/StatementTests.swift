import Basics
import PostgreSQL
import SQL
import Support
import Testing

@Suite("A statement")
struct StatementTests {
  @Test(
    "An error shows no value, whatever the server quotes",
    arguments: [
      ("SELECT $1::bigint", Value.text("secret")), ("SELECT $1::timestamptz", .text("secret")),
      ("SELECT $1::regclass", .text("secret")), ("SELECT $1::jsonb", .text("{secret")),
      ("SELECT $1::int / 0", .integer(1)), ("SELECT to_timestamp($1, 'YYYY')", .text("secret")),
      ("INSERT INTO item (id) VALUES (1), ($1)", .text("secret")), ("SELECT chr($1)", .integer(-1)),
    ])
  func redaction(_ statement: String, _ value: Value) async throws {
    let opened = try await OpenedDatabase()
    let failure = try await caught(DatabaseFailure.self) {
      try await opened.database.write { _ = try $0.run(statement, [value]) }
    }
    #expect(!failure.message.contains("secret"), "\(failure)")
    #expect(failure.message.contains("SQLSTATE"))
  }

  @Test("A text with U+0000 is no statement")
  func nul() async throws {
    let opened = try await OpenedDatabase()
    await #expect(throws: DatabaseFailure.self) { try await opened.database.write { try $0.run("SELECT \u{0}1") } }
  }

  @Test("A prepared statement may run again while its rows are being read")
  func nested() async throws {
    let opened = try await OpenedDatabase()
    let pairs = try await opened.database.write { connection in
      try connection.run("INSERT INTO item VALUES (1, 'a'), (2, 'b')")
      var pairs: [String] = []
      let prepared = try connection.prepare("SELECT value FROM item ORDER BY id")
      try prepared.each { outer in
        try prepared.each { inner in pairs.append(outer.text(0) + inner.text(0)) }
      }
      #expect(try connection.run("SELECT id FROM item") == 0)
      return pairs
    }
    #expect(pairs == ["aa", "ab", "ba", "bb"])
  }

  @Test(
    "Thousands of different statements fill neither the connection's memory nor the server's",
    arguments: [PostgreSQLOptions.StatementNames.automatic, .never])
  func manyTexts(_ names: PostgreSQLOptions.StatementNames) async throws {
    let opened = try await OpenedDatabase(table: false) { $0.statementNames = names }
    let (last, kept) = try await opened.database.read { connection in
      let held = try connection.prepare("SELECT 'held'")
      var last: Int64?
      for number in 0..<2000 { last = try connection.integer("SELECT \(number)") }
      #expect(try held.first { $0.text(0) } == "held")
      return (last, try connection.integer("SELECT COUNT(*) FROM pg_prepared_statements") ?? 0)
    }
    #expect(last == 1999)
    #expect(kept <= (names == .never ? 0 : 560))
  }
}
