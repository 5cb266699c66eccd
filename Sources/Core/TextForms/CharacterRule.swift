package enum CharacterRule: Hashable, Sendable {
  /// Texts of one or more lines: no control characters except tab and line breaks, no noncharacters. Invisible
  /// characters are allowed, since many scripts use them and pasted text contains them.
  case text
  /// Names, which must be distinguishable: one line, no invisible characters except emoji joiners, no bidirectional
  /// controls, no unassigned characters. Letters of all scripts are allowed, including right-to-left ones.
  case name

  /// The first disallowed character; nil when there is none. Complexity: O(n).
  package func firstDisallowed(in text: String) -> Unicode.Scalar? {
    var before: Unicode.Scalar?
    var scalars = text.unicodeScalars.makeIterator()
    var next = scalars.next()
    while let scalar = next {
      next = scalars.next()
      if !allows(scalar, between: before, and: next) { return scalar }
      before = scalar
    }
    return nil
  }

  private func allows(
    _ scalar: Unicode.Scalar, between before: Unicode.Scalar?, and after: Unicode.Scalar?
  ) -> Bool {
    if scalar.isASCII, scalar.value >= 0x20 { return scalar.value != 0x7F }
    let category = scalar.properties.generalCategory
    if self == .text { return category == .control ? scalar.breaksLinesOrTabs : !scalar.isNoncharacter }
    switch category {
    case .control, .unassigned, .surrogate, .lineSeparator, .paragraphSeparator, .privateUse: return false
    default: return !scalar.isInvisible || scalar.completesEmoji(between: before, and: after)
    }
  }
}

extension Unicode.Scalar {
  fileprivate var breaksLinesOrTabs: Bool { self == "\t" || self == "\n" || self == "\r" }

  /// Code points that will never be characters.
  fileprivate var isNoncharacter: Bool { value & 0xFFFE == 0xFFFE || (0xFDD0...0xFDEF).contains(value) }

  /// Format characters (including bidirectional controls), fillers, variation selectors and the blank Braille
  /// pattern.
  fileprivate var isInvisible: Bool {
    properties.isDefaultIgnorableCodePoint || properties.generalCategory == .format || value == 0x2800
  }

  /// Whether the scalar is part of an emoji sequence: a joiner between two emoji, a variation selector after one, a
  /// tag after a flag or another tag.
  fileprivate func completesEmoji(between before: Unicode.Scalar?, and after: Unicode.Scalar?) -> Bool {
    guard let before else { return false }
    switch value {
    case 0x200D: return before.endsEmoji && after?.properties.isEmoji == true
    case 0xFE0E, 0xFE0F: return before.properties.isEmoji
    case 0xE0020...0xE007F: return before.value == 0x1F3F4 || (0xE0020...0xE007E).contains(before.value)
    default: return false
    }
  }

  private var endsEmoji: Bool { value == 0xFE0F || (properties.isEmoji && !isASCII) }
}
