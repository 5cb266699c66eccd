/// How well a text matches a name. Lower is better.
struct NameMatch: Hashable, Comparable, Sendable {
  /// What the class of a match means.
  enum Class {
    static let exact = 0
    /// By initial consonants, by sound, or in the other keyboard layout; so are prefixes and their indirect forms.
    static let indirect = 1
    static let prefix = 2
    static let indirectPrefix = 3
    static let inside = 4
    /// With one slip; two slips are one more.
    static let slip = 5
  }

  var rank: Int
  /// Whether a further name matches, not the name itself.
  var isAlias: Bool

  static func < (one: NameMatch, other: NameMatch) -> Bool {
    one.rank != other.rank ? one.rank < other.rank : !one.isAlias && other.isAlias
  }
}

/// Names in all the forms in which they are typed, packed into one buffer, with the number of what they name.
///
/// It is made for some thousands of names: a query compares each form, which takes about ten nanoseconds.
struct NameTable: Sendable {
  private enum Script: Int, CaseIterable {
    /// By keys of the Korean keyboard.
    case hangul
    case latin
    /// Latin letters by their sound.
    case sound
    case initials
  }

  private struct Form {
    let owner: UInt32
    let start: UInt32
    let count: UInt8
    let isAlias: Bool
    /// A bit for each letter that occurs.
    let letters: UInt64
  }

  private var units: [UInt8] = []
  private var forms = [[Form]](repeating: [], count: Script.allCases.count)
  private var owners: UInt32 = 0

  /// Longer names are cut: nobody types them.
  private static let maxLength = 60

  /// Adds a name that a text in this script is compared with.
  mutating func add(_ name: String, owner: Int, isAlias: Bool) {
    owners = max(owners, UInt32(owner) + 1)
    let name = SearchPhrase.folded(name)
    guard name.unicodeScalars.contains(where: { Hangul.isSyllable($0.value) }) else {
      return addLatin(Keyboard.letters(name), owner, isAlias)
    }
    append(Keyboard.keys(name), .hangul, owner, isAlias)
    if let initials = Keyboard.initials(name), initials.count > 1 { append(initials, .initials, owner, isAlias) }
    addLatin(Keyboard.letters(Romanization.romanized(name)), owner, isAlias)
  }

  private mutating func addLatin(_ letters: [UInt8], _ owner: Int, _ isAlias: Bool) {
    append(letters, .latin, owner, isAlias)
    for sound in Romanization.sounds(ofName: letters) { append(sound, .sound, owner, isAlias) }
  }

  private mutating func append(_ form: [UInt8], _ script: Script, _ owner: Int, _ isAlias: Bool) {
    guard !form.isEmpty else { return }
    let form = form.prefix(Self.maxLength)
    forms[script.rawValue].append(
      Form(
        owner: UInt32(owner), start: UInt32(units.count), count: UInt8(form.count), isAlias: isAlias,
        letters: Self.letters(form)))
    units += form
  }

  private static func letters(_ form: some Sequence<UInt8>) -> UInt64 { form.reduce(0) { $0 | 1 << UInt64($1 & 63) } }

  // MARK: Queries

  /// The matches of a word, by what is named. Names with slips are looked for only where nothing else begins with it.
  /// Complexity: O(total length of the names).
  func matches(_ word: SearchPhrase.Word) -> [(owner: Int, match: NameMatch)] {
    var best = [UInt8](repeating: .max, count: Int(owners))
    compare(word.keys, .hangul, isDirect: true, &best)
    compare(word.letters, .latin, isDirect: true, &best)
    compare(word.sound, .sound, isDirect: false, &best)
    compare(word.consonants, .initials, isDirect: false, &best)
    compare(word.otherLayoutKeys, .hangul, isDirect: false, &best)
    compare(word.otherLayoutLetters, .latin, isDirect: false, &best)
    if best.allSatisfy({ $0 >= UInt8(NameMatch.Class.inside) << 1 }) {
      for slips in 1...2 where best.allSatisfy({ $0 >= UInt8(NameMatch.Class.slip) << 1 }) {
        compare(word.keys, .hangul, slips: slips, &best)
        compare(word.letters, .latin, slips: slips, &best)
      }
    }
    return best.indices.filter { best[$0] != .max }.map { owner in
      (owner, NameMatch(rank: Int(best[owner] >> 1), isAlias: best[owner] & 1 == 1))
    }
  }

