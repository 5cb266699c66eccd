/// How unlikely a decoded text is in the languages of its encoding: -2 ln(probability), so that the readings of the same
/// bytes in several encodings can be compared.
struct TextCost: Equatable {
  private(set) var cost = 0
  /// The characters outside ASCII.
  private(set) var foreign = 0
  private(set) var strange = 0

  /// Whether the text can be meant: most of its characters are usual ones.
  var isPlausible: Bool { strange * 3 <= foreign }

  static let asciiLetter = 6
  private static let asciiDigit = 5
  private static let asciiMark = 4

  enum Model: Sendable {
    case korean
    case japanese
    case simplifiedChinese
    case traditionalChinese
    case thai
    /// The second number is what a word costs more in another of the languages than the text's own.
    case alphabets([String], mixing: Int)
  }

  /// - Complexity: O(length × languages).
  init(_ text: [UInt8], _ model: Model) {
    let scalars = String(decoding: text, as: UTF8.self).unicodeScalars
    switch model {
    case .korean: addCharacters(scalars, Self.korean, Self.korean(_:_:))
    case .japanese: addCharacters(scalars, Self.japanese, Self.japanese(_:_:))
    case .simplifiedChinese: addCharacters(scalars, Self.simplifiedChinese, Self.chinese(_:_:))
    case .traditionalChinese: addCharacters(scalars, Self.traditionalChinese, Self.chinese(_:_:))
    case .thai: addThai(scalars)
    case .alphabets(let languages, let mixing): addWords(scalars, Alphabet.named(languages), mixing: mixing)
    }
  }

  private static let korean = CharacterTable(LetterCosts.korean)
  private static let japanese = CharacterTable(LetterCosts.japanese)
  private static let simplifiedChinese = CharacterTable(LetterCosts.simplifiedChinese)
  private static let traditionalChinese = CharacterTable(LetterCosts.traditionalChinese)

  /// The class of a character for languages that write without spaces.
  private enum Script {
    case none
    case asciiLetter
    case hangul
    case kana
    case halfWidthKana
    case ideograph
    case other

