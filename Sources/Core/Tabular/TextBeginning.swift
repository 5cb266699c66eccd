import Basics

/// Detection by the first bytes of a file, before decoding.
enum TextBeginning {
  /// The byte order marks, longest first.
  private static let marks: [(encoding: TextEncoding, bytes: [UInt8])] = [
    (.utf8, [0xEF, 0xBB, 0xBF]), (.utf16LittleEndian, [0xFF, 0xFE]), (.utf16BigEndian, [0xFE, 0xFF]),
  ]

  /// Signatures of files that are mistaken for tables, and what to do with them.
  private static let others: [(bytes: [UInt8], what: String)] = [
    (
      Array("PK\u{3}\u{4}".utf8),
      "a spreadsheet (.xlsx, .ods) or a ZIP archive; open it and choose File, Save As, “CSV UTF-8 (Comma delimited)”, "
        + "or on the command line: libreoffice --convert-to csv FILE"
    ),
    (Array("PK\u{5}\u{6}".utf8), "an empty ZIP archive; choose another file"),
    (
      [0xD0, 0xCF, 0x11, 0xE0],
      "an old spreadsheet or document (.xls, .hwp); open it and choose File, Save As, “CSV UTF-8 (Comma delimited)”, or "
        + "on the command line: libreoffice --convert-to csv FILE"
    ),
    (Array("%PDF".utf8), "a PDF document; ask its publisher for CSV"),
    ([0x1F, 0x8B], "a gzip archive; unpack it with gunzip"),
    ([0x28, 0xB5, 0x2F, 0xFD], "a Zstandard archive; unpack it with unzstd"),
    (Array("BZh".utf8), "a bzip2 archive; unpack it with bunzip2"),
    ([0xFD, 0x37, 0x7A, 0x58, 0x5A], "an xz archive; unpack it with unxz"),
    ([0x37, 0x7A, 0xBC, 0xAF], "a 7z archive; unpack it"),
    (Array("SQLite format 3".utf8), "an SQLite database (or GeoPackage); export its table as CSV"),
    ([0x89, 0x50, 0x4E, 0x47], "a picture; choose a CSV file"),
    ([0xFF, 0xD8, 0xFF], "a picture; choose a CSV file"),
    (Array("<!DOCTYPE".utf8), "a web page; download the data file itself"),
    (Array("<html".utf8), "a web page; download the data file itself"),
    (Array("<?xml".utf8), "XML; ask for CSV"),
  ]

  /// Rejects known binary formats.
  /// - Throws: `DomainError` `not-text`.
  static func check(_ bytes: [UInt8]) throws(DomainError) {
    for other in others where bytes.starts(with: other.bytes) {
      throw DomainError(.invalid, "not-text", "This is not delimited text but \(other.what).")
    }
  }

  /// The byte order mark, if there is one.
  static func mark(_ bytes: [UInt8]) -> (encoding: TextEncoding, count: Int)? {
    marks.first { bytes.starts(with: $0.bytes) }.map { ($0.encoding, $0.bytes.count) }
  }

  /// Detects UTF-16 without a mark: its commas, digits and line ends have a zero byte, always on the same side.
  static func unmarkedUTF16(_ bytes: [UInt8]) -> TextEncoding? {
    var zeros = (even: 0, odd: 0)
    for (offset, byte) in bytes.enumerated() where byte == 0 {
      if offset % 2 == 0 { zeros.even += 1 } else { zeros.odd += 1 }
    }
    let many = max(1, bytes.count / 100)
    if zeros.odd > many, zeros.even * 10 < zeros.odd { return .utf16LittleEndian }
    if zeros.even > many, zeros.odd * 10 < zeros.even { return .utf16BigEndian }
    return nil
  }

  /// Rejects decoded text with too many control characters.
  /// - Throws: `DomainError` `not-text`.
  static func checkControls(_ text: some Collection<UInt8>) throws(DomainError) {
    var isEscaped = false
    for byte in text {
      if isEscaped, byte == 0x24 {
        throw DomainError(
          .invalid, "not-text",
          "The characters are in ISO-2022, as old mail writes them; convert the file first: "
            + "iconv -f ISO-2022-JP -t UTF-8 (or ISO-2022-KR).")
      }
      isEscaped = byte == 0x1B
    }
    var controls = 0
    for byte in text where byte < 0x20 && !(Byte.tab...Byte.carriageReturn).contains(byte) { controls += 1 }
    guard controls > 4 + text.count / 50 else { return }
    throw DomainError(.invalid, "not-text", "This is not text but binary data; choose a CSV file.")
  }
}
