import TextForms

/// The text of a search for a place, a chain or a booth, divided into words.
package struct SearchPhrase: Sendable {
  /// A word, or several joined, in the forms that names are compared by.
  struct Word: Sendable {
    /// Folded, without blanks.
    let text: String
    /// By keys of the Korean keyboard; empty without Hangul.
    let keys: [UInt8]
    /// Empty with Hangul.
    let letters: [UInt8]
    let sound: [UInt8]
    /// Empty unless the word consists of consonants.
    let consonants: [UInt8]
    /// As if Latin letters had been typed for Hangul.
    let otherLayoutKeys: [UInt8]
    /// As if Hangul had been typed for Latin letters.
    let otherLayoutLetters: [UInt8]

    /// - Parameter typed: The word as typed, whose case counts in the other layout.
    init(_ typed: String) {
      text = folded(typed)
      let hasHangul = text.unicodeScalars.contains {
        Hangul.isSyllable($0.value) || Hangul.isJamo(Hangul.standalone($0.value))
      }
      keys = hasHangul ? Keyboard.keys(text) : []
      letters = hasHangul ? [] : Keyboard.letters(text)
      sound = Romanization.sound(letters)
      consonants = Keyboard.consonants(text) ?? []
      otherLayoutKeys = hasHangul ? [] : Keyboard.keys(typed: typed)
      otherLayoutLetters = keys.map { $0 | 0x20 }
    }
  }

  /// The words as typed, at most `maxWords`.
  let typed: [String]

  /// More is cut off: nobody types it to find something.
  private static let maxLength = 100
  private static let maxWords = 8

  /// A phrase from text as typed. Complexity: O(1), as only its beginning is read.
  package init(_ text: String) {
    var words: [String] = []
    var word = ""
    for scalar in composed(String(String.UnicodeScalarView(text.unicodeScalars.prefix(Self.maxLength)))).unicodeScalars
    {
      if Self.separates(scalar) {
        words.append(word)
        word = ""
      } else {
        word.unicodeScalars.append(scalar)
      }
    }
    words.append(word)
    typed = Array(words.filter { !Self.folded($0).isEmpty }.prefix(Self.maxWords))
  }

  init(typed: [String]) { self.typed = typed }

  var isEmpty: Bool { typed.isEmpty }
  /// The words joined with blanks, as typed.
  package var text: String { typed.joined(separator: " ") }

  func word(_ range: Range<Int>) -> Word { Word(typed[range].joined()) }
  var whole: Word { word(0..<typed.count) }

  /// Case, width, composition and invisible characters do not count.
  static func folded(_ text: String) -> String { FoldedName(text).text }

  private static func separates(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case ",", "·", "/", "(", ")", "[", "]", "\"", "|", ";": true
    default: scalar.properties.isWhitespace || scalar.properties.generalCategory == .control
    }
  }
}
