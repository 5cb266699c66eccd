import MapTiles

/// A directory of a PMTiles archive: tiles by ascending number, and further directories.
struct PMTilesDirectory: Sendable {
  /// Consecutive tiles with the same bytes, or a directory of tiles from a number on.
  struct Entry: Hashable, Sendable {
    var firstTile: UInt64
    /// How many tiles in a row; 0: a directory.
    var runLength: UInt64
    /// Where its bytes lie, from the beginning of the section of tiles or of directories.
    var offset: UInt64
    var length: UInt64
  }

  let entries: [Entry]

  /// Far more than writers put in one.
  static let maxEntries = 1 << 18

  /// Reads an uncompressed directory. Complexity: O(bytes).
  /// - Returns: nil for anything that is no directory: too long, cut off, with tiles out of order or without bytes.
  init?(_ bytes: [UInt8]) {
    var reader = VarintReader(bytes)
    // Each entry takes at least four bytes.
    guard let count = reader.next(), count > 0, count <= min(UInt64(bytes.count / 4), UInt64(Self.maxEntries)) else {
      return nil
    }
    var entries: [Entry] = []
    entries.reserveCapacity(Int(count))
    var tile: UInt64 = 0
    for index in 0..<count {
      guard let step = reader.next(), step > 0 || index == 0 else { return nil }
      let (next, isOver) = tile.addingReportingOverflow(step)
      guard !isOver else { return nil }
      tile = next
      entries.append(Entry(firstTile: tile, runLength: 0, offset: 0, length: 0))
    }
    for index in entries.indices {
      guard let run = reader.next(), run <= UInt64(UInt32.max) else { return nil }
      entries[index].runLength = run
    }
    for index in entries.indices {
      guard let length = reader.next(), length > 0, length <= UInt64(UInt32.max) else { return nil }
      entries[index].length = length
    }
    for index in entries.indices {
      guard let offset = reader.next(), offset <= UInt64(Int64.max) else { return nil }
      if offset > 0 {
        entries[index].offset = offset - 1
      } else {
        // Directly behind the one before.
        guard index > 0 else { return nil }
        entries[index].offset = entries[index - 1].offset + entries[index - 1].length
      }
    }
    guard reader.isAtEnd else { return nil }
    self.entries = entries
  }

  /// The entry that holds a tile, or the directory where it may be; nil if there is neither. Complexity: O(log n).
  func entry(for tile: UInt64) -> Entry? {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].firstTile <= tile { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return nil }
    let entry = entries[low - 1]
    return entry.runLength == 0 || tile - entry.firstTile < entry.runLength ? entry : nil
  }
}

/// Reads integers of variable length (LEB128).
struct VarintReader {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { position == bytes.count }

  /// Nil if the bytes end, and for more than 64 bits.
  mutating func next() -> UInt64? {
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), through: 63, by: 7) {
      guard position < bytes.count else { return nil }
      let byte = bytes[position]
      position += 1
      guard shift < 63 || byte <= 1 else { return nil }
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
    }
    return nil
  }
}

extension TileAddress {
  /// The number of a tile in PMTiles: lower zoom levels first, each level along a Hilbert curve.
  var hilbertNumber: UInt64 {
    let before = ((UInt64(1) << (2 * UInt64(zoom))) - 1) / 3
    var (x, y) = (UInt64(column), UInt64(row))
    var along: UInt64 = 0
    var side = zoom == 0 ? 0 : UInt64(1) << UInt64(zoom - 1)
    while side > 0 {
      let (right, lower) = (x & side > 0, y & side > 0)
      along += side * side * ((right ? 3 : 0) ^ (lower ? 1 : 0))
      if !lower {
        if right { (x, y) = (side &- 1 &- (x & (side - 1)), side &- 1 &- (y & (side - 1))) }
        (x, y) = (y, x)
      }
      (x, y) = (x & (side - 1), y & (side - 1))
      side /= 2
    }
    return before + along
  }
}
