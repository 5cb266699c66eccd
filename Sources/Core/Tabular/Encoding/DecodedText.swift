/// Decoded text as UTF-8, with the positions of undecodable bytes.
struct DecodedText: Sendable {
  /// Valid UTF-8.
  var bytes: [UInt8] = []
  /// The offsets of U+FFFD characters that replace undecodable bytes, ascending.
  var undecodable: [Int] = []

  /// Appends the output of `write`, at most `count` bytes.
  mutating func append(atMost count: Int, _ write: (inout DecodedOutput) -> Void) {
    let start = bytes.count
    var marks: [Int] = []
    let written = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      var output = DecodedOutput(buffer)
      write(&output)
      filled = output.count
      marks = output.undecodable
    }
    for mark in marks { undecodable.append(start + mark) }
    if start == 0 { bytes = written } else { bytes += written }
  }
}

/// An output buffer for decoded text; the creator must make it large enough.
struct DecodedOutput {
  private let bytes: UnsafeMutableBufferPointer<UInt8>
  private(set) var count = 0
  private(set) var undecodable: [Int] = []

  init(_ bytes: UnsafeMutableBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  /// Appends a character of the Basic Multilingual Plane, not a surrogate.
  @inline(__always)
  mutating func put(_ unit: UInt16) {
    if unit < 0x80 {
      put(UInt8(truncatingIfNeeded: unit))
    } else if unit < 0x800 {
      put(UInt8(truncatingIfNeeded: 0xC0 | unit >> 6))
      put(UInt8(truncatingIfNeeded: 0x80 | unit & 0x3F))
    } else {
      put(UInt8(truncatingIfNeeded: 0xE0 | unit >> 12))
      put(UInt8(truncatingIfNeeded: 0x80 | unit >> 6 & 0x3F))
      put(UInt8(truncatingIfNeeded: 0x80 | unit & 0x3F))
    }
  }

  /// Appends a supplementary character from its two surrogates.
  mutating func put(_ high: UInt16, _ low: UInt16) {
    let scalar = 0x1_0000 + (UInt32(high & 0x3FF) << 10 | UInt32(low & 0x3FF))
    put(UInt8(truncatingIfNeeded: 0xF0 | scalar >> 18))
    put(UInt8(truncatingIfNeeded: 0x80 | scalar >> 12 & 0x3F))
    put(UInt8(truncatingIfNeeded: 0x80 | scalar >> 6 & 0x3F))
    put(UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F))
  }

  /// Appends U+FFFD for undecodable bytes.
  mutating func putUndecodable() {
    undecodable.append(count)
    put(0xFFFD as UInt16)
  }

  /// Lets a function write to the rest of the buffer; it returns the number of bytes written.
  mutating func fill(_ write: (UnsafeMutableBufferPointer<UInt8>) -> Int) {
    count += write(UnsafeMutableBufferPointer(rebasing: bytes[count...]))
  }

  /// Copies bytes unchanged.
  mutating func copy(_ input: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
    guard !range.isEmpty else { return }
    UnsafeMutableRawBufferPointer(bytes)[count...].copyBytes(from: UnsafeRawBufferPointer(input)[range])
    count += range.count
  }

  /// Copies ASCII from an offset and returns the number of bytes copied. Eight at a time: most text is ASCII.
  mutating func copyASCII(_ input: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    let source = UnsafeRawBufferPointer(input)
    let target = UnsafeMutableRawBufferPointer(bytes)
    var offset = start
    while offset + 8 <= input.count {
      let word = source.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      guard word & 0x8080_8080_8080_8080 == 0 else { break }
      target.storeBytes(of: word, toByteOffset: count + offset - start, as: UInt64.self)
      offset += 8
    }
    while offset < input.count, input[offset] < 0x80 {
      bytes[count + offset - start] = input[offset]
      offset += 1
    }
    count += offset - start
    return offset - start
  }

  @inline(__always)
  private mutating func put(_ byte: UInt8) {
    bytes[count] = byte
    count += 1
  }
}
