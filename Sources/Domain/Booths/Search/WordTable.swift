import Segments
import TextForms

/// What a word of a booth is part of.
enum WordField: Int, CaseIterable, Sendable {
  /// The first word of the name.
  case head
  /// Another word of the name, or what follows the chain in it.
  case name
  case brand
  case address

  /// Where the name is.
  static let names: [WordField] = [.head, .name]
}

/// The distinct words of booths with the booths that contain each (an inverted index), sorted by the keys that are
/// pressed for them. Every word that begins with what is typed is in one range, and so are its booths.
///
/// A booth's text is its words, joined. Each has the punctuation that belongs to it, which has no keys. The table takes
/// four bytes for each word of a booth, and the distinct words.
struct WordTable: Sendable {
  /// The number of booths.
  let count: Int
  /// Each with a separator before and after it.
  private let words: TextColumn
  private let pairs: PairSignatures
  private let keys: SortedKeys
  /// The words of syllables and digits by their initial consonants.
  private let initials: SortedKeys
  private let initialWords: PackedArray<UInt32>
  /// By field.
  private let postings: [WordPostings]

  fileprivate init(_ builder: WordTableBuilder) {
    count = builder.count
    let written = builder.words
    let texts = written.map(FoldedWord.init)
    let order = texts.indices.sorted { texts[$0] < texts[$1] }
    // What is written alike after folding is one word.
    var numbers = [UInt32](repeating: 0, count: texts.count)
    var distinct: [Int] = []
    for text in order {
      if distinct.last.map({ texts[$0].bytes != texts[text].bytes }) ?? true { distinct.append(text) }
      numbers[text] = UInt32(distinct.count - 1)
    }
    words = TextColumn.words(distinct.map { written[$0] })
    pairs = words.pairs
    keys = SortedKeys(distinct.map { texts[$0].keys })
    let initials = distinct.enumerated().compactMap { number, text in
      texts[text].initials.map { (keys: $0, word: UInt32(number)) }
    }.sorted { $0.keys != $1.keys ? $0.keys.lexicographicallyPrecedes($1.keys) : $0.word < $1.word }
    self.initials = SortedKeys(initials.map(\.keys))
    initialWords = PackedArray(initials.map(\.word))
    postings = builder.tokens.map { WordPostings($0, numbers, wordCount: distinct.count) }
  }

  /// The table of `count` booths in a file.
  init(_ part: SegmentPart, count: Int) throws(SegmentFault) {
    self.count = count
    keys = try SortedKeys(part.part("keys"))
    words = try TextColumn(part.part("words"), count: keys.count)
    pairs = try PairSignatures(part.part("words"), count: keys.count)
    initials = try SortedKeys(part.part("initials"))
    initialWords = try part.elements("initial_words", count: initials.count)
    var postings: [WordPostings] = []
    for field in WordField.allCases {
      postings.append(try WordPostings(part.part("\(field)"), wordCount: keys.count))
    }
    self.postings = postings
  }

  func add(to draft: inout SegmentDraft) {
    draft.add(part: "keys") { keys.add(to: &$0) }
    draft.add(part: "words") {
      words.add(to: &$0)
      pairs.add(to: &$0)
    }
    draft.add(part: "initials") { initials.add(to: &$0) }
    draft.add("initial_words", initialWords)
    for field in WordField.allCases { draft.add(part: "\(field)") { postings[field.rawValue].add(to: &$0) } }
  }

  /// The size in bytes.
  var byteCount: Int {
    words.byteCount + pairs.byteCount + keys.byteCount + initials.byteCount + initialWords.byteCount
      + postings.reduce(0) { $0 + $1.byteCount }
  }

  // MARK: Words by keys

  /// The words that begin with some keys. Complexity: O(log words).
  func words(beginningWith keys: [UInt8]) -> Range<Int> { self.keys.range(beginningWith: keys) }

  /// The words that equal some keys. Complexity: O(log words).
  func words(equalTo keys: [UInt8]) -> Range<Int> { self.keys.range(equalTo: keys) }

  /// Adds the booths with words whose initial consonants begin with these to a set.
  func collect(consonants: [UInt8], _ fields: [WordField], into set: inout BoothSet) {
    for position in initials.range(beginningWith: consonants) {
      collect(Int(initialWords[position]), fields, into: &set)
    }
  }

  // MARK: Words by characters