  private func compare(_ typed: [UInt8], _ script: Script, isDirect: Bool, _ best: inout [UInt8]) {
    guard let first = typed.first else { return }
    // Anything short occurs inside something by chance, and begins something in the other layout.
    let findsInside = isDirect && typed.count >= 4
    let findsPrefix = isDirect || script == .initials || typed.count >= 4
    for form in forms[script.rawValue] where Int(form.count) >= typed.count {
      let start = Int(form.start)
      var rank: Int
      if units[start] == first, begins(typed, at: start) {
        rank = Int(form.count) == typed.count ? NameMatch.Class.exact : NameMatch.Class.prefix
        if rank == NameMatch.Class.prefix, !findsPrefix { continue }
        if !isDirect { rank += 1 }
      } else if findsInside, occurs(typed, in: start + 1..<start + Int(form.count)) {
        rank = NameMatch.Class.inside
      } else {
        continue
      }
      improve(&best, form, rank)
    }
  }

  /// Compares by edit distance: a wrong, missing, additional or swapped key is one slip.
  private func compare(_ typed: [UInt8], _ script: Script, slips: Int, _ best: inout [UInt8]) {
    // One slip in two syllables, two in three.
    guard typed.count >= (slips == 1 ? 4 : 8), typed.count <= Self.maxLength else { return }
    let letters = Self.letters(typed)
    for form in forms[script.rawValue] where abs(Int(form.count) - typed.count) <= slips {
      guard (form.letters ^ letters).nonzeroBitCount <= 2 * slips else { continue }
      let start = Int(form.start)
      guard EditDistance.isWithin(slips, typed, units[start..<start + Int(form.count)]) else { continue }
      improve(&best, form, NameMatch.Class.slip + slips - 1)
    }
  }

  private func begins(_ typed: [UInt8], at start: Int) -> Bool {
    for (offset, unit) in typed.enumerated() where units[start + offset] != unit { return false }
    return true
  }

  private func occurs(_ typed: [UInt8], in range: Range<Int>) -> Bool {
    guard range.count >= typed.count else { return false }
    return (range.lowerBound...range.upperBound - typed.count).contains { begins(typed, at: $0) }
  }

  private func improve(_ best: inout [UInt8], _ form: Form, _ rank: Int) {
    let value = UInt8(rank) << 1 | (form.isAlias ? 1 : 0)
    if value < best[Int(form.owner)] { best[Int(form.owner)] = value }
  }
}

/// The edit distance with swaps of neighbours (optimal string alignment).
enum EditDistance {
  /// Whether at most `limit` edits turn one into the other. Complexity: O(length²), for short texts.
  static func isWithin(_ limit: Int, _ one: [UInt8], _ other: ArraySlice<UInt8>) -> Bool {
    let other = Array(other)
    guard abs(one.count - other.count) <= limit else { return false }
    var beforeLast = [Int](repeating: 0, count: other.count + 1)
    var last = Array(0...other.count)
    var row = last
    for position in one.indices {
      row[0] = position + 1
      for index in other.indices {
        let isEqual = one[position] == other[index]
        var cost = min(last[index] + (isEqual ? 0 : 1), last[index + 1] + 1, row[index] + 1)
        if position > 0, index > 0, one[position] == other[index - 1], one[position - 1] == other[index] {
          cost = min(cost, beforeLast[index - 1] + 1)
        }
        row[index + 1] = cost
      }
      if row.min() ?? 0 > limit { return false }
      (beforeLast, last, row) = (last, row, beforeLast)
    }
    return last[other.count] <= limit
  }
}
