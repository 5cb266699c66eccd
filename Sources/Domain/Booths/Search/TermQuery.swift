/// The words that a booth has to contain, or begin with.
struct TermQuery: Sendable {
  struct Word: Sendable {
    let keys: [UInt8]
    /// Empty unless the word consists of consonants.
    let consonants: [UInt8]
    /// The word as two, written together: 인생네컷강남점.
    let splits: [(first: [UInt8], rest: [UInt8])]
    /// Whether words that only begin with it do not match.
    var isWhole = false

    var isNumber: Bool { keys.allSatisfy { (0x30...0x39).contains($0) } }
  }

  private(set) var words: [Word]

  /// The same with whole numbers, so that a house number 12 comes before 120; nil without a number.
  var withWholeNumbers: TermQuery? {
    guard words.contains(where: \.isNumber) else { return nil }
    var query = self
    for index in words.indices { query.words[index].isWhole = words[index].isNumber }
    return query
  }

  init(_ phrase: SearchPhrase) {
    words = phrase.typed.compactMap { typed in
      let text = SearchPhrase.folded(typed)
      let keys = Keyboard.keys(text)
      guard !keys.isEmpty else { return nil }
      // Words of one or two syllables are not two.
      let cuts = text.count >= 4 ? Array(text.indices.dropFirst(2).dropLast()) : []
      return Word(
        keys: keys, consonants: Keyboard.consonants(text) ?? [],
        splits: cuts.prefix(24).map { (Keyboard.keys(String(text[..<$0])), Keyboard.keys(String(text[$0...]))) })
    }
  }
}

extension SearchIndex {
  /// The booths whose name and chain match all words, and those that need their address as well.
  func find(_ query: TermQuery) -> (named: BoothSet, addressed: BoothSet) {
    var named = BoothSet(count: words.count)
    var all = named
    for (number, word) in query.words.enumerated() {
      var inName = BoothSet(count: words.count)
      collect(word, [.head, .name, .brand], into: &inName)
      var anywhere = inName
      collect(word, [.address], into: &anywhere)
      if number == 0 {
        (named, all) = (inName, anywhere)
      } else {
        named.formIntersection(inName)
        all.formIntersection(anywhere)
      }
    }
    all.subtract(named)
    return (named, all)
  }

  private func collect(_ word: TermQuery.Word, _ fields: [WordField], into set: inout BoothSet) {
    if !word.consonants.isEmpty { words.collect(consonants: word.consonants, fields, into: &set) }
    if word.isWhole { return words.collect(words.words(equalTo: word.keys), fields, into: &set) }
    words.collect(words.words(beginningWith: word.keys), fields, into: &set)
    for (first, rest) in word.splits where words.hasBooths(words.words(equalTo: first), fields) {
      var parts = BoothSet(count: words.count)
      words.collect(words.words(beginningWith: first), fields, into: &parts)
      var others = BoothSet(count: words.count)
      words.collect(words.words(beginningWith: rest), fields, into: &others)
      parts.formIntersection(others)
      set.formUnion(parts)
    }
  }
}
