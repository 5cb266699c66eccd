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
    let standard = ["utf8": "utf-8", "ms949": "cp949", "euc-kr": "cp949", "uhc": "cp949"][name]
    return TextEncoding(rawValue: standard ?? name).map { .some($0) }
  }

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
    var pairs: [String] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let part = trimmed(part)
      guard !part.isEmpty else { return nil }
      if part.contains("=") || pairs.isEmpty { pairs.append(part) } else { pairs[pairs.count - 1] += ", \(part)" }
    }
    var mapping: [ImportField: String] = [:]
    for pair in pairs {
      let halves = pair.split(separator: "=", maxSplits: 1)
      guard halves.count == 2, let field = ImportField(rawValue: String(halves[0])), mapping[field] == nil else {
        return nil
      }
      mapping[field] = String(halves[1])
    }
    return mapping
  }
}
