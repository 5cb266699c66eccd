import SQL
import Support
import Testing

@Suite("A value")
struct ValueTests {
  static let edges: [Value] = [
    .null, .integer(0), .integer(.min), .integer(.max), .real(-0.1), .real(.greatestFiniteMagnitude),
    .real(.leastNonzeroMagnitude), .text(""), .text("네컷 \u{0} 뒤"), .text("\u{10FFFF}"), .blob([]), .blob([0, 255]),
    .text(String(repeating: "가", count: 5000)), .blob([UInt8](repeating: 7, count: 1 << 20)),
  ]

  @Test("Edge values are read back unchanged", arguments: edges)
  func roundTrip(_ value: Value) async throws {
    let opened = try await OpenedDatabase()
    try await opened.database.write { connection in
      try connection.run("INSERT INTO item VALUES (1, $1)", [value])
      let statement = try connection.prepare("INSERT INTO item VALUES ($1, $2)")
      for id in 2...3 {
        try statement.bind(1, Int64(id))
        try statement.bind(2, value)
        try statement.run()
      }
    }
    let values = try await opened.database.read { connection in
      var values: [Value] = []
      try connection.each("SELECT value, typeof(value) FROM item ORDER BY id", []) { row in
        switch row.text(1) {
        case "null": values.append(row.isNull(0) ? .null : .text("not null"))
        case "integer": values.append(.integer(row.integer(0)))
        case "real": values.append(.real(row.real(0)))
        case "text": values.append(.text(row.text(0)))
        default: values.append(.blob(row.blob(0)))
        }
      }
      return values
    }
    #expect(values == [value, value, value])
  }

  @Test("A text that is not UTF-8 reads with replacement characters")
  func invalidText() async throws {
    let opened = try await OpenedDatabase()
    let text = try await opened.database.write {
      try $0.first("SELECT CAST($1 AS TEXT)", [.blob([0x61, 0xFF, 0x62, 0xEA, 0xB0])]) { $0.text(0) }
    }
    #expect(text == "a\u{FFFD}b\u{FFFD}")
  }
}
