import Basics
import PostgreSQL
import SQL
import Support
import Testing

@Suite("A statement")
struct StatementTests {
  @Test("A statement takes its parameters by number, in any order and repeated")
  func parameters() async throws {
    let opened = try await OpenedDatabase()
    let text = try await opened.database.write {
      try $0.first("SELECT $3 || $1 || $2 || $3", [.text("a"), .text("b"), .text("c")]) { $0.text(0) }
    }
    #expect(text == "cabc")
  }

  @Test(
    "A statement is refused with too few, too many, unnumbered or missing parameters",
    arguments: [
      ("SELECT $1, $2", 1), ("SELECT $1", 2), ("SELECT ?", 1), ("SELECT :a", 1), ("SELECT $2", 1), ("SELECT $0", 1),
    ])
  func wrongParameters(_ statement: String, _ count: Int) async throws {
    let opened = try await OpenedDatabase()
    await #expect(throws: DatabaseFailure.self) {
      try await opened.database.write {
        try $0.run(statement, [Value](repeating: .integer(1), count: count))
      }
    }
  }

  @Test(
    "A statement stands alone in its text",
    arguments: ["SELECT 1; SELECT 2", "", "-- nothing", "DELETE FROM item;DELETE FROM item", "SELECT \u{0}1"])
  func oneOnly(_ text: String) async throws {
    let opened = try await OpenedDatabase()
    await #expect(throws: DatabaseFailure.self) { try await opened.database.write { try $0.run(text) } }
  }

  @Test("A statement answers how many rows it changed")
  func changes() async throws {
    let opened = try await OpenedDatabase()
    let changes = try await opened.database.write { connection in
      [
        try connection.run("INSERT INTO item VALUES (1, 'a'), (2, 'b'), (3, 'c')"),
        try connection.run("UPDATE item SET value = 'z' WHERE id > $1", [.integer(1)]),
        try connection.run("DELETE FROM item WHERE id = 99"),
        try connection.run("CREATE TABLE other (id INTEGER)"),
        try connection.run("DELETE FROM item WHERE id = $1 RETURNING id", [.integer(1)]),
        try connection.run("SELECT id FROM item"),
      ]
    }
    #expect(changes == [3, 2, 0, 0, 1, 0])
  }

  @Test("A statement that fails reports its text and the engine's message, never the values")
  func error() async throws {
    let opened = try await OpenedDatabase()
    let failure = try await caught(DatabaseFailure.self) {
      try await opened.database.write { connection in
        try connection.run("CREATE UNIQUE INDEX one ON item (value)")
        for _ in 1...2 { try connection.run("INSERT INTO item (value) VALUES ($1)", [.text("secret")]) }
      }
    }
    #expect(failure.sqlState == "23505")
    #expect(failure.description.contains("INSERT INTO item (value) VALUES ($1)"))
    #expect(failure.description.contains("unique constraint \"one\""))
    #expect(!failure.description.contains("secret"))
  }

  @Test(
    "A statement shows no value in an error, whatever the server quotes",
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

  @Test("A statement may run again while its rows are being read")
  func nested() async throws {
    let opened = try await OpenedDatabase()
    let pairs = try await opened.database.write { connection in
      try connection.run("INSERT INTO item VALUES (1, 'a'), (2, 'b')")
      var pairs: [String] = []
      let query = "SELECT value FROM item ORDER BY id"
      try connection.each(query, []) { outer in
        let first = outer.text(0)
        try connection.each(query, []) { pairs.append(first + $0.text(0)) }
      }
      let prepared = try connection.prepare(query)
      try prepared.each { outer in
        try prepared.each { inner in pairs.append(outer.text(0) + inner.text(0)) }
      }
      return pairs
    }
    #expect(pairs == ["aa", "ab", "ba", "bb", "aa", "ab", "ba", "bb"])
  }

  private struct Enough: Error {}

  @Test("A statement can be left in the middle and run again")
  func leftInTheMiddle() async throws {
    let opened = try await OpenedDatabase()
    try await opened.database.write { connection in
      try connection.run("INSERT INTO item SELECT i, i FROM generate_series(1, 1000) i")
      for _ in 1...3 {
        #expect(throws: Enough.self) { try connection.each("SELECT id FROM item", []) { _ in throw Enough() } }
        #expect(try connection.first("SELECT id FROM item ORDER BY id", []) { $0.integer(0) } == 1)
      }
      #expect(try connection.integer("SELECT COUNT(*) FROM item") == 1000)
    }
  }

  @Test("A statement prepared for a loop forgets its parameters with each run")
  func forgets() async throws {
    let opened = try await OpenedDatabase()
    let nulls = try await opened.database.write { connection in
      let insert = try connection.prepare("INSERT INTO item (value) VALUES ($1)")
      try insert.bind(1, "a")
      try insert.run()
      try insert.run()
      return try connection.integer("SELECT COUNT(*) FROM item WHERE value IS NULL")
    }
    #expect(nulls == 1)
  }

  @Test("A statement refuses a value for a parameter that it has not", arguments: ["SELECT $1, $2", "SELECT $2, $1"])
  func noSuchParameter(_ text: String) async throws {
    let opened = try await OpenedDatabase()
    try await opened.database.write { connection in
      let statement = try connection.prepare(text)
      for position in [-1, 0, 3, 1 << 32, .max, .min + 1] {
        #expect(throws: DatabaseFailure.self) { try statement.bind(position, Int64(1)) }
        #expect(throws: DatabaseFailure.self) { try statement.bind(position, "") }
      }
    }
  }

  @Test("A statement kept longer than its rows reads as null, without harm")
  func keptRow() async throws {
    let opened = try await OpenedDatabase()
    try await opened.database.write { connection in
      var kept: (any Row)?
      try connection.each("SELECT 'text'", []) { kept = $0 }
      let row = try #require(kept)
      #expect(row.isNull(0))
      #expect(row.text(0) == "")
    }
  }

  @Test(
    "A statement made by hand thousands of times fills neither the connection's memory nor the server's",
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
