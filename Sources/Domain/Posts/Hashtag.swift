import TextForms

/// A hashtag of a post.
package struct Hashtag: Hashable, Sendable {
  /// As written, in Unicode's composed form (NFC), without the `#`: 1 to 50 scalars.
  package let text: String
  /// The form for comparison: case, width and composition are folded.
  package let folded: String

  /// Further hashtags of a post are ignored.
  package static let maxPerPost = 30
  private static let maxScalars = 50

  /// Parses a whole text as a hashtag, with or without the leading `#`; nil if it is not one.
  package init?(_ text: String) {
    // Far more bytes than 50 scalars can compose from.
    guard text.utf8.count <= 16 * Self.maxScalars else { return nil }
    let composed = composed(text).unicodeScalars
    let word = composed.first == "#" ? composed.dropFirst() : composed[...]
    guard word.allSatisfy(Self.isPart) else { return nil }
    self.init(word: word)
  }

  /// A hashtag from a word in composed form that consists of word characters only.
  private init?(word: Substring.UnicodeScalarView) {
    guard let first = word.first, !Self.isMark(first), word.count <= Self.maxScalars,
      word.contains(where: { !Self.isMark($0) && $0.properties.generalCategory != .decimalNumber })
    else { return nil }
    text = String(word)
    folded = TextForms.folded(text)
    // Invisible letters, such as fillers, are folded away.
    guard !folded.isEmpty else { return nil }
  }

  /// The hashtags of some texts in order, without duplicates, at most `maxPerPost`. A hashtag is a `#` that follows no
  /// letter, number or underscore, and then letters, marks, numbers and underscores (of all scripts). The first of
  /// these is no mark, and at least one is neither a mark nor a digit, so that neither `#1` nor a keycap is a hashtag.
  /// Words longer than 50 scalars are ignored.
  /// Complexity: O(length).
  package static func found(in texts: [String]) -> [Hashtag] {
    var found: [Hashtag] = []
    var seen: Set<String> = []
    for text in texts {
      for word in words(of: composed(text).unicodeScalars) {
        guard found.count < maxPerPost else { return found }
        if let tag = Hashtag(word: word), seen.insert(tag.folded).inserted { found.append(tag) }
      }
    }
    return found
  }

  /// The words after each `#` that may begin a hashtag.
  private static func words(of scalars: String.UnicodeScalarView) -> [Substring.UnicodeScalarView] {
    var words: [Substring.UnicodeScalarView] = []
    var isAfterWord = false
    var index = scalars.startIndex
    while index < scalars.endIndex {
      let scalar = scalars[index]
      scalars.formIndex(after: &index)
      if scalar == "#" && !isAfterWord {
        let word = scalars[index...].prefix(while: isPart)
        words.append(word)
        index = word.endIndex
        isAfterWord = !word.isEmpty
      } else {
        isAfterWord = isPart(scalar)
      }
    }
    return words
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: true
    default: false
    }
  }

  private static func isPart(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
      .letterNumber, .otherNumber, .nonspacingMark, .spacingMark, .enclosingMark:
      true
    default: scalar == "_"
    }
  }
}
