/// A growing array of ordinals in unmanaged memory, with a radix sort. `destroy` must be called once.
struct OrdinalBuffer {
  private(set) var values: UnsafeMutablePointer<UInt32>
  private(set) var count = 0
  private var capacity = 1024

  init() { values = .allocate(capacity: capacity) }

  func destroy() { values.deallocate() }

  /// Reserves memory for `more` ordinals, and sixteen besides.
  @inline(__always)
  mutating func reserve(_ more: Int) {
    if count &+ more &+ 16 > capacity { grow(count + more + 16) }
  }

  private mutating func grow(_ needed: Int) {
    capacity = max(2 * capacity, needed)
    let larger = UnsafeMutablePointer<UInt32>.allocate(capacity: capacity)
    larger.update(from: values, count: count)
    values.deallocate()
    values = larger
  }

  /// Appends the selected ones of sixteen ordinals; the capacity must suffice.
  @inline(__always)
  mutating func append(_ lanes: Lanes, of ordinals: UnsafeRawPointer) {
    if lanes.isFull {
      let all = ordinals.load(as: SIMD16<UInt32>.self)
      UnsafeMutableRawPointer(values + count).storeBytes(of: all, as: SIMD16<UInt32>.self)
      count &+= 16
      return
    }
    var lanes = lanes
    while !lanes.isEmpty {
      values[count] = ordinals.load(fromByteOffset: lanes.removeFirst() &* 4, as: UInt32.self)
      count &+= 1
    }
  }

  /// Appends the first `count` (at most 16) of unaligned ordinals. There must be capacity for 16, and sixteen must be
  /// readable.
  @inline(__always)
  mutating func append(_ count: Int, of ordinals: UnsafeRawPointer) {
    let all = ordinals.loadUnaligned(as: SIMD16<UInt32>.self)
    UnsafeMutableRawPointer(values + self.count).storeBytes(of: all, as: SIMD16<UInt32>.self)
    self.count &+= count
  }

  mutating func append(_ ordinal: UInt32) {
    reserve(1)
    values[count] = ordinal
    count &+= 1
  }

  /// Lowers values above `last`, which only a damaged file has.
  func clamp(to last: UInt32) {
    for index in 0..<count { values[index] = min(values[index], last) }
  }

  mutating func removeAll(where isGone: (UInt32) -> Bool) {
    var kept = 0
    for index in 0..<count where !isGone(values[index]) {
      values[kept] = values[index]
      kept += 1
    }
    count = kept
  }

  /// Sorts values below `limit` into ascending order by a least-significant-digit radix sort. Complexity: O(n).
  mutating func sort(below limit: Int) {
    if count < 2 { return }
    let bits = max(1, Int.bitWidth - (limit - 1).leadingZeroBitCount)
    // Large tables only pay for many values.
    let maxBits = count < 4096 ? 7 : 11
    let passes = (bits + maxBits - 1) / maxBits
    let width = (bits + passes - 1) / passes
    var other = UnsafeMutablePointer<UInt32>.allocate(capacity: capacity)
    let starts = UnsafeMutablePointer<UInt32>.allocate(capacity: passes << width)
    Self.count(values, count, into: starts, passes, width)
    for pass in 0..<passes {
      Self.pass(values, count, to: other, starts + pass << width, UInt32(pass * width), UInt32(width))
      swap(&values, &other)
    }
    starts.deallocate()
    other.deallocate()
  }

  /// Fills a table for each pass with the start position of each digit.
  private static func count(
    _ values: UnsafeMutablePointer<UInt32>, _ count: Int, into starts: UnsafeMutablePointer<UInt32>, _ passes: Int,
    _ width: Int
  ) {
    starts.update(repeating: 0, count: passes << width)
    let mask = 1 &<< width &- 1
    for pass in 0..<passes {
      let table = starts + pass &<< width
      let shift = UInt32(pass &* width)
      for index in 0..<count { table[Int(values[index] &>> shift) & mask] &+= 1 }
      var sum: UInt32 = 0
      for digit in 0...mask {
        let size = table[digit]
        table[digit] = sum
        sum &+= size
      }
    }
  }

  private static func pass(
    _ values: UnsafeMutablePointer<UInt32>, _ count: Int, to target: UnsafeMutablePointer<UInt32>,
    _ starts: UnsafeMutablePointer<UInt32>, _ shift: UInt32, _ width: UInt32
  ) {
    let mask = 1 &<< Int(width) &- 1
    for index in 0..<count {
      let value = values[index]
      let digit = Int(value &>> shift) & mask
      let position = starts[digit]
      starts[digit] = position &+ 1
      target[Int(position)] = value
    }
  }
}
