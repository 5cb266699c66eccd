/// The arithmetic of Hangul (The Unicode Standard, 3.12 "Conjoining Jamo Behavior"): a syllable is U+AC00 + (initial ·
/// 21 + vowel) · 28 + final, with 19 initials, 21 vowels and 27 finals (0: none).
enum Hangul {
  static let firstSyllable: UInt32 = 0xAC00
  static let lastSyllable: UInt32 = 0xD7A3

  static func isSyllable(_ unit: UInt32) -> Bool { unit >= firstSyllable && unit <= lastSyllable }

  /// The compatibility jamo of the 19 initials, in the order of the syllables.
  static let initials: [UInt32] = [
    0x3131, 0x3132, 0x3134, 0x3137, 0x3138, 0x3139, 0x3141, 0x3142, 0x3143, 0x3145, 0x3146, 0x3147, 0x3148, 0x3149,
    0x314A, 0x314B, 0x314C, 0x314D, 0x314E,
  ]

  /// The compatibility jamo of the finals 1...27.
  static let finals: [UInt32] = [
    0x3131, 0x3132, 0x3133, 0x3134, 0x3135, 0x3136, 0x3137, 0x3139, 0x313A, 0x313B, 0x313C, 0x313D, 0x313E, 0x313F,
    0x3140, 0x3141, 0x3142, 0x3144, 0x3145, 0x3146, 0x3147, 0x3148, 0x314A, 0x314B, 0x314C, 0x314D, 0x314E,
  ]

  /// Whether a unit is a compatibility jamo (U+3131...U+3163).
  static func isJamo(_ unit: UInt32) -> Bool { unit >= 0x3131 && unit <= 0x3163 }

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
