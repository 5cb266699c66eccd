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
    arguments: ["SELECT 1; SELECT 2", "", "-- nothing", "DELETE FROM item;DELETE FROM item"])
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
      ]
    }
    #expect(changes == [3, 2, 0, 0, 1])
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
    #expect(failure.code == 2067)
    #expect(failure.description.contains("INSERT INTO item (value) VALUES ($1)"))
    #expect(failure.description.contains("UNIQUE"))
    #expect(!failure.description.contains("secret"))
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
      return pairs
    }
    #expect(pairs == ["aa", "ab", "ba", "bb"])
  }

  private struct Enough: Error {}

  @Test("A statement can be left in the middle and run again")
  func leftInTheMiddle() async throws {
    let opened = try await OpenedDatabase()
    try await opened.database.write { connection in
      try connection.run("INSERT INTO item VALUES (1, 'a'), (2, 'b')")
      for _ in 1...3 {
        #expect(throws: Enough.self) { try connection.each("SELECT id FROM item", []) { _ in throw Enough() } }
      }
      #expect(try connection.integer("SELECT COUNT(*) FROM item") == 2)
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

  @Test("A statement made by hand thousands of times does not fill the memory of the connection")
  func manyTexts() async throws {
    let opened = try await OpenedDatabase()
    let last = try await opened.database.read { connection in
      var last: Int64?
      for number in 0..<2000 { last = try connection.integer("SELECT \(number)") }
      return last
    }
    #expect(last == 1999)
  }
}
