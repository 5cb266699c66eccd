/// A latitude and a longitude in degrees, without a range check.
struct AnglePair {
  var latitude: Double
  var longitude: Double
  /// Whether N, S, E and W identified the two.
  var hasLetters: Bool
}

enum AngleToken: Equatable {
  case number(Double, isWhole: Bool, isNegative: Bool)
  case degree
  case minute
  case second
  case comma
  /// True for north and east.
  case latitudeLetter(isPositive: Bool)
  case longitudeLetter(isPositive: Bool)
  case unknown

  /// Tokenizes a text. Anything else becomes `unknown`, which no coordinate contains.
  static func all(_ text: Substring) -> [AngleToken] {
    var rest = rewritten(text)[...]
    var tokens: [AngleToken] = []
    while let first = rest.first {
      if isNumeric(first) {
        let digits = rest.prefix(while: isNumeric)
        tokens.append(number(digits))
        rest = rest.dropFirst(digits.count)
        continue
      }
      rest = rest.dropFirst()
      if first.isWhitespace { continue }
      if first == "'", rest.first == "'" {
        rest = rest.dropFirst()
        tokens.append(.second)
      } else {
        tokens.append(marks[first] ?? .unknown)
      }
    }
    return tokens
  }

  /// Parses digits with an optional sign and point: no exponent, no `inf`, no hexadecimal.
  static func plainNumber(_ text: Substring) -> Double? {
    let digits = text.first == "-" || text.first == "+" ? text.dropFirst() : text
    guard digits.utf8.contains(where: { (0x30...0x39).contains($0) }),
      digits.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2E })
    else { return nil }
    return Double(text)
  }

  private static let marks: [Character: AngleToken] = [
    "°": .degree, "º": .degree, "˚": .degree, "도": .degree,
    "'": .minute, "′": .minute, "’": .minute, "ʹ": .minute, "분": .minute,
    "\"": .second, "″": .second, "”": .second, "ʺ": .second, "초": .second, ",": .comma, ";": .comma,
    "N": .latitudeLetter(isPositive: true), "n": .latitudeLetter(isPositive: true),
    "S": .latitudeLetter(isPositive: false), "s": .latitudeLetter(isPositive: false),
    "E": .longitudeLetter(isPositive: true), "e": .longitudeLetter(isPositive: true),
    "W": .longitudeLetter(isPositive: false), "w": .longitudeLetter(isPositive: false),
  ]

  /// Replaces the Korean direction words by letters, and the Unicode minus sign by a hyphen.
  private static func rewritten(_ text: Substring) -> String {
    var text = String(text)
    guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return text }
    for (word, letter) in [("북위", "N"), ("남위", "S"), ("동경", "E"), ("서경", "W"), ("\u{2212}", "-")] {
      text = text.split(separator: word, omittingEmptySubsequences: false).joined(separator: letter)
    }
    return text
  }

  private static func isNumeric(_ character: Character) -> Bool {
    ("0"..."9").contains(character) && character.isASCII || character == "." || character == "-" || character == "+"
  }

  private static func number(_ digits: Substring) -> AngleToken {
    guard let value = plainNumber(digits) else { return .unknown }
    return .number(abs(value), isWhole: !digits.contains("."), isNegative: digits.first == "-")
  }
}

/// Parses two angles: both with letters, all before or all after the numbers, or both without.
struct AngleParser {
  private var rest: ArraySlice<AngleToken>

  init(_ tokens: [AngleToken]) {
    rest = tokens[...]
  }

  /// The pair; nil unless the tokens are exactly one pair.
  mutating func pair() -> AnglePair? {
    guard let first = angle() else { return nil }
    _ = consume(.comma)
    guard let second = angle(), rest.isEmpty else { return nil }
    switch (first.isLatitude, second.isLatitude) {
    case (nil, nil): return AnglePair(latitude: first.degrees, longitude: second.degrees, hasLetters: false)
    case (true, false): return AnglePair(latitude: first.degrees, longitude: second.degrees, hasLetters: true)
    case (false, true): return AnglePair(latitude: second.degrees, longitude: first.degrees, hasLetters: true)
    default: return nil
    }
  }

  /// The degrees of one angle; nil unless the tokens are exactly one.
  mutating func single() -> Double? {
    guard let angle = angle(), rest.isEmpty else { return nil }
    return angle.degrees
  }

  private struct Angle {
    var degrees: Double
    var isLatitude: Bool?
  }

  private mutating func angle() -> Angle? {
    var letter = consumeLetter()
    guard case .number(var degrees, var isWhole, let isNegative)? = rest.popFirst() else { return nil }
    let isMarked = consume(.degree)
    // Without marks, only a letter tells that numbers are minutes and seconds.
    if isMarked || letter != nil || hasLetterAfterParts {
      for (mark, part) in [(AngleToken.minute, 60.0), (.second, 3600.0)] {
        guard case .number(let value, let isPartWhole, false)? = rest.first,
          !isMarked || rest.dropFirst().first == mark
        else { continue }
        // Only the last part may have a fraction.
        guard isWhole, value < 60 else { return nil }
        rest = rest.dropFirst(isMarked ? 2 : 1)
        degrees += value / part
        isWhole = isPartWhole
      }
    }
    letter = letter ?? consumeLetter()
    guard let letter else { return Angle(degrees: isNegative ? -degrees : degrees, isLatitude: nil) }
    guard !isNegative else { return nil }
    return Angle(degrees: letter.isPositive ? degrees : -degrees, isLatitude: letter.isLatitude)
  }

  private var hasLetterAfterParts: Bool {
    let parts = rest.prefix { if case .number = $0 { true } else { false } }.count
    switch rest.dropFirst(parts).first {
    case .latitudeLetter?, .longitudeLetter?: return (1...2).contains(parts)
    default: return false
    }
  }

  private mutating func consumeLetter() -> (isLatitude: Bool, isPositive: Bool)? {
    switch rest.first {
    case .latitudeLetter(let isPositive)?:
      rest = rest.dropFirst()
      return (true, isPositive)
    case .longitudeLetter(let isPositive)?:
      rest = rest.dropFirst()
      return (false, isPositive)
    default: return nil
    }
  }

  private mutating func consume(_ token: AngleToken) -> Bool {
    guard rest.first == token else { return false }
    rest = rest.dropFirst()
    return true
  }
}
