import CPrefetch

/// A compact multimap from hashes to numbers: about 10 bytes per entry, without the memory peaks of doubling.
///
/// It keeps 32 bits of each hash, so results are candidates that must be verified. Entries cannot be removed.
///
/// A class, since a structure in another object would be checked for exclusive access with each call.
public final class FingerprintTable {
  private struct Bucket {
    /// 16 bits of the hash above 48 bits of the number.
    var entries: UnsafeMutablePointer<UInt64>?
    var count: UInt32
    var capacity: UInt32
  }

  private static let numberBits: UInt64 = 48
  /// The upper limit of numbers, exclusive.
  public static let numberLimit: Int64 = 1 << 48
  /// The maximum number of bucket bits: the first 16 bits of the hash, and 4 bits of the stored tag.
  private static let maxBucketBits: UInt64 = 20

  private let fullness: Int
  private var bucketBits: UInt64 = 16
  private var buckets: UnsafeMutablePointer<Bucket>
  private var count = 0

  /// An empty table.
  /// - Parameter fullness: the average number of entries in a bucket above which the number of buckets doubles.
  public init(fullness: Int = 32) {
    self.fullness = fullness
    buckets = Self.allocate(bits: bucketBits)
  }

  deinit {
    for bucket in 0..<1 << Int(bucketBits) { buckets[bucket].entries?.deallocate() }
    buckets.deallocate()
  }

  private static func allocate(bits: UInt64) -> UnsafeMutablePointer<Bucket> {
    let buckets = UnsafeMutablePointer<Bucket>.allocate(capacity: 1 << Int(bits))
    buckets.initialize(repeating: Bucket(entries: nil, count: 0, capacity: 0), count: 1 << Int(bits))
    return buckets
  }

  private func bucket(_ hash: UInt64) -> UnsafeMutablePointer<Bucket> { buckets + Int(hash >> (64 - bucketBits)) }

  /// The 16 bits after the first 16: the part of the hash that an entry stores.
  private static func tag(_ hash: UInt64) -> UInt64 { hash >> 32 & 0xFFFF }

  /// Adds an entry. Complexity: O(1) amortised.
  public func insert(_ hash: UInt64, _ number: Int64) {
    precondition(number >= 0 && number < Self.numberLimit)
    if count >= fullness << Int(bucketBits) && bucketBits < Self.maxBucketBits { split() }
    Self.append(Self.tag(hash) << Self.numberBits | UInt64(number), to: bucket(hash))
    count += 1
  }

  /// The next candidate for a hash, in the order of insertion; nil when there is none left. Start with a cursor of 0.
  /// Complexity: O(1) up to 32 million entries.
  public func next(_ hash: UInt64, _ cursor: inout Int) -> Int64? {
    let bucket = bucket(hash)
    guard let entries = bucket.pointee.entries else { return nil }
    let tag = Self.tag(hash)
    let count = Int(bucket.pointee.count)
    while cursor < count {
      let entry = entries[cursor]
      cursor += 1
      if entry >> Self.numberBits == tag { return Int64(entry & (1 << Self.numberBits - 1)) }
    }
    return nil
  }

  /// Prefetches where the entries of a hash are. Called for many hashes in a row, the cache misses overlap.
  public func prefetchBucket(_ hash: UInt64) { prefetch_line(bucket(hash)) }

  /// Prefetches the entries that `next` and `insert` will read, some time after `prefetchBucket`.
  public func prefetchEntries(_ hash: UInt64) {
    let bucket = bucket(hash).pointee
    guard let entries = bucket.entries else { return }
    prefetch_line(entries)
    prefetch_line(entries + Int(bucket.count))
  }

  /// Splits each bucket into two, one after the other, so that only one exists twice at a time.
  private func split() {
    let old = buckets
    let oldCount = 1 << Int(bucketBits)
    bucketBits += 1
    buckets = Self.allocate(bits: bucketBits)
    // The first bit of the tag that does not select a bucket yet.
    let bit = Self.numberBits + 16 - (bucketBits - 16)
    for index in 0..<oldCount {
      guard let entries = old[index].entries else { continue }
      for position in 0..<Int(old[index].count) {
        Self.append(entries[position], to: buckets + 2 * index + Int(entries[position] >> bit & 1))
      }
      entries.deallocate()
    }
    old.deallocate()
  }

  private static func append(_ entry: UInt64, to bucket: UnsafeMutablePointer<Bucket>) {
    if bucket.pointee.count == bucket.pointee.capacity { grow(bucket) }
    bucket.pointee.entries?[Int(bucket.pointee.count)] = entry
    bucket.pointee.count += 1
  }

  /// Grows by half, each bucket independently.
  private static func grow(_ bucket: UnsafeMutablePointer<Bucket>) {
    let capacity = max(8, bucket.pointee.capacity + bucket.pointee.capacity / 2)
    let entries = UnsafeMutablePointer<UInt64>.allocate(capacity: Int(capacity))
    if let old = bucket.pointee.entries {
      entries.update(from: old, count: Int(bucket.pointee.count))
      old.deallocate()
    }
    bucket.pointee.entries = entries
    bucket.pointee.capacity = capacity
  }
}
