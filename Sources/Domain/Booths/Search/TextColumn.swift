import Segments

/// The folded texts of one column, concatenated in one buffer: two bytes a character, twelve a text.
struct TextColumn: Sendable {
  private let units: PackedArray<UInt16>
  /// The start of each text, and the end of the last one.
  private let starts: PackedArray<UInt32>

  /// The units examined per step. The buffer has room for two steps behind the last text.
  private static let stride = 16

  /// - Parameters:
  ///   - text: texts that each end with a separator, at most 2³² units.
  ///   - starts: the start of each text, and the end of the last one.
  ///
  /// Complexity: O(total length).
  init(_ text: FoldedText, starts: [UInt32]) {
    units = PackedArray(text.units + [UInt16](repeating: 0, count: 2 * Self.stride))
    self.starts = PackedArray(starts)
  }

  /// A column of words, each with a separator before it as well.
  static func words(_ words: [ArraySlice<UInt8>]) -> TextColumn {
    var text = FoldedText(capacity: words.count * 8, fillsConsonants: true)
    var starts: [UInt32] = [0]
    for word in words {
      text.appendSeparator()
      text.append(word)
      text.appendSeparator()
      starts.append(UInt32(text.units.count))
    }
    return TextColumn(text, starts: starts)
  }

  /// The column of `count` texts in a file. What it says is not checked: `start` leads nowhere outside.
  init(_ part: SegmentPart, count: Int) throws(SegmentFault) {
    units = try part.elements("units")
    starts = try part.elements("starts", count: count + 1)
    guard units.count >= 2 * Self.stride else { throw .damaged("A text column of the segment is cut off.") }
  }

  func add(to draft: inout SegmentDraft) {
    draft.add("units", units)
    draft.add("starts", starts)
  }

  /// The size in bytes.
  var byteCount: Int { units.byteCount + starts.byteCount }

  /// The pairs of adjacent units of the column. Complexity: O(total length).
  var pairs: PairSignatures { PairSignatures(units, starts) }

  /// The number of units of a text, with its separators.
  func length(_ text: Int) -> Int { max(0, start(text + 1) - start(text)) }

  /// The number of a word's units that agree with a pattern from a position of it on; nil unless they do so to the end
  /// of either.
  func agreement(_ word: Int, _ pattern: [UnitRange], from position: Int) -> Int? {
    let start = start(word) + 1
    let count = min(max(0, self.start(word + 1) - 1 - start), pattern.count - position)
    for offset in 0..<count where !pattern[position + offset].contains(units[start + offset]) { return nil }
    return count
  }

  /// The start of a text, or the end of the last one.
  private func start(_ text: Int) -> Int { min(Int(starts[text]), units.count - 2 * Self.stride) }

  /// The first position of a pattern in a text, relative to the text's start; nil when absent.
  func position(of pattern: SearchPattern, _ ranges: [UnitRange], in text: Int) -> Int? {
    let start = start(text)
    let last = self.start(text + 1) - 1 - pattern.ranges.count
    guard start <= last else { return nil }
    let first = ranges[pattern.ranges.lowerBound]
    for position in start...last where first.contains(units[position]) && matches(pattern, ranges, at: position) {
      return position - start
    }
    return nil
  }

  /// The rank of a word in a text: `prefix` at its beginning, `inside` elsewhere, plus one for a guess; `ceiling` if
  /// there is no better match.
  func rank(
    _ word: SearchWord, _ query: SearchQuery, _ text: Int, prefix: Int, inside: Int, below ceiling: Int
  ) -> Int {
    var best = ceiling
    for number in word.patterns where best > prefix {
      let pattern = query.patterns[number]
      guard let found = position(of: pattern, query.ranges, in: text) else { continue }
      best = min(best, (found == 0 ? prefix : inside) + (pattern.isGuess ? 1 : 0))
    }
    return best
  }

  /// Calls `found` for every one of some texts that contains a pattern, in order, with the pattern's first position in
  /// it. Complexity: O(length of the texts), 16 characters at a time.
  func scan(_ pattern: UnitPattern, _ texts: Range<Int>, _ found: (_ text: Int, _ position: Int) -> Void) {
    let first = pattern.ranges[pattern.anchor]
    // A pattern of one unit has no neighbour: the second position accepts any unit.
    let second = pattern.ranges.count > 1 ? pattern.ranges[pattern.anchor + 1] : UnitRange(0...0xFFFF)
    let end = start(texts.upperBound)
    var text = texts.lowerBound
    var position = start(text)
    while let hit = nextHit(from: position + pattern.anchor, below: end, first, second) {
      position = hit - pattern.anchor
      guard position + pattern.ranges.count <= end, matches(pattern, at: position) else {
        position += 1
        continue
      }
      while text + 1 < texts.upperBound, start(text + 1) <= position { text += 1 }
      found(text, position - start(text))
      position = max(position + 1, start(text + 1))
    }
  }

