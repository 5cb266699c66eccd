import Segments
import TextForms

/// The words of texts, sorted by the keys that are pressed for them, with the texts that contain each (an inverted
/// index). Every word that begins with what is typed is in one range, and so are the texts of the range.
///
/// It takes four bytes for each word of a text, and the distinct words.
struct TermTable: Sendable {
  /// The number of texts.
  let count: Int
  private let terms: SortedKeys
  /// The ascending texts of each term, one term after the other.
  private let postings: [UInt32]
  private let postingStarts: [UInt32]
  /// The terms of syllables and digits by their initial consonants.
  private let initials: SortedKeys
  private let initialTerms: [UInt32]

  static let empty = TermTableBuilder().table

  fileprivate init(_ builder: TermTableBuilder) {
    count = builder.count
    let texts = builder.words.map { SearchPhrase.folded(String(decoding: $0, as: UTF8.self)) }
    let keys = texts.map { Keyboard.keys($0) }
    let order = keys.indices.sorted { keys[$0].lexicographicallyPrecedes(keys[$1]) }
    // Words with the same keys are one term.
    var termOfWord = [UInt32](repeating: 0, count: keys.count)
    var distinct: [Int] = []
    for word in order {
      if distinct.last.map({ keys[$0] != keys[word] }) ?? true { distinct.append(word) }
      termOfWord[word] = UInt32(distinct.count - 1)
    }
    terms = SortedKeys(distinct.map { keys[$0] })
    (postings, postingStarts) = builder.postings(termOfWord, termCount: distinct.count)
    let initials = distinct.enumerated().compactMap { term, word in
      Keyboard.initials(texts[word]).map { (keys: $0, term: UInt32(term)) }
    }.sorted { $0.keys.lexicographicallyPrecedes($1.keys) }
    self.initials = SortedKeys(initials.map(\.keys))
    initialTerms = initials.map(\.term)
  }

  /// The size in bytes.
  var byteCount: Int {
    terms.byteCount + initials.byteCount + (postings.count + postingStarts.count + initialTerms.count) * 4
  }

  /// The terms that begin with some keys. Complexity: O(log terms).
  func terms(beginningWith keys: [UInt8]) -> Range<Int> { terms.range(beginningWith: keys) }

  /// The term that equals some keys, if there is one. Complexity: O(log terms).
  func terms(equalTo keys: [UInt8]) -> Range<Int> {
    let first = terms.range(beginningWith: keys).lowerBound
    return first..<first + (terms.contains(keys) ? 1 : 0)
  }

  /// Whether a word is a term as a whole. Complexity: O(log terms).
  func contains(_ keys: [UInt8]) -> Bool { terms.contains(keys) }

  /// Adds the texts of some terms to a set. Complexity: O(texts of the terms).
  func collect(_ terms: Range<Int>, into set: inout TextSet) {
    for position in Int(postingStarts[terms.lowerBound])..<Int(postingStarts[terms.upperBound]) {
      set.insert(postings[position])
    }
  }

  /// Adds the texts of words whose initial consonants begin with these to a set.
  func collect(consonants: [UInt8], into set: inout TextSet) {
    for position in initials.range(beginningWith: consonants) {
      let term = Int(initialTerms[position])
      collect(term..<term + 1, into: &set)
    }
  }
}

/// Keys in ascending order, in one buffer.
private struct SortedKeys: Sendable {
  private var bytes: [UInt8] = []
  private var starts: [UInt32] = [0]

  init(_ sorted: [[UInt8]]) {
    starts.reserveCapacity(sorted.count + 1)
    for keys in sorted {
      bytes += keys
      starts.append(UInt32(bytes.count))
    }
  }

  var count: Int { starts.count - 1 }
  var byteCount: Int { bytes.count + starts.count * 4 }

  func range(beginningWith keys: [UInt8]) -> Range<Int> {
    let first = firstIndex { !precedes($0, keys, isPrefixEqual: false) }
    let end = firstIndex(from: first) { !precedes($0, keys, isPrefixEqual: true) }
    return first..<end
  }

  func contains(_ keys: [UInt8]) -> Bool {
    let range = range(beginningWith: keys)
    guard let first = range.first else { return false }
    return Int(starts[first + 1] - starts[first]) == keys.count
  }

