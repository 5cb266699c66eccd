import Basics
import SQL

/// How many rows a table has, and a checksum of them that does not depend on their order.
package struct TableState: Hashable, Sendable {
  package internal(set) var rows = 0
  package internal(set) var checksum: UInt64 = 0

  mutating func add(_ row: [Value]) {
    var hash = StableHash()
    for value in row {
      switch value {
      case .null: hash.combine(Int?.none)
      case .integer(let number): hash.combine(UInt64(bitPattern: number))
      // SQLite does not keep the sign of 0.
      case .real(let number): hash.combine(number == 0 ? 0 : number.bitPattern)
      case .text(let text): hash.combine(text)
      case .blob(let bytes): hash.combine(bytes)
      }
    }
    rows += 1
    checksum &+= hash.value
  }
}

/// Reads the rows of a table as values that the target keeps unchanged.
struct RowReader {
  let table: StoredTable
  let target: SQLEngine

  /// The values of a row, in the order of the table's columns.
  /// - Throws: `DomainError` `text-with-nul`, `text-not-utf8` (conflict), which name the row.
  func values(of row: any Row) throws -> [Value] {
    try table.columns.indices.map { try value($0, of: row) }
  }

  private func value(_ column: Int, of row: any Row) throws -> Value {
    if row.isNull(column) { return .null }
    switch table.columns[column].kind {
    case .integer: return .integer(row.integer(column))
    case .real: return .real(row.real(column))
    case .blob: return .blob(row.blob(column))
    case .text:
      guard let text = row.withUTF8(column, { String(validating: $0, as: UTF8.self) }) else {
        throw refused(row, column, "text-not-utf8", "is not UTF-8")
      }
      if target == .postgresql, text.utf8.contains(0) {
        throw refused(row, column, "text-with-nul", "holds the character U+0000, which PostgreSQL does not keep")
      }
      return .text(text)
    }
  }

  /// Stops at a value that is not of its column's type: only SQLite keeps such, and a program never writes one.
  func checkTypes(_ engine: SQLEngine, on connection: any DatabaseConnection) throws {
    guard let query = CopyDialect.of(engine).mistyped(table) else { return }
    if let error = try connection.first(
      query, [],
      { row in
        refused(row, nil, "value-of-wrong-type", "has a value that is not of its column's type")
      })
    {
      throw error
    }
  }

  private func refused(_ row: any Row, _ column: Int?, _ code: String, _ what: String) -> DomainError {
    let key = table.key.map { "\(table.columns[$0].name) \(row.text($0))" }.joined(separator: ", ")
    let place = column.map { "The column \(table.columns[$0].name) of the row" } ?? "The row"
    return DomainError(
      .conflict, code,
      "\(place) with \(key) of the table \(table.name) \(what): correct it in the source and try again.")
  }
}
