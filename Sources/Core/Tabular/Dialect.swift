package enum TextEncoding: String, Hashable, Sendable, CaseIterable {
  /// UTF-8, with or without a byte order mark.
  case utf8 = "utf-8"
  /// Microsoft code page 949 (Unified Hangul Code): EUC-KR and the 8,822 syllables outside it.
  case cp949 = "cp949"
  /// UTF-16 in little-endian order, as Windows writes it.
  case utf16LittleEndian = "utf-16le"
  /// UTF-16 in big-endian order.
  case utf16BigEndian = "utf-16be"
  /// Japanese, with the characters that Windows added (code page 932).
  case shiftJIS = "shift_jis"
  /// Japanese, as Unix systems wrote it.
  case eucJP = "euc-jp"
  /// Simplified Chinese, with all of GB2312 and GBK.
  case gb18030
  /// Traditional Chinese, as Windows writes it (code page 950).
  case big5
  /// Central European.
  case windows1250 = "windows-1250"
  /// Cyrillic.
  case windows1251 = "windows-1251"
  /// Western European, with all letters of Latin-1.
  case windows1252 = "windows-1252"
  /// Greek.
  case windows1253 = "windows-1253"
  /// Turkish.
  case windows1254 = "windows-1254"
  /// Hebrew.
  case windows1255 = "windows-1255"
  /// Arabic and Persian.
  case windows1256 = "windows-1256"
  /// Baltic.
  case windows1257 = "windows-1257"
  /// Vietnamese.
  case windows1258 = "windows-1258"
  /// Thai.
  case windows874 = "windows-874"
  /// Russian, as Unix systems wrote it.
  case koi8R = "koi8-r"

  /// Whether some characters take more than one byte and begin with one of 0x80 or more.
  var isMultiByte: Bool {
    switch self {
    case .utf8, .cp949, .shiftJIS, .eucJP, .gb18030, .big5: true
    default: false
    }
  }
}

package struct Dialect: Hashable, Sendable {
  package var encoding: TextEncoding
  /// The byte between fields: comma, tab, semicolon or vertical bar.
  package var delimiter: UInt8

  package init(encoding: TextEncoding, delimiter: UInt8) {
    self.encoding = encoding
    self.delimiter = delimiter
  }
}

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
