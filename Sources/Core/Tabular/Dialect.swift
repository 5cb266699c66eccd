/// A character encoding.
package enum TextEncoding: String, Hashable, Sendable, CaseIterable {
  /// UTF-8, with or without a byte order mark.
  case utf8 = "utf-8"
  /// Microsoft code page 949 (Unified Hangul Code): EUC-KR and the 8,822 syllables outside it.
  case cp949 = "cp949"
  /// UTF-16 in little-endian order, as Windows writes it.
  case utf16LittleEndian = "utf-16le"
  /// UTF-16 in big-endian order.
  case utf16BigEndian = "utf-16be"
}

/// The dialect of a delimited text.
package struct Dialect: Hashable, Sendable {
  package var encoding: TextEncoding
  /// The byte between fields: comma, tab, semicolon or vertical bar.
  package var delimiter: UInt8

  package init(encoding: TextEncoding, delimiter: UInt8) {
    self.encoding = encoding
    self.delimiter = delimiter
  }
}

/// The bytes with a syntactic meaning.
enum Byte {
  static let tab: UInt8 = 0x09
  static let lineFeed: UInt8 = 0x0A
  static let carriageReturn: UInt8 = 0x0D
  static let space: UInt8 = 0x20
  static let quote: UInt8 = 0x22
  static let comma: UInt8 = 0x2C
  static let semicolon: UInt8 = 0x3B
  static let bar: UInt8 = 0x7C
}
