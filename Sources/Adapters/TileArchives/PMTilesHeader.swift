/// The header of a PMTiles archive (version 3): 127 bytes, integers little-endian.
struct PMTilesHeader: Hashable, Sendable {
  enum Compression: UInt8 {
    case unknown, none, gzip, brotli, zstandard
  }

  enum Contents: UInt8 {
    case unknown, vector, png, jpeg, webp, avif
  }

  static let count = 127
  /// The root directory lies within this many bytes from the start of the file.
  static let maxRootEnd: UInt64 = 16_384

  let root: Range<UInt64>
  let metadata: Range<UInt64>
  let leaves: Range<UInt64>
  let tiles: Range<UInt64>
  let directoryCompression: Compression
  let tileCompression: Compression
  let contents: Contents
  let zooms: ClosedRange<Int>

  /// - Parameter fileSize: All sections have to lie in the file.
  /// - Returns: Nil for anything else.
  init?(_ bytes: [UInt8], fileSize: UInt64) {
    guard bytes.count == Self.count, bytes.starts(with: "PMTiles".utf8), bytes[7] == 3 else { return nil }
    func section(at position: Int) -> Range<UInt64>? {
      let (start, count) = (Self.integer(bytes, at: position), Self.integer(bytes, at: position + 8))
      let (end, isOver) = start.addingReportingOverflow(count)
      return isOver || end > fileSize ? nil : start..<end
    }
    guard let root = section(at: 8), let metadata = section(at: 24), let leaves = section(at: 40),
      let tiles = section(at: 56), !root.isEmpty, root.upperBound <= Self.maxRootEnd,
      let directoryCompression = Compression(rawValue: bytes[97]),
      let tileCompression = Compression(rawValue: bytes[98]), let contents = Contents(rawValue: bytes[99]),
      bytes[100] <= bytes[101]
    else { return nil }
    (self.root, self.metadata, self.leaves, self.tiles) = (root, metadata, leaves, tiles)
    (self.directoryCompression, self.tileCompression) = (directoryCompression, tileCompression)
    (self.contents, zooms) = (contents, Int(bytes[100])...Int(bytes[101]))
  }

  private static func integer(_ bytes: [UInt8], at position: Int) -> UInt64 {
    bytes[position..<position + 8].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}
