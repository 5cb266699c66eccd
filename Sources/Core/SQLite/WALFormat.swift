/// A place in a write-ahead log: behind a frame. Two that are equal follow the same frames.
package struct WALPosition: Hashable, Sendable, CustomStringConvertible {
  /// As in the file; others each time that the log begins again.
  let salts: UInt64
  /// The number of frames before it.
  package let frame: Int
  /// SQLite's checksum of all frames before it.
  let checksum: WALChecksum
  package let pageSize: Int

  /// The size of a frame in the log.
  package var frameSize: Int { WALFormat.frameHeaderSize + pageSize }

  /// Whether it is in the same log as another one, and not before it.
  package func follows(_ other: WALPosition) -> Bool { salts == other.salts && frame >= other.frame }

  /// `salts-frame-checksum-page size`, the numbers in hexadecimal digits.
  package var description: String {
    let numbers = [salts, UInt64(frame), checksum.joined, UInt64(pageSize)]
    return numbers.map { String($0, radix: 16) }.joined(separator: "-")
  }

  init(salts: UInt64, frame: Int, checksum: WALChecksum, pageSize: Int) {
    (self.salts, self.frame, self.checksum, self.pageSize) = (salts, frame, checksum, pageSize)
  }

  /// Parses a description; nil when malformed.
  package init?(_ text: String) {
    let numbers = text.split(separator: "-", omittingEmptySubsequences: false).map { UInt64($0, radix: 16) }
    guard numbers.count == 4, let salts = numbers[0], let frame = numbers[1], frame < 1 << 32,
      let checksum = numbers[2], let pageSize = numbers[3],
      WALFormat.isPageSize(pageSize) || frame == 0 && pageSize == 0
    else { return nil }
    self.init(salts: salts, frame: Int(frame), checksum: WALChecksum(joined: checksum), pageSize: Int(pageSize))
  }
}

/// Frames that follow each other in a log, as they are in the file.
package struct WALFrames: Hashable, Sendable {
  package let start: WALPosition
  package let end: WALPosition
  package let bytes: [UInt8]

  init(from start: WALPosition, to end: WALPosition, _ bytes: [UInt8]) {
    (self.start, self.end, self.bytes) = (start, end, bytes)
  }

  /// Frames that were kept elsewhere; nil if the positions can't be theirs.
  package init?(start: WALPosition, end: WALPosition, bytes: [UInt8]) {
    guard end.frame > start.frame, bytes.count == (end.frame - start.frame) * start.frameSize else { return nil }
    self.init(from: start, to: end, bytes)
  }
}

/// The running checksum of a log.
struct WALChecksum: Hashable, Sendable {
  var first: UInt32
  var second: UInt32

  init(_ first: UInt32, _ second: UInt32) { (self.first, self.second) = (first, second) }

  init(joined: UInt64) { self.init(UInt32(joined >> 32), UInt32(truncatingIfNeeded: joined)) }

  var joined: UInt64 { UInt64(first) << 32 | UInt64(second) }

  /// Adds bytes, as pairs of words.
  mutating func add(_ bytes: UnsafeRawBufferPointer, bigEndian: Bool) {
    var (first, second) = (first, second)
    var offset = 0
    while offset + 8 <= bytes.count {
      let left = bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
      let right = bytes.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self)
      first &+= (bigEndian ? UInt32(bigEndian: left) : UInt32(littleEndian: left)) &+ second
      second &+= (bigEndian ? UInt32(bigEndian: right) : UInt32(littleEndian: right)) &+ first
      offset += 8
    }
    (self.first, self.second) = (first, second)
  }
}

/// The file format of write-ahead logs (https://sqlite.org/walformat.html).
enum WALFormat {
  static let headerSize = 32
  static let frameHeaderSize = 24

  static func isPageSize(_ size: UInt64) -> Bool { (512...65_536).contains(size) && size & (size - 1) == 0 }

  /// The beginning of a log, from its header; nil for another file or a wrong checksum.
  static func beginning(_ header: [UInt8]) -> (position: WALPosition, bigEndian: Bool)? {
    header.withUnsafeBytes { header in
      guard header.count == headerSize else { return nil }
      let magic = word(header, 0)
      let pageSize = UInt64(word(header, 8))
      guard magic & ~1 == 0x377F_0682, word(header, 4) == 3_007_000, isPageSize(pageSize) else { return nil }
      var checksum = WALChecksum(0, 0)
      checksum.add(UnsafeRawBufferPointer(rebasing: header[..<24]), bigEndian: magic & 1 == 1)
      guard checksum == WALChecksum(word(header, 24), word(header, 28)) else { return nil }
      let position = WALPosition(
        salts: salts(header, 16), frame: 0, checksum: checksum, pageSize: Int(pageSize))
      return (position, magic & 1 == 1)
    }
  }

  /// The position behind frames, each of which has the salts and the checksum that follow from those before it.
  /// - Returns: Nil if one has not.
  static func end(of frames: [UInt8], after start: WALPosition, bigEndian: Bool) -> WALPosition? {
    guard frames.count % start.frameSize == 0 else { return nil }
    return frames.withUnsafeBytes { frames in
      var checksum = start.checksum
      for offset in stride(from: 0, to: frames.count, by: start.frameSize) {
        let frame = UnsafeRawBufferPointer(rebasing: frames[offset..<offset + start.frameSize])
        checksum.add(UnsafeRawBufferPointer(rebasing: frame[..<8]), bigEndian: bigEndian)
        checksum.add(UnsafeRawBufferPointer(rebasing: frame[frameHeaderSize...]), bigEndian: bigEndian)
        guard salts(frame, 8) == start.salts, checksum == WALChecksum(word(frame, 16), word(frame, 20)) else {
          return nil
        }
      }
      return WALPosition(
        salts: start.salts, frame: start.frame + frames.count / start.frameSize, checksum: checksum,
        pageSize: start.pageSize)
    }
  }

  /// A number of four bytes; the first is the highest.
  static func word(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt32 {
    UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }

  static func salts(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt64 {
    UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }
}

/// The last commit according to the index of a log.
struct WALIndex: Hashable, Sendable {
  let end: WALPosition
  /// Whether the words of checksums have their highest byte first.
  let bigEndian: Bool

  /// Reads the two copies of the header; nil while it is being written.
  init?(_ header: [UInt8]) {
    guard header[..<48] == header[48...] else { return nil }
    let parsed: (end: WALPosition, bigEndian: Bool)? = header.withUnsafeBytes { header in
      let number = { (offset: Int) in header.loadUnaligned(fromByteOffset: offset, as: UInt32.self) }
      // In the byte order of the machine, but for the salts.
      var checksum = WALChecksum(0, 0)
      checksum.add(UnsafeRawBufferPointer(rebasing: header[..<40]), bigEndian: 1.bigEndian == 1)
      let size = UInt64(header.loadUnaligned(fromByteOffset: 14, as: UInt16.self))
      // 65,536 does not fit.
      let pageSize = size == 1 ? 65_536 : size
      // It has no size of pages before its first frame.
      let isEmpty = pageSize == 0 && number(16) == 0
      guard header[12] != 0, WALFormat.isPageSize(pageSize) || isEmpty, checksum == WALChecksum(number(40), number(44))
      else {
        return nil
      }
      let end = WALPosition(
        salts: WALFormat.salts(header, 32), frame: Int(number(16)),
        checksum: WALChecksum(number(24), number(28)), pageSize: Int(pageSize))
      return (end, header[13] != 0)
    }
    guard let parsed else { return nil }
    (end, bigEndian) = parsed
  }
}
