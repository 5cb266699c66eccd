import Segments
import TextForms

enum WordField: Int, CaseIterable, Sendable {
  /// The first word of the name.
  case head
  /// Another word of the name, or what follows the chain in it.
  case name
  case brand
  case address

  static let names: [WordField] = [.head, .name]
}

/// The distinct words of booths with the booths that contain each (an inverted index), sorted by the keys that are
/// pressed for them. Every word that begins with what is typed is in one range, and so are its booths.
///
/// The table takes four bytes for each word of a booth, and the distinct words.
struct WordTable: Sendable {
  let count: Int
  private let keys: SortedKeys
  /// The words of syllables and digits by their initial consonants.
  private let initials: WordOrder
  /// The words with Hangul by the sound of their English form.
  private let sounds: WordOrder
  private let postings: [Postings]

  fileprivate init(_ builder: WordTableBuilder) {
    count = builder.count
    let written = builder.words
    let texts = written.map(FoldedWord.init)
    let order = texts.indices.sorted { texts[$0] < texts[$1] }
    // Words that are equal after folding are one word.
    var numbers = [UInt32](repeating: 0, count: texts.count)
    var distinct: [Int] = []
    for text in order {
      if distinct.last.map({ texts[$0].bytes != texts[text].bytes }) ?? true { distinct.append(text) }
      numbers[text] = UInt32(distinct.count - 1)
    }
    keys = SortedKeys(distinct.map { texts[$0].keys })
    initials = WordOrder(distinct.map { texts[$0].initials })
    sounds = WordOrder(distinct.map { texts[$0].sound })
    postings = builder.tokens.map { tokens in
      Postings(valueCount: distinct.count) { tokens.forEach(numbers, distinct.count, $0) }
    }
  }

  /// The table of `count` booths in a file.
  init(_ part: SegmentPart, count: Int) throws(SegmentFault) {
    self.count = count
    keys = try SortedKeys(part.part("keys"))
    initials = try WordOrder(part.part("initials"))
    sounds = try WordOrder(part.part("sounds"))
    var postings: [Postings] = []
    for field in WordField.allCases { postings.append(try Postings(part.part("\(field)"))) }
    self.postings = postings
  }

  func add(to draft: inout SegmentDraft) {
    draft.add(part: "keys") { keys.add(to: &$0) }
    draft.add(part: "initials") { initials.add(to: &$0) }
    draft.add(part: "sounds") { sounds.add(to: &$0) }
    for field in WordField.allCases { draft.add(part: "\(field)") { postings[field.rawValue].add(to: &$0) } }
  }

  /// The size in bytes.
  var byteCount: Int {
    keys.byteCount + initials.byteCount + sounds.byteCount
      + postings.reduce(0) { $0 + $1.byteCount }
  }

  // MARK: Words by keys

  /// The words that begin with some keys. Complexity: O(log words).
  func words(beginningWith keys: [UInt8]) -> Range<Int> { self.keys.range(beginningWith: keys) }

  /// The words that equal some keys. Complexity: O(log words).
  func words(equalTo keys: [UInt8]) -> Range<Int> { self.keys.range(equalTo: keys) }

  /// Adds the booths with words whose initial consonants begin with these to a set.
  func collect(consonants: [UInt8], _ fields: [WordField], into set: inout BoothSet) {
    initials.forEach(beginningWith: consonants) { collect($0, fields, into: &set) }
  }

  /// Shorter sounds begin anything.
  private static let minCountOfPrefix = 4

  /// Adds the booths with words whose English form begins with a sound; short ones have that sound.
  func collect(sound: [UInt8], _ fields: [WordField], into set: inout BoothSet) {
    guard sound.count >= 2 else { return }
    sounds.forEach(beginningWith: sound, isWhole: sound.count < Self.minCountOfPrefix) {
      collect($0, fields, into: &set)
    }
  }

  /// The keys of the words that differ from these by one typo, at most `limit`. Complexity: O(words).
  func corrections(of keys: [UInt8], isHangul: Bool, limit: Int) -> [[UInt8]] {
    guard keys.count >= NameTable.minCountWithSlip else { return [] }
    let slip = OneSlip(keys, isHangul: isHangul)
    return self.keys.entries(limit: limit, where: slip.separates)
  }

  /// The keys of the words that have some keys inside, at most `limit`. Complexity: O(words).
  func words(containing keys: [UInt8], limit: Int) -> [[UInt8]] {
    guard keys.count >= NameTable.minCountInside else { return [] }
    return self.keys.entries(limit: limit) { $0.contains(keys) }
  }

  // MARK: Booths

