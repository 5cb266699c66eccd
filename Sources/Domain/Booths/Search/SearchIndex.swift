import Segments

/// A search result. Lower ranks are better.
package struct SearchHit: Hashable, Sendable {
  /// By match: 0 prefix of the name, 2 inside the name, 4 brand, 6 address; the worst over all words. Plus one if the
  /// last syllable had to be completed.
  package var rank: Int
  /// The ordinal of the booth.
  package var ordinal: UInt32

  static let rankCount = 8
}

/// The searched texts of a booth, as UTF-8.
struct SearchColumns {
  var name: PackedArray<UInt8>
  var brand: PackedArray<UInt8>
  var roadAddress: PackedArray<UInt8>
  var lotAddress: PackedArray<UInt8>
}

/// A search over names, brands and addresses: an index of their words, and the folded texts, in which a match is found out.
///
/// It takes two bytes a character and 12 a booth for the texts, and about 40 a booth for the words.
struct SearchIndex: Sendable {
  private let names: TextColumn
  private let brands: TextColumn
  private let addresses: TextColumn
  let words: WordTable

  /// Indexes booths 0..<count. Complexity: O(total length), and sorting the distinct words.
  init(count: Int, _ columns: (UInt32) -> SearchColumns) {
    var names = ColumnBuilder(count: count, expectedLength: 12)
    var brands = ColumnBuilder(count: count, expectedLength: 2)
    var addresses = ColumnBuilder(count: count, expectedLength: 32)
    var words = WordTableBuilder()
    for ordinal in 0..<UInt32(count) {
      let booth = columns(ordinal)
      let name = names.append(booth.name)
      words.add(name: booth.name)
      words.add(whole: booth.name, .head, unlessItsWordsFoldTo: names.text.units[name])
      names.end()
      let brand = brands.append(booth.brand)
      words.add(booth.brand, .brand)
      words.add(whole: booth.brand, .brand, unlessItsWordsFoldTo: brands.text.units[brand])
      // A brand that the name contains would never match before the name.
      if names.text.contains(brands.text, brand, in: name) { brands.text.removeLast(brand.count + 1) }
      brands.end()
      // 인생네컷강남점 is found by 강남 as well.
      if !booth.brand.isEmpty, booth.name.count > booth.brand.count, booth.name.starts(with: booth.brand) {
        words.add(booth.name.slice(booth.brand.count..<booth.name.count), .name)
      }
      for address in [booth.roadAddress, booth.lotAddress] {
        let range = addresses.append(address)
        words.add(address, .address)
        words.add(whole: address, .address, unlessItsWordsFoldTo: addresses.text.units[range])
      }
      addresses.end()
      words.end()
    }
    self.names = names.column
    self.brands = brands.column
    self.addresses = addresses.column
    self.words = words.table
  }

  /// The index of `count` booths in a file. Complexity: O(1).
  init(_ part: SegmentPart, count: Int) throws(SegmentFault) {
    names = try TextColumn(part.part("names"), count: count)
    brands = try TextColumn(part.part("brands"), count: count)
    addresses = try TextColumn(part.part("addresses"), count: count)
    words = try WordTable(part.part("words"), count: count)
  }

  func add(to draft: inout SegmentDraft) {
    draft.add(part: "names") { names.add(to: &$0) }
    draft.add(part: "brands") { brands.add(to: &$0) }
    draft.add(part: "addresses") { addresses.add(to: &$0) }
    draft.add(part: "words") { words.add(to: &$0) }
  }

  /// The size in bytes.
  var byteCount: Int { names.byteCount + brands.byteCount + addresses.byteCount + words.byteCount }

  /// The best `limit` booths that match all words and pass `isWanted`, by rank, then by ordinal. Complexity: O(distinct
  /// words, booths that contain the words of the query, and booths examined).
  func find(_ query: SearchQuery, limit: Int, where isWanted: (UInt32) -> Bool) -> [SearchHit] {
    guard limit > 0, !query.words.isEmpty else { return [] }
    var candidates = query.words.map { WordCandidates($0, of: query, in: words) }
    var joined = query.joined.map { WordCandidates($0, of: query, in: words) }
    var hits: [SearchHit] = []
    var found = BoothSet(count: words.count)
    for rank in 0..<SearchHit.rankCount {
      var hasMore = false
      for word in candidates.indices where candidates[word].extend(to: rank) { hasMore = true }
      // Several words are joined in names only.
      if rank < 4, joined?.extend(to: rank) == true { hasMore = true }
      guard hasMore else { continue }
      var set = candidates[0].booths
      for other in candidates.dropFirst() { set.formIntersection(other.booths) }
      if let joined { set.formUnion(joined.booths) }
      set.subtract(found)
      set.forEach { booth in
        guard isWanted(booth), self.rank(query, Int(booth), below: rank + 1) != nil else { return true }
        hits.append(SearchHit(rank: rank, ordinal: booth))
        found.insert(booth)
        return hits.count < limit
      }
      if hits.count == limit { break }
    }
    return hits
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
