/// The hint of a coordinate column's header at its reference system, and the header without it.
struct HeaderHint: Equatable {
  /// The folded header without the words of the hint.
  var rest: String
  /// Names of the systems that the hint leaves possible; empty without a hint.
  var systems: [String]

  /// Reads a folded header such as `좌표정보xepsg5174`, `x좌표grs80tm`, `wgs84위도`. Complexity: O(length × words).
  init(folded: String) {
    rest = folded
    systems = []
    if let code = HeaderHint.removeCode(from: &rest) { systems = [code] }
    while let (word, meaning) = HeaderHint.words.first(where: { HeaderHint.isAffix($0.word, at: rest) }) {
      rest = String(rest.hasPrefix(word) ? rest.dropFirst(word.count) : rest.dropLast(word.count))
      if systems.isEmpty { systems = meaning }
    }
  }

  /// Words for systems, longer ones first. Projections without a datum (`tm`) exclude nothing. GRS80 and Bessel name
  /// the ellipsoid of several systems.
  private static let words: [(word: String, meaning: [String])] = [
    ("wgs84좌표", ["EPSG:4326"]), ("wgs84", ["EPSG:4326"]), ("utmk", ["EPSG:5179"]), ("katec", ["KATEC"]),
    ("wcongnamul", ["WCONGNAMUL"]), ("congnamul", ["WCONGNAMUL"]),
    ("grs80", ["EPSG:5181", "EPSG:5186", "EPSG:5179", "EPSG:5187", "EPSG:5185", "EPSG:5183"]),
    ("bessel", ["EPSG:5174", "EPSG:2097", "KATEC", "EPSG:5176", "EPSG:2096"]),
    ("중부원점", ["EPSG:5174", "EPSG:5181", "EPSG:2097", "EPSG:5186"]), ("좌표계", []), ("tm", []),
  ]

  /// Removes `epsg` with its digits, or a known code of four digits at the end. Returns the system's name.
  private static func removeCode(from text: inout String) -> String? {
    let characters = Array(text)
    let digits = characters.reversed().prefix { ("0"..."9").contains($0) }.count
    let code = String(characters.suffix(digits))
    guard digits == 4 else { return nil }
    let before = String(characters.dropLast(4))
    if before.hasSuffix("epsg") {
      text = String(before.dropLast(4))
      return "EPSG:\(code)"
    }
    guard knownCodes.contains(code) else { return nil }
    text = before
    return "EPSG:\(code)"
  }

  private static let knownCodes: Set<String> = ["2097", "4326", "5174", "5178", "5179", "5181", "5186", "5187"]

  /// Whether a longer text begins or ends with a word.
  private static func isAffix(_ word: String, at text: String) -> Bool {
    text != word && (text.hasPrefix(word) || text.hasSuffix(word))
  }
}
