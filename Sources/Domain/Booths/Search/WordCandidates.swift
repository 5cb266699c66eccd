/// The booths that may match a word of a query, by the words that they contain. Every booth that matches is among them.
struct WordCandidates {
  /// Those that may match with the rank so far.
  private(set) var booths: BoothSet
  private let exact: PatternWords
  private let guesses: [PatternWords]

  init(_ word: SearchWord, of query: SearchQuery, in words: WordTable) {
    booths = BoothSet(count: words.count)
    let patterns = query.patterns[word.patterns]
    func find(_ pattern: SearchPattern) -> PatternWords { PatternWords(query.ranges[pattern.ranges], in: words) }
    exact = find(patterns[patterns.startIndex])
    guesses = patterns.dropFirst().map(find)
  }

  /// Adds the booths that may match with a rank; ranks ascend. Returns whether there are any.
  mutating func extend(to rank: Int) -> Bool {
    let patterns = rank & 1 == 0 ? [exact] : guesses
    var hasAny = false
    for pattern in patterns {
      for found in pattern.booths(rank: rank & ~1) {
        booths.formUnion(found)
        hasAny = true
      }
    }
    return hasAny
  }
}

/// The words of a table that have a part of a pattern, each found at first use.
private final class PatternWords {
  private let table: WordTable
  private let units: [UnitRange]
  /// The words that contain the pattern, and those that begin with it.
  private lazy var whole = wholeMatches()
  /// What `words(endingAt:)` and `words(from:)` found, by position.
  private var earlier: [Int: [UInt32]] = [:]
  private var later: [Int: [(end: Int, words: [UInt32])]] = [:]

  /// The beginning of a pattern is enough to find few candidates, and bounds the work for a long one.
  private static let maxCount = 8

  init(_ units: ArraySlice<UnitRange>, in table: WordTable) {
    self.table = table
    self.units = Array(units.prefix(Self.maxCount))
  }

  /// The booths that may match with an even rank, in parts.
  func booths(rank: Int) -> [BoothSet] {
    switch rank {
    case 0:
      parts(table.booths(whole.leading, [.head]), [.head], .name) { position in
        self.words(endingAt: position).filter { self.table.length($0) == position }
      }
    case 2: parts(table.booths(whole.containing, WordField.names), WordField.names, .name, words(endingAt:))
    case 4: parts(table.booths(whole.containing, [.brand]), [.brand], .brand, words(endingAt:))
    default: parts(table.booths(whole.containing, [.address]), [.address], .address, words(endingAt:))
    }
  }

  /// Some booths, and those where the pattern may lie across several words.
  /// - Parameters:
  ///   - first: The fields of its first word.
  ///   - rest: The field of the others.
  ///   - ends: The first words whose end is at a position of the pattern.
  private func parts(
    _ whole: BoothSet?, _ first: [WordField], _ rest: WordField, _ ends: (Int) -> [UInt32]
  ) -> [BoothSet] {
    var parts = whole.map { [$0] } ?? []
    var known: [Int: BoothSet?] = [:]
    for position in units.indices.dropFirst() {
      guard var booths = table.booths(ends(position), first), let after = further(position, rest, &known) else {
        continue
      }
      booths.formIntersection(after)
      parts.append(booths)
    }
    return parts
  }

  /// The booths that have words of a field for the units from a position on; nil if there are none.
  private func further(_ position: Int, _ field: WordField, _ known: inout [Int: BoothSet?]) -> BoothSet? {
    if let known = known[position] { return known }
    var all: BoothSet?
    for (end, words) in words(from: position) {
      guard var booths = table.booths(words, [field]) else { continue }
      if end < units.count {
        guard let after = further(end, field, &known) else { continue }
        booths.formIntersection(after)
      }
      all?.formUnion(booths)
      all = all ?? booths
    }
    known[position] = .some(all)
    return all
  }

  private func wholeMatches() -> (containing: [UInt32], leading: [UInt32]) {
    var found: (containing: [UInt32], leading: [UInt32]) = ([], [])
    table.scan(UnitPattern(units)) { word, position in
      found.containing.append(word)
      if position == 1 { found.leading.append(word) }
    }
    return found
  }

  /// The words that begin with the units from a position on, or are those from there to another position, by where they
  /// end in the pattern.
  private func words(from position: Int) -> [(end: Int, words: [UInt32])] {
    if let known = later[position] { return known }
    var words = [[UInt32]](repeating: [], count: units.count + 1)
    // Words of one character, and longer ones by two: a pair is rarer than a character.
    let beginnings = position + 1 < units.count ? [[.separator], [units[position + 1]]] : [[]]
    for next in beginnings {
      table.scan(UnitPattern([.separator, units[position]] + next)) { [units] word, _ in
        guard let count = table.agreement(word, units, from: position) else { return }
        words[position + count].append(word)
      }
    }
    let found = (position + 1...units.count).map { ($0, words[$0]) }.filter { !$0.1.isEmpty }
    later[position] = found
    return found
  }

  private func words(endingAt position: Int) -> [UInt32] {
    if let known = earlier[position] { return known }
    var words: [UInt32] = []
    table.scan(UnitPattern(units[..<position] + [.separator])) { word, _ in words.append(word) }
    earlier[position] = words
    return words
  }
}
