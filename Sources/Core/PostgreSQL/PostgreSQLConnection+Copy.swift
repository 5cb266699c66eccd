import Basics
package import SQL

extension PostgreSQLConnection {
  /// Adds rows to a table by the server's COPY, for bulk import: a statement for each row costs ten to twenty times as
  /// much.
  ///
  /// Values are sent as text. Whole numbers go into columns of numbers, texts and truth values, but not, as with a
  /// statement, into times. No other statement runs on the connection until it returns.
  /// - Parameters:
  ///   - table: its name, as in a statement.
  ///   - columns: which of its columns get the values, in this order; the others get their defaults.
  ///   - rows: as many values each. It is asked for one row at a time, so that memory stays bounded.
  /// - Returns: How many rows were added.
  /// - Throws: What a statement throws; where `rows` throws or a row does not fit, the transaction can only be rolled
  ///   back.
  @discardableResult
  package func copy(into table: String, _ columns: [String], _ rows: some Sequence<[Value]>) throws -> Int {
    let statement = "COPY \(table) (\(columns.joined(separator: ", "))) FROM STDIN"
    try link.beginCopy(statement)
    do {
      var text = CopyText()
      for row in rows {
        guard row.count == columns.count else {
          throw DatabaseError.refused("08P01", "\(row.count) values for \(columns.count) columns", statement)
        }
        try text.append(row)
        if text.isLarge { try text.flush(link.copy) }
      }
      try text.flush(link.copy)
    } catch {
      if !link.isLost { _ = try? link.endCopy(statement, abandonedBecause: "no more rows") }
      throw error
    }
    return try link.endCopy(statement)
  }
}

/// Rows as the server's COPY reads them: values end with tabs, rows with line ends, and both are escaped.
private struct CopyText {
  private static let size = 1 << 16
  private var bytes: [UInt8] = []

  init() {
    bytes.reserveCapacity(Self.size + Self.size / 4)
  }

  var isLarge: Bool { bytes.count >= Self.size }

  mutating func flush(_ send: (UnsafeRawBufferPointer) throws -> Void) throws {
    try bytes.withUnsafeBytes(send)
    bytes.removeAll(keepingCapacity: true)
  }

  mutating func append(_ row: [Value]) throws {
    for (index, value) in row.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: "\t")) }
      try append(value)
    }
    bytes.append(UInt8(ascii: "\n"))
  }

  private mutating func append(_ value: Value) throws {
    switch value {
    case .null: append("\\N")
    case .integer(let number): append(String(number))
    // Not a number is kept as null, as everywhere.
    case .real(let number) where number.isNaN: append("\\N")
    case .real(let number) where number.isInfinite: append(number < 0 ? "-Infinity" : "Infinity")
    case .real(let number): append(number.description)
    case .text(let text): try appendEscaped(text)
    case .blob(let blob): appendDigits(blob)
    }
  }

  private mutating func append(_ plain: String) { bytes.append(contentsOf: plain.utf8) }

  private mutating func appendEscaped(_ text: String) throws {
    for byte in text.utf8 {
      switch byte {
      case 0: throw DomainError.nulInText
      case UInt8(ascii: "\\"): append("\\\\")
      case UInt8(ascii: "\t"): append("\\t")
      case UInt8(ascii: "\n"): append("\\n")
      case UInt8(ascii: "\r"): append("\\r")
      default: bytes.append(byte)
      }
    }
  }

  private mutating func appendDigits(_ blob: [UInt8]) {
    append("\\\\x")
    let digits = Array("0123456789abcdef".utf8)
    for byte in blob {
      bytes.append(digits[Int(byte >> 4)])
      bytes.append(digits[Int(byte & 15)])
    }
  }
}
