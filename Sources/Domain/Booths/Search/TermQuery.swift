/// The words that a booth has to contain, or begin with, each in one of its forms.
struct TermQuery: Sendable {
  struct Word: Sendable {
    let keys: [UInt8]
    /// Empty with Hangul.
    let letters: [UInt8]
    /// Empty unless the word consists of consonants.
    let consonants: [UInt8]
    /// The word as two, written together: 인생네컷강남점.
    var splits: [(first: [UInt8], rest: [UInt8])]
    /// Further forms: 서울 for Seoul, 인생네컷 for 인생내컷.
    var alternatives: [[UInt8]] = []
    /// Whether words that only begin with it, or continue its last number, do not match.
    var isWhole = false

    /// Nil for a word without letters and digits.
    init?(_ typed: String) {
      let text = SearchPhrase.folded(typed)
      keys = Keyboard.keys(text)
      guard !keys.isEmpty else { return nil }
      letters = text.unicodeScalars.contains { Hangul.isSyllable($0.value) } ? [] : Keyboard.letters(text)
      consonants = Keyboard.consonants(text) ?? []
      // Words of one or two syllables are not two.
      let cuts = text.count >= 4 ? text.indices.dropFirst(2).dropLast().filter { !isInNumber($0, of: text) } : []
      splits = cuts.prefix(24).map { (Keyboard.keys(String(text[..<$0])), Keyboard.keys(String(text[$0...]))) }
    }

    /// How the word sounds in Latin letters; empty for a number.
    var sound: [UInt8] { isNumber ? [] : Romanization.sound(letters) }
    var isNumber: Bool { keys.allSatisfy(Keyboard.isNumeric) }
    /// A number, or a road and a number: 월드컵로14-3.
    fileprivate var endsWithNumber: Bool { keys.last.map(Keyboard.isDigit) ?? false }
  }

  var words: [Word]

  /// The same with whole numbers, so that a house number 12 comes before 120; nil without a number.
  var withWholeNumbers: TermQuery? {
    guard words.contains(where: \.endsWithNumber) else { return nil }
    var query = self
    for index in words.indices { query.words[index].isWhole = words[index].endsWithNumber }
    return query
  }

  init(_ words: [Word]) { self.words = words }

  init(_ phrase: SearchPhrase) { words = phrase.typed.compactMap(Word.init) }
}

/// Whether a character continues the number before it.
private func isInNumber(_ index: String.Index, of text: String) -> Bool {
  func isNumeric(_ character: Character) -> Bool { character.asciiValue.map(Keyboard.isNumeric) ?? false }
  return isNumeric(text[index]) && isNumeric(text[text.index(before: index)])
}

extension SearchIndex {
  /// The number of words that may be one, written apart: 와우산로 21길.
  private static let maxJoined = 3

  struct Found {
    /// By their names, which begin with the first word.
    var headed: BoothSet
    /// Others by their names and chains.
    var named: BoothSet
    /// Others, by their addresses as well.
    var addressed: BoothSet
  }

  /// The booths that match all words. Complexity: O(booths that contain the words, and n / 64).
  func find(_ query: TermQuery) -> Found {
    // By how many words are read: the booths that have them.
    var named = [BoothSet?](repeating: nil, count: query.words.count + 1)
    var all = named
    for end in query.words.indices.map({ $0 + 1 }) {
      for start in max(0, end - Self.maxJoined)..<end where start == end - 1 || hasBooths(query.words[start..<end]) {
        var set = BoothSet(count: words.count)
        collect(query.words[start..<end], [.head, .name, .brand], into: &set)
        named[end].formUnion(set, within: named[start], isFirst: start == 0)
        collect(query.words[start..<end], [.address], into: &set)
        all[end].formUnion(set, within: all[start], isFirst: start == 0)
      }
    }
    let none = BoothSet(count: words.count)
    var found = Found(
      headed: none, named: named.last.flatMap(\.self) ?? none, addressed: all.last.flatMap(\.self) ?? none)
    found.addressed.subtract(found.named)
    collect(query.words[..<1], [.head], into: &found.headed)
    found.headed.formIntersection(found.named)
    found.named.subtract(found.headed)
    return found
  }

