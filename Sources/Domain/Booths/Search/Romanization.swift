/// Revised Romanization of Korean with the changes of sound that it writes (종로 → jongno, 왕십리 → wangsimni).
enum Romanization {
  private static let initials = [
    "g", "kk", "n", "d", "tt", "r", "m", "b", "pp", "s", "ss", "", "j", "jj", "ch", "k", "t", "p", "h",
  ]
  private static let vowels = [
    "a", "ae", "ya", "yae", "eo", "e", "yeo", "ye", "o", "wa", "wae", "oe", "yo", "u", "wo", "we", "wi", "yu", "eu",
    "ui", "i",
  ]
  /// How each final sounds at the end of a word or before a consonant.
  private static let finals = [
    "", "k", "k", "k", "n", "n", "n", "t", "l", "k", "m", "l", "l", "l", "p", "l", "m", "p", "p", "t", "t", "ng", "t",
    "t", "k", "t", "p", "t",
  ]
  /// How each final sounds before a vowel.
  private static let linked = [
    "", "g", "kk", "ks", "n", "nj", "n", "d", "r", "lg", "lm", "lb", "ls", "lt", "lp", "r", "m", "b", "ps", "s", "ss",
    "ng", "j", "ch", "k", "t", "p", "",
  ]
  private static let nasals = ["k": "ng", "t": "n", "p": "m"]
  private static let silentInitial = 11
  private static let lastVowel = 20

  /// A text with its Hangul syllables romanised, in lower case; other characters as they are. Complexity: O(length).
  static func romanized(_ text: String) -> String {
    var result = ""
    /// The beginning of the next syllable, if the last one has changed it.
    var carried: String?
    let scalars = Array(text.unicodeScalars)
    for (position, scalar) in scalars.enumerated() {
      guard let syllable = Syllable(scalar) else {
        result.unicodeScalars.append(scalar)
        carried = nil
        continue
      }
      result += (carried ?? initials[syllable.initial]) + vowels[syllable.vowel]
      carried = nil
      guard syllable.final > 0 else { continue }
      let next = position + 1 < scalars.count ? Syllable(scalars[position + 1]) : nil
      let (end, start) = boundary(syllable.final, next)
      result += end
      carried = start
    }
    return result
  }

  /// The name of a legal neighbourhood: `Yeoksam-dong`, `Seongsu-dong 2-ga`, `Euljiro 3-ga`.
  static func neighborhood(_ name: String) -> String {
    let endings = ["동": "-dong", "읍": "-eup", "면": "-myeon", "로": "-ro"]
    let stem = String(name.dropLast())
    if let ending = name.last.flatMap({ endings[String($0)] }) { return capitalized(stem) + ending }
    let street = stem.prefix { !$0.isNumber }
    guard name.hasSuffix("가"), street.count < stem.count else { return capitalized(name) }
    let own = street.hasSuffix("동") ? neighborhood(String(street)) : capitalized(String(street))
    return "\(own) \(stem.dropFirst(street.count))-ga"
  }

  /// A name, with a capital: `Seolleung`.
  static func capitalized(_ hangul: some StringProtocol) -> String {
    let name = romanized(String(hangul))
    return name.prefix(1).uppercased() + name.dropFirst()
  }

  /// The sound of a final before a syllable, and the changed beginning of that syllable; nil if unchanged.
  private static func boundary(_ final: Int, _ next: Syllable?) -> (end: String, start: String?) {
    let sound = finals[final]
    guard let next else { return (sound, nil) }
    if next.initial == silentInitial {
      let link = linked[final]
      let softens = next.vowel == lastVowel && (link == "d" || link == "t")
      return (softens ? (link == "d" ? "j" : "ch") : link, nil)
    }
    switch initials[next.initial] {
    case "r": return sound == "n" || sound == "l" ? ("l", "l") : (nasals[sound] ?? sound, "n")
    case "n": return sound == "l" ? ("l", "l") : (nasals[sound] ?? sound, nil)
    case "m": return (nasals[sound] ?? sound, nil)
    default: return (sound, nil)
    }
  }

  private struct Syllable {
    let initial: Int
    let vowel: Int
    let final: Int

    init?(_ scalar: Unicode.Scalar) {
      guard Hangul.isSyllable(scalar.value) else { return nil }
      let index = Int(scalar.value - Hangul.firstSyllable)
      (initial, vowel, final) = (index / 588, index / 28 % 21, index % 28)
    }
  }

  /// A romanised or English name reduced to how it sounds, so that spellings of one sound are equal: Pusan and Busan,
  /// Shinchon and Sinchon. Expects lower-case letters and digits.
  ///
  /// The vowel ㅓ is also written `u` by custom (Sungsu, Myungdong): a name has both sounds.
  static func sounds(ofName letters: [UInt8]) -> [[UInt8]] {
    let customary = String(decoding: letters, as: UTF8.self).replacing("eo", with: "u")
    let sounds = [sound(letters), sound(Array(customary.utf8))]
    return sounds[0] == sounds[1] ? [sounds[0]] : sounds
  }

  static func sound(_ letters: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var position = 0
    while position < letters.count {
      let rule = rules[letters[position]]?.first { letters[position...].starts(with: $0.spelled) }
      let sound = rule?.sound ?? [letters[position]]
      position += rule?.spelled.count ?? 1
      for letter in sound where result.last != letter { result.append(letter) }
    }
    return result
  }

  /// By the first letter; longer spellings first.
  private static let rules: [UInt8: [(spelled: [UInt8], sound: [UInt8])]] = Dictionary(
    grouping: spellings.map { (Array($0.utf8), Array($1.utf8)) }, by: { $0.spelled[0] })

  private static let spellings = [
    ("yeo", "yo"), ("you", "yo"), ("woo", "u"), ("eo", "o"), ("eu", "u"), ("ae", "e"), ("oe", "e"), ("ai", "e"),
    ("oo", "u"), ("ee", "i"), ("ou", "u"), ("sh", "s"), ("ch", "j"), ("wh", "h"), ("ck", "g"), ("qu", "g"), ("k", "g"),
    ("c", "g"), ("q", "g"), ("t", "d"), ("p", "b"), ("f", "b"), ("v", "b"), ("z", "j"), ("l", "r"),
  ]
}
