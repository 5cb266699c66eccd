import Segments

/// The folded texts of one column, concatenated in one buffer: two bytes a character, twelve a text.
struct TextColumn: Sendable {
  private let units: PackedArray<UInt16>
  /// The start of each text, and the end of the last one.
  private let starts: PackedArray<UInt32>
  private let signatures: PairSignatures

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
    signatures = PairSignatures(text.units, starts)
  }

  /// The column of `count` texts in a file. What it says is not checked: `start` leads nowhere outside.
  init(_ part: SegmentPart, count: Int) throws(SegmentFault) {
    units = try part.elements("units")
    starts = try part.elements("starts", count: count + 1)
    signatures = try PairSignatures(part, count: count)
    guard units.count >= 2 * Self.stride else { throw .damaged("A text column of the segment is cut off.") }
  }

  func add(to draft: inout SegmentDraft) {
    draft.add("units", units)
    draft.add("starts", starts)
    signatures.add(to: &draft)
  }

  /// The size in bytes.
  var byteCount: Int { units.byteCount + starts.byteCount + signatures.byteCount }

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

  /// Calls `found` for every text that contains a pattern, in order, until it returns false. Complexity: O(total
  /// length) at worst, 16 characters at a time; blocks of texts without the pattern's pairs are skipped.
  func scan(_ pattern: SearchPattern, of query: SearchQuery, _ found: (Int) -> Bool) {
    let pairs = query.pairs(pattern)
    var block = 0
    while block < signatures.count {
      guard signatures.mayContain(pairs, block) else {
        block += 1
        continue
      }
      var end = block + 1
      while end < signatures.count, signatures.mayContain(pairs, end) { end += 1 }
      let texts = block * PairSignatures.blockSize..<min(end * PairSignatures.blockSize, starts.count - 1)
      guard scan(pattern, query.ranges, texts, found) else { return }
      block = end
    }
  }

  /// Scans some texts. Returns whether to continue.
  private func scan(
    _ pattern: SearchPattern, _ ranges: [UnitRange], _ texts: Range<Int>, _ found: (Int) -> Bool
  ) -> Bool {
    let first = ranges[pattern.ranges.lowerBound + pattern.anchor]
    // A pattern of one unit has no neighbour: the second position accepts any unit.
    let second =
      pattern.ranges.count > 1 ? ranges[pattern.ranges.lowerBound + pattern.anchor + 1] : UnitRange(0...0xFFFF)
    let end = start(texts.upperBound)
    var text = texts.lowerBound
    var position = start(text)
    while let hit = nextHit(from: position + pattern.anchor, below: end, first, second) {
      position = hit - pattern.anchor
      guard matches(pattern, ranges, at: position) else {
        position += 1
        continue
      }
      while text + 1 < texts.upperBound, start(text + 1) <= position { text += 1 }
      guard found(text) else { return false }
      position = max(position + 1, start(text + 1))
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

/// Which pairs of adjacent units occur in each block of texts, as bits of a hash: 8 bytes a text.
struct PairSignatures: Sendable {
  /// Texts per block.
  static let blockSize = 64
  private static let bitCount = 4096
  private static let wordCount = bitCount / 64

  /// The number of blocks.
  let count: Int
  private let bits: PackedArray<UInt64>

  init(_ units: [UInt16], _ starts: [UInt32]) {
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
