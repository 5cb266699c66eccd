/// Which of the sixteen points of a block are meant: a byte of 1 or 0 for each, so that the next one is found by
/// counting zero bits on any processor.
struct Lanes {
  var low: UInt64
  var high: UInt64

  @inline(__always)
  init(low: UInt64, high: UInt64) {
    self.low = low
    self.high = high
  }

  /// The lanes whose value is negative.
  @inline(__always)
  init(negative values: SIMD16<Int32>) {
    let bytes = SIMD16<Int8>(truncatingIfNeeded: values &>> SIMD16(repeating: 31))
    let words = unsafeBitCast(bytes, to: SIMD2<UInt64>.self)
    low = words[0] & 0x0101_0101_0101_0101
    high = words[1] & 0x0101_0101_0101_0101
  }

  @inline(__always)
  var isEmpty: Bool { low | high == 0 }

  @inline(__always)
  var isFull: Bool { low & high == 0x0101_0101_0101_0101 }

  @inline(__always)
  var count: Int { low.nonzeroBitCount &+ high.nonzeroBitCount }

  /// Forgets the lanes before `first`, 0...15.
  @inline(__always)
  mutating func removeLanes(before first: Int) {
    low &= first >= 8 ? 0 : UInt64.max &<< UInt64(first &* 8)
    high &= first <= 8 ? UInt64.max : UInt64.max &<< UInt64((first &- 8) &* 8)
  }

  /// Forgets the lanes from `end` on, 1...16.
  @inline(__always)
  mutating func removeLanes(from end: Int) {
    low &= end >= 8 ? UInt64.max : ~(UInt64.max &<< UInt64(end &* 8))
    high &= end >= 16 ? UInt64.max : (end <= 8 ? 0 : ~(UInt64.max &<< UInt64((end &- 8) &* 8)))
  }

  /// Takes out the first lane; there must be one.
  @inline(__always)
  mutating func removeFirst() -> Int {
    if low != 0 {
      let lane = low.trailingZeroBitCount &>> 3
      low &= low &- 1
      return lane
    }
    let lane = 8 &+ high.trailingZeroBitCount &>> 3
    high &= high &- 1
    return lane
  }
}

extension SIMD16<Int32> {
  /// The values as floating point. Lane by lane, because the generic conversion is not vectorised.
  @inline(__always)
  var floats: SIMD16<Float> {
    SIMD16<Float>(
      Float(self[0]), Float(self[1]), Float(self[2]), Float(self[3]), Float(self[4]), Float(self[5]),
      Float(self[6]), Float(self[7]), Float(self[8]), Float(self[9]), Float(self[10]), Float(self[11]),
      Float(self[12]), Float(self[13]), Float(self[14]), Float(self[15]))
  }

  /// All bits set where a value is below the other's.
  @inline(__always)
  func below(_ other: SIMD16<Int32>) -> SIMD16<Int32> {
    unsafeBitCast(self .< other, to: SIMD16<Int32>.self)
  }
}

extension PointBlocks {
  /// The points of a block that are nearer to x, y, z (1/128 m) than the square root of `limit`.
  @inline(__always)
  func lanes(near x: Int32, _ y: Int32, _ z: Int32, below limit: Float, in block: UnsafeMutableRawPointer) -> Lanes {
    let dx = (block.load(as: SIMD16<Int32>.self) &- SIMD16(repeating: x)).floats
    let dy = ((block + 64).load(as: SIMD16<Int32>.self) &- SIMD16(repeating: y)).floats
    let dz = ((block + 128).load(as: SIMD16<Int32>.self) &- SIMD16(repeating: z)).floats
    let over = dx * dx + dy * dy + dz * dz - SIMD16(repeating: limit)
    return Lanes(negative: unsafeBitCast(over, to: SIMD16<Int32>.self))
  }

  /// The points of a block inside a box of ten-millionths of a degree.
  @inline(__always)
  func lanes(inside box: StoredBox, in block: UnsafeMutableRawPointer) -> Lanes {
    let latitudes = (block + Self.latitudeOffset).load(as: SIMD16<Int32>.self)
    let longitudes = (block + Self.longitudeOffset).load(as: SIMD16<Int32>.self)
    let outside =
      latitudes.below(SIMD16(repeating: box.south)) | SIMD16(repeating: box.north).below(latitudes)
      | longitudes.below(SIMD16(repeating: box.west)) | SIMD16(repeating: box.east).below(longitudes)
    return Lanes(negative: ~outside)
  }
}