  /// Calls `found` for every word that contains a pattern with its first position there; 1 is the beginning. Complexity:
  /// O(length of the words), 16 characters at a time; blocks of words without the pattern's pairs are skipped.
  func scan(_ pattern: UnitPattern, _ found: (_ word: UInt32, _ position: Int) -> Void) {
    var block = 0
    while block < pairs.count {
      guard pairs.mayContain(pattern.pairs, block) else {
        block += 1
        continue
      }
      var end = block + 1
      while end < pairs.count, pairs.mayContain(pattern.pairs, end) { end += 1 }
      words.scan(
        pattern, block * PairSignatures.blockSize..<min(end * PairSignatures.blockSize, keys.count)
      ) { found(UInt32($0), $1) }
      block = end
    }
  }

  /// The number of characters of a word that agree with a pattern from a position of it on; nil unless they do so to the
  /// end of either.
  func agreement(_ word: UInt32, _ pattern: [UnitRange], from position: Int) -> Int? {
    words.agreement(Int(word), pattern, from: position)
  }

  /// The number of characters of a word.
  func length(_ word: UInt32) -> Int { words.length(Int(word)) - 2 }

  // MARK: Booths

  /// Whether any booth has one of these words there.
  func hasBooths(_ words: Range<Int>, _ fields: [WordField]) -> Bool {
    fields.contains { !postings[$0.rawValue].booths(words).isEmpty }
  }

  /// Adds the booths with some words to a set. Complexity: O(booths of the words).
  func collect(_ words: Range<Int>, _ fields: [WordField], into set: inout BoothSet) {
    for field in fields { postings[field.rawValue].collect(words, into: &set) }
  }

  func collect(_ word: Int, _ fields: [WordField], into set: inout BoothSet) {
    collect(word..<word + 1, fields, into: &set)
  }

  /// The booths with one of these words there; nil if there are none.
  func booths(_ words: [UInt32], _ fields: [WordField]) -> BoothSet? {
    guard words.contains(where: { hasBooths(Int($0)..<Int($0) + 1, fields) }) else { return nil }
    var set = BoothSet(count: count)
    for field in fields {
      for word in words { postings[field.rawValue].collect(Int(word)..<Int(word) + 1, into: &set) }
    }
    return set
  }
}

/// A word in the forms by which a table sorts and finds it.
private struct FoldedWord {
  /// Folded, with its punctuation.
  let bytes: [UInt8]
  let keys: [UInt8]
  let initials: [UInt8]?

  init(_ word: ArraySlice<UInt8>) {
    bytes = FoldedName(String(decoding: word, as: UTF8.self)).bytes
    let plain = SearchPhrase.folded(
      String(decoding: word.filter { WordTableBuilder.punctuation($0) == nil }, as: UTF8.self))
    keys = Keyboard.keys(plain)
    initials = Keyboard.initials(plain)
  }

  static func < (one: FoldedWord, other: FoldedWord) -> Bool {
    one.keys != other.keys
      ? one.keys.lexicographicallyPrecedes(other.keys) : one.bytes.lexicographicallyPrecedes(other.bytes)
  }
}

/// The ascending booths of each word, one word after the other.
private struct WordPostings: Sendable {
  private let starts: PackedArray<UInt32>
  private let booths: PackedArray<UInt32>

  /// - Parameter numbers: The number of the word of each token.
  init(_ tokens: WordTableBuilder.Tokens, _ numbers: [UInt32], wordCount: Int) {
    // Each booth once for each word: counted, then written.
    var starts = [UInt32](repeating: 0, count: wordCount + 1)
    tokens.forEach(numbers, wordCount) { word, _ in starts[word + 1] += 1 }
    for word in 0..<wordCount { starts[word + 1] += starts[word] }
    var booths = [UInt32](repeating: 0, count: Int(starts[wordCount]))
    var next = starts
    tokens.forEach(numbers, wordCount) { word, booth in
      booths[Int(next[word])] = booth
      next[word] += 1
    }
    (self.starts, self.booths) = (PackedArray(starts), PackedArray(booths))
  }

  /// The postings in a file. What they say is not checked.
  init(_ part: SegmentPart, wordCount: Int) throws(SegmentFault) {
    (starts, booths) = (try part.elements("starts", count: wordCount + 1), try part.elements("booths"))
  }

  func add(to draft: inout SegmentDraft) {
    draft.add("starts", starts)
    draft.add("booths", booths)
  }

  var byteCount: Int { starts.byteCount + booths.byteCount }

  /// The positions of the booths of some words; none for a word that does not exist.
  func booths(_ words: Range<Int>) -> Range<Int> {
    guard words.upperBound < starts.count else { return 0..<0 }
    let start = min(Int(starts[words.lowerBound]), booths.count)
    return start..<max(start, min(Int(starts[words.upperBound]), booths.count))
  }

