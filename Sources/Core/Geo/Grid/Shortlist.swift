import Glibc

/// The best candidates so far: by distance in whole millimetres, then by ordinal.
///
/// Owns unmanaged memory: `drainNeighbors` must be called once, at the end. Up to 32 candidates are kept sorted, so
/// that the worst is always known; more are kept as a heap and sorted at the end.
struct Shortlist {
  struct Entry {
    /// Millimetres times 2²⁹ plus the ordinal.
    var key: UInt64
    var metres: Double
  }

  /// The limit of ordinals, so that one integer orders candidates: half the Earth's circumference is below 2³⁵ mm.
  static let ordinalLimit = 1 << 29
  private static let maxSorted = 32

  let limit: Int
  private(set) var count = 0
  private(set) var entries: UnsafeMutablePointer<Entry>
  private var capacity: Int

  /// An empty list that keeps at most `limit` (at least 1) candidates.
  init(limit: Int) {
    self.limit = limit
    capacity = min(limit, Self.maxSorted)
    entries = .allocate(capacity: capacity)
  }

  /// A distance in whole millimetres: the last bits of its sum with 2⁵², where doubles are integers.
  @inline(__always)
  static func millimetres(_ metres: Double) -> Int64 {
    Int64(bitPattern: (metres * 1000 + 0x1p52).bitPattern &- (0x1p52).bitPattern)
  }

  @inline(__always)
  static func key(_ metres: Double, ordinal: UInt32) -> UInt64 {
    UInt64(bitPattern: millimetres(metres)) &<< 29 | UInt64(ordinal)
  }

  @inline(__always)
  var isFull: Bool { count == limit }

  @inline(__always)
  private var isSorted: Bool { limit <= Self.maxSorted }

  /// The worst candidate's key; the list must be full.
  @inline(__always)
  var worstKey: UInt64 { entries[isSorted ? limit &- 1 : 0].key }

  /// No distance above this can improve a full list.
  @inline(__always)
  var reach: Double { entries[isSorted ? limit &- 1 : 0].metres + 0.001 }

  /// Inserts a candidate. A full list drops its worst, which must be worse than the candidate.
  @inline(__always)
  mutating func insert(_ entry: Entry) {
    if isSorted { insertSorted(entry) } else { insertUnsorted(entry) }
  }

  @inline(__always)
  private mutating func insertSorted(_ entry: Entry) {
    var position = isFull ? count &- 1 : count
    count = position &+ 1
    while position > 0, entries[position &- 1].key > entry.key {
      entries[position] = entries[position &- 1]
      position &-= 1
    }
    entries[position] = entry
  }

  private mutating func insertUnsorted(_ entry: Entry) {
    if isFull {
      entries[0] = entry
      sink(0, count: count)
      return
    }
    if count == capacity { grow() }
    entries[count] = entry
    count += 1
    if isFull { makeHeap() }
  }

  private mutating func grow() {
    capacity = min(limit, capacity * 2)
    let larger = UnsafeMutablePointer<Entry>.allocate(capacity: capacity)
    larger.update(from: entries, count: count)
    entries.deallocate()
    entries = larger
  }

  private func makeHeap() {
    for index in stride(from: count / 2 - 1, through: 0, by: -1) { sink(index, count: count) }
  }

  /// Sifts an entry down a max-heap.
  private func sink(_ start: Int, count: Int) {
    let entry = entries[start]
    var hole = start
    while true {
      var child = 2 * hole + 1
      if child >= count { break }
      if child + 1 < count, entries[child + 1].key > entries[child].key { child += 1 }
      if entries[child].key <= entry.key { break }
      entries[hole] = entries[child]
      hole = child
    }
    entries[hole] = entry
  }

  private mutating func sort() {
    if isSorted { return }
    if count > 512 { return sortLarge() }
    Self.sortSmall(entries, count)
  }

  /// Quicksort by a median key (no two keys are equal), then insertion sort for short ranges.
  private static func sortSmall(_ entries: UnsafeMutablePointer<Entry>, _ count: Int) {
    var first = 0
    var rest = count
    while rest &- first > 20 {
      let middle = partition(entries + first, rest &- first) &+ first
      if middle &- first < rest &- middle {
        sortSmall(entries + first, middle &- first)
        first = middle
      } else {
        sortSmall(entries + middle, rest &- middle)
        rest = middle
      }
    }
    var index = first &+ 1
    while index < rest {
      let entry = entries[index]
      var position = index
      while position > first, entries[position &- 1].key > entry.key {
        entries[position] = entries[position &- 1]
        position &-= 1
      }
      entries[position] = entry
      index &+= 1
    }
  }

  /// Moves lower keys before higher ones (C. A. R. Hoare, Quicksort, 1962); returns the start of the higher ones.
  private static func partition(_ entries: UnsafeMutablePointer<Entry>, _ count: Int) -> Int {
    let one = entries[0].key
    let two = entries[count / 2].key
    let three = entries[count &- 1].key
    let pivot = max(min(one, two), min(max(one, two), three))
    var low = 0
    var high = count &- 1
    while true {
      while entries[low].key < pivot { low &+= 1 }
      while entries[high].key > pivot { high &-= 1 }
      if low >= high { return low }
      let entry = entries[low]
      entries[low] = entries[high]
      entries[high] = entry
      low &+= 1
      high &-= 1
    }
  }

  /// A least-significant-digit radix sort by bytes, which skips bytes that are equal in all keys: O(n) for any input.
  private mutating func sortLarge() {
    var either: UInt64 = 0
    for index in 0..<count { either |= entries[index].key ^ entries[0].key }
    var source = entries
    var target = UnsafeMutablePointer<Entry>.allocate(capacity: count)
    withUnsafeTemporaryAllocation(of: Int.self, capacity: 256) { ends in
      for shift in stride(from: UInt64(0), to: 64, by: 8) where (either >> shift) & 255 != 0 {
        Self.pass(shift, from: source, to: target, count, ends.baseAddress!)
        swap(&source, &target)
      }
    }
    target.deallocate()
    entries = source
    capacity = count
  }

  private static func pass(
    _ shift: UInt64, from source: UnsafeMutablePointer<Entry>, to target: UnsafeMutablePointer<Entry>, _ count: Int,
    _ starts: UnsafeMutablePointer<Int>
  ) {
    starts.update(repeating: 0, count: 256)
    for index in 0..<count { starts[Int((source[index].key &>> shift) & 255)] &+= 1 }
    var sum = 0
    for digit in 0..<256 {
      let size = starts[digit]
      starts[digit] = sum
      sum &+= size
    }
    for index in 0..<count {
      let digit = Int((source[index].key &>> shift) & 255)
      target[starts[digit]] = source[index]
      starts[digit] &+= 1
    }
  }

  /// The candidates, nearest first. Frees the memory.
  mutating func drainNeighbors() -> [Neighbor] {
    defer { entries.deallocate() }
    // The empty array is a shared constant: even to write its count would be a race.
    if count == 0 { return [] }
    sort()
    return [Neighbor](unsafeUninitializedCapacity: count) { buffer, filled in
      for index in 0..<count {
        let ordinal = UInt32(truncatingIfNeeded: entries[index].key) & (1 << 29 - 1)
        buffer.initializeElement(at: index, to: Neighbor(ordinal: ordinal, metres: entries[index].metres))
      }
      filled = count
    }
  }
}
