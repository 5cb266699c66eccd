import Basics
package import Tabular

/// The words for what a file is like, in any case. `auto` leaves the decision to the file.
package enum ImportWords {
  /// The names of the encodings, the default first.
  package static let encodings = ["auto"] + TextEncoding.allCases.map(\.rawValue)

  /// An encoding by its name or alias. The inner nil means `auto`.
  package static func encoding(_ word: String) -> TextEncoding?? {
    let name = word.lowercased()
    if name == "auto" { return .some(nil) }
    return (TextEncoding(rawValue: name) ?? encodingsByName[folded(name)]).map { .some($0) }
  }

  /// A name without the marks between its parts.
  private static func folded(_ name: String) -> String {
    String(name.lowercased().filter { $0 != "-" && $0 != "_" && $0 != " " })
  }

  private static let encodingsByName: [String: TextEncoding] = {
    var names: [String: TextEncoding] = [
      "ms949": .cp949, "euckr": .cp949, "uhc": .cp949, "windows949": .cp949, "ksc5601": .cp949, "sjis": .shiftJIS,
      "cp932": .shiftJIS, "ms932": .shiftJIS, "windows31j": .shiftJIS, "windows932": .shiftJIS, "ujis": .eucJP,
      "gbk": .gb18030, "gb2312": .gb18030, "euccn": .gb18030, "cp936": .gb18030, "windows936": .gb18030, "cp950": .big5,
      "windows950": .big5, "big5hkscs": .big5, "latin1": .windows1252, "iso88591": .windows1252,
      "iso885915": .windows1252, "iso88592": .windows1250, "iso88597": .windows1253, "iso88599": .windows1254,
      "tis620": .windows874, "iso885911": .windows874, "koi8": .koi8R, "utf16": .utf16LittleEndian,
    ]
    for encoding in TextEncoding.allCases {
      names[folded(encoding.rawValue)] = encoding
      if encoding.rawValue.hasPrefix("windows-") { names["cp\(encoding.rawValue.dropFirst(8))"] = encoding }
    }
    return names
  }()

  /// The names of the delimiters, the default first.
  package static let delimiters: [(word: String, byte: UInt8?)] = [
    ("auto", nil), ("comma", 0x2C), ("tab", 0x09), ("semicolon", 0x3B), ("bar", 0x7C),
  ]

  /// A delimiter by its name. The inner nil means `auto`.
  package static func delimiter(_ word: String) -> UInt8?? {
    delimiters.first { $0.word == word.lowercased() }.map(\.byte)
  }

  /// The headers of fields from `field=header` pairs separated by commas; nil for other texts. A part without an equals
  /// sign belongs to the header before it.
  package static func mapping(_ text: String) -> [ImportField: String]? {
    guard let pairs = pairs(text) else { return nil }
    var mapping: [ImportField: String] = [:]
    for (name, header) in pairs {
      guard let field = ImportField(rawValue: name), mapping[field] == nil else { return nil }
      mapping[field] = header
    }
    return mapping
  }

  /// Conditions from `header=value` pairs separated by commas; nil for other texts, and if a header occurs twice.
  package static func conditions(_ text: String) -> [RowCondition]? {
    guard let pairs = pairs(text), Set(pairs.map { HeaderText.folded($0.0) }).count == pairs.count else { return nil }
    return pairs.map { RowCondition(header: $0.0, value: $0.1) }
  }

  private static func pairs(_ text: String) -> [(String, String)]? {
    var pairs: [String] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let part = trimmed(part)
      guard !part.isEmpty else { return nil }
      if part.contains("=") || pairs.isEmpty { pairs.append(part) } else { pairs[pairs.count - 1] += ", \(part)" }
    }
    let halves = pairs.map { $0.split(separator: "=", maxSplits: 1).map(String.init) }
    return halves.allSatisfy { $0.count == 2 } ? halves.map { ($0[0], $0[1]) } : nil
  }
}
