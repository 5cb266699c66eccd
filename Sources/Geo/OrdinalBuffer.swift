/// A growing list of ordinals in plain memory, with a sort made for it. `destroy` must be called once.
struct OrdinalBuffer {
  private(set) var values: UnsafeMutablePointer<UInt32>
  private(set) var count = 0
  private var capacity = 1024

  init() { values = .allocate(capacity: capacity) }

  func destroy() { values.deallocate() }

  /// Makes room for that many more, and sixteen besides.
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

  /// Appends those of sixteen ordinals that are meant; there must be room.
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

  /// Appends one ordinal.
  mutating func append(_ ordinal: UInt32) {
    reserve(1)
    values[count] = ordinal
    count &+= 1
  }

  /// Keeps only some.
  mutating func removeAll(where isGone: (UInt32) -> Bool) {
    var kept = 0
    for index in 0..<count where !isGone(values[index]) {
      values[kept] = values[index]
      kept += 1
    }
    count = kept
  }

  /// Sorts into ascending order, eight bits at a time. Complexity: O(n).
  mutating func sort() {
    if count < 2 { return }
    var either: UInt32 = 0
    for index in 0..<count { either |= values[index] }
    var source = values
    var target = UnsafeMutablePointer<UInt32>.allocate(capacity: capacity)
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 256) { places in
      for shift in stride(from: UInt32(0), to: 32, by: 8) where (either >> shift) & 255 != 0 {
        Self.pass(shift, from: source, to: target, count, places.baseAddress!)
        swap(&source, &target)
      }
    }
    target.deallocate()
    values = source
  }

  private static func pass(
    _ shift: UInt32, from source: UnsafeMutablePointer<UInt32>, to target: UnsafeMutablePointer<UInt32>, _ count: Int,
    _ places: UnsafeMutablePointer<UInt32>
  ) {
    places.update(repeating: 0, count: 256)
    for index in 0..<count { places[Int((source[index] &>> shift) & 255)] &+= 1 }
    var sum: UInt32 = 0
    for digit in 0..<256 {
      let size = places[digit]
      places[digit] = sum
      sum &+= size
    }
    for index in 0..<count {
      let digit = Int((source[index] &>> shift) & 255)
      target[Int(places[digit])] = source[index]
      places[digit] &+= 1
    }
  }
}
