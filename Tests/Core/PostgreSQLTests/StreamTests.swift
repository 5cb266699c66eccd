import Foundation
import PostgreSQL
import SQL
import Support
import Testing

@Suite("The rows of a large query")
struct StreamTests {
  /// The memory of this process that is in use, in bytes.
  private func memory() throws -> Int {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = status.split(separator: "\n").first { $0.hasPrefix("RssAnon:") } ?? ""
    return (Int(line.filter(\.isNumber)) ?? 0) * 1024
  }

  private static let count: Int64 = 200_000
  /// About 1,000 bytes a row: 200 MB in all.
  private static let query = "SELECT i, repeat(md5(i::text), 31), NULL, i % 2 = 0 FROM generate_series(1, 200000) i"
  /// What the process may have more in between. The address sanitizer keeps 16 MB of what is freed.
  private static let maxMemory = 48 << 20

  /// Rows count as a statement's time until they are taken, which takes a sanitizer on a busy machine long.
  private func opened(table: Bool) async throws -> OpenedDatabase {
    try await OpenedDatabase(table: table) { $0.statementMilliseconds = 0 }
  }

  @Test("The rows of a large query arrive one by one in bounded memory")
  func bounded() async throws {
    let opened = try await opened(table: false)
    let before = try memory()
    let (sum, peak) = try await opened.database.read { connection in
      var sum: Int64 = 0
      var peak = 0
      try connection.each(Self.query, []) { row in
        sum += row.integer(0)
        if row.integer(0) % 10_000 == 0 { peak = max(peak, try memory()) }
      }
      return (sum, peak)
    }
    #expect(sum == Self.count * (Self.count + 1) / 2)
    #expect(peak - before < Self.maxMemory, "\((peak - before) >> 20) MiB")
  }

  @Test("The rows of a large query are kept in bounded memory while other statements run")
  func laidAside() async throws {
    let opened = try await opened(table: true)
    let before = try memory()
    let peak = try await opened.database.write { connection in
      var next: Int64 = 1
      var peak = 0
      try connection.each(Self.query, []) { row in
        let isExpected = row.integer(0) == next && row.text(1).utf8.count == 992 && row.isNull(2)
        if !isExpected || row.integer(3) != (next + 1) % 2 { Issue.record("row \(next)") }
        if next % 20_000 == 7 {
          try connection.run("INSERT INTO item (value) VALUES ($1)", [.text(row.text(1))])
          // The row stays what it is.
          #expect(row.integer(0) == next)
          peak = max(peak, try memory())
        }
        next += 1
      }
      #expect(next == Self.count + 1)
      return peak
    }
    #expect(try await opened.count() == 10)
    #expect(peak - before < Self.maxMemory, "\((peak - before) >> 20) MiB")
  }

  @Test("Large queries may be nested, with statements between their rows")
  func nested() async throws {
    let opened = try await OpenedDatabase()
    let total = try await opened.database.write { connection in
      try connection.each("SELECT i FROM generate_series(1, 30) i", []) { outer in
        try connection.each("SELECT i FROM generate_series(1, $1::int) i", [.integer(outer.integer(0))]) { inner in
          let values = [Value.text("\(outer.integer(0)) \(inner.integer(0))")]
          try connection.run("INSERT INTO item (value) VALUES ($1)", values)
        }
      }
      return try connection.integer("SELECT COUNT(DISTINCT value) FROM item")
    }
    #expect(total == 465)
  }

  @Test("A query that fails after some rows throws the error after them")
  func error() async throws {
    let opened = try await OpenedDatabase(table: false)
    for isNested in [false, true] {
      var rows: [Int64] = []
      let failure = try await caught(DatabaseFailure.self) {
        try await opened.database.read { connection in
          var seen: [Int64] = []
          defer { #expect(!seen.isEmpty) }
          try connection.each("SELECT 1000 / (500 - i) FROM generate_series(1, 1000) i", []) { row in
            seen.append(row.integer(0))
            if isNested && seen.count == 3 { _ = try connection.integer("SELECT 1") }
          }
        }
      }
      rows.append(0)
      #expect(failure.sqlState == "22012")
    }
  }
}
