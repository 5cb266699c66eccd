/// The arithmetic of Hangul (The Unicode Standard, 3.12 "Conjoining Jamo Behavior"): a syllable is U+AC00 + (initial ·
/// 21 + vowel) · 28 + final, with 19 initials, 21 vowels and 27 finals (0: none).
enum Hangul {
  static let firstSyllable: UInt32 = 0xAC00
  static let lastSyllable: UInt32 = 0xD7A3
  static let finalCount: UInt32 = 28
  /// The number of syllables that share an initial consonant.
  static let initialSpan: UInt32 = 21 * 28

  static func isSyllable(_ unit: UInt32) -> Bool { unit >= firstSyllable && unit <= lastSyllable }

  /// The compatibility jamo of the 19 initials, in the order of the syllables.
  static let initials: [UInt32] = [
    0x3131, 0x3132, 0x3134, 0x3137, 0x3138, 0x3139, 0x3141, 0x3142, 0x3143, 0x3145, 0x3146, 0x3147, 0x3148, 0x3149,
    0x314A, 0x314B, 0x314C, 0x314D, 0x314E,
  ]

  /// Consonant clusters with the two consonants that are typed for them.
  static let clusters: [UInt32: (UInt32, UInt32)] = [
    0x3133: (0x3131, 0x3145), 0x3135: (0x3134, 0x3148), 0x3136: (0x3134, 0x314E), 0x313A: (0x3139, 0x3131),
    0x313B: (0x3139, 0x3141), 0x313C: (0x3139, 0x3142), 0x313D: (0x3139, 0x3145), 0x313E: (0x3139, 0x314C),
    0x313F: (0x3139, 0x314D), 0x3140: (0x3139, 0x314E), 0x3144: (0x3142, 0x3145),
  ]

  /// The compatibility jamo of the finals 1...27.
  static let finals: [UInt32] = [
    0x3131, 0x3132, 0x3133, 0x3134, 0x3135, 0x3136, 0x3137, 0x3139, 0x313A, 0x313B, 0x313C, 0x313D, 0x313E, 0x313F,
    0x3140, 0x3141, 0x3142, 0x3144, 0x3145, 0x3146, 0x3147, 0x3148, 0x314A, 0x314B, 0x314C, 0x314D, 0x314E,
  ]

  /// Whether a unit is a compatibility jamo (U+3131...U+3163).
  static func isJamo(_ unit: UInt32) -> Bool { unit >= 0x3131 && unit <= 0x3163 }

  /// The syllables that begin with a compatibility consonant; nil when absent.
  static func syllables(beginningWith jamo: UInt32) -> ClosedRange<UInt32>? {
    guard let position = initials.firstIndex(of: jamo) else { return nil }
    let first = firstSyllable + UInt32(position) * initialSpan
    return first...first + initialSpan - 1
  }

  /// A compatibility consonant with the vowel ㅡ (ㅋ → 크); other units unchanged.
  static func filled(_ jamo: UInt32) -> UInt32 {
    syllables(beginningWith: jamo).map { $0.lowerBound + 18 * finalCount } ?? jamo
  }

  /// The syllables that further typing can make of one, itself included: without final, any final, and for ㅗ, ㅜ and ㅡ
  /// the vowels that begin with them (고 → 과, 괜); with final ㄱ, ㄴ, ㄹ or ㅂ, the finals that begin with it (갑 → 값). Nil if
  /// the syllable is complete.
  static func completions(of syllable: UInt32) -> ClosedRange<UInt32>? {
    let index = syllable - firstSyllable
    let vowel = index / finalCount % 21
    switch index % finalCount {
    case 0:
      let further: UInt32 = vowel == 8 || vowel == 13 ? 3 : vowel == 18 ? 1 : 0
      return syllable...syllable + (further + 1) * finalCount - 1
    case 1, 4: return syllable...syllable + 2
    case 8: return syllable...syllable + 7
    case 17: return syllable...syllable + 1
    default: return nil
    }
  }

  /// Splits off the final, which may become the initial of the next syllable (각 → 가 + ㄱ, 값 → 갑 + ㅅ); nil without a
  /// final.
  static func released(_ syllable: UInt32) -> (syllable: UInt32, next: UInt32)? {
    let final = (syllable - firstSyllable) % finalCount
    guard final > 0 else { return nil }
    let jamo = finals[Int(final) - 1]
    guard let (first, second) = clusters[jamo] else { return (syllable - final, jamo) }
    guard let kept = finals.firstIndex(of: first) else { return nil }
    return (syllable - final + UInt32(kept) + 1, second)
  }

  /// The compatibility jamo for a standalone conjoining one; other units unchanged.
  static func standalone(_ unit: UInt32) -> UInt32 {
    switch unit {
    case 0x1100...0x1112: initials[Int(unit - 0x1100)]
    case 0x1161...0x1175: unit - 0x1161 + 0x314F
    case 0x11A8...0x11C2: finals[Int(unit - 0x11A8)]
    default: unit
    }
  }
}
