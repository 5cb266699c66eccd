/// What was typed: words that must all be found.
///
/// A syllable stands for itself, a lone consonant for every syllable that begins with it (ㅇㅅㄴㅋ finds 인생네컷). The
/// last syllable may still be in the middle of being typed: 인새 finds 인생, 인샌 finds 인새나, 고 finds 과.
package struct SearchQuery: Sendable {
  /// The patterns of all words.
  private(set) var patterns: [SearchPattern] = []
  /// What may stand at each place of each pattern.
  private(set) var ranges: [UnitRange] = []
  private(set) var words: [SearchWord] = []
  /// All words as one, for names that are written without the blanks; nil for a single word.
  private(set) var joined: SearchWord?

  /// A query from what was typed. Complexity: O(length).
  package init(_ text: String) {
    let folded = text.split { $0.isWhitespace }.map { word in
      var folded = FoldedText()
      folded.append(ArraySlice(word.utf8))
      return folded.units.map(UInt32.init)
    }.filter { !$0.isEmpty }
    var seen: Set<[UInt32]> = []
    for (position, units) in folded.enumerated() where seen.insert(units).inserted {
      words.append(word(units, isLast: position == folded.count - 1))
    }
    if folded.count > 1 { joined = word(Array(folded.joined()), isLast: true) }
  }

  /// The word that is likely to be found least: a syllable says far more than an initial consonant.
  var rarestWord: SearchWord? {
    func rarity(_ word: SearchWord) -> Int {
      ranges[patterns[word.patterns.lowerBound].ranges].reduce(0) { $0 + ($1.more == 0 ? 4 : 1) }
    }
    return words.max { rarity($0) < rarity($1) }
  }

  /// The neighbours that must stand side by side where a pattern is found, as `PairSignatures` knows them.
  func pairs(_ pattern: SearchPattern) -> [Int] {
    let units = ranges[pattern.ranges]
    return zip(units, units.dropFirst()).filter { $0.more == 0 && $1.more == 0 }
      .map { PairSignatures.bit($0.first, $1.first) }
  }

  private mutating func word(_ units: [UInt32], isLast: Bool) -> SearchWord {
    let start = patterns.count
    let plain = units.flatMap(Self.ranges)
    add(plain, .exact)
    if isLast, let last = units.last, Hangul.isSyllable(last) {
      if let completions = Hangul.completions(of: last) {
        add(plain.dropLast() + [UnitRange(completions)], .open)
      }
      if let released = Hangul.released(last), let next = Hangul.syllables(beginningWith: released.next) {
        add(plain.dropLast() + [UnitRange(released.syllable...released.syllable), UnitRange(next)], .released)
      }
    }
    return SearchWord(patterns: start..<patterns.count)
  }

  private mutating func add(_ units: [UnitRange], _ kind: SearchPattern.Kind) {
    var rarest = (index: 0, width: Int.max)
    for position in 0..<max(1, units.count - 1) {
      let neighbor = units[min(position + 1, units.count - 1)]
      let width = (Int(units[position].more) + 1) * (Int(neighbor.more) + 1)
      if width < rarest.width { rarest = (position, width) }
    }
    let start = ranges.count
    ranges += units
    patterns.append(SearchPattern(ranges: start..<ranges.count, kind: kind, anchor: rarest.index))
  }

  /// What a typed unit stands for: one range, or two where a keyboard made a cluster of two consonants.
  private static func ranges(_ unit: UInt32) -> [UnitRange] {
    if let (first, second) = Hangul.clusters[unit] { return ranges(first) + ranges(second) }
    return [UnitRange(Hangul.syllables(beginningWith: unit) ?? unit...unit)]
  }
}

/// A word of a query: the ways in which it can be meant, by their places in `SearchQuery.patterns`.
struct SearchWord: Sendable {
  let patterns: Range<Int>
}

/// Units in a row, by their places in `SearchQuery.ranges`.
struct SearchPattern: Sendable {
  enum Kind {
    /// As it was typed.
    case exact
    /// The last syllable with all that it can still become, itself among it.
    case open
    /// The last consonant as the beginning of a further syllable.
    case released
  }

  let ranges: Range<Int>
  let kind: Kind
  /// The place of the pair of neighbours that is rarest: where a scan looks first.
  let anchor: Int

  /// Whether it supposes that the last syllable is not complete: such a match is worth less.
  var isGuess: Bool { kind != .exact }
}

/// Which units may stand at one place.
struct UnitRange: Hashable, Sendable {
  let first: UInt16
  /// How many further ones.
  let more: UInt16

  init(_ range: ClosedRange<UInt32>) {
    first = UInt16(range.lowerBound)
    more = UInt16(range.upperBound - range.lowerBound)
  }

  func contains(_ unit: UInt16) -> Bool { unit &- first <= more }
}
