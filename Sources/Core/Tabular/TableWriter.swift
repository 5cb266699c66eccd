/// Writes delimited text as UTF-8 according to RFC 4180. Values are not altered: see `FormulaGuard` for tables that
/// people open in a spreadsheet.
package struct TableWriter: Sendable {
  package enum LineEnd: String, Hashable, Sendable, CaseIterable {
    /// CR LF, as in RFC 4180.
    case carriageReturnLineFeed = "\r\n"
    /// LF alone, for Unix tools.
    case lineFeed = "\n"
  }

  /// The output since the last `drain`.
  private var written: [UInt8]
  private let delimiter: UInt8
  private let lineEnd: LineEnd

  /// A writer. A byte order mark makes Excel read the text as UTF-8.
  package init(delimiter: UInt8 = 0x2C, lineEnd: LineEnd = .carriageReturnLineFeed, byteOrderMark: Bool = false) {
    self.delimiter = delimiter
    self.lineEnd = lineEnd
    written = byteOrderMark ? [0xEF, 0xBB, 0xBF] : []
  }

  /// The number of bytes since the last `drain`.
  package var count: Int { written.count }

  /// Returns the output since the last call.
  package mutating func drain() -> [UInt8] {
    defer { written = [] }
    return written
  }

  package mutating func append(_ fields: some Sequence<String>) {
    appendRecord(fields.lazy.map(\.utf8))
  }

  /// Writes a record of UTF-8 fields.
  package mutating func append(bytes fields: some Sequence<ArraySlice<UInt8>>) {
    appendRecord(fields)
  }

  private mutating func appendRecord<Field: Collection<UInt8>>(_ fields: some Sequence<Field>) {
    let start = written.count
    var isFirst = true
    for field in fields {
      if !isFirst { written.append(delimiter) }
      put(field, isFirst: isFirst)
      isFirst = false
    }
    // A blank line would be skipped by readers.
    if written.count == start { written += [Byte.quote, Byte.quote] }
    written += lineEnd.rawValue.utf8
  }

  /// Blanks at the ends, and a byte order mark in front, would be lost without quotes.
  private mutating func put(_ field: some Collection<UInt8>, isFirst: Bool) {
    let isPlain =
      field.first != Byte.space && !(isFirst && field.starts(with: [0xEF, 0xBB, 0xBF]))
      && !field.contains { $0 == delimiter || $0 == Byte.quote || $0 == Byte.lineFeed || $0 == Byte.carriageReturn }
    guard !isPlain else {
      written += field
      return
    }
    written.append(Byte.quote)
    for byte in field {
      if byte == Byte.quote { written.append(byte) }
      written.append(byte)
    }
    written.append(Byte.quote)
  }
}
