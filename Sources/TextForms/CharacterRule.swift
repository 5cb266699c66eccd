/// Which characters a text may hold.
public enum CharacterRule: Hashable, Sendable {
  /// Texts of one or more lines: no control characters but tab and line breaks, none that turn the direction of
  /// others, no invisible spaces, none that Unicode has not assigned.
  case text
  /// Names, by which people tell each other apart: one line without anything invisible but what joins emoji.
  /// Letters of every script are welcome, also of those that run from right to left.
  case name

  /// The first character that a text may not hold; nil where all is well. Complexity: O(n).
  public func offender(in text: String) -> Unicode.Scalar? {
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
    if scalar.turnsDirection || scalar.isInvisibleSpace { return false }
    switch scalar.properties.generalCategory {
    case .control: return self == .text && (scalar == "\t" || scalar == "\n" || scalar == "\r")
    case .unassigned, .surrogate: return false
    case .lineSeparator, .paragraphSeparator, .privateUse: return self == .text
    default: break
    }
    return self == .text || !scalar.isInvisible || scalar.completesEmoji(between: before, and: after)
  }
}

extension Unicode.Scalar {
  /// Embeddings, overrides, isolates and marks of direction: they make a text read as other than it is written.
  fileprivate var turnsDirection: Bool {
    switch value {
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// Zero-width space, word joiner and byte order mark.
  fileprivate var isInvisibleSpace: Bool { value == 0x200B || value == 0x2060 || value == 0xFEFF }

  /// Format characters, fillers, selectors and blank patterns.
  fileprivate var isInvisible: Bool {
    properties.isDefaultIgnorableCodePoint || properties.generalCategory == .format || value == 0x2800
  }

  /// Whether it is part of a sequence that is shown as one emoji: a joiner between two, a selector after one,
  /// a tag after a flag or another tag.
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
