/// A search query: words that must all match.
///
/// A syllable matches itself, a lone consonant every syllable that begins with it (ㅇㅅㄴㅋ finds 인생네컷). The last syllable
/// may be incomplete: 인새 finds 인생, 인샌 finds 인새나, 고 finds 과.
package struct SearchQuery: Sendable {
  /// The patterns of all words.
  private(set) var patterns: [SearchPattern] = []
  /// The units allowed at each position of each pattern.
  private(set) var ranges: [UnitRange] = []
  private(set) var words: [SearchWord] = []
  /// All words joined, for names written without spaces; nil for a single word.
  private(set) var joined: SearchWord?

  /// A query from text as typed. Complexity: O(length).
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
    let start = ranges.count
    ranges += units
    patterns.append(SearchPattern(ranges: start..<ranges.count, kind: kind))
  }

  /// The ranges of a typed unit: one, or two for a cluster that a keyboard made of two consonants.
  private static func ranges(_ unit: UInt32) -> [UnitRange] {
    if let (first, second) = Hangul.clusters[unit] { return ranges(first) + ranges(second) }
    return [UnitRange(Hangul.syllables(beginningWith: unit) ?? unit...unit)]
  }
}

/// A word of a query with its possible readings, as indices into `SearchQuery.patterns`.
struct SearchWord: Sendable {
  let patterns: Range<Int>
}

/// A sequence of units, as indices into `SearchQuery.ranges`.
struct SearchPattern: Sendable {
  enum Kind {
    /// As it was typed.
    case exact
    /// The last syllable with all its completions, itself included.
    case open
    /// The last consonant as the initial of a further syllable.
    case released
  }

  let ranges: Range<Int>
  let kind: Kind

  /// Whether it assumes that the last syllable is incomplete. Such a match ranks lower.
  var isGuess: Bool { kind != .exact }
}

/// The units allowed at one position.
struct UnitRange: Hashable, Sendable {
  /// What is before and after a text.
  static let separator = UnitRange(0...0)

  let first: UInt16
  /// The number of units after `first`.
  let extent: UInt16

  init(_ range: ClosedRange<UInt32>) {
    first = UInt16(range.lowerBound)
    extent = UInt16(range.upperBound - range.lowerBound)
  }

  func contains(_ unit: UInt16) -> Bool { unit &- first <= extent }
}