  func hasBooths(_ words: Range<Int>, _ fields: [WordField]) -> Bool {
    fields.contains { postings[$0.rawValue].contains(words) }
  }

  func hasBooths(consonants: [UInt8]) -> Bool { initials.contains(beginningWith: consonants) }

  /// Whether any booth has a word whose English form begins with a sound.
  func hasBooths(sound: [UInt8]) -> Bool {
    sound.count >= 2 && sounds.contains(beginningWith: sound, isWhole: sound.count < Self.minCountOfPrefix)
  }

  /// Adds the booths with some words to a set. Complexity: O(booths of the words).
  func collect(_ words: Range<Int>, _ fields: [WordField], into set: inout BoothSet) {
    for field in fields { postings[field.rawValue].forEach(words) { set.insert($0) } }
  }

  func collect(_ word: Int, _ fields: [WordField], into set: inout BoothSet) {
    collect(word..<word + 1, fields, into: &set)
  }
}

/// A word in the forms by which a table sorts and finds it.
private struct FoldedWord {
  let bytes: [UInt8]
  let keys: [UInt8]
  let initials: [UInt8]?
  /// Nil without Hangul.
  let sound: [UInt8]?

  init(_ word: ArraySlice<UInt8>) {
    let name = FoldedName(String(decoding: word, as: UTF8.self))
    bytes = name.bytes
    let plain = name.text
    keys = Keyboard.keys(plain)
    initials = Keyboard.initials(plain)
    let hasHangul = plain.unicodeScalars.contains { Hangul.isSyllable($0.value) }
    sound = hasHangul ? Romanization.sound(Keyboard.letters(EnglishAddress.part(plain).lowercased())) : nil
  }

  static func < (one: FoldedWord, other: FoldedWord) -> Bool {
    one.keys != other.keys
      ? one.keys.lexicographicallyPrecedes(other.keys) : one.bytes.lexicographicallyPrecedes(other.bytes)
  }
}

/// Some words in the order of other keys.
private struct WordOrder: Sendable {
  private let keys: SortedKeys
  private let words: PackedArray<UInt32>

  /// - Parameter keys: Of each word; nil for words that are left out.
  init(_ keys: [[UInt8]?]) {
    let sorted = keys.enumerated().compactMap { word, keys in keys.map { (keys: $0, word: UInt32(word)) } }
      .sorted { $0.keys != $1.keys ? $0.keys.lexicographicallyPrecedes($1.keys) : $0.word < $1.word }
    self.keys = SortedKeys(sorted.map(\.keys))
    words = PackedArray(sorted.map(\.word))
  }

  init(_ part: SegmentPart) throws(SegmentFault) {
    keys = try SortedKeys(part.part("keys"))
    words = try part.elements("words", count: keys.count)
  }

  func add(to draft: inout SegmentDraft) {
    draft.add(part: "keys") { keys.add(to: &$0) }
    draft.add("words", words)
  }

  var byteCount: Int { keys.byteCount + words.byteCount }

  /// Whether there is a word whose keys begin with some; `isWhole`: equal them.
  func contains(beginningWith keys: [UInt8], isWhole: Bool = false) -> Bool { !range(keys, isWhole).isEmpty }

  private func range(_ keys: [UInt8], _ isWhole: Bool) -> Range<Int> {
    isWhole ? self.keys.range(equalTo: keys) : self.keys.range(beginningWith: keys)
  }

  /// Calls `body` with each word whose keys begin with some; `isWhole`: equal them.
  func forEach(beginningWith keys: [UInt8], isWhole: Bool = false, _ body: (_ word: Int) -> Void) {
    for position in range(keys, isWhole) { body(Int(words[position])) }
  }
}

/// Keys in ascending order, in one buffer.
private struct SortedKeys: Sendable {
  private let bytes: PackedArray<UInt8>
  private let starts: PackedArray<UInt32>

  init(_ sorted: [[UInt8]]) {
    var bytes: [UInt8] = []
    var starts: [UInt32] = [0]
    starts.reserveCapacity(sorted.count + 1)
    for keys in sorted {
      bytes += keys
      starts.append(UInt32(bytes.count))
    }
    (self.bytes, self.starts) = (PackedArray(bytes), PackedArray(starts))
  }

  /// The keys in a file. What they say is not checked.
  init(_ part: SegmentPart) throws(SegmentFault) {
    (bytes, starts) = (try part.elements("bytes"), try part.elements("starts"))
    guard !starts.isEmpty else { throw .damaged("Sorted keys of the segment are cut off.") }
  }

  func add(to draft: inout SegmentDraft) {
    draft.add("bytes", bytes)
    draft.add("starts", starts)
  }

