import CSodium

package struct SegmentOrigin: Hashable, Sendable {
  /// The program and the versions of what shapes the content. Another program's segment is not read.
  package var producer: String
  package var version: Int64
  /// Tells apart two histories of the data with the same version.
  package var mark: String

  package init(producer: String, version: Int64, mark: String) {
    self.producer = producer
    self.version = version
    self.mark = mark
  }
}

struct SegmentSection: Hashable {
  var name: String
  /// The size of an element in bytes.
  var stride: Int
  var count: Int
  /// Its position in the file, a multiple of `SegmentHeader.alignment`.
  var offset = 0
  var digest = [UInt8](repeating: 0, count: SegmentDigest.size)
}

/// The beginning of a segment file, in the byte order of the machine:
///
///     0   8 bytes  magic
///     8   UInt32   byte order, 0x01020304
///     12  UInt32   format
///     16  UInt64   length of the header
///     24  UInt64   length of the file
///     32  Int64    version of the data
///     40  UInt32   number of sections
///     44  UInt32   bytes of the producer
///     48  UInt32   bytes of the mark
///     52  UInt32   0
///     56           producer, mark, padding to 8 bytes
///         96 bytes for each section: name (40), stride (8), count (8), offset (8), digest (32)
///         32 bytes digest of all before
struct SegmentHeader: Hashable {
  static let magic: [UInt8] = Array("4CUTSEG\n".utf8)
  static let byteOrder: UInt32 = 0x0102_0304
  /// Grows with every change of the layout or meaning of any section.
  static let format: UInt32 = 2
  /// A page, so that sections can be advised one by one; and more than the alignment of any element.
  static let alignment = 4096
  static let maxNameLength = 40
  static let fixedSize = 56
  static let sectionSize = maxNameLength + 3 * 8 + SegmentDigest.size
  /// The maximum size of a header: a longer one is damaged.
  static let maxSize = 1 << 20

  var origin: SegmentOrigin
  var sections: [SegmentSection]
  var fileSize = 0

  var size: Int {
    let texts = origin.producer.utf8.count + origin.mark.utf8.count
    return Self.fixedSize + (texts + 7) / 8 * 8 + sections.count * Self.sectionSize + SegmentDigest.size
  }

  static func aligned(_ offset: Int) -> Int { (offset + alignment - 1) / alignment * alignment }

  mutating func layOut() {
    var next = Self.aligned(size)
    for index in sections.indices {
      sections[index].offset = next
      next = Self.aligned(next + sections[index].stride * sections[index].count)
    }
    fileSize = next
  }

  var bytes: [UInt8] {
    var bytes = Self.magic
    bytes.append(number: Self.byteOrder)
    bytes.append(number: Self.format)
    bytes.append(number: UInt64(size))
    bytes.append(number: UInt64(fileSize))
    bytes.append(number: origin.version)
    bytes.append(number: UInt32(sections.count))
    bytes.append(number: UInt32(origin.producer.utf8.count))
    bytes.append(number: UInt32(origin.mark.utf8.count))
    bytes.append(number: UInt32(0))
    bytes += Array(origin.producer.utf8) + Array(origin.mark.utf8)
    bytes += [UInt8](repeating: 0, count: (8 - bytes.count % 8) % 8)
    for section in sections {
      let name = Array(section.name.utf8)
      bytes += name + [UInt8](repeating: 0, count: Self.maxNameLength - name.count)
      for number in [section.stride, section.count, section.offset] { bytes.append(number: UInt64(number)) }
      bytes += section.digest
    }
    return bytes + SegmentDigest.of(bytes)
  }

  /// Reads the header of a file of `fileSize` bytes, which begins with `bytes`. What it returns lies inside the file.
  init(parsing bytes: UnsafeRawBufferPointer, fileSize: Int) throws(SegmentFault) {
    var reader = HeaderReader(bytes)
    guard try reader.take(Self.magic.count) == Self.magic else { throw .foreign("The file is no segment.") }
    guard try reader.number(UInt32.self) == Self.byteOrder else {
      throw .foreign("The segment has the byte order of another machine.")
    }
    let format = try reader.number(UInt32.self)
    guard format == Self.format else { throw .foreign("The segment has format \(format) instead of \(Self.format).") }
    let size = try reader.size(atMost: min(Self.maxSize, bytes.count))
    guard size >= Self.fixedSize + SegmentDigest.size else { throw .damaged("The segment's header is too short.") }
    let content = UnsafeRawBufferPointer(rebasing: bytes[..<(size - SegmentDigest.size)])
    guard SegmentDigest.of(content) == Array(bytes[(size - SegmentDigest.size)..<size]) else {
      throw .damaged("The segment's header is damaged.")
    }
    reader = HeaderReader(content, from: reader.position)
    guard try reader.size(atMost: .max) == fileSize else { throw .damaged("The segment has not its full length.") }
    let version = try reader.number(Int64.self)
    let counts = (try reader.number(UInt32.self), try reader.number(UInt32.self), try reader.number(UInt32.self))
    _ = try reader.number(UInt32.self)
    let producer = try reader.text(Int(counts.1))
    origin = SegmentOrigin(producer: producer, version: version, mark: try reader.text(Int(counts.2)))
    try reader.align()
    sections = []
    self.fileSize = fileSize
    for _ in 0..<counts.0 { sections.append(try Self.section(&reader, from: size, fileSize: fileSize)) }
    guard reader.isAtEnd, Set(sections.map(\.name)).count == sections.count else {
      throw .damaged("The segment's header contradicts itself.")
    }
  }

