/// Searches UTF-8 for text that NFC normalization may change: without decoding, many bytes at a time.
package enum ComposedBytes {
  private static let stride = 64

  /// The position of the first byte from `start` on that may belong to a text not in NFC, or the count when there is
  /// none. ASCII, Hangul syllables, Chinese characters, compatibility jamo, circled letters and the letters of
  /// western Europe are certain to be in NFC; only `composed` can decide on others. Complexity: O(n).
  package static func firstPossiblyNonNFC(in bytes: Span<UInt8>, from start: Int = 0) -> Int {
    var position = start
    // No early exit within a stride and no comparisons, only arithmetic whose highest bit is the result, so that the
    // loop is vectorised. The last byte has no next one and is left to the second loop.
    while position + stride < bytes.count {
      var found: UInt8 = 0
      for offset in position..<position + stride { found |= uncertainty(bytes[offset], before: bytes[offset + 1]) }
      if found & 0x80 != 0 { break }
      position += stride
    }
    while position < bytes.count {
      let next = position + 1 < bytes.count ? bytes[position + 1] : 0
      if uncertainty(bytes[position], before: next) & 0x80 != 0 { return position }
      position += 1
    }
    return bytes.count
  }

  /// The highest bit is set when a character begins here that normalization may change.
  @inline(__always)
  private static func uncertainty(_ byte: UInt8, before next: UInt8) -> UInt8 {
    let sinceMarks = byte &- 0xCC  // U+0300...U+2FFF: marks, other alphabets, conjoining jamo, signs
    let sinceForms = byte &- 0xEF  // U+F000 and beyond
    let kana = equality(byte, 0xE3) & equality(next & 0xFD, 0x80)  // U+3000...U+303F, U+3080...U+30BF
    let marks = equality(byte, 0xEA) & (next &- 0xB0)  // U+A000...U+ABFF
    return (sinceMarks &- 0x17) & ~sinceMarks | (sinceForms &- 0x11) & ~sinceForms | kana | marks
  }

  /// The highest bit is set when the two bytes are equal.
  @inline(__always)
  private static func equality(_ first: UInt8, _ second: UInt8) -> UInt8 {
    let difference = first ^ second
    return ~(difference | (0 &- difference))
  }
}
