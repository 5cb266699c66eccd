/// How well a text matches a name. Lower is better.
struct NameMatch: Hashable, Comparable, Sendable {
  enum Class {
    static let exact = 0
    /// By initial consonants, by sound, or in the other keyboard layout; so are prefixes and their indirect forms.
    static let indirect = 1
    static let prefix = 2
    // 3: a prefix that is indirect as well.
    static let inside = 4
    /// With one typo; two typos are one more.
    static let slip = 5
    /// For a phrase with an unknown part.
    static let partial = 7
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
/// It is made for some tens of thousands of forms. What begins with a word is found by halving; for names that contain
/// it or differ by typos, a query checks a set of letters for each form, which takes about a nanosecond.
struct NameTable: Sendable {
  fileprivate enum Script: Int, CaseIterable {
    /// By keys of the Korean keyboard.
    case hangul
    case latin
    /// Latin letters by their sound.
    case sound
    case initials
  }

  fileprivate struct Form {
    let owner: UInt32
    let start: UInt32
    let count: UInt8
    let isAlias: Bool
  }

  /// The forms of one script in the order of their units.
  private struct Index {
    var forms: [Form] = []
    /// For each form a bit for each letter that occurs.
    var letters: [UInt64] = []
  }

  private let units: [UInt8]
  private let indexes: [Index]
  private let owners: Int

  /// Anything short occurs inside something by chance.
  static let minCountInside = 4
  /// One slip in two syllables, two in three or four.
  static let minCountWithSlip = 4

  /// Longer names are cut: nobody types them.
  private static let maxLength = 60

  struct Builder {
    fileprivate var units: [UInt8] = []
    fileprivate var forms = [[Form]](repeating: [], count: Script.allCases.count)
    fileprivate var owners = 0

    /// Adds a name that a text in this script is compared with.
    mutating func add(_ name: String, owner: Int, isAlias: Bool) {
      owners = max(owners, owner + 1)
      let name = SearchPhrase.folded(name)
      guard name.unicodeScalars.contains(where: { Hangul.isSyllable($0.value) }) else {
        return addLatin(Keyboard.letters(name), owner, isAlias)
      }
      append(Keyboard.keys(name), .hangul, owner, isAlias)
      if let initials = Keyboard.initials(name), initials.count > 1 { append(initials, .initials, owner, isAlias) }
      addLatin(Keyboard.letters(Romanization.romanized(name)), owner, isAlias)
    }

    private mutating func addLatin(_ letters: [UInt8], _ owner: Int, _ isAlias: Bool) {
      guard append(letters, .latin, owner, isAlias) else { return }
      for sound in Romanization.sounds(ofName: letters) { append(sound, .sound, owner, isAlias) }
    }

    /// - Returns: Whether the form is new: a name and its romanisation are often the same.
    @discardableResult
    private mutating func append(_ form: [UInt8], _ script: Script, _ owner: Int, _ isAlias: Bool) -> Bool {
      guard !form.isEmpty else { return false }
      let form = form.prefix(maxLength)
      for other in forms[script.rawValue].reversed() {
        guard other.owner == owner else { break }
        if other.isAlias == isAlias, units[Int(other.start)...].prefix(Int(other.count)) == form { return false }
      }
      forms[script.rawValue].append(
        Form(owner: UInt32(owner), start: UInt32(units.count), count: UInt8(form.count), isAlias: isAlias))
      units += form
      return true
    }

    /// Complexity: O(names · log names).
    func finish() -> NameTable { NameTable(self) }
  }

  private init(_ builder: Builder) {
    let units = builder.units
    self.units = units
    owners = builder.owners
    indexes = builder.forms.map { forms in
      let sorted = forms.sorted { one, other in
        Self.text(one, units).lexicographicallyPrecedes(Self.text(other, units))
      }
      return Index(forms: sorted, letters: sorted.map { Self.letters(Self.text($0, units)) })
    }
  }

  private static func text(_ form: Form, _ units: [UInt8]) -> ArraySlice<UInt8> {
    units[Int(form.start)..<Int(form.start) + Int(form.count)]
  }

  private static func letters(_ form: some Sequence<UInt8>) -> UInt64 { form.reduce(0) { $0 | 1 << UInt64($1 & 63) } }

  // MARK: Queries

  /// The matches of a word, by what is named. Names with typos are searched for only if nothing else begins with it.
  /// Complexity: O(names).
  func matches(_ word: SearchPhrase.Word) -> [(owner: Int, match: NameMatch)] {
    var best = [UInt8](repeating: .max, count: owners)
    compareAll(word, findsInside: true, &best)
    if best.allSatisfy({ $0 >= UInt8(NameMatch.Class.inside) << 1 }) { compareWithSlips(word, upTo: 2, &best) }
    return matches(best)
  }

  /// The owners of names that begin with a word. Complexity: O(log names, and matches).
  func beginnings(_ word: SearchPhrase.Word) -> [(owner: Int, match: NameMatch)] {
    var best = [UInt8](repeating: .max, count: owners)
    compareAll(word, findsInside: false, &best)
    return matches(best)
  }

  /// The owners of names that differ from a word by one typo. Complexity: O(names).
  func corrections(_ word: SearchPhrase.Word) -> [(owner: Int, match: NameMatch)] {
    var best = [UInt8](repeating: .max, count: owners)
    compareWithSlips(word, upTo: 1, &best)
    return matches(best)
  }

  /// The owners of names that differ from a word by a few typos, at most one for each four keys, as few as possible.
  /// Complexity: O(names).
  func closest(_ word: SearchPhrase.Word) -> [(owner: Int, match: NameMatch)] {
    var best = [UInt8](repeating: .max, count: owners)
    compareWithSlips(word, upTo: 4, &best)
    return matches(best)
  }

