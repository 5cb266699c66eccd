/// Decodes HTML character references, which web forms leave in names.
enum HTMLEntities {
  /// The text with each known reference (`&amp;`, `&#39;`, `&#x27;`, …) decoded once; unknown ones are kept.
  /// Complexity: O(length).
  static func decoded(_ text: String) -> String {
    guard text.utf8.contains(0x26) else { return text }
    var decoded = ""
    var rest = text[...]
    while let ampersand = rest.firstIndex(of: "&") {
      decoded += rest[..<ampersand]
      let body = rest[rest.index(after: ampersand)...].prefix(maxLength + 1)
      if let semicolon = body.firstIndex(of: ";"), let character = character(body[..<semicolon]) {
        decoded.unicodeScalars.append(character)
        rest = rest[rest.index(after: semicolon)...]
      } else {
        decoded += "&"
        rest = rest[rest.index(after: ampersand)...]
      }
    }
    return decoded + rest
  }

  /// The maximum number of characters between `&` and `;`.
  private static let maxLength = 8

  private static func character(_ body: Substring) -> Unicode.Scalar? {
    guard body.first == "#" else { return named[String(body)] }
    let digits = body.dropFirst()
    let isHexadecimal = digits.first == "x" || digits.first == "X"
    let number = isHexadecimal ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    return number.flatMap { $0 == 0 ? nil : Unicode.Scalar($0) }
  }

  private static let named: [String: Unicode.Scalar] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "middot": "·", "hellip": "…",
    "ndash": "–", "mdash": "—", "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”", "bull": "•", "times": "×",
    "deg": "°", "copy": "©", "reg": "®", "trade": "™",
  ]
}
