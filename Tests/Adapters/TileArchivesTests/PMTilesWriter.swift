import MapTiles

@testable import TileArchives

/// Writes PMTiles archives (version 3), as the specification has them.
struct PMTilesWriter {
  /// By the numbers of the tiles.
  var tiles: [UInt64: [UInt8]] = [:]
  var zooms: ClosedRange<UInt8> = 0...4
  var metadata = "{}"
  /// How many entries a directory below the root has; nil: all are in the root.
  var entriesPerLeaf: Int?
  var isGzip = true
  var contents: UInt8 = 2
  var tileCompression: UInt8 = 1

  var bytes: [UInt8] {
    var data: [UInt8] = []
    var entries: [PMTilesDirectory.Entry] = []
    for (number, tile) in tiles.sorted(by: { $0.key < $1.key }) {
      if let last = entries.last, last.firstTile + last.runLength == number, Array(data.suffix(tile.count)) == tile,
        last.length == tile.count
      {
        entries[entries.count - 1].runLength += 1
      } else {
        entries.append(.init(firstTile: number, runLength: 1, offset: UInt64(data.count), length: UInt64(tile.count)))
        data += tile
      }
    }
    var leaves: [UInt8] = []
    var root = entries
    if let entriesPerLeaf {
      root = []
      for start in stride(from: 0, to: entries.count, by: entriesPerLeaf) {
        let part = Array(entries[start..<min(start + entriesPerLeaf, entries.count)])
        let leaf = compressed(Self.directory(part))
        root.append(
          .init(firstTile: part[0].firstTile, runLength: 0, offset: UInt64(leaves.count), length: UInt64(leaf.count)))
        leaves += leaf
      }
    }
    let sections = [compressed(Self.directory(root)), compressed(Array(metadata.utf8)), leaves, data]
    var header = Array("PMTiles".utf8) + [3]
    var offset = 127
    for section in sections {
      header += Self.integer(UInt64(offset)) + Self.integer(UInt64(section.count))
      offset += section.count
    }
    for count in [tiles.count, entries.count, entries.count] { header += Self.integer(UInt64(count)) }
    header += [1, isGzip ? 2 : 1, tileCompression, contents, zooms.lowerBound, zooms.upperBound]
    return header + [UInt8](repeating: 0, count: 127 - header.count) + sections.flatMap { $0 }
  }

  static func directory(_ entries: [PMTilesDirectory.Entry]) -> [UInt8] {
    var bytes = varint(UInt64(entries.count))
    var last: UInt64 = 0
    for entry in entries {
      bytes += varint(entry.firstTile - last)
      last = entry.firstTile
    }
    for entry in entries { bytes += varint(entry.runLength) }
    for entry in entries { bytes += varint(entry.length) }
    for (index, entry) in entries.enumerated() {
      let isNext = index > 0 && entries[index - 1].offset + entries[index - 1].length == entry.offset
      bytes += varint(isNext ? 0 : entry.offset + 1)
    }
    return bytes
  }

  private func compressed(_ bytes: [UInt8]) -> [UInt8] {
    isGzip ? gzipMember(bytes) : bytes
  }

  private static func integer(_ number: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * UInt64($0))) }
  }

  static func varint(_ number: UInt64) -> [UInt8] {
    var rest = number
    var bytes: [UInt8] = []
    while rest >= 0x80 {
      bytes.append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    return bytes + [UInt8(rest)]
  }
}

/// A gzip member whose contents are stored as they are (RFC 1951, 3.2.4): also of what no compression makes smaller.
func gzipMember(_ bytes: [UInt8]) -> [UInt8] {
  var member: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]
  let pieces = stride(from: 0, to: max(bytes.count, 1), by: 65535).map { bytes[$0..<min($0 + 65535, bytes.count)] }
  for (index, piece) in pieces.enumerated() {
    let count = UInt16(piece.count)
    member += [index == pieces.count - 1 ? 1 : 0]
    for number in [count, ~count] { member += [UInt8(number & 0xFF), UInt8(number >> 8)] }
    member += piece
  }
  for number in [checksum(bytes), UInt32(bytes.count)] {
    member += (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * UInt32($0))) }
  }
  return member
}

/// CRC-32 of gzip.
private func checksum(_ bytes: [UInt8]) -> UInt32 {
  ~bytes.reduce(~0) { sum, byte in
    (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
  }
}

/// The beginning of an image, and what tells it from others.
func image(_ text: String) -> [UInt8] { [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + Array(text.utf8) }
