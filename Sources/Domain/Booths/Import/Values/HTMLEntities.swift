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

/// Takes the tags of HTML out of texts: names from search services mark what was searched for (`<b>네컷</b>`).
enum HTMLText {
  /// The text without tags and with decoded references. Complexity: O(length).
  static func plain(_ text: String) -> String { HTMLEntities.decoded(withoutTags(text)) }

  private static func withoutTags(_ text: String) -> String {
    guard text.utf8.contains(0x3C) else { return text }
    var plain = ""
    var rest = text[...]
    while let opening = rest.firstIndex(of: "<") {
      plain += rest[..<opening]
      let body = rest[rest.index(after: opening)...]
      guard let closing = body.firstIndex(of: ">"), let isBlock = isBlock(body[..<closing]) else {
        plain += "<"
        rest = body
        continue
      }
      if isBlock { plain += "\n" }
      rest = body[body.index(after: closing)...]
    }
    return plain + rest
  }

  /// Whether the element of a tag begins a line; nil for anything but a known tag.
  private static func isBlock(_ tag: Substring) -> Bool? {
    let body = tag.hasPrefix("/") ? tag.dropFirst() : tag
    let name = body.prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }
    let after = body[name.endIndex...].first
    guard after == nil || after == " " || after == "/" || after == "\n" else { return nil }
    return elements[name.lowercased()]
  }

  private static let elements: [String: Bool] = {
    let blocks = ["br", "p", "div", "li", "ul", "ol", "tr", "td", "table", "h1", "h2", "h3", "h4", "hr"]
    let others = [
      "b", "i", "u", "s", "em", "strong", "span", "font", "a", "mark", "small", "big", "sub", "sup", "img", "strike",
      "code", "tt", "center", "label", "nobr",
    ]
    return Dictionary(uniqueKeysWithValues: blocks.map { ($0, true) } + others.map { ($0, false) })
  }()
}
