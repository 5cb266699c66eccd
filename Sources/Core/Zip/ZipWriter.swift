import CZlib

/// Writes a ZIP archive piece by piece, so that it needs no file: entries are stored as they are (PKWARE APPNOTE 6.3.10).
/// Archives larger than 4 GiB or with more than 65,534 entries are written in the form ZIP64.
package struct ZipWriter: Sendable {
  fileprivate struct Entry {
    let name: [UInt8]
    let checksum: UInt32
    let size: UInt32
    let offset: UInt64
  }

  private var entries: [Entry] = []
  private var offset: UInt64 = 0

  package init() {}

  /// The bytes of an entry, which follow those of the entries before.
  /// - Parameters:
  ///   - name: a relative path with `/`.
  ///   - content: fewer than 4 GiB.
  package mutating func entry(_ name: String, _ content: [UInt8]) -> [UInt8] {
    let entry = Entry(
      name: Array(name.utf8), checksum: Self.checksum(content), size: UInt32(content.count), offset: offset)
    entries.append(entry)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(30 + entry.name.count + content.count)
    bytes.append(0x0403_4b50 as UInt32)
    bytes.append(Self.version)
    bytes.append(described: entry, extraCount: 0)
    bytes += entry.name + content
    offset += UInt64(bytes.count)
    return bytes
  }

  /// The bytes after those of the last entry.
  package func end() -> [UInt8] {
    var bytes = entries.reduce(into: [UInt8]()) { $0.append(listed: $1) }
    let size = UInt64(bytes.count)
    let isLarge = offset + size >= UInt64(UInt32.max) || entries.count >= Int(UInt16.max)
    if isLarge { bytes.append(largeEnd: entries.count, offset: offset, size: size) }
    bytes.append(0x0605_4b50 as UInt32)
    bytes.append(0 as UInt32)
    for _ in 0..<2 { bytes.append(isLarge ? UInt16.max : UInt16(entries.count)) }
    bytes.append(isLarge ? UInt32.max : UInt32(size))
    bytes.append(isLarge ? UInt32.max : UInt32(offset))
    bytes.append(0 as UInt16)
    return bytes
  }

  /// That of ZIP64, which all readers of today know.
  fileprivate static let version: UInt16 = 45

  private static func checksum(_ content: [UInt8]) -> UInt32 {
    content.withUnsafeBufferPointer { UInt32(truncatingIfNeeded: crc32_z(0, $0.baseAddress, $0.count)) }
  }
}

extension [UInt8] {
  fileprivate mutating func append<Number: FixedWidthInteger>(_ number: Number) {
    for shift in stride(from: 0, to: Number.bitWidth, by: 8) { append(UInt8(truncatingIfNeeded: number >> shift)) }
  }

  /// What both headers of an entry have. The name is UTF-8, and the date is the first of 1980.
  fileprivate mutating func append(described entry: ZipWriter.Entry, extraCount: UInt16) {
    append(0x0800 as UInt16)
    append(0 as UInt16)
    append(0 as UInt16)
    append(0x0021 as UInt16)
    append(entry.checksum)
    append(entry.size)
    append(entry.size)
    append(UInt16(entry.name.count))
    append(extraCount)
  }

  /// The header of an entry in the list at the end.
  fileprivate mutating func append(listed entry: ZipWriter.Entry) {
    let isFar = entry.offset >= UInt64(UInt32.max)
    append(0x0201_4b50 as UInt32)
    append(ZipWriter.version)
    append(ZipWriter.version)
    append(described: entry, extraCount: isFar ? 12 : 0)
    // No comment, first disk, no attributes.
    append(contentsOf: [UInt8](repeating: 0, count: 10))
    append(isFar ? UInt32.max : UInt32(entry.offset))
    append(contentsOf: entry.name)
    guard isFar else { return }
    append(1 as UInt16)
    append(8 as UInt16)
    append(entry.offset)
  }

  /// The end of the list in the form ZIP64, and where it is.
  fileprivate mutating func append(largeEnd count: Int, offset: UInt64, size: UInt64) {
    append(0x0606_4b50 as UInt32)
    append(44 as UInt64)
    append(ZipWriter.version)
    append(ZipWriter.version)
    append(0 as UInt64)
    append(UInt64(count))
    append(UInt64(count))
    append(size)
    append(offset)
    append(0x0706_4b50 as UInt32)
    append(0 as UInt32)
    append(offset + size)
    append(1 as UInt32)
  }
}