    init(_ scalar: Unicode.Scalar) {
      switch scalar.value {
      case 0..<0x80: self = TextCost.isLetter(scalar) ? .asciiLetter : .none
      case 0xAC00...0xD7A3: self = .hangul
      case 0x3041...0x30FF where scalar != "\u{30FB}": self = .kana
      case 0xFF66...0xFF9F: self = .halfWidthKana
      case 0x3400...0x9FFF, 0xF900...0xFAFF, 0x20000...0x2FFFF: self = .ideograph
      default: self = scalar.value >= 0xC0 && TextCost.isLetter(scalar) ? .other : .none
      }
    }
  }

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return (0x41...0x5A).contains(scalar.value & 0xDF) }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
      .spacingMark:
      return true
    default: return false
    }
  }

  private mutating func addASCII(_ scalar: Unicode.Scalar) {
    cost += Self.isLetter(scalar) ? Self.asciiLetter : ("0"..."9").contains(scalar) ? Self.asciiDigit : Self.asciiMark
  }

  /// Adds a character outside ASCII that is no letter.
  private mutating func addMark(_ scalar: Unicode.Scalar) {
    foreign += 1
    switch scalar.value {
    case 0xFFFD: (cost, strange) = (cost + 44, strange + 1)
    case 0x80...0x9F: (cost, strange) = (cost + 28, strange + 1)
    case 0xE000...0xF8FF, 0xF0000...: (cost, strange) = (cost + 32, strange + 1)
    case 0x3000...0x3003, 0x3005...0x3011, 0xFF5E: cost += 10
    case 0xFF01...0xFF5D: cost += 14
    case _ where Self.isUsual(scalar): cost += 12
    default: cost += 20
    }
  }

  private static let usualMarks: Set<Unicode.Scalar> = [
    "“", "”", "‘", "’", "–", "—", "…", "°", "•", "№", "™", "®", "©", "€", "£", "¥", "«", "»", "\u{A0}", "§", "º", "ª",
    "¡", "¿",
    "·", "・", "〜", "㈜", "㎡", "①", "②", "③", "★", "☆", "→", "~", "×",
  ]

  private static func isUsual(_ scalar: Unicode.Scalar) -> Bool { usualMarks.contains(scalar) }

  // MARK: Languages with thousands of characters

  /// The cost of a character of another script than the main one, and of one script after another.
  private typealias Mixture = (_ script: Script, _ previous: Script) -> (character: Int?, change: Int)

  private static func korean(_ script: Script, _ previous: Script) -> (character: Int?, change: Int) {
    switch script {
    case .hangul: (nil, previous == .hangul ? 0 : 6)
    case .ideograph: (CharacterTable.unknown + 6, previous == .ideograph ? 0 : 6)
    default: (CharacterTable.unknown, previous == script ? 0 : 6)
    }
  }

  private static func japanese(_ script: Script, _ previous: Script) -> (character: Int?, change: Int) {
    switch script {
    case .kana, .ideograph: (nil, previous == .kana || previous == .ideograph ? 0 : 6)
    case .halfWidthKana: (previous == .halfWidthKana || previous == .none ? 11 : 16, previous == script ? 0 : 6)
    default: (CharacterTable.unknown, previous == script ? 0 : 6)
    }
  }

  private static func chinese(_ script: Script, _ previous: Script) -> (character: Int?, change: Int) {
    switch script {
    case .ideograph: (nil, previous == .ideograph ? 0 : 6)
    case .kana, .halfWidthKana: (20, previous == script ? 0 : 6)
    default: (CharacterTable.unknown, previous == script ? 0 : 6)
    }
  }

  private mutating func addCharacters(
    _ scalars: String.UnicodeScalarView, _ table: CharacterTable, _ mixture: Mixture
  ) {
    var previous = Script.none
    /// The characters since the last of ASCII or mark, and whether a letter of ASCII stands before them.
    var run = 0
    var isAfterLetter = false
    for scalar in scalars {
      let script = Script(scalar)
      switch script {
      case .none, .asciiLetter:
        if run > 0, script == .asciiLetter { cost += 10 }
        // One character in the middle of a word in ASCII is more often a wrong reading of two letters.
        if run == 1, isAfterLetter || script == .asciiLetter { cost += 8 }
        run = 0
        if scalar.isASCII { addASCII(scalar) } else { addMark(scalar) }
      default:
        let (character, change) = mixture(script, previous)
        if run == 0 {
          isAfterLetter = previous == .asciiLetter
          cost += isAfterLetter ? 10 : 4
        } else {
          cost += change
        }
        let letter = character ?? table.cost(of: scalar)
        cost += letter
        foreign += 1
        if letter >= CharacterTable.unknown { strange += 1 }
        run += 1
      }
      previous = script
    }
  }

  // MARK: Thai

  /// Adds a text whose letters are equally frequent, but whose vowels and tones stand in an order.
  private mutating func addThai(_ scalars: String.UnicodeScalarView) {
    var previous: Unicode.Scalar = " "
    for scalar in scalars {
      let wasThai = Self.isThai(previous)
      if scalar.isASCII {
        addASCII(scalar)
        if wasThai, Self.isLetter(scalar) { cost += 12 }
      } else if Self.isThai(scalar) {
        foreign += 1
        cost += 8
        if !wasThai { cost += Self.isLetter(previous) ? 12 : 6 }
        if !Self.mayStand(scalar, after: previous) { (cost, strange) = (cost + 16, strange + 1) }
      } else {
        addMark(scalar)
      }
      previous = scalar
    }
  }

  private static func isThai(_ scalar: Unicode.Scalar) -> Bool { (0xE01...0xE5B).contains(scalar.value) }

  private static func mayStand(_ scalar: Unicode.Scalar, after previous: Unicode.Scalar) -> Bool {
    let isAfterConsonant = (0xE01...0xE2E).contains(previous.value)
    let isAfterMark = isMark(previous)
    if isMark(scalar) { return isAfterConsonant || (isAfterMark && scalar.value >= 0xE47) }
    switch scalar.value {
    // Vowels behind a consonant, and signs that few texts have.
    case 0xE30, 0xE32, 0xE33, 0xE45: return isAfterConsonant || isAfterMark
    case 0xE4F...0xE5B, 0xE2F, 0xE46, 0xE3F: return false
    // A vowel in front needs its consonant.
    case 0xE01...0xE2E: return true
    default: return !(0xE40...0xE44).contains(previous.value)
    }
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value == 0xE31 || (0xE34...0xE3A).contains(scalar.value) || (0xE47...0xE4E).contains(scalar.value)
  }

  // MARK: Alphabets

  /// The cost of languages that are rare in lists.
  private static let rareLanguages = ["is": 8, "ca": 4, "vi": 6]

  private mutating func addWords(_ scalars: String.UnicodeScalarView, _ alphabets: [Alphabet], mixing: Int) {
    var words: [[(cost: Int, strange: Int)]] = []
    var word: [Unicode.Scalar] = []
    /// Whether a mark stands directly before.
    var isAfterMark = false
    for scalar in scalars {
      if Self.isLetter(scalar) {
        if isAfterMark { (cost, strange) = (cost + 8, strange + 1) }
        isAfterMark = false
        word.append(scalar)
        continue
      }
      let isAfterWord = !word.isEmpty
      finish(&word, alphabets, &words)
      isAfterMark = false
      guard !scalar.isASCII else {
        addASCII(scalar)
        continue
      }
      addMark(scalar)
      if isAfterWord, !Self.closing.contains(scalar) { (cost, strange) = (cost + 8, strange + 1) }
      isAfterMark = !Self.opening.contains(scalar)
    }
    finish(&word, alphabets, &words)
    guard !words.isEmpty else { return }
    let least = words.map { $0.map(\.cost).min() ?? 0 }
    let totals = alphabets.indices.map { language in
      zip(words, least).reduce(Self.rareLanguages[alphabets[language].language] ?? 0) { total, word in
        total + min(word.0[language].cost, word.1 + mixing)
      }
    }
    cost += totals.min() ?? 0
    strange += words.reduce(0) { $0 + ($1.map(\.strange).min() ?? 0) }
  }

  private mutating func finish(
    _ word: inout [Unicode.Scalar], _ alphabets: [Alphabet], _ words: inout [[(cost: Int, strange: Int)]]
  ) {
    let letters = word.count { !$0.isASCII }
    if letters == 0 {
      cost += Self.asciiLetter * word.count
    } else {
      foreign += letters
      words.append(alphabets.map { $0.cost(word) })
    }
    word.removeAll(keepingCapacity: true)
  }

  private static let opening: Set<Unicode.Scalar> = ["“", "‘", "«", "„", "–", "—", "¡", "¿", "\u{A0}", "·", "’", "№"]
  private static let closing: Set<Unicode.Scalar> = [
    "’", "”", "»", "“", "–", "—", "…", "™", "®", "\u{A0}", "·", "º", "ª", "°",
  ]
}
