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

  /// Appends the first `count` (at most 16) of ordinals that begin anywhere; there must be room for 16, and sixteen
  /// must be readable.
  @inline(__always)
  mutating func append(_ count: Int, of ordinals: UnsafeRawPointer) {
    let all = ordinals.loadUnaligned(as: SIMD16<UInt32>.self)
    UnsafeMutableRawPointer(values + self.count).storeBytes(of: all, as: SIMD16<UInt32>.self)
    self.count &+= count
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

  /// Sorts into ascending order, some bits at a time from the lowest. Complexity: O(n).
  mutating func sort() {
    if count < 2 { return }
    var either: UInt32 = 0
    for index in 0..<count { either |= values[index] }
    let bits = max(1, UInt32.bitWidth - either.leadingZeroBitCount)
    let passes = (bits + 9) / 10
    let width = (bits + passes - 1) / passes
    let target = UnsafeMutablePointer<UInt32>.allocate(capacity: capacity)
    let places = UnsafeMutablePointer<UInt32>.allocate(capacity: 1 << width)
    defer { places.deallocate() }
    var other = target
    for pass in 0..<passes {
      sort(UInt32(pass * width), UInt32(width), to: other, places)
      swap(&values, &other)
    }
    other.deallocate()
  }

  private func sort(
    _ shift: UInt32, _ width: UInt32, to target: UnsafeMutablePointer<UInt32>, _ places: UnsafeMutablePointer<UInt32>
  ) {
    let mask: UInt32 = 1 &<< width &- 1
    places.update(repeating: 0, count: Int(mask) &+ 1)
    var index = 0
    while index < count {
      places[Int((values[index] &>> shift) & mask)] &+= 1
      index &+= 1
    }
    var sum: UInt32 = 0
    var digit = 0
    while digit <= Int(mask) {
      let size = places[digit]
      places[digit] = sum
      sum &+= size
      digit &+= 1
    }
    index = 0
    while index < count {
      let digit = Int((values[index] &>> shift) & mask)
      target[Int(places[digit])] = values[index]
      places[digit] &+= 1
      index &+= 1
    }
  }
}