  private func compareAll(_ word: SearchPhrase.Word, findsInside: Bool, _ best: inout [UInt8]) {
    compare(word.keys, .hangul, isDirect: true, findsInside, &best)
    compare(word.letters, .latin, isDirect: true, findsInside, &best)
    compare(word.sound, .sound, isDirect: false, findsInside, &best)
    compare(word.consonants, .initials, isDirect: false, findsInside, &best)
    compare(word.otherLayoutKeys, .hangul, isDirect: false, findsInside, &best)
    compare(word.otherLayoutLetters, .latin, isDirect: false, findsInside, &best)
  }

  private func compareWithSlips(_ word: SearchPhrase.Word, upTo limit: Int, _ best: inout [UInt8]) {
    let keys = Keyboard.alike(word.keys)
    for slips in 1...limit where best.allSatisfy({ $0 >= UInt8(NameMatch.Class.slip) << 1 }) {
      compare(keys, .hangul, slips: slips, &best)
      compare(word.letters, .latin, slips: slips, &best)
    }
  }

  private func matches(_ best: [UInt8]) -> [(owner: Int, match: NameMatch)] {
    best.indices.filter { best[$0] != .max }.map { owner in
      (owner, NameMatch(rank: Int(best[owner] >> 1), isAlias: best[owner] & 1 == 1))
    }
  }

  private func compare(
    _ typed: [UInt8], _ script: Script, isDirect: Bool, _ findsInside: Bool, _ best: inout [UInt8]
  ) {
    guard !typed.isEmpty else { return }
    let index = indexes[script.rawValue]
    let findsInside = findsInside && isDirect && typed.count >= Self.minCountInside
    // Anything short begins something in the other layout.
    let findsPrefix = isDirect || script == .initials || typed.count >= 4
    for form in index.forms[position(of: typed, in: index)...] {
      let isExact = Int(form.count) == typed.count
      guard form.count >= typed.count, begins(typed, at: Int(form.start)), isExact || findsPrefix else { break }
      let rank = isExact ? NameMatch.Class.exact : NameMatch.Class.prefix
      improve(&best, form, isDirect ? rank : rank + 1)
    }
    guard findsInside else { return }
    let letters = Self.letters(typed)
    for position in index.letters.indices where index.letters[position] & letters == letters {
      let form = index.forms[position]
      let start = Int(form.start)
      if occurs(typed, in: start + 1..<start + Int(form.count)) { improve(&best, form, NameMatch.Class.inside) }
    }
  }

  /// The position of the first form that does not come before a text.
  private func position(of typed: [UInt8], in index: Index) -> Int {
    var (low, high) = (0, index.forms.count)
    while low < high {
      let middle = (low + high) / 2
      if Self.text(index.forms[middle], units).lexicographicallyPrecedes(typed) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low
  }

  /// Compares by edit distance: a wrong, missing, additional or swapped key is one slip. Vowels that sound alike are
  /// equal.
  /// - Parameter typed: With such vowels as one.
  private func compare(_ typed: [UInt8], _ script: Script, slips: Int, _ best: inout [UInt8]) {
    guard typed.count >= Self.minCountWithSlip * slips, typed.count <= Self.maxLength else { return }
    let index = indexes[script.rawValue]
    let letters = Self.letters(typed)
    let compared = script == .hangul ? ~Self.letters(Keyboard.confusable) : .max
    for position in index.letters.indices
    where ((index.letters[position] ^ letters) & compared).nonzeroBitCount <= 2 * slips {
      let form = index.forms[position]
      guard abs(Int(form.count) - typed.count) <= slips else { continue }
      let name = Array(Self.text(form, units))
      guard EditDistance.isWithin(slips, typed, script == .hangul ? Keyboard.alike(name) : name) else { continue }
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

/// One wrong, missing, additional or swapped key.
struct OneSlip {
  private let typed: [UInt8]
  private let isHangul: Bool

  /// - Parameter isHangul: Whether vowels that sound alike are equal.
  init(_ typed: [UInt8], isHangul: Bool) {
    self.typed = isHangul ? Keyboard.alike(typed) : typed
    self.isHangul = isHangul
  }

  /// Whether a text differs by one slip, or only in vowels that sound alike. Complexity: O(length).
  func separates(_ other: Span<UInt8>) -> Bool {
    let (shorter, longer) = (min(typed.count, other.count), max(typed.count, other.count))
    guard longer - shorter <= 1 else { return false }
    func key(_ index: Int) -> UInt8 {
      guard isHangul else { return other[index] }
      return Keyboard.alike(
        other[index], after: index > 0 ? other[index - 1] : nil,
        before: index + 1 < other.count ? other[index + 1] : nil)
    }
    var start = 0
    while start < shorter, typed[start] == key(start) { start += 1 }
    // Names with an equal beginning have an equal end except for the typo.
    let needed = longer - start - 2
    var end = 0
    while end < shorter - start, typed[typed.count - 1 - end] == key(other.count - 1 - end) { end += 1 }
    guard end >= needed else { return false }
    let differing = longer - start - end
    if differing <= 1 { return true }
    guard differing == 2, typed.count == other.count else { return false }
    return typed[start] == key(start + 1) && typed[start + 1] == key(start)
  }
}

/// The edit distance with swaps of neighbours (optimal string alignment).
enum EditDistance {
  /// Whether at most `limit` edits turn one into the other. Complexity: O(length²), for short texts.
  static func isWithin(_ limit: Int, _ one: [UInt8], _ other: [UInt8]) -> Bool {
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