  init(origin: SegmentOrigin, sections: [SegmentSection]) {
    self.origin = origin
    self.sections = sections
  }

  private static func section(
    _ reader: inout HeaderReader, from start: Int, fileSize: Int
  ) throws(SegmentFault) -> SegmentSection {
    let name = String(decoding: try reader.take(maxNameLength).prefix { $0 != 0 }, as: UTF8.self)
    let stride = try reader.size(atMost: fileSize)
    let count = try reader.size(atMost: fileSize)
    let offset = try reader.size(atMost: fileSize)
    let (length, overflows) = stride.multipliedReportingOverflow(by: count)
    guard !overflows, stride > 0, offset >= start, offset % alignment == 0, length <= fileSize - offset else {
      throw .damaged("The section \(name) does not lie inside the segment.")
    }
    return SegmentSection(
      name: name, stride: stride, count: count, offset: offset, digest: try reader.take(SegmentDigest.size))
  }
}

/// Reads a header from its beginning; what is missing is damage.
private struct HeaderReader {
  private let bytes: UnsafeRawBufferPointer
  private(set) var position: Int

  init(_ bytes: UnsafeRawBufferPointer, from position: Int = 0) {
    self.bytes = bytes
    self.position = position
  }

  var isAtEnd: Bool { position == bytes.count }

  mutating func take(_ count: Int) throws(SegmentFault) -> [UInt8] {
    guard count <= bytes.count - position else { throw .damaged("The segment's header is cut off.") }
    defer { position += count }
    return Array(bytes[position..<(position + count)])
  }

  mutating func number<Number: FixedWidthInteger & BitwiseCopyable>(
    _ type: Number.Type
  ) throws(SegmentFault) -> Number {
    let size = MemoryLayout<Number>.size
    guard size <= bytes.count - position else { throw .damaged("The segment's header is cut off.") }
    defer { position += size }
    return bytes.loadUnaligned(fromByteOffset: position, as: Number.self)
  }

  mutating func size(atMost limit: Int) throws(SegmentFault) -> Int {
    guard let size = Int(exactly: try number(UInt64.self)), size <= limit else {
      throw .damaged("The segment's header names a length that is too large.")
    }
    return size
  }

  mutating func text(_ count: Int) throws(SegmentFault) -> String { String(decoding: try take(count), as: UTF8.self) }

  mutating func align() throws(SegmentFault) { _ = try take((8 - position % 8) % 8) }
}

/// BLAKE2b of 256 bits (RFC 7693).
enum SegmentDigest {
  static let size = 32

  /// Has libsodium choose the fastest implementation for this processor.
  private static let isReady = sodium_init() >= 0

  /// The digest of all bytes that `body` passes on.
  static func of(_ body: (_ update: (UnsafeRawBufferPointer) -> Void) -> Void) -> [UInt8] {
    precondition(isReady, "libsodium cannot be initialised")
    return withUnsafeTemporaryAllocation(byteCount: crypto_generichash_statebytes(), alignment: 64) { memory in
      let state = OpaquePointer(memory.baseAddress.unsafelyUnwrapped)
      crypto_generichash_init(state, nil, 0, size)
      body { bytes in
        crypto_generichash_update(
          state, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt64(bytes.count))
      }
      var digest = [UInt8](repeating: 0, count: size)
      crypto_generichash_final(state, &digest, size)
      return digest
    }
  }

  static func of(_ bytes: UnsafeRawBufferPointer) -> [UInt8] { of { $0(bytes) } }

  static func of(_ bytes: [UInt8]) -> [UInt8] { bytes.withUnsafeBytes { of($0) } }
}

extension [UInt8] {
  fileprivate mutating func append(number: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: number) { append(contentsOf: $0) }
  }
}
