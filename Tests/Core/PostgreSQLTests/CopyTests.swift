import Basics
import PostgreSQL
import SQL
import Support
import Testing

@Suite("Rows that are copied")
struct CopyTests {
  private func copy(_ database: PostgreSQLDatabase, _ rows: [[Value]]) async throws {
    try await database.write { try Self.copy(rows, into: "item", ["id", "value"], on: $0) }
  }

  /// Copies rows in groups.
  private static func copy(
    _ rows: [[Value]], into table: String, _ columns: [String], on connection: any DatabaseConnection
  ) throws {
    let insert = try connection.bulkInsert(into: table, columns)
    for start in stride(from: 0, to: rows.count, by: 7000) {
      try insert.add(min(7000, rows.count - start)) { row, values, first in
        for (column, value) in rows[start + row].enumerated() { try values.bind(first + column, value) }
      }
    }
  }

  @Test("A hundred thousand copied rows arrive unchanged")
  func many() async throws {
    let opened = try await OpenedDatabase()
    let texts = ["", "a\tb", "line\nend\r", "\\N", "\\.", "back\\slash", "네컷 사진", "\u{10FFFF}"]
    try await copy(
      opened.database,
      (1...100_000).map { [Value.integer(Int64($0)), .text("\($0) " + texts[$0 % texts.count])] })
    let wrong = try await opened.database.read { connection in
      var wrong = 0
      try connection.each("SELECT id, value FROM item", []) { row in
        let number = Int(row.integer(0))
        if row.text(1) != "\(number) " + texts[number % texts.count] { wrong += 1 }
      }
      return wrong
    }
    #expect(wrong == 0)
    #expect(try await opened.count() == 100_000)
  }

  @Test("Copied rows hold every kind of value")
  func kinds() async throws {
    let opened = try await OpenedDatabase()
    let found = try await opened.database.write { connection in
      try connection.run("CREATE TABLE kind (a BIGINT, b DOUBLE PRECISION, c TEXT, d BYTEA, e BOOLEAN, f INT)")
      let rows: [[Value]] = [
        [.integer(.min), .real(-0.1), .text("c"), .blob([0, 92, 255]), .integer(1), .integer(-2)],
        [.null, .real(.nan), .null, .blob([]), .null],
        [.integer(.max), .real(.infinity), .text(""), .null, .integer(0), .null],
      ]
      try Self.copy(rows, into: "kind", ["a", "b", "c", "d", "e", "f"], on: connection)
      var found: [[Value]] = []
      try connection.each("SELECT * FROM kind", []) { row in
        found.append([
          row.isNull(0) ? .null : .integer(row.integer(0)), row.isNull(1) ? .null : .real(row.real(1)),
          .text(orNull: row.optionalText(2)), row.isNull(3) ? .null : .blob(row.blob(3)),
          row.isNull(4) ? .null : .integer(row.integer(4)), row.isNull(5) ? .null : .integer(row.integer(5)),
        ])
      }
      return found
    }
    #expect(
      found == [
        [.integer(.min), .real(-0.1), .text("c"), .blob([0, 92, 255]), .integer(1), .integer(-2)],
        [.null, .null, .null, .blob([]), .null, .null],
        [.integer(.max), .real(.infinity), .text(""), .null, .integer(0), .null],
      ])
  }

  @Test("If one copied row is refused, none is stored, and the connection stays usable")
  func refused() async throws {
    let opened = try await OpenedDatabase { $0.maxConnections = 1 }
    let failure = try await caught(DatabaseFailure.self) {
      _ = try await copy(opened.database, [[.integer(1), .text("a")], [.integer(1), .text("secret")]])
    }
    #expect(failure.sqlState == "23505" && !failure.description.contains("secret"))
    for row: [Value] in [[.text("secret"), .null], [.null], [.integer(1), .null, .integer(1)]] {
      await #expect(throws: DatabaseFailure.self) { try await copy(opened.database, [row]) }
    }
    let nul = try await domainError { try await copy(opened.database, [[.integer(1), .text("\u{0}")]]) }
    #expect(nul.code == "text-with-nul")
    #expect(try await opened.count() == 0)
    try await copy(opened.database, [[.integer(1), .null]])
    #expect(try await opened.count() == 1)
  }

  @Test("The next statement sees the copied rows, or throws their error")
  func settled() async throws {
    let opened = try await OpenedDatabase { $0.maxConnections = 1 }
    try await opened.database.write { connection in
      try Self.copy([[.integer(1), .text("a")]], into: "item", ["id", "value"], on: connection)
      #expect(try connection.integer("SELECT COUNT(*) FROM item") == 1)
      try Self.copy([[.integer(2), .text("b")]], into: "item", ["id", "value"], on: connection)
    }
    let failure = try await caught(DatabaseFailure.self) {
      try await opened.database.write { connection in
        try Self.copy([[.integer(1), .text("c")]], into: "item", ["id", "value"], on: connection)
        _ = try? connection.integer("SELECT 1")
      }
    }
    #expect(failure.sqlState == "23505")
    #expect(try await opened.count() == 2)
  }

  @Test("All copied rows are discarded if the body throws, and the connection stays usable")
  func thrown() async throws {
    struct Enough: Error {}
    let opened = try await OpenedDatabase { $0.maxConnections = 1 }
    for rows in [[[Value.integer(1), .null]], [[.integer(2), .null], [.integer(2), .null]]] {
      await #expect(throws: Enough.self) {
        try await opened.database.write { connection in
          try Self.copy(rows, into: "item", ["id", "value"], on: connection)
          throw Enough()
        }
      }
    }
    #expect(try await opened.count() == 0)
  }

  @Test("A copy fails with its connection, and the next call gets another one")
  func lost() async throws {
    let opened = try await OpenedDatabase { $0.maxConnections = 1 }
    let error = try await domainError {
      try await opened.database.write { connection in
        let server = try #require(try connection.integer("SELECT pg_backend_pid()"))
        try Self.copy([[.integer(1), .null]], into: "item", ["id", "value"], on: connection)
        _ = try PostgreSQLServer.shared.psql("SELECT pg_terminate_backend(\(server), 5000)")
        try Self.copy([[.integer(2), .null]], into: "item", ["id", "value"], on: connection)
      }
    }
    #expect(error.kind == .unavailable)
    #expect(try await opened.count() == 0)
  }

  @Test("Other statements wait for the end of a copy")
  func busy() async throws {
    let opened = try await OpenedDatabase { $0.maxConnections = 1 }
    try await opened.database.write { connection in
      try connection.bulkInsert(into: "item", ["id", "value"]).add(2) { row, values, first in
        #expect(throws: DatabaseFailure.self) { try connection.integer("SELECT 1") }
        try values.bind(first, Int64(row))
      }
    }
    #expect(try await opened.count() == 2)
  }
}
