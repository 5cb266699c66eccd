/// How the bytes of a text stand for characters.
package enum TextEncoding: String, Hashable, Sendable, CaseIterable {
  /// UTF-8, with or without a byte order mark.
  case utf8 = "utf-8"
  /// Microsoft code page 949 (Unified Hangul Code): EUC-KR and the 8,822 syllables outside it.
  case cp949 = "cp949"
  /// UTF-16 with the lower byte first, as Windows writes it.
  case utf16LittleEndian = "utf-16le"
  /// UTF-16 with the higher byte first.
  case utf16BigEndian = "utf-16be"
}

/// How a delimited text is written.
package struct Dialect: Hashable, Sendable {
  /// How bytes stand for characters.
  package var encoding: TextEncoding
  /// The byte between fields: comma, tab, semicolon or vertical bar.
  package var delimiter: UInt8

  /// A dialect of delimited text.
  package init(encoding: TextEncoding, delimiter: UInt8) {
    self.encoding = encoding
    self.delimiter = delimiter
  }
}

/// The bytes that shape a table.
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