  /// Whether any booth but some has a word.
  func hasBooths(_ word: TermQuery.Word, but removed: [UInt32]) -> Bool {
    guard hasBooths(word) else { return false }
    if removed.isEmpty { return true }
    var set = BoothSet(count: words.count)
    collect(word, WordField.allCases, into: &set)
    for booth in removed { set.remove(booth) }
    return !set.isEmpty
  }

  private func hasBooths(_ word: TermQuery.Word) -> Bool {
    func has(_ words: Range<Int>) -> Bool { self.words.hasBooths(words, WordField.allCases) }
    return has(words.words(beginningWith: word.keys)) || words.hasBooths(sound: word.sound)
      || (!word.consonants.isEmpty && words.hasBooths(consonants: word.consonants))
      || word.splits.contains { first, rest in
        guard has(words.words(equalTo: first)), has(words.words(beginningWith: rest)) else { return false }
        return !both(first, rest, WordField.allCases).isEmpty
      }
  }

  private func hasBooths(_ query: ArraySlice<TermQuery.Word>) -> Bool {
    words.hasBooths(words.words(beginningWith: Array(query.map(\.keys).joined())), WordField.allCases)
      || sound(of: query).map { words.hasBooths(sound: $0) } ?? false
  }

  /// How some words sound as one; nil with Hangul, and for numbers.
  private func sound(of query: ArraySlice<TermQuery.Word>) -> [UInt8]? {
    let letters = query.map(\.letters)
    guard letters.allSatisfy({ !$0.isEmpty }), query.contains(where: { !$0.isNumber }) else { return nil }
    return Romanization.sound(Array(letters.joined()))
  }

  private func collect(_ query: ArraySlice<TermQuery.Word>, _ fields: [WordField], into set: inout BoothSet) {
    if let word = query.first, query.count == 1 { return collect(word, fields, into: &set) }
    collect(Array(query.map(\.keys).joined()), isWhole: query.last?.isWhole ?? false, fields, into: &set)
    if let sound = sound(of: query) { words.collect(sound: sound, fields, into: &set) }
  }

  private func collect(_ word: TermQuery.Word, _ fields: [WordField], into set: inout BoothSet) {
    if !word.consonants.isEmpty { words.collect(consonants: word.consonants, fields, into: &set) }
    for keys in word.alternatives { words.collect(words.words(beginningWith: keys), fields, into: &set) }
    collect(word.keys, isWhole: word.isWhole, fields, into: &set)
    if !word.isWhole { words.collect(sound: word.sound, fields, into: &set) }
    // One of the two may be in the name, the other in the address.
    let fields = fields.contains(.address) ? WordField.allCases : fields
    for (first, rest) in word.splits where words.hasBooths(words.words(equalTo: first), fields) {
      set.formUnion(both(first, rest, isWhole: word.isWhole, fields))
    }
  }

  private func collect(_ keys: [UInt8], isWhole: Bool, _ fields: [WordField], into set: inout BoothSet) {
    words.collect(isWhole ? words.words(equalTo: keys) : words.words(beginningWith: keys), fields, into: &set)
  }

  /// The booths with a word that equals some keys, and one that begins with others; `isWhole`: equals them.
  private func both(
    _ first: [UInt8], _ rest: [UInt8], isWhole: Bool = false, _ fields: [WordField]
  ) -> BoothSet {
    var parts = BoothSet(count: words.count)
    words.collect(words.words(equalTo: first), fields, into: &parts)
    var others = BoothSet(count: words.count)
    collect(rest, isWhole: isWhole, fields, into: &others)
    parts.formIntersection(others)
    return parts
  }
}

extension BoothSet? {
  /// Adds the booths of a set that are in another; `isFirst`: all of it.
  fileprivate mutating func formUnion(_ set: BoothSet, within other: BoothSet?, isFirst: Bool) {
    var set = set
    if !isFirst {
      guard let other else { return }
      set.formIntersection(other)
    }
    if self == nil { self = set } else { self?.formUnion(set) }
  }
}
