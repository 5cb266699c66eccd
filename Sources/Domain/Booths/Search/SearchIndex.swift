import Segments

/// The searched texts of a booth, as UTF-8.
struct SearchColumns {
  var name: PackedArray<UInt8>
  var englishName: PackedArray<UInt8>
  var brand: PackedArray<UInt8>
  var roadAddress: PackedArray<UInt8>
  var lotAddress: PackedArray<UInt8>
}

/// A search over names, brands and addresses: an index of their words.
struct SearchIndex: Sendable {
  let words: WordTable

  /// Indexes booths 0..<count. Complexity: O(total length), and sorting the distinct words.
  init(count: Int, _ columns: (UInt32) -> SearchColumns) {
    var words = WordTableBuilder()
    for ordinal in 0..<UInt32(count) {
      let booth = columns(ordinal)
      words.add(name: booth.name)
      words.add(booth.englishName, .name)
      words.add(booth.brand, .brand)
      // 인생네컷강남점 is found by 강남 as well.
      if !booth.brand.isEmpty, booth.name.count > booth.brand.count, booth.name.starts(with: booth.brand) {
        words.add(booth.name.slice(booth.brand.count..<booth.name.count), .name)
      }
      words.add(booth.roadAddress, .address)
      words.add(booth.lotAddress, .address)
      words.end()
    }
    self.words = words.table
  }

  /// The index of `count` booths in a file. Complexity: O(1).
  init(_ part: SegmentPart, count: Int) throws(SegmentFault) {
    words = try WordTable(part, count: count)
  }

  func add(to draft: inout SegmentDraft) { words.add(to: &draft) }

  /// The size in bytes.
  var byteCount: Int { words.byteCount }
}