  private func matches(_ pattern: UnitPattern, at position: Int) -> Bool {
    // Without an iterator, which would hold the array each time.
    for offset in 0..<pattern.ranges.count where !pattern.ranges[offset].contains(units[position + offset]) {
      return false
    }
    return true
  }

  /// Whether a pattern matches at a position. No pattern contains a separator, so a match never crosses a text's end.
  private func matches(_ pattern: SearchPattern, _ ranges: [UnitRange], at position: Int) -> Bool {
    var position = position
    for range in pattern.ranges {
      guard ranges[range].contains(units[position]) else { return false }
      position += 1
    }
    return true
  }

  /// The first position from `position` on where two adjacent units are in two ranges. The buffer is padded for reading
  /// beyond `end`.
  private func nextHit(from position: Int, below end: Int, _ first: UnitRange, _ second: UnitRange) -> Int? {
    typealias Units = SIMD16<UInt16>
    let (firstStart, firstMore) = (Units(repeating: first.first), Units(repeating: first.extent))
    let (secondStart, secondMore) = (Units(repeating: second.first), Units(repeating: second.extent))
    return unsafe units.withUnsafeBytes { bytes in
      var position = position
      while position < end {
        let here = unsafe bytes.loadUnaligned(fromByteOffset: position * 2, as: Units.self)
        let next = unsafe bytes.loadUnaligned(fromByteOffset: position * 2 + 2, as: Units.self)
        let hits = ((here &- firstStart) .<= firstMore) .& ((next &- secondStart) .<= secondMore)
        if any(hits) {
          for lane in 0..<Self.stride where hits[lane] { return position + lane < end ? position + lane : nil }
        }
        position += Self.stride
      }
      return nil
    }
  }
}

/// Units to look for in a column of texts. A separator at either end stands for that of a text.
struct UnitPattern {
  let ranges: [UnitRange]
  /// The position of the rarest adjacent pair, which a scan looks for first.
  let anchor: Int
  /// The adjacent pairs of units that every match contains, as bits of `PairSignatures`.
  let pairs: [Int]

  init(_ ranges: some Collection<UnitRange>) {
    self.ranges = Array(ranges)
    var rarest = (index: 0, width: Int.max)
    for (position, (one, next)) in zip(self.ranges, self.ranges.dropFirst()).enumerated() {
      let width = (Int(one.extent) + 1) * (Int(next.extent) + 1)
      if width < rarest.width { rarest = (position, width) }
    }
    anchor = rarest.index
    pairs = zip(self.ranges, self.ranges.dropFirst()).filter { $0.extent == 0 && $1.extent == 0 }
      .map { PairSignatures.bit($0.first, $1.first) }
  }
}

/// Which pairs of adjacent units occur in each block of texts, as bits of a hash: 8 bytes a text.
struct PairSignatures: Sendable {
  /// Texts per block.
  static let blockSize = 64
  private static let bitCount = 4096
  private static let wordCount = bitCount / 64

  /// The number of blocks.
  let count: Int
  private let bits: PackedArray<UInt64>

  init(_ units: PackedArray<UInt16>, _ starts: PackedArray<UInt32>) {
    count = Self.blocks(of: starts.count - 1)
    var bits = [UInt64](repeating: 0, count: count * Self.wordCount)
    for block in 0..<count {
      let last = min((block + 1) * Self.blockSize, starts.count - 1)
      let (start, end) = (Int(starts[block * Self.blockSize]), Int(starts[last]))
      guard end - start > 1 else { continue }
      for position in start..<end - 1 {
        let bit = Self.bit(units[position], units[position + 1])
        bits[block * Self.wordCount + bit >> 6] |= 1 << UInt64(bit & 63)
      }
    }
    self.bits = PackedArray(bits)
  }

  init(_ part: SegmentPart, count texts: Int) throws(SegmentFault) {
    count = Self.blocks(of: texts)
    bits = try part.elements("pairs", count: count * Self.wordCount)
  }

  func add(to draft: inout SegmentDraft) { draft.add("pairs", bits) }

  private static func blocks(of texts: Int) -> Int { (texts + blockSize - 1) / blockSize }

  var byteCount: Int { bits.byteCount }

  /// The bit of a pair.
  static func bit(_ first: UInt16, _ second: UInt16) -> Int {
    let pair = UInt32(first) << 16 | UInt32(second)
    return Int((pair &* 0x9E37_79B1) >> 20)
  }

  /// Whether a block may contain all these pairs.
  func mayContain(_ pairs: [Int], _ block: Int) -> Bool {
    pairs.allSatisfy { bits[block * Self.wordCount + $0 >> 6] & 1 << UInt64($0 & 63) != 0 }
  }
}
