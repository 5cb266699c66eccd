import Segments
import TextForms

/// Text normalised for search: the UTF-16 units of folded names, with standalone jamo as compatibility jamo, as
/// keyboards type them.
struct FoldedText {
  private(set) var units: [UInt16]
  private var name = FoldedName()
  /// Whether lone consonants are written as syllables.
  private let fillsConsonants: Bool
  /// - Parameter fillsConsonants: adds the vowel ㅡ to lone consonants, so that a typed consonant, which matches all
  ///   syllables beginning with it, matches them too.
  init(capacity: Int = 0, fillsConsonants: Bool = false) {
    self.fillsConsonants = fillsConsonants
    units = []
    units.reserveCapacity(capacity)
  }

  /// Appends UTF-8 text. Invalid UTF-8 becomes U+FFFD. Complexity: O(length).
  mutating func append(_ text: ArraySlice<UInt8>) {
    name.fold(text.span)
    appendFolded()
  }

  mutating func append(_ text: PackedArray<UInt8>) {
    unsafe text.withUnsafeBufferPointer { unsafe name.fold(Span(_unsafeElements: $0)) }
    appendFolded()
  }

  private mutating func appendFolded() {
    let bytes = name.bytes
    var position = 0
    while position < bytes.count {
      let byte = bytes[position]
      if byte < 0x80 {
        units.append(UInt16(byte))
        position += 1
      } else {
        let (scalar, length) = Self.decode(bytes, at: position)
        appendUnit(Hangul.standalone(scalar))
        position += length
      }
    }
  }

  /// Decodes the non-ASCII character at `start` of valid UTF-8. Returns it with its length in bytes.
  private static func decode(_ bytes: [UInt8], at start: Int) -> (scalar: UInt32, length: Int) {
    let first = UInt32(bytes[start])
    let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
    var scalar = first & (0x7F >> UInt32(length))
    for position in start + 1..<start + length { scalar = scalar << 6 | UInt32(bytes[position] & 0x3F) }
    return (scalar, length)
  }

  /// Appends a unit that no text contains.
  mutating func appendSeparator() {
    units.append(0)
  }

  mutating func removeLast(_ count: Int) {
    units.removeLast(count)
  }

  /// Whether `range` of these units contains `part` of another text. Complexity: O(length · length), for short texts.
  func contains(_ other: FoldedText, _ part: Range<Int>, in range: Range<Int>) -> Bool {
    guard range.count >= part.count else { return false }
    return (range.lowerBound...range.upperBound - part.count).contains { position in
      part.indices.allSatisfy { units[position + $0 - part.lowerBound] == other.units[$0] }
    }
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
}
