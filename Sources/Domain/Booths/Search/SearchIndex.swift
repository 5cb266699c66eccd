import Segments

/// A search result. Lower ranks are better.
package struct SearchHit: Hashable, Sendable {
  /// By match: 0 prefix of the name, 2 inside the name, 4 brand, 6 address; the worst over all words. Plus one if the
  /// last syllable had to be completed.
  package var rank: Int
  /// The ordinal of the booth.
  package var ordinal: UInt32
}

/// The searched texts of a booth, as UTF-8.
struct SearchColumns {
  var name: PackedArray<UInt8>
  var brand: PackedArray<UInt8>
  var roadAddress: PackedArray<UInt8>
  var lotAddress: PackedArray<UInt8>
}

/// An in-memory search over names, brands and addresses: folded texts, scanned 16 characters at a time.
///
/// It takes two bytes a character and 36 a booth (about 130 in all for a booth with both addresses). A query scans the
/// names and stops when enough of them begin with the query; otherwise it goes on to brands and addresses.
struct SearchIndex: Sendable {
  private let names: TextColumn
  private let brands: TextColumn
  private let addresses: TextColumn

  /// Indexes booths 0..<count. Complexity: O(total length).
  init(count: Int, _ columns: (UInt32) -> SearchColumns) {
    var names = ColumnBuilder(count: count, expectedLength: 12)
    var brands = ColumnBuilder(count: count, expectedLength: 2)
    var addresses = ColumnBuilder(count: count, expectedLength: 32)
    for ordinal in 0..<UInt32(count) {
      let booth = columns(ordinal)
      let name = names.append(booth.name)
      names.end()
      let brand = brands.append(booth.brand)
      // A brand that the name contains would never match before the name.
      if names.text.contains(brands.text, brand, in: name) { brands.text.removeLast(brand.count + 1) }
      brands.end()
      addresses.append(booth.roadAddress)
      addresses.append(booth.lotAddress)
      addresses.end()
    }
    self.names = names.column
    self.brands = brands.column
    self.addresses = addresses.column
  }

  /// The index of `count` booths in a file. Complexity: O(1).
  init(_ part: SegmentPart, count: Int) throws(SegmentFault) {
    names = try TextColumn(part.part("names"), count: count)
    brands = try TextColumn(part.part("brands"), count: count)
    addresses = try TextColumn(part.part("addresses"), count: count)
  }

  func add(to draft: inout SegmentDraft) {
    draft.add(part: "names") { names.add(to: &$0) }
    draft.add(part: "brands") { brands.add(to: &$0) }
    draft.add(part: "addresses") { addresses.add(to: &$0) }
  }

  /// The size in bytes.
  var byteCount: Int { names.byteCount + brands.byteCount + addresses.byteCount }

  /// The best `limit` booths that match all words and pass `isWanted`, by rank, then by ordinal. Complexity: O(total
  /// length) at worst, O(booths examined) if names suffice.
  func find(_ query: SearchQuery, limit: Int, where isWanted: (UInt32) -> Bool) -> [SearchHit] {
    // The scan looks for the rarest word; the others are checked only where it matches.
    guard limit > 0, let rarest = query.rarestWord else { return [] }
    var best = BestHits(limit: limit)
    for (column, lowest) in [(names, 0), (brands, 4), (addresses, 6)] {
      for pattern in query.patterns[rarest.patterns] {
        guard let lowest = self.lowest(pattern, of: rarest, query, lowest) else { continue }
        best.startPass()
        if best.ceiling <= lowest { continue }
        column.scan(pattern, of: query) { position in
          let ordinal = UInt32(position)
          if isWanted(ordinal), let rank = rank(query, position, below: best.ceiling) {
            best.add(SearchHit(rank: rank, ordinal: ordinal))
          }
          return best.ceiling > lowest
        }
      }
    }
    return best.sorted
  }

  /// The best rank that scanning a column for a pattern can give; nil if another pattern finds the same matches.
  private func lowest(
    _ pattern: SearchPattern, of word: SearchWord, _ query: SearchQuery, _ lowest: Int
  ) -> Int? {
    switch pattern.kind {
    case .exact: query.patterns[word.patterns].contains { $0.kind == .open } ? nil : lowest
    case .open: lowest
    case .released: lowest + 1
    }
  }

  /// The rank of a booth; nil if a word does not match or the rank is not below `limit`.
  private func rank(_ query: SearchQuery, _ position: Int, below limit: Int) -> Int? {
    var ceiling = limit
    if let joined = query.joined { ceiling = names.rank(joined, query, position, prefix: 0, inside: 2, below: ceiling) }
    var worst = 0
    for word in query.words {
      var best = names.rank(word, query, position, prefix: 0, inside: 2, below: ceiling)
      if best > 4 { best = brands.rank(word, query, position, prefix: 4, inside: 4, below: best) }
      if best > 6 { best = addresses.rank(word, query, position, prefix: 6, inside: 6, below: best) }
      worst = max(worst, best)
      if best == ceiling { break }
    }
    return worst < limit ? worst : ceiling < limit ? ceiling : nil
  }
}

private struct ColumnBuilder {
  var text: FoldedText
  private var starts: [UInt32] = [0]

  init(count: Int, expectedLength: Int) {
    text = FoldedText(capacity: count * expectedLength, fillsConsonants: true)
    starts.reserveCapacity(count + 1)
  }

  /// Adds a part of a booth's text and a separator, as patterns do not cross parts. Returns the part's range.
  @discardableResult
  mutating func append(_ part: PackedArray<UInt8>) -> Range<Int> {
    let start = text.units.count
    text.append(part)
    defer { text.appendSeparator() }
    return start..<text.units.count
  }

  /// Ends the text of a booth, which ends with a separator even when empty.
  mutating func end() {
    if text.units.count == Int(starts[starts.count - 1]) { text.appendSeparator() }
    starts.append(UInt32(text.units.count))
  }

  var column: TextColumn { TextColumn(text, starts: starts) }
}

/// The hits that can still be among the best, over passes that each visit the booths in order.
private struct BestHits {
  let limit: Int
  /// Hits of this rank or worse are no longer needed in this pass.
  private(set) var ceiling = Self.rankCount
  private var hits: [SearchHit] = []
  private var seen: Set<UInt32> = []
  /// The number of hits of each rank, over all passes and in this one.
  private var counts = [Int](repeating: 0, count: rankCount)
  private var passCounts = [Int](repeating: 0, count: rankCount)

  private static let rankCount = 8

  init(limit: Int) {
    self.limit = limit
  }

  mutating func startPass() {
    passCounts = [Int](repeating: 0, count: Self.rankCount)
    setCeiling()
  }

  mutating func add(_ hit: SearchHit) {
    guard seen.insert(hit.ordinal).inserted else { return }
    hits.append(hit)
    counts[hit.rank] += 1
    passCounts[hit.rank] += 1
    setCeiling()
  }

  /// Among hits of equal rank, those of earlier booths in the same pass come first.
  private mutating func setCeiling() {
    var better = 0
    for rank in 0..<Self.rankCount {
      if better + passCounts[rank] >= limit {
        ceiling = rank
        return
      }
      better += counts[rank]
    }
    ceiling = Self.rankCount
  }

  var sorted: [SearchHit] {
    Array(hits.sorted { ($0.rank, $0.ordinal) < ($1.rank, $1.ordinal) }.prefix(limit))
  }
}