  var count: Int { starts.count - 1 }
  var byteCount: Int { bytes.byteCount + starts.byteCount }

  /// The first `limit` entries that pass. Complexity: O(bytes).
  func entries(limit: Int, where isWanted: (Span<UInt8>) -> Bool) -> [[UInt8]] {
    var found: [[UInt8]] = []
    unsafe bytes.withUnsafeBufferPointer { all in
      let all = unsafe Span(_unsafeElements: all)
      var start = 0
      for index in 0..<count where found.count < limit {
        // A damaged file may say any end.
        let end = min(max(start, Int(starts[index + 1])), all.count)
        let entry = all.extracting(start..<end)
        if isWanted(entry) { found.append(entry.indices.map { entry[$0] }) }
        start = end
      }
    }
    return found
  }

  func range(beginningWith keys: [UInt8]) -> Range<Int> {
    let first = firstIndex { !precedes($0, keys, isPrefixEqual: false) }
    return first..<firstIndex(from: first) { !precedes($0, keys, isPrefixEqual: true) }
  }

  func range(equalTo keys: [UInt8]) -> Range<Int> {
    let range = range(beginningWith: keys)
    return range.lowerBound..<(range.first { Int(starts[$0 + 1]) - Int(starts[$0]) > keys.count } ?? range.upperBound)
  }

  /// Whether an entry precedes some keys; `isPrefixEqual`: or begins with them.
  private func precedes(_ index: Int, _ keys: [UInt8], isPrefixEqual: Bool) -> Bool {
    var position = Int(starts[index])
    let end = min(Int(starts[index + 1]), bytes.count)
    for key in keys {
      guard position < end else { return true }
      if bytes[position] != key { return bytes[position] < key }
      position += 1
    }
    return isPrefixEqual
  }

  private func firstIndex(from start: Int = 0, where isBehind: (Int) -> Bool) -> Int {
    var (low, high) = (start, count)
    while low < high {
      let middle = (low + high) / 2
      if isBehind(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

struct WordTableBuilder {
  /// The words of booths in a field, one booth after the other.
  fileprivate struct Tokens {
    var words: [UInt32] = []
    var ends: [UInt32] = []

    /// Calls `body` with each booth and each of its words, once.
    func forEach(_ numbers: [UInt32], _ wordCount: Int, _ body: (_ word: Int, _ booth: UInt32) -> Void) {
      var last = [UInt32](repeating: .max, count: wordCount)
      var position = 0
      for (booth, end) in ends.enumerated() {
        while position < Int(end) {
          let word = Int(numbers[Int(words[position])])
          position += 1
          if last[word] == UInt32(booth) { continue }
          last[word] = UInt32(booth)
          body(word, UInt32(booth))
        }
      }
    }
  }

  private(set) var count = 0
  private var wordNumbers = ByteTable()
  fileprivate private(set) var tokens = [Tokens](repeating: Tokens(), count: WordField.allCases.count)

  var table: WordTable { WordTable(self) }

  mutating func add(name: PackedArray<UInt8>) {
    var field = WordField.head
    for word in Self.words(of: name) {
      add(word: name.slice(word), field)
      field = .name
    }
  }

  mutating func add(_ text: PackedArray<UInt8>, _ field: WordField) {
    for word in Self.words(of: text) { add(word: text.slice(word), field) }
  }

  mutating func end() {
    count += 1
    for field in tokens.indices { tokens[field].ends.append(UInt32(tokens[field].words.count)) }
  }

  fileprivate var words: [ArraySlice<UInt8>] { wordNumbers.strings }

  private mutating func add(word: PackedArray<UInt8>, _ field: WordField) {
    tokens[field.rawValue].words.append(UInt32(wordNumbers.number(of: word)))
  }

  // MARK: Words of a text

  private static func separates(_ byte: UInt8) -> Bool {
    switch byte {
    case 0...0x20, 0x28, 0x29, 0x2C, 0x2F, 0x3B, 0x5B, 0x5D, 0x7C, 0x7F: true
    default: false
    }
  }

  private static func words(of text: PackedArray<UInt8>) -> [Range<Int>] {
    var words: [Range<Int>] = []
    var start = 0
    for position in 0...text.count where position == text.count || separates(text[position]) {
      if position > start { words.append(start..<position) }
      start = position + 1
    }
    return words
  }
}

extension Span<UInt8> {
  fileprivate func contains(_ keys: [UInt8]) -> Bool {
    guard let first = keys.first, count >= keys.count else { return false }
    for start in 0...count - keys.count where self[start] == first {
      if keys.indices.allSatisfy({ self[start + $0] == keys[$0] }) { return true }
    }
    return false
  }
}
