import Basics
import Foundation
import PostgreSQL
import SQL
import Support
import Testing

@Suite("A value")
struct ValueTests {
  static let edges: [(String, Value)] = [
    ("BIGINT", .null), ("BIGINT", .integer(0)), ("BIGINT", .integer(.min)), ("BIGINT", .integer(.max)),
    ("INTEGER", .integer(-2_147_483_648)), ("SMALLINT", .integer(-32768)), ("BOOLEAN", .integer(1)),
    ("BOOLEAN", .integer(0)), ("OID", .integer(4_294_967_295)), ("NUMERIC", .integer(.min)),
    ("TIMESTAMPTZ", .integer(1_795_000_000_123)), ("TIMESTAMPTZ", .integer(-1)), ("TIMESTAMPTZ", .integer(0)),
    ("DOUBLE PRECISION", .real(-0.1)), ("DOUBLE PRECISION", .real(.greatestFiniteMagnitude)),
    ("DOUBLE PRECISION", .real(.leastNonzeroMagnitude)), ("DOUBLE PRECISION", .real(.infinity)),
    ("REAL", .real(0.5)), ("NUMERIC", .real(0.1)), ("TEXT", .text("")), ("VARCHAR(9)", .text("네컷")),
    ("TEXT", .text("\u{10FFFF}")), ("TEXT", .text(String(repeating: "가", count: 5000))),
    ("TEXT", .text("tab\t, line\n, \\N and \\. and 'quote\"")), ("BYTEA", .blob([])), ("BYTEA", .blob([0, 255])),
    ("BYTEA", .blob([UInt8](repeating: 7, count: 1 << 20))), ("JSONB", .text("{\"a\": 1}")),
    ("UUID", .text("6f1b7d3e-8f3a-4c55-9d6c-0a1b2c3d4e5f")),
  ]

  private func read(_ row: any Row, as value: Value) -> Value {
    if row.isNull(0) { return .null }
    return switch value {
    case .null: .text("not null")
    case .integer: .integer(row.integer(0))
    case .real: .real(row.real(0))
    case .text: .text(row.text(0))
    case .blob: .blob(row.blob(0))
    }
  }

  /// Each value as a row that is sent in binary form, and as one that a column of another type turns into text.
  private func check(_ type: String, _ values: [Value], on database: PostgreSQLDatabase) async throws {
    let table = "one_\(type.prefix { $0.isLetter })"
    try await database.write { connection in
      try connection.run("CREATE TEMPORARY TABLE \(table) (id BIGINT, value \(type)) ON COMMIT DROP")
      let insert = try connection.prepare("INSERT INTO \(table) VALUES ($1, $2)")
      for (id, value) in values.enumerated() {
        try insert.bind(1, Int64(id))
        try insert.bind(2, value)
        try insert.run()
      }
      for columns in ["value, id", "value, id::numeric"] {
        var found: [Value] = []
        var position = 0
        try connection.each("SELECT \(columns) FROM \(table) ORDER BY id", []) { row in
          found.append(read(row, as: values[position]))
          #expect(row.integer(1) == Int64(position))
          position += 1
        }
        #expect(found == values, "\(type) \(columns)")
      }
    }
  }

  @Test("The edge values of each type are read back unchanged, in both wire formats", arguments: edges)
  func roundTrip(_ type: String, _ value: Value) async throws {
    let opened = try await OpenedDatabase(table: false)
    try await check(type, [value], on: opened.database)
  }

  @Test("Random values are read back unchanged")
  func random() async throws {
    let opened = try await OpenedDatabase(table: false)
    var generator = SystemRandomNumberGenerator()
    let integers = (0..<500).map { _ in Value.integer(Int64(bitPattern: generator.next() >> UInt64.random(in: 0...63)))
    }
    let reals = (0..<500).map { _ in Double(bitPattern: generator.next()) }.map { $0.isNaN ? 0 : $0 }.map(Value.real)
    let texts = (0..<500).map { _ in
      Value.text(
        String(
          String.UnicodeScalarView(
            (0..<Int.random(in: 0...40)).map { _ in
              Unicode.Scalar(UInt32.random(in: 1...0xD7FF)) ?? "a"
            })))
    }
    let blobs = (0..<500).map { _ in Value.blob((0..<Int.random(in: 0...60)).map { _ in .random(in: 0...255) }) }
    try await check("BIGINT", integers, on: opened.database)
    try await check("DOUBLE PRECISION", reals, on: opened.database)
    try await check("TEXT", texts, on: opened.database)
    try await check("BYTEA", blobs, on: opened.database)
  }

  @Test("A text with U+0000 is refused with what to do, and the transaction goes on")
  func nul() async throws {
    let opened = try await OpenedDatabase()
    try await opened.database.write { connection in
      for value in [Value.text("a\u{0}b"), .blob([97, 0])] {
        let refused = #expect(throws: DomainError.self) {
          try connection.run("INSERT INTO item (value) VALUES ($1)", [value])
        }
        #expect(refused?.kind == .invalid && refused?.code == "text-with-nul")
      }
      try connection.run("INSERT INTO item (value) VALUES ('b')")
    }
    #expect(try await opened.count() == 1)
  }

  @Test(
    "A value that does not fit its column is refused",
    arguments: [
      ("SELECT $1::smallint", Value.integer(32768)), ("SELECT $1::int", .integer(.max)), ("SELECT $1::int", .real(0.5)),
      ("SELECT $1::timestamptz", .integer(.max)), ("SELECT $1::bigint", .blob([1])), ("SELECT $1::text", .blob([0xFF])),
      ("SELECT $1::boolean", .text("perhaps")),
    ])
  func outOfRange(_ query: String, _ value: Value) async throws {
    let opened = try await OpenedDatabase(table: false)
    await #expect(throws: DatabaseFailure.self) { try await opened.database.write { try $0.run(query, [value]) } }
  }

  @Test("A value reads as any type in the same way as with SQLite")
  func conversions() async throws {
    let opened = try await OpenedDatabase(table: false)
    // The second has one column that is sent as text only, so that all are.
    for extra in ["1", "1::numeric"] {
      try await opened.database.read { connection in
        let query = """
          SELECT 42::bigint, true, 2.75::float8, ' -12ab', '1e3x', 'text', '99999999999999999999', 'a'::bytea, \(extra)
          """
        try connection.each(query, []) { row in
          #expect((0..<9).map(row.integer) == [42, 1, 2, -12, 1, 0, .max, 0, 1], "\(extra)")
          #expect((0..<6).map(row.real) == [42, 1, 2.75, -12, 1000, 0])
          #expect((0..<6).map(row.text) == ["42", "1", "2.75", " -12ab", "1e3x", "text"])
          #expect(row.blob(0) == Array("42".utf8) && row.text(7) == "a")
          #expect(row.withUTF8(2) { Array($0) } == Array("2.75".utf8))
        }
      }
    }
    let sum = try await opened.database.read { try $0.integer("SELECT SUM(x) FROM (VALUES (1::bigint), (2)) v (x)") }
    #expect(sum == 3)
  }

  @Test("A timestamp is a number of milliseconds and reads as RFC 3339")
  func time() async throws {
    let opened = try await OpenedDatabase(table: false)
    for extra in ["1", "1::numeric"] {
      let text = try await opened.database.read {
        try $0.first("SELECT '2026-11-22 12:00:00.5+09'::timestamptz, \(extra)", []) { $0.text(0) }
      }
      #expect(text == "2026-11-22T03:00:00.500Z")
    }
  }
}
