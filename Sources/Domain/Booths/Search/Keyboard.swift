/// The keys of the Korean keyboard (Dubeolsik), named by the letters that a Latin layout has on them.
///
/// Names are compared by their keys: what is typed so far is then always a prefix (강나 of 강남, 고 of 과), a slip is one
/// key, and text typed in the other layout needs no conversion (`rkdska` are the keys of 강남).
enum Keyboard {
  private static let initials = bytes("r R s e E f a q Q t T d w W c z x v g")
  private static let vowels = bytes("k o i O j p u P h hk ho hl y n nj np nl b m ml l")
  private static let finals =
    [[]] + bytes("r R rt s sw sg e f fr fa fq ft fx fv fg a q qt t T d w c z x v g")
  /// The keys of U+3131...U+3163.
  private static let jamo = bytes(
    "r R rt s sw sg e E f fr fa fq ft fx fv fg a q Q qt t T d w W c z x v g "
      + "k o i O j p u P h hk ho hl y n nj np nl b m ml l")

  /// The keys of folded text: of Hangul the keys that are pressed for it, of Latin letters and digits themselves, of
  /// other scripts their bytes. Punctuation is left out, except a hyphen between digits: 34-16 is not 341-6.
  /// Complexity: O(length).
  static func keys(_ text: String) -> [UInt8] {
    var keys: [UInt8] = []
    var hasHyphen = false
    for scalar in text.unicodeScalars {
      if hasHyphen, isDigit(scalar), keys.last.map(isDigit) ?? false { keys.append(hyphen) }
      hasHyphen = scalar == "-"
      let unit = Hangul.standalone(scalar.value)
      if Hangul.isSyllable(unit) {
        let index = Int(unit - Hangul.firstSyllable)
        keys += initials[index / 588] + vowels[index / 28 % 21] + finals[index % 28]
      } else if Hangul.isJamo(unit) {
        keys += jamo[Int(unit - 0x3131)]
      } else if let letter = letter(scalar) {
        keys.append(letter)
      } else if !scalar.isASCII {
        keys += Array(String(scalar).utf8)
      }
    }
    return keys
  }

  /// A key of Hangul with vowels that sound alike as one: ㅔ as ㅐ, ㅖ as ㅒ, ㅚ and ㅞ as ㅙ.
  static func alike(_ key: UInt8, after last: UInt8?, before next: UInt8?) -> UInt8 {
    switch key {
    case UInt8(ascii: "p"): UInt8(ascii: "o")
    case UInt8(ascii: "P"): UInt8(ascii: "O")
    case UInt8(ascii: "l") where last == UInt8(ascii: "h"): UInt8(ascii: "o")
    case UInt8(ascii: "n") where next == UInt8(ascii: "p"): UInt8(ascii: "h")
    default: key
    }
  }

  /// The keys that `alike` changes, and what it makes of them.
  static let confusable = "opOPhln".utf8

  /// Keys of Hangul with vowels that sound alike as one; as many as before.
  static func alike(_ keys: [UInt8]) -> [UInt8] {
    keys.indices.map { index in
      let next = index + 1 < keys.count ? keys[index + 1] : nil
      return alike(keys[index], after: index > 0 ? keys[index - 1] : nil, before: next)
    }
  }

  /// The keys of a text in Latin letters, as typed: those with two meanings keep their case.
  static func keys(typed text: String) -> [UInt8] {
    text.utf8.compactMap { byte in
      if shifted.contains(byte) { return byte }
      return Unicode.Scalar(byte).properties.isAlphabetic ? byte | 0x20 : nil
    }
  }

  private static let shifted = Set("QWERTOP".utf8)

  /// The Latin letters and digits of a text, in lower case.
  static func letters(_ text: String) -> [UInt8] { text.unicodeScalars.compactMap(letter) }

  /// The initial consonants of a text as keys; nil unless it consists of syllables and digits.
  static func initials(_ text: String) -> [UInt8]? {
    var keys: [UInt8] = []
    for scalar in text.unicodeScalars {
      if Hangul.isSyllable(scalar.value) {
        keys += initials[Int(scalar.value - Hangul.firstSyllable) / 588]
      } else if let letter = letter(scalar), letter < 0x3A {
        keys.append(letter)
      } else {
        return nil
      }
    }
    return keys
  }

  /// The keys of a text of lone consonants, clusters taken apart; nil for other texts.
  static func consonants(_ text: String) -> [UInt8]? {
    let units = text.unicodeScalars.map { Hangul.standalone($0.value) }
    guard !units.isEmpty, units.allSatisfy({ (0x3131...0x314E).contains($0) }) else { return nil }
    return keys(text)
  }

  private static let hyphen = UInt8(ascii: "-")

  /// Whether a key is of a number, such as 34-16.
  static func isNumeric(_ key: UInt8) -> Bool { isDigit(key) || key == hyphen }

  static func isDigit(_ key: UInt8) -> Bool { (0x30...0x39).contains(key) }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { (0x30...0x39).contains(scalar.value) }

  private static func letter(_ scalar: Unicode.Scalar) -> UInt8? {
    switch scalar.value {
    case 0x30...0x39, 0x61...0x7A: UInt8(scalar.value)
    case 0x41...0x5A: UInt8(scalar.value | 0x20)
    default: nil
    }
  }

  private static func bytes(_ words: String) -> [[UInt8]] { words.split(separator: " ").map { Array($0.utf8) } }
}
