/// Text as the search compares it: UTF-16 units without regard to case, width and blanks, Hangul composed.
struct FoldedText {
  private(set) var units: [UInt16]
  /// Whether lone consonants are written as syllables.
  private let fillsConsonants: Bool
  /// A syllable or conjoining jamo that may still combine with what follows; 0: none.
  private var pending: UInt32 = 0

  /// - Parameter fillsConsonants: whether lone consonants are given the vowel ㅡ, so that a typed consonant, which stands
  ///   for the syllables that begin with it, finds them too.
  init(capacity: Int = 0, fillsConsonants: Bool = false) {
    self.fillsConsonants = fillsConsonants
    units = []
    units.reserveCapacity(capacity)
  }

  /// Appends a text in UTF-8. What is no UTF-8 becomes U+FFFD. Complexity: O(length).
  mutating func append(_ text: ArraySlice<UInt8>) {
    var place = text.startIndex
    while place < text.endIndex {
      let byte = text[place]
      if byte < 0x80 {
        append(UInt32(byte))
        place += 1
      } else {
        let (scalar, length) = Self.decode(text, at: place)
        append(scalar)
        place += length
      }
    }
    if pending != 0 { settle() }
  }

  /// The character that begins at a place, where it is not ASCII, and its length in bytes.
  private static func decode(_ text: ArraySlice<UInt8>, at start: Int) -> (scalar: UInt32, length: Int) {
    let first = UInt32(text[start])
    let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
    guard first >= 0xC2, first <= 0xF4, text.endIndex - start >= length else { return (0xFFFD, 1) }
    var scalar = first & (0x7F >> UInt32(length))
    for place in start + 1..<start + length {
      guard text[place] & 0xC0 == 0x80 else { return (0xFFFD, 1) }
      scalar = scalar << 6 | UInt32(text[place] & 0x3F)
    }
    // Overlong forms, surrogates and what lies beyond Unicode are no characters.
    let least: UInt32 = length == 4 ? 0x10000 : length == 3 ? 0x800 : 0x80
    guard scalar >= least, Unicode.Scalar(scalar) != nil else { return (0xFFFD, 1) }
    return (scalar, length)
  }

  /// Appends a unit that no text contains.
  mutating func appendSeparator() {
    units.append(0)
  }

  /// Takes back the last units.
  mutating func removeLast(_ count: Int) {
    units.removeLast(count)
  }

  /// Whether some of these units hold some of another text in a row. Complexity: O(length · length), for short texts.
  func contains(_ other: FoldedText, _ part: Range<Int>, in range: Range<Int>) -> Bool {
    guard range.count >= part.count else { return false }
    return (range.lowerBound...range.upperBound - part.count).contains { place in
      part.indices.allSatisfy { units[place + $0 - part.lowerBound] == other.units[$0] }
    }
  }

  private mutating func append(_ scalar: UInt32) {
    if scalar >= 0x1100, scalar <= 0x11FF || Hangul.isSyllable(scalar) {
      appendHangul(scalar)
      return
    }
    if pending != 0 { settle() }
    if scalar < 0x80 {
      // Blanks and control characters go, so that U+0000 can separate texts.
      if scalar > 0x20, scalar < 0x7F { units.append(UInt16(Self.lowercaseASCII(scalar))) }
      return
    }
    appendOther(scalar)
  }

  private mutating func appendHangul(_ scalar: UInt32) {
    if pending != 0, let whole = Hangul.composed(pending, scalar) {
      pending = whole
    } else {
      if pending != 0 { settle() }
      pending = scalar
    }
  }

  /// Writes down what can't combine any more.
  private mutating func settle() {
    appendUnit(Hangul.standalone(pending))
    pending = 0
  }

  private mutating func appendOther(_ scalar: UInt32) {
    if scalar >= 0xFF01, scalar <= 0xFF5E {
      units.append(UInt16(Self.lowercaseASCII(scalar - 0xFF01 + 0x21)))
      return
    }
    if Self.isBlank(scalar) { return }
    let unit = scalar < 0x3000 ? Self.lowercase(scalar) : Hangul.standalone(scalar)
    appendUnit(unit)
  }

  private mutating func appendUnit(_ unit: UInt32) {
    if fillsConsonants, Hangul.isJamo(unit) {
      if let (first, second) = Hangul.clusters[unit] {
        appendUnit(first)
        appendUnit(second)
      } else {
        units.append(UInt16(Hangul.filled(unit)))
      }
    } else if unit > 0xFFFF {
      units.append(UInt16(truncatingIfNeeded: 0xD800 + (unit - 0x10000) >> 10))
      units.append(UInt16(truncatingIfNeeded: 0xDC00 + (unit - 0x10000) & 0x3FF))
    } else {
      units.append(UInt16(truncatingIfNeeded: unit))
    }
  }

  private static func lowercaseASCII(_ scalar: UInt32) -> UInt32 {
    scalar >= 0x41 && scalar <= 0x5A ? scalar + 0x20 : scalar
  }

  private static func lowercase(_ scalar: UInt32) -> UInt32 {
    Unicode.Scalar(scalar)?.properties.lowercaseMapping.unicodeScalars.first?.value ?? scalar
  }

  private static func isBlank(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x80...0xA0, 0x1680, 0x2000...0x200F, 0x2028...0x202F, 0x205F...0x2064, 0x3000, 0x3164, 0xFEFF, 0xFFA0: true
    default: false
    }
  }
}

/// A name as names are compared: without regard to case, width and blanks, Hangul composed.
func foldedName(_ name: String) -> String {
  var folded = FoldedText()
  folded.append(ArraySlice(name.utf8))
  return String(decoding: folded.units, as: UTF16.self)
}
