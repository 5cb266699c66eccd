package import Segments

/// Blocks of sixteen neighbouring points, as a bitmap: where the points of a selection are, so that searches skip the
/// rest of the grid unseen.
package struct BlockSet: Sendable {
  private var words: [UInt64]

  /// No blocks, of a grid of `count` points.
  init(of count: Int) {
    words = [UInt64](repeating: 0, count: (count >> 4) / 64 + 1)
  }

  mutating func insert(_ block: Int) { words[block >> 6] |= 1 &<< UInt64(block & 63) }

  package mutating func formUnion(_ other: BlockSet) {
    for index in words.indices { words[index] |= other.words[index] }
  }

  @inline(__always)
  func contains(_ block: Int) -> Bool { words[block >> 6] & (1 &<< UInt64(block & 63)) != 0 }

  /// The first block from `first` through `last`; nil when there is none.
  func first(from first: Int, through last: Int) -> Int? {
    var index = first >> 6
    var word = words[index] & (.max &<< UInt64(first & 63))
    while word == 0 {
      index += 1
      if index > last >> 6 { return nil }
      word = words[index]
    }
    let block = index << 6 + word.trailingZeroBitCount
    return block <= last ? block : nil
  }

  /// The position from `position` on, before `end`, that is in one of the blocks; `end` when there is none.
  func position(from position: Int, before end: Int) -> Int {
    guard position < end, let block = first(from: position >> 4, through: (end - 1) >> 4) else { return end }
    return max(position, block << 4)
  }
}

extension SpatialIndex {
  /// The blocks of the grid that hold the points of some ordinals. Ordinals beyond the grid are ignored. Complexity:
  /// O(ordinals).
  package func blocks(of ordinals: PackedArray<UInt32>) -> BlockSet {
    var blocks = BlockSet(of: grid.count)
    for ordinal in ordinals where ordinal < UInt32(grid.count) {
      blocks.insert(grid.position(of: Int(ordinal)) >> 4)
    }
    return blocks
  }
}