  /// Whether an entry precedes some keys; `isPrefixEqual`: or begins with them.
  private func precedes(_ index: Int, _ keys: [UInt8], isPrefixEqual: Bool) -> Bool {
    var position = Int(starts[index])
    let end = Int(starts[index + 1])
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

/// Collects the words of texts.
struct TermTableBuilder {
  /// The number of texts.
  private(set) var count = 0
  private var bytes: [UInt8] = []
  private var wordStarts: [UInt32] = [0]
  private var hashes: [UInt32] = []
  /// An open-addressing hash table of words: their number plus one; zero for an empty slot.
  private var slots = [UInt32](repeating: 0, count: 1024)
  /// The words of each text, one text after the other.
  private var tokens: [UInt32] = []
  private var textEnds: [UInt32] = []

  var table: TermTable { TermTable(self) }

  /// Adds the words of a text of the current booth.
  mutating func add(_ text: PackedArray<UInt8>) {
    var start = text.startIndex
    for position in text.indices where Self.separates(text[position]) {
      if position > start { addWord(text.slice(start..<position)) }
      start = position + 1
    }
    if start < text.endIndex { addWord(text.slice(start..<text.endIndex)) }
  }

  /// Ends the texts of a booth.
  mutating func end() {
    count += 1
    textEnds.append(UInt32(tokens.count))
  }

  fileprivate var words: [ArraySlice<UInt8>] {
    hashes.indices.map { bytes[Int(wordStarts[$0])..<Int(wordStarts[$0 + 1])] }
  }

  /// The ascending texts of each term, and where they start.
  fileprivate func postings(_ termOfWord: [UInt32], termCount: Int) -> ([UInt32], [UInt32]) {
    // Each text once for each term: counted, then written.
    var starts = [UInt32](repeating: 0, count: termCount + 1)
    eachPosting(termOfWord, termCount) { term, _ in starts[term + 1] += 1 }
    for term in 0..<termCount { starts[term + 1] += starts[term] }
    var postings = [UInt32](repeating: 0, count: Int(starts[termCount]))
    var next = starts
    eachPosting(termOfWord, termCount) { term, text in
      postings[Int(next[term])] = text
      next[term] += 1
    }
    return (postings, starts)
  }

  private func eachPosting(_ termOfWord: [UInt32], _ termCount: Int, _ body: (Int, UInt32) -> Void) {
    var lastText = [UInt32](repeating: .max, count: termCount)
    var position = 0
    for text in 0..<UInt32(count) {
      while position < Int(textEnds[Int(text)]) {
        let term = Int(termOfWord[Int(tokens[position])])
        position += 1
        if lastText[term] == text { continue }
        lastText[term] = text
        body(term, text)
      }
    }
  }

  private mutating func addWord(_ word: PackedArray<UInt8>) {
    // Longer words are cut: nobody types them.
    let word = word.slice(0..<120)
    if hashes.count * 2 >= slots.count { grow() }
    var hasher = Hasher()
    unsafe word.withUnsafeBufferPointer { unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    let hash = UInt32(truncatingIfNeeded: hasher.finalize())
    var slot = Int(hash) & (slots.count - 1)
    while slots[slot] != 0 {
      let known = Int(slots[slot]) - 1
      if hashes[known] == hash, bytes[Int(wordStarts[known])..<Int(wordStarts[known + 1])].elementsEqual(word) {
        return tokens.append(UInt32(known))
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    slots[slot] = UInt32(hashes.count + 1)
    tokens.append(UInt32(hashes.count))
    hashes.append(hash)
    bytes += word
    wordStarts.append(UInt32(bytes.count))
  }

  private mutating func grow() {
    slots = [UInt32](repeating: 0, count: slots.count * 2)
    for (word, hash) in hashes.enumerated() {
      var slot = Int(hash) & (slots.count - 1)
      while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = UInt32(word + 1)
    }
  }

  private static func separates(_ byte: UInt8) -> Bool {
    switch byte {
    case 0...0x20, 0x28, 0x29, 0x2C, 0x2F, 0x3B, 0x5B, 0x5D, 0x7C, 0x7F: true
    default: false
    }
  }
}

/// A set of texts: a bit for each.
struct TextSet: Sendable {
  private var words: [UInt64]

  init(count: Int) { words = [UInt64](repeating: 0, count: (count + 63) / 64) }

  var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

  mutating func insert(_ text: UInt32) { words[Int(text >> 6)] |= 1 << UInt64(text & 63) }

  func contains(_ text: UInt32) -> Bool { words[Int(text >> 6)] & 1 << UInt64(text & 63) != 0 }

  mutating func formIntersection(_ other: TextSet) { for word in words.indices { words[word] &= other.words[word] } }

  mutating func formUnion(_ other: TextSet) { for word in words.indices { words[word] |= other.words[word] } }

  mutating func subtract(_ other: TextSet) { for word in words.indices { words[word] &= ~other.words[word] } }

  /// The texts, ascending; each `step`-th.
  func members(step: Int = 1) -> [UInt32] {
    var found: [UInt32] = []
    var number = 0
    for (index, word) in words.enumerated() where word != 0 {
      var rest = word
      while rest != 0 {
        if number % step == 0 { found.append(UInt32(index * 64 + rest.trailingZeroBitCount)) }
        number += 1
        rest &= rest - 1
      }
    }
    return found
  }
}
