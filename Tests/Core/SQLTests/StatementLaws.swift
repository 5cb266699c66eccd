import SQL
import Testing

@Suite("Statements on either engine")
struct StatementLaws {
  @Test("A statement takes its parameters by number, in any order and repeated", arguments: SQLEngine.allCases)
  func parameters(_ engine: SQLEngine) async throws {
    let opened = try await OpenedDatabase(engine)
    let text = try await opened.database.write {
      try $0.first("SELECT $3 || $1 || $2 || $3", [.text("a"), .text("b"), .text("c")]) { $0.text(0) }
    }
    #expect(text == "cabc")
  }

  @Test(
    "A statement with too few, too many, unnumbered or missing parameters is refused", arguments: SQLEngine.allCases,
    [("SELECT $1, $2", 1), ("SELECT $1", 2), ("SELECT ?", 1), ("SELECT :a", 1), ("SELECT $2", 1), ("SELECT $0", 1)])
  func wrongParameters(_ engine: SQLEngine, _ statement: (text: String, count: Int)) async throws {
    let opened = try await OpenedDatabase(engine)
    await #expect(throws: DatabaseFailure.self) {
      try await opened.database.write {
        try $0.run(statement.text, [Value](repeating: .integer(1), count: statement.count))
      }
    }
  }

  @Test(
    "A text with more or less than one statement is refused", arguments: SQLEngine.allCases,
    ["SELECT 1; SELECT 2", "", "-- nothing", "DELETE FROM item;DELETE FROM item"])
  func oneOnly(_ engine: SQLEngine, _ text: String) async throws {
    let opened = try await OpenedDatabase(engine)
    await #expect(throws: DatabaseFailure.self) { try await opened.database.write { try $0.run(text) } }
  }

  @Test("A statement returns how many rows it changed", arguments: SQLEngine.allCases)
  func changes(_ engine: SQLEngine) async throws {
    let opened = try await OpenedDatabase(engine)
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

  @Test("A failure holds the statement and the engine's message, never the values", arguments: SQLEngine.allCases)
  func failure(_ engine: SQLEngine) async throws {
    let opened = try await OpenedDatabase(engine)
    let failure = await #expect(throws: DatabaseFailure.self) {
      try await opened.database.write { connection in
        try connection.run("CREATE UNIQUE INDEX one ON item (value)")
        for _ in 1...2 { try connection.run("INSERT INTO item (value) VALUES ($1)", [.text("secret")]) }
      }
    }
    let description = try #require(failure).description
    #expect(description.contains("INSERT INTO item (value) VALUES ($1)"))
    #expect(description.lowercased().contains("unique constraint"))
    #expect(!description.contains("secret"))
  }

  @Test("A statement may run again while its rows are being read", arguments: SQLEngine.allCases)
  func nested(_ engine: SQLEngine) async throws {
    let opened = try await OpenedDatabase(engine)
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

  @Test("A query that is left in the middle can run again", arguments: SQLEngine.allCases)
  func leftInTheMiddle(_ engine: SQLEngine) async throws {
    let opened = try await OpenedDatabase(engine)
    try await opened.database.write { connection in
      for id in 1...1000 { try connection.run("INSERT INTO item VALUES ($1, 'a')", [.integer(Int64(id))]) }
      for _ in 1...3 {
        #expect(throws: Enough.self) { try connection.each("SELECT id FROM item", []) { _ in throw Enough() } }
        #expect(try connection.first("SELECT id FROM item ORDER BY id", []) { $0.integer(0) } == 1)
      }
      #expect(try connection.integer("SELECT COUNT(*) FROM item") == 1000)
    }
  }

  @Test("A prepared statement forgets its parameters with each run", arguments: SQLEngine.allCases)
  func forgets(_ engine: SQLEngine) async throws {
    let opened = try await OpenedDatabase(engine)
    let nulls = try await opened.database.write { connection in
      let insert = try connection.prepare("INSERT INTO item (value) VALUES ($1)")
      try insert.bind(1, "a")
      try insert.run()
      try insert.run()
      return try connection.integer("SELECT COUNT(*) FROM item WHERE value IS NULL")
    }
    #expect(nulls == 1)
  }

  @Test(
    "A prepared statement refuses a value for a parameter that it does not have", arguments: SQLEngine.allCases,
    ["SELECT $1, $2", "SELECT $2, $1"])
  func noSuchParameter(_ engine: SQLEngine, _ text: String) async throws {
    let opened = try await OpenedDatabase(engine)
    try await opened.database.write { connection in
      let statement = try connection.prepare(text)
      for position in [-1, 0, 3, 1 << 32, .max, .min + 1] {
        #expect(throws: DatabaseFailure.self) { try statement.bind(position, Int64(1)) }
        #expect(throws: DatabaseFailure.self) { try statement.bind(position, "") }
      }
    }
  }

  @Test("A row that is kept longer than its query reads as null, without harm", arguments: SQLEngine.allCases)
  func keptRow(_ engine: SQLEngine) async throws {
    let opened = try await OpenedDatabase(engine)
    try await opened.database.write { connection in
      var kept: (any Row)?
      try connection.each("SELECT 'text'", []) { kept = $0 }
      let row = try #require(kept)
      #expect(row.isNull(0))
      #expect(row.text(0) == "")
    }
  }

  @Test("Thousands of different statements leave the connection usable", arguments: SQLEngine.allCases)
  func manyTexts(_ engine: SQLEngine) async throws {
    let opened = try await OpenedDatabase(engine)
    let last = try await opened.database.read { connection in
      var last: Int64?
      for number in 0..<2000 { last = try connection.integer("SELECT \(number)") }
      return last
    }
    #expect(last == 1999)
  }

  @Test("A value that is not a number is stored as null", arguments: SQLEngine.allCases)
  func notANumber(_ engine: SQLEngine) async throws {
    let opened = try await OpenedDatabase(engine)
    let isNull = try await opened.database.write {
      try $0.first("SELECT CAST($1 AS DOUBLE PRECISION)", [.real(.nan)]) { $0.isNull(0) }
    }
    #expect(isNull == true)
  }

  @Test("Null, and a column that does not exist, read as nothing", arguments: SQLEngine.allCases)
  func null(_ engine: SQLEngine) async throws {
    let opened = try await OpenedDatabase(engine)
    try await opened.database.write { connection in
      try connection.each("SELECT NULL", []) { row in
        for column in [0, 1, -1, 99] {
          #expect(row.isNull(column))
          #expect(row.optionalInteger(column) == nil && row.optionalText(column) == nil)
          #expect((row.integer(column), row.real(column), row.text(column)) == (0, 0, ""))
          #expect(row.blob(column).isEmpty)
          #expect(row.withUTF8(column) { $0.count } == 0)
        }
      }
    }
  }
}
