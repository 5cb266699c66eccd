/// Writes ZIP archives whose entries are stored as they are.
struct StoredZip {
  private var bytes: [UInt8] = []
  private var directory: [UInt8] = []
  private var count = 0

  init(_ entries: KeyValuePairs<String, String>) {
    for (name, text) in entries { add(name, Array(text.utf8)) }
  }

  /// Adds an entry; `statedSize` is another size than its own.
  mutating func add(_ name: String, _ content: [UInt8], statedSize: Int? = nil) {
    let offset = bytes.count
    let size = statedSize ?? content.count
    var header = Self.number(20, 2) + Self.number(0x800, 2) + Self.number(0, 2) + Self.number(0, 4)
    header += Self.number(Int(Self.checksum(content)), 4) + Self.number(content.count, 4) + Self.number(size, 4)
    header += Self.number(name.utf8.count, 2) + Self.number(0, 2)
    bytes += [0x50, 0x4B, 3, 4] + header + Array(name.utf8) + content
    directory += [0x50, 0x4B, 1, 2] + Self.number(20, 2) + header + Self.number(0, 10) + Self.number(offset, 4)
    directory += Array(name.utf8)
    count += 1
  }

  /// The archive.
  var archive: [UInt8] {
    let end = Self.number(0, 4) + Self.number(count, 2) + Self.number(count, 2)
    return bytes + directory + [0x50, 0x4B, 5, 6] + end + Self.number(directory.count, 4)
      + Self.number(bytes.count, 4) + [0, 0]
  }

  private static func number(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { $0 < 8 ? UInt8(truncatingIfNeeded: value >> (8 * $0)) : 0 }
  }

  /// CRC-32.
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var sum: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
    return ~sum
  }
}
