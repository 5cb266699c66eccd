import TextForms

/// People who are named in a text by `@` and their nickname.
package enum Mentions {
  /// How many people a text can name; later ones are not told.
  package static let maxCount = 5
  /// The maximum length of a nickname, in characters.
  private static let maxLength = 40

  /// What Korean appends to a name without a blank.
  private static let particles: Set<String> = [
    "님", "님이", "님은", "님을", "님도", "님과", "님의", "님께", "님이랑", "님한테", "씨", "아", "야", "이", "가", "은", "는", "을", "를", "와",
    "과", "의", "도", "랑", "이랑", "하고", "께", "에게", "한테",
  ]

  /// For each `@` that begins a word, the folded nicknames that may be meant, the longest first: nicknames may have
  /// blanks, and end with the text, before a sign or blank, or before a particle.
  /// Complexity: O(n), and a folding of up to 40 texts for each of `maxCount` signs.
  package static func candidates(in text: String) -> [[String]] {
    var found: [[String]] = []
    var previous: Character?
    for index in text.indices {
      defer { previous = text[index] }
      guard text[index] == "@", !isLetter(previous) else { continue }
      let names = names(at: text[text.index(after: index)...].prefix(maxLength + maxParticle + 1))
      if !names.isEmpty { found.append(names) }
      if found.count == maxCount { break }
    }
    return found
  }

  private static let maxParticle = 3

  /// The candidates that begin a text, the longest first.
  private static func names(at text: Substring) -> [String] {
    let line = Array(text.prefix { !$0.isNewline })
    guard line.first?.isWhitespace == false else { return [] }
    let ends = (1...maxLength).filter { end in
      end <= line.count && !line[end - 1].isWhitespace && isEnd(line[end...])
    }
    return ends.reversed().map { folded(String(line[..<$0])) }.filter { !$0.isEmpty }
  }

  private static func isEnd(_ rest: ArraySlice<Character>) -> Bool {
    let word = rest.prefix(maxParticle + 1).prefix { isLetter($0) }
    return word.isEmpty || particles.contains(String(word))
  }

  private static func isLetter(_ character: Character?) -> Bool {
    character.map { $0.isLetter || $0.isNumber } ?? false
  }
}
