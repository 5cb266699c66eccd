/// The decoder configurations of a HEIC file (`hvcC`, ISO/IEC 14496-15, clause 8.3.3).
///
/// The size in the file's header and the size that the decoder allocates are separate fields: a small file with a
/// small stated size could decompress to gigabytes.
enum HEVCConfiguration {
  /// The pixels of the largest sequence parameter set; nil when there is none, one is malformed, or the units of the
  /// coded data do not have lengths of four bytes, as the decoder expects.
  static func maxPicture(of configuration: ArraySlice<UInt8>) -> Int? {
    var bits = BitReader(configuration)
    guard bits.skip(21 * 8), let lengths = bits.number(8), lengths & 3 == 3, let arrays = bits.number(8) else {
      return nil
    }
    var maxPixels: Int?
    for _ in 0..<arrays {
      guard let kind = bits.number(8), let units = bits.number(16) else { return nil }
      for _ in 0..<units {
        guard let length = bits.number(16), let unit = bits.bytes(length) else { return nil }
        guard kind & 0x3F == 33 else { continue }
        guard let pixels = sequenceParameters(unit) else { return nil }
        maxPixels = max(maxPixels ?? 0, pixels)
      }
    }
    return maxPixels
  }

  /// The pixels of a sequence parameter set (ITU-T H.265, clause 7.3.2.2).
  private static func sequenceParameters(_ unit: ArraySlice<UInt8>) -> Int? {
    var bits = BitReader(withoutEscapes(unit)[...])
    // A NAL unit header of two bytes; then the parameter set's id, the temporal sub-layers (one for a still), a flag.
    guard bits.skip(20), bits.number(3) == 0, bits.skip(1), bits.skip(96), bits.exponentialGolomb() != nil,
      let colors = bits.exponentialGolomb(), colors != 3 || bits.skip(1), let width = bits.exponentialGolomb(),
      let height = bits.exponentialGolomb(), width <= 0xFFFF, height <= 0xFFFF
    else { return nil }
    return width * height
  }

  /// Removes the emulation prevention bytes (3 after two zeros).
  private static func withoutEscapes(_ unit: ArraySlice<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    var zeros = 0
    for byte in unit {
      if zeros >= 2 && byte == 3 {
        zeros = 0
        continue
      }
      zeros = byte == 0 ? zeros + 1 : 0
      bytes.append(byte)
    }
    return bytes
  }
}

/// Reads numbers of any number of bits, most significant bit first.
private struct BitReader {
  private let source: ArraySlice<UInt8>
  private var position = 0

  init(_ source: ArraySlice<UInt8>) {
    self.source = source
  }

  private var rest: Int { source.count * 8 - position }

  mutating func skip(_ bits: Int) -> Bool {
    guard rest >= bits else { return false }
    position += bits
    return true
  }

  /// At most 32 bits.
  mutating func number(_ bits: Int) -> Int? {
    guard rest >= bits else { return nil }
    var value = 0
    for _ in 0..<bits {
      let byte = source[source.startIndex + position / 8]
      value = value << 1 | Int(byte >> (7 - position % 8) & 1)
      position += 1
    }
    return value
  }

  /// Whole bytes; the position must be byte-aligned.
  mutating func bytes(_ count: Int) -> ArraySlice<UInt8>? {
    guard rest >= count * 8 else { return nil }
    let start = source.startIndex + position / 8
    position += count * 8
    return source[start..<(start + count)]
  }

  /// `ue(v)` of the recommendation, clause 9.2.
  mutating func exponentialGolomb() -> Int? {
    var zeros = 0
    while let bit = number(1), bit == 0 { zeros += 1 }
    guard zeros <= 31, let tail = number(zeros) else { return nil }
    return (1 << zeros) - 1 + tail
  }
}
