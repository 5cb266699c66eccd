import Basics
import PostgreSQL
import SQL
import Support
import Testing

@Suite("Rows that are copied")
struct CopyTests {
  private struct Enough: Error {}

  private func copy(_ database: PostgreSQLDatabase, _ rows: some Sequence<[Value]> & Sendable) async throws -> Int {
    try await database.write { connection in
      let connection = try #require(connection as? PostgreSQLConnection)
      return try connection.copy(into: "item", ["id", "value"], rows)
    }
  }

  @Test("a hundred thousand of them arrive as they were")
  func many() async throws {
    let opened = try await OpenedDatabase()
    let texts = ["", "a\tb", "line\nend\r", "\\N", "\\.", "back\\slash", "네컷 사진", "\u{10FFFF}"]
    let rows = (1...100_000).lazy.map { [Value.integer(Int64($0)), .text("\($0) " + texts[$0 % texts.count])] }
    let count = try await copy(opened.database, Array(rows))
    #expect(count == 100_000)
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

  @Test("hold every kind of value")
  func kinds() async throws {
    let opened = try await OpenedDatabase()
    let found = try await opened.database.write { connection in
      try connection.run("CREATE TABLE kind (a BIGINT, b DOUBLE PRECISION, c TEXT, d BYTEA, e BOOLEAN)")
      let copying = try #require(connection as? PostgreSQLConnection)
      try copying.copy(
        into: "kind", ["a", "b", "c", "d", "e"],
        [
          [.integer(.min), .real(-0.1), .text("c"), .blob([0, 92, 255]), .integer(1)],
          [.null, .real(.nan), .null, .blob([]), .null],
          [.integer(.max), .real(.infinity), .text(""), .null, .integer(0)],
        ])
      var found: [[Value]] = []
      try connection.each("SELECT * FROM kind", []) { row in
        found.append([
          row.isNull(0) ? .null : .integer(row.integer(0)), row.isNull(1) ? .null : .real(row.real(1)),
          .text(orNull: row.optionalText(2)), row.isNull(3) ? .null : .blob(row.blob(3)),
          row.isNull(4) ? .null : .integer(row.integer(4)),
        ])
      }
      return found
    }
    #expect(
      found == [
        [.integer(.min), .real(-0.1), .text("c"), .blob([0, 92, 255]), .integer(1)],
        [.null, .null, .null, .blob([]), .null], [.integer(.max), .real(.infinity), .text(""), .null, .integer(0)],
      ])
  }

  @Test("are none where one is refused, and the connection goes on")
  func refused() async throws {
    let opened = try await OpenedDatabase { $0.maxConnections = 1 }
    let failure = try await caught(DatabaseError.self) {
      _ = try await copy(opened.database, [[.integer(1), .text("a")], [.integer(1), .text("secret")]])
    }
    #expect(failure.sqlState == "23505" && !failure.description.contains("secret"))
    await #expect(throws: DatabaseError.self) { try await copy(opened.database, [[.text("secret"), .null]]) }
    await #expect(throws: DatabaseError.self) { try await copy(opened.database, [[.null]]) }
    let nul = try await domainError { try await copy(opened.database, [[.integer(1), .text("\u{0}")]]) }
    #expect(nul.code == "text-with-nul")
    #expect(try await opened.count() == 0)
    #expect(try await copy(opened.database, [[.integer(1), .null]]) == 1)
  }

  @Test("keep other statements waiting for the end")
  func busy() async throws {
    let opened = try await OpenedDatabase { $0.maxConnections = 1 }
    try await opened.database.write { connection in
      let copying = try #require(connection as? PostgreSQLConnection)
      let rows = (1...2).lazy.map { number -> [Value] in
        #expect(throws: DatabaseError.self) { try connection.integer("SELECT 1") }
        return [.integer(Int64(number)), .null]
      }
      #expect(try copying.copy(into: "item", ["id", "value"], rows) == 2)
    }
    #expect(try await opened.count() == 2)
  }
}
