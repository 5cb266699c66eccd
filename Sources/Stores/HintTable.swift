/// A multimap from hashes to numbers in little memory: about 9 bytes an entry, without the peaks of doubling.
///
/// It keeps 32 bits of a hash, so what it answers is a hint that has to be verified. An entry is never removed.
/// Numbers are below 2⁴⁸.
struct HintTable: ~Copyable {
  private struct Bucket {
    /// 16 bits of the hash above 48 bits of the number.
    var entries: UnsafeMutablePointer<UInt64>?
    var count: UInt32
    var capacity: UInt32
  }

  private static let bucketCount = 1 << 16
  private static let numberBits: UInt64 = 48
  /// How many numbers can be told apart.
  static let numberLimit: Int64 = 1 << 48

  private let buckets: UnsafeMutablePointer<Bucket>

  init() {
    buckets = UnsafeMutablePointer<Bucket>.allocate(capacity: Self.bucketCount)
    buckets.initialize(repeating: Bucket(entries: nil, count: 0, capacity: 0), count: Self.bucketCount)
  }

  deinit {
    for bucket in 0..<Self.bucketCount { buckets[bucket].entries?.deallocate() }
    buckets.deallocate()
  }

  /// Adds an entry. Complexity: O(1) amortised; buckets grow by a quarter, all at different times.
  mutating func insert(_ hash: UInt64, _ number: Int64) {
    precondition(number >= 0 && number < Self.numberLimit)
    let bucket = buckets + Int(hash >> 48)
    if bucket.pointee.count == bucket.pointee.capacity { Self.grow(bucket) }
    let tag = hash >> 32 & 0xFFFF
    bucket.pointee.entries?[Int(bucket.pointee.count)] = tag << Self.numberBits | UInt64(number)
    bucket.pointee.count += 1
  }

  /// The next number that may belong to a hash, in the order of insertion; nil when there is none left.
  /// Start with a cursor of 0. Complexity: O(entries / 65,536).
  func next(_ hash: UInt64, _ cursor: inout Int) -> Int64? {
    let bucket = buckets + Int(hash >> 48)
    guard let entries = bucket.pointee.entries else { return nil }
    let tag = hash >> 32 & 0xFFFF
    let count = Int(bucket.pointee.count)
    while cursor < count {
      let entry = entries[cursor]
      cursor += 1
      if entry >> Self.numberBits == tag { return Int64(entry & (1 << Self.numberBits - 1)) }
    }
    return nil
  }

  /// Brings what `next` and `insert` will look at into the cache. Done for many hashes in a row, the processor waits
  /// for all of them at once and not for one after the other. The sum is there to be used, so that it is computed.
  func warm(_ hash: UInt64) -> UInt64 {
    let bucket = buckets + Int(hash >> 48)
    guard let entries = bucket.pointee.entries, bucket.pointee.count > 0 else { return 0 }
    return entries[0] &+ entries[Int(bucket.pointee.count) - 1]
  }

  private static func grow(_ bucket: UnsafeMutablePointer<Bucket>) {
    let capacity = max(8, bucket.pointee.capacity + bucket.pointee.capacity / 4)
    let entries = UnsafeMutablePointer<UInt64>.allocate(capacity: Int(capacity))
    if let old = bucket.pointee.entries {
      entries.update(from: old, count: Int(bucket.pointee.count))
      old.deallocate()
    }
    bucket.pointee.entries = entries
    bucket.pointee.capacity = capacity
  }
}
