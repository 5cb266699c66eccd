import Basics
import CPrefetch
import Segments

/// Points in blocks of sixteen. A block has 448 bytes (28 per point) in seven cache lines, laid out so that a query
/// reads the first lines of every visited block and the others only for its results.
///
///     0    x, y, z      3 × 16 × Int32   earth-centred, 1/128 m: any difference fits 32 bits
///     192  x, y, z      3 × 16 × Int8    the rest, 1/32768 m (30 µm)
///     240  unused       16 bytes
///     256  ordinals     16 × UInt32
///     320  latitudes    16 × Int32       ten-millionths of a degree
///     384  longitudes   16 × Int32
///
/// A view of memory that another object owns.
struct PointBlocks {
  let base: UnsafeMutableRawPointer
  let count: Int

  static let bytesPerBlock = 448
  static let fineOffset = 192
  static let ordinalOffset = 256
  static let latitudeOffset = 320
  static let longitudeOffset = 384
  static let unitsPerMetre = 128.0
  static let fineUnitsPerMetre = 32768.0

  /// The size of `count` points in bytes.
  static func bytes(for count: Int) -> Int { (count + 15) / 16 * bytesPerBlock }

  /// Memory for `count` points; the lanes after the last are zero. The caller frees it, or lets `packed` do that.
  static func allocate(_ count: Int) -> PointBlocks {
    let size = max(bytesPerBlock, bytes(for: count))
    let base = LargeMemory.allocate(size)
    (base + (size - bytesPerBlock)).initializeMemory(as: UInt8.self, repeating: 0, count: bytesPerBlock)
    return PointBlocks(base: base, count: count)
  }

  /// The memory, which this takes over.
  var packed: PackedArray<UInt8> {
    let size = max(Self.bytesPerBlock, Self.bytes(for: count))
    return PackedArray(adopting: base.assumingMemoryBound(to: UInt8.self), count: size)
  }

  @inline(__always)
  func block(_ index: Int) -> UnsafeMutableRawPointer { base + index &* Self.bytesPerBlock }

  /// Prefetches the lines that a nearby search reads, for a range of blocks.
  @inline(__always)
  func prefetch(_ first: Int, _ last: Int) {
    var memory = block(first)
    let end = block(last)
    while memory <= end {
      prefetch_line(memory)
      prefetch_line(memory + 64)
      prefetch_line(memory + 128)
      prefetch_line(memory + Self.fineOffset)
      prefetch_line(memory + Self.ordinalOffset)
      memory += Self.bytesPerBlock
    }
  }

  /// Writes one point. Different positions may be written from different threads.
  func store(_ coordinate: StoredCoordinate, ordinal: UInt32, at position: Int) {
    let lane = position & 15
    let block = block(position >> 4)
    let centred = EarthCentred(Coordinate(coordinate))
    store(centred.x, axis: 0, lane, block)
    store(centred.y, axis: 1, lane, block)
    store(centred.z, axis: 2, lane, block)
    (block + (Self.ordinalOffset + lane &* 4)).storeBytes(of: ordinal, as: UInt32.self)
    (block + (Self.latitudeOffset + lane &* 4)).storeBytes(of: coordinate.latitudeE7, as: Int32.self)
    (block + (Self.longitudeOffset + lane &* 4)).storeBytes(of: coordinate.longitudeE7, as: Int32.self)
  }

  private func store(_ metres: Double, axis: Int, _ lane: Int, _ block: UnsafeMutableRawPointer) {
    let fixed = Int64((metres * Self.fineUnitsPerMetre).rounded())
    let coarse = (fixed + 128) >> 8
    (block + (axis &* 64 &+ lane &* 4)).storeBytes(of: Int32(coarse), as: Int32.self)
    (block + (Self.fineOffset + axis &* 16 &+ lane)).storeBytes(of: Int8(fixed - coarse << 8), as: Int8.self)
  }

  /// The ECEF point at a position, accurate to 27 µm.
  @inline(__always)
  func centred(at position: Int) -> EarthCentred {
    let lane = position & 15
    let block = block(position >> 4)
    return EarthCentred(x: metres(0, lane, block), y: metres(1, lane, block), z: metres(2, lane, block))
  }

  @inline(__always)
  private func metres(_ axis: Int, _ lane: Int, _ block: UnsafeMutableRawPointer) -> Double {
    let coarse = (block + (axis &* 64 &+ lane &* 4)).load(as: Int32.self)
    let fine = (block + (Self.fineOffset + axis &* 16 &+ lane)).load(as: Int8.self)
    return Double(Int64(coarse) << 8 &+ Int64(fine)) * (1 / Self.fineUnitsPerMetre)
  }

  /// The ordinal at a position: one of `count`, whatever a file says.
  @inline(__always)
  func ordinal(at position: Int) -> UInt32 {
    let stored = (block(position >> 4) + (Self.ordinalOffset + (position & 15) &* 4)).load(as: UInt32.self)
    return min(stored, lastOrdinal)
  }

  /// The largest ordinal; 0 without points.
  var lastOrdinal: UInt32 { UInt32(truncatingIfNeeded: max(1, count) &- 1) }

  /// The coordinate at a position: a valid one, whatever a file says.
  func coordinate(at position: Int) -> StoredCoordinate {
    let lane = position & 15
    let block = block(position >> 4)
    return StoredCoordinate(
      clamping: (block + (Self.latitudeOffset + lane &* 4)).load(as: Int32.self),
      (block + (Self.longitudeOffset + lane &* 4)).load(as: Int32.self))
  }
}
