/// A mask of the sixteen points of a block, one bit each.
struct Lanes {
  private(set) var bits: UInt32

  @inline(__always)
  init(negative values: SIMD16<Int32>) {
    let words = unsafeBitCast((values &>> SIMD16(repeating: 31)).bytes, to: SIMD2<UInt64>.self)
    bits = Self.gather(words[0]) | Self.gather(words[1]) &<< 8
  }

  /// Gathers the lowest bits of eight bytes: the product moves each to its position in the highest byte.
  @inline(__always)
  private static func gather(_ bytes: UInt64) -> UInt32 {
    UInt32(truncatingIfNeeded: ((bytes & 0x0101_0101_0101_0101) &* 0x0102_0408_1020_4080) &>> 56)
  }

  @inline(__always)
  var isEmpty: Bool { bits == 0 }

  @inline(__always)
  var isFull: Bool { bits == 0xFFFF }

  /// Clears the lanes before `first`, 0...15.
  @inline(__always)
  mutating func removeLanes(before first: Int) { bits &= 0xFFFF &<< UInt32(truncatingIfNeeded: first) }

  /// Clears the lanes after `last`, 0...15.
  @inline(__always)
  mutating func removeLanes(after last: Int) { bits &= 0xFFFF &>> UInt32(truncatingIfNeeded: 15 &- last) }

  /// Removes and returns the first lane; there must be one.
  @inline(__always)
  mutating func removeFirst() -> Int {
    let lane = bits.trailingZeroBitCount
    bits &= bits &- 1
    return lane
  }
}

extension SIMD16<Int32> {
  /// The values as floating point. Written lane by lane, because the generic conversion is not vectorised.
  @inline(__always)
  var floats: SIMD16<Float> {
    SIMD16<Float>(
      Float(self[0]), Float(self[1]), Float(self[2]), Float(self[3]), Float(self[4]), Float(self[5]),
      Float(self[6]), Float(self[7]), Float(self[8]), Float(self[9]), Float(self[10]), Float(self[11]),
      Float(self[12]), Float(self[13]), Float(self[14]), Float(self[15]))
  }

  /// The lowest byte of each value; lane by lane for the same reason.
  @inline(__always)
  var bytes: SIMD16<Int8> {
    SIMD16<Int8>(
      Int8(truncatingIfNeeded: self[0]), Int8(truncatingIfNeeded: self[1]), Int8(truncatingIfNeeded: self[2]),
      Int8(truncatingIfNeeded: self[3]), Int8(truncatingIfNeeded: self[4]), Int8(truncatingIfNeeded: self[5]),
      Int8(truncatingIfNeeded: self[6]), Int8(truncatingIfNeeded: self[7]), Int8(truncatingIfNeeded: self[8]),
      Int8(truncatingIfNeeded: self[9]), Int8(truncatingIfNeeded: self[10]), Int8(truncatingIfNeeded: self[11]),
      Int8(truncatingIfNeeded: self[12]), Int8(truncatingIfNeeded: self[13]), Int8(truncatingIfNeeded: self[14]),
      Int8(truncatingIfNeeded: self[15]))
  }

  /// All bits set where a value is below the other's.
  @inline(__always)
  func below(_ other: SIMD16<Int32>) -> SIMD16<Int32> {
    unsafeBitCast(self .< other, to: SIMD16<Int32>.self)
  }
}

extension PointBlocks {
  /// The points of a block that are nearer to x, y, z (in 1/128 m) than the square root of `limit`.
  @inline(__always)
  func lanes(near x: Int32, _ y: Int32, _ z: Int32, below limit: Float, in block: UnsafeMutableRawPointer) -> Lanes {
    let dx = (block.load(as: SIMD16<Int32>.self) &- SIMD16(repeating: x)).floats
    let dy = ((block + 64).load(as: SIMD16<Int32>.self) &- SIMD16(repeating: y)).floats
    let dz = ((block + 128).load(as: SIMD16<Int32>.self) &- SIMD16(repeating: z)).floats
    let over = dx * dx + dy * dy + dz * dz - SIMD16(repeating: limit)
    return Lanes(negative: unsafeBitCast(over, to: SIMD16<Int32>.self))
  }

  /// The points of a block inside a box in units of 1e-7 degrees.
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
