/// How rare the characters of a language with thousands of them are, in half nats.
struct CharacterTable: Sendable {
  /// By code point, within the Basic Multilingual Plane.
  private let costs: [UInt8]

  /// The cost of a character that the table lacks.
  static let unknown = 26

  /// Reads one of the tables of `LetterCosts`.
  init(_ table: String) {
    var costs = [UInt8](repeating: UInt8(Self.unknown), count: 1 << 16)
    var cost = UInt8(Self.unknown)
    for line in table.split(separator: "\n") {
      if let number = UInt8(line) {
        cost = number
        continue
      }
      for scalar in line.unicodeScalars where scalar.value < 1 << 16 { costs[Int(scalar.value)] = cost }
    }
    self.costs = costs
  }

  func cost(of scalar: Unicode.Scalar) -> Int {
    scalar.value < 1 << 16 ? Int(costs[Int(scalar.value)]) : Self.unknown
  }
}

/// The letters of a language outside ASCII.
struct Alphabet: Sendable {
  /// A letter with its usual neighbours. `^` and `$` are the ends of a word.
  private struct Letter: Sendable {
    let cost: Int
    let before: Set<Unicode.Scalar>
    let after: Set<Unicode.Scalar>
  }

  let language: String
  /// Whether most letters of the language are ASCII.
  let isLatin: Bool
  private let letters: [Unicode.Scalar: Letter]
  /// The cost of a letter outside ASCII at a word's start, after ASCII, and after another one.
  private let steps: [Int]

  private static let unknown = 22
  private static let strangeNeighbour = 6

  static func named(_ languages: [String]) -> [Alphabet] {
    languages.compactMap { language in all.first { $0.language == language } }
  }

  private static let all: [Alphabet] = LetterCosts.alphabets.split(separator: "=").compactMap(Alphabet.init)

  private init?(_ text: Substring) {
    let words = text.split { $0 == " " || $0 == "\n" }
    let head = words.first?.split(separator: ":") ?? []
    guard head.count == 4 else { return nil }
    language = String(head[0])
    steps = head.dropFirst().compactMap { Int($0) }
    isLatin = steps[0] > 1
    var letters: [Unicode.Scalar: Letter] = [:]
    for word in words.dropFirst() {
      let parts = word.split(separator: ":", omittingEmptySubsequences: false)
      guard parts.count == 4, let letter = parts[0].unicodeScalars.first, let cost = Int(parts[1]) else { continue }
      letters[letter] = Letter(cost: cost, before: Set(parts[2].unicodeScalars), after: Set(parts[3].unicodeScalars))
    }
    self.letters = letters
  }

  /// The cost of a word, and how many of its letters the language lacks.
  func cost(_ word: [Unicode.Scalar]) -> (cost: Int, strange: Int) {
    var cost = isLatin ? 0 : 4
    var strange = 0
    var step = 0
    var wasCapital = false
    for (position, scalar) in word.enumerated() {
      let small = Self.lowercased(scalar)
      if scalar.isASCII {
        cost += isLatin ? TextCost.asciiLetter : 3 * TextCost.asciiLetter
        wasCapital = small != scalar
        step = 1
        continue
      }
      cost += steps[step]
      if let letter = letters[small] {
        let before = position > 0 ? Self.lowercased(word[position - 1]) : "^"
        let after = position + 1 < word.count ? Self.lowercased(word[position + 1]) : "$"
        cost += letter.cost + (letter.before.contains(before) ? 0 : Self.strangeNeighbour)
        cost += letter.after.contains(after) ? 0 : Self.strangeNeighbour
      } else {
        cost += Self.unknown
        strange += 1
      }
      let isCapital = small != scalar || scalar == "İ"
      // Capitals occur at the start of a word or in a row.
      if isCapital { cost += position == 0 ? 4 : wasCapital ? 1 : 14 }
      wasCapital = isCapital
      step = 2
    }
    return (cost, strange)
  }

  /// The small letter; `İ`, which has none of one code point, is itself.
  private static func lowercased(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    if scalar.isASCII {
      return (0x41...0x5A).contains(scalar.value) ? Unicode.Scalar(UInt8(scalar.value | 0x20)) : scalar
    }
    let small = scalar.properties.lowercaseMapping.unicodeScalars
    return small.count == 1 ? small.first ?? scalar : scalar
  }
}
