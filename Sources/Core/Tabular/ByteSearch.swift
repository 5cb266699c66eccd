/// The scanner's inner loops: searches eight bytes at a time (H. S. Warren, Hacker's Delight, 6-1).
enum ByteSearch {
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let highs: UInt64 = 0x8080_8080_8080_8080

  /// The position of the first of three bytes in a range, or its end.
  @inline(__always)
  static func first(
    of one: UInt8, _ two: UInt8, _ three: UInt8, in bytes: UnsafePointer<UInt8>, from start: Int, to end: Int
  ) -> Int {
    let pattern = (ones &* UInt64(one), ones &* UInt64(two), ones &* UInt64(three))
    var position = start
    while position &+ 8 <= end {
      let word = UInt64(littleEndian: UnsafeRawPointer(bytes + position).loadUnaligned(as: UInt64.self))
      let found = zeros(word ^ pattern.0) | zeros(word ^ pattern.1) | zeros(word ^ pattern.2)
      if found != 0 { return position &+ found.trailingZeroBitCount >> 3 }
      position &+= 8
    }
    while position < end {
      let byte = bytes[position]
      if byte == one || byte == two || byte == three { return position }
      position &+= 1
    }
    return end
  }

  /// Marks zero bytes; marks above the lowest one may be false.
  @inline(__always)
  private static func zeros(_ word: UInt64) -> UInt64 {
    (word &- ones) & ~word & highs
  }
}