  func collect(_ words: Range<Int>, into set: inout BoothSet) {
    let range = booths(words)
    for position in range { set.insert(booths[position]) }
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

/// Collects the words of booths.
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

  /// The number of booths.
  private(set) var count = 0
  private var bytes: [UInt8] = []
  private var wordStarts: [UInt32] = [0]
  private var hashes: [UInt32] = []
  /// An open-addressing hash table of words: their number plus one; zero for an empty slot.
  private var slots = [UInt32](repeating: 0, count: 1024)
  /// By field.
  fileprivate private(set) var tokens = [Tokens](repeating: Tokens(), count: WordField.allCases.count)

  var table: WordTable { WordTable(self) }

  /// Adds the words of the name of the current booth.
  mutating func add(name: PackedArray<UInt8>) {
    var field = WordField.head
    for word in Self.words(of: name) {
      add(word: name.slice(word), field)
      field = .name
    }
  }

  /// Adds the words of another text of the current booth.
  mutating func add(_ text: PackedArray<UInt8>, _ field: WordField) {
    for word in Self.words(of: text) { add(word: text.slice(word), field) }
  }

  /// Adds a whole text as a word if its words do not fold as they do together, as where an accent follows a blank.
  mutating func add(whole text: PackedArray<UInt8>, _ field: WordField, unlessItsWordsFoldTo folded: ArraySlice<UInt16>)
  {
    if unsafe text.withUnsafeBufferPointer({ unsafe FoldedName.foldsByCharacter(Span(_unsafeElements: $0)) }) { return }
    var joined = FoldedText(fillsConsonants: true)
    for word in Self.words(of: text) { joined.append(text.slice(word)) }
    if joined.units[...] != folded { add(word: text, field) }
  }

  /// Ends the texts of a booth.
  mutating func end() {
    count += 1
    for field in tokens.indices { tokens[field].ends.append(UInt32(tokens[field].words.count)) }
  }

  fileprivate var words: [ArraySlice<UInt8>] {
    hashes.indices.map { bytes[Int(wordStarts[$0])..<Int(wordStarts[$0 + 1])] }
  }

  private mutating func add(word: PackedArray<UInt8>, _ field: WordField) {
    let number = number(of: word)
    tokens[field.rawValue].words.append(number)
  }

  private mutating func number(of word: PackedArray<UInt8>) -> UInt32 {
    if hashes.count * 2 >= slots.count { grow() }
    var hasher = Hasher()
    unsafe word.withUnsafeBufferPointer { unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    let hash = UInt32(truncatingIfNeeded: hasher.finalize())
    var slot = Int(hash) & (slots.count - 1)
    while slots[slot] != 0 {
      let known = Int(slots[slot]) - 1
      if hashes[known] == hash, bytes[Int(wordStarts[known])..<Int(wordStarts[known + 1])].elementsEqual(word) {
        return UInt32(known)
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    slots[slot] = UInt32(hashes.count + 1)
    hashes.append(hash)
    bytes += word
    wordStarts.append(UInt32(bytes.count))
    return UInt32(hashes.count - 1)
  }

  private mutating func grow() {
    slots = [UInt32](repeating: 0, count: slots.count * 2)
    for (word, hash) in hashes.enumerated() {
      var slot = Int(hash) & (slots.count - 1)
      while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = UInt32(word + 1)
    }
  }

  // MARK: Words of a text

  enum Punctuation { case opening, closing }

  /// Punctuation that ends a word, and belongs to the next (opening) or to the one before it.
  static func punctuation(_ byte: UInt8) -> Punctuation? {
    switch byte {
    case 0x28, 0x5B: .opening
    case 0x29, 0x2C, 0x2F, 0x3B, 0x5D, 0x7C: .closing
    default: nil
    }
  }

  /// Where the words of a text are. Joined, they are the text without blanks.
  static func words(of text: PackedArray<UInt8>) -> [Range<Int>] {
    var words: [Range<Int>] = []
    var start = 0
    func end(_ position: Int) { if position > start { words.append(start..<position) } }
    for position in text.indices {
      let byte = text[position]
      if byte <= 0x20 || byte == 0x7F {
        end(position)
        start = position + 1
      } else if let punctuation = punctuation(byte) {
        let boundary = punctuation == .opening ? position : position + 1
        end(boundary)
        start = boundary
      }
    }
    end(text.count)
    return words
  }
}
