import Segments

/// The words of booths: of names and chains, and of addresses.
struct BoothTerms: Sendable {
  private let names: TermTable
  private let addresses: TermTable

  /// Complexity: O(total length), and sorting the distinct words.
  init(count: Int, _ record: (Int) -> BoothRecord) {
    var names = TermTableBuilder()
    var addresses = TermTableBuilder()
    for position in 0..<count {
      let record = record(position)
      let (name, brand) = (record.name, record.brand)
      names.add(name)
      names.add(brand)
      // 인생네컷강남점 is found by 강남 as well.
      if !brand.isEmpty, name.count > brand.count, name.starts(with: brand) {
        names.add(name.slice(brand.count..<name.count))
      }
      names.end()
      addresses.add(record.roadAddress)
      addresses.add(record.lotAddress)
      addresses.end()
    }
    self.names = names.table
    self.addresses = addresses.table
  }

  /// The size in bytes.
  var byteCount: Int { names.byteCount + addresses.byteCount }

  /// The booths whose name and chain match all words, and those that need their address as well.
  func find(_ query: TermQuery) -> (named: TextSet, addressed: TextSet) {
    var named = TextSet(count: names.count)
    var all = TextSet(count: names.count)
    for (number, word) in query.words.enumerated() {
      var inName = TextSet(count: names.count)
      collect(word, names, into: &inName)
      var anywhere = inName
      collect(word, addresses, into: &anywhere)
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

  private func collect(_ word: TermQuery.Word, _ table: TermTable, into set: inout TextSet) {
    if !word.consonants.isEmpty { table.collect(consonants: word.consonants, into: &set) }
    if word.isWhole { return table.collect(table.terms(equalTo: word.keys), into: &set) }
    table.collect(table.terms(beginningWith: word.keys), into: &set)
    for (first, rest) in word.splits where table.contains(first) {
      var parts = TextSet(count: table.count)
      table.collect(table.terms(beginningWith: first), into: &parts)
      var others = TextSet(count: table.count)
      table.collect(table.terms(beginningWith: rest), into: &others)
      parts.formIntersection(others)
      set.formUnion(parts)
    }
  }
}

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
