import Synchronization

/// A rate with bursts: a bucket holds up to `burst` tokens and gets `tokensPerSecond` of them back.
public struct RateLimit: Hashable, Sendable {
  /// The tokens that come back each second.
  public let tokensPerSecond: Int
  /// The tokens of a full bucket.
  public let burst: Int

  /// Both at least 1 and at most a million.
  public init(tokensPerSecond: Int, burst: Int) {
    self.tokensPerSecond = min(1_000_000, max(1, tokensPerSecond))
    self.burst = min(1_000_000, max(1, burst))
  }

  /// The seconds in which an empty bucket is full again.
  public var window: Int { (burst + tokensPerSecond - 1) / tokensPerSecond }

  fileprivate var microsecondsPerToken: Int64 { Int64(1_000_000 / tokensPerSecond) }
  fileprivate var microsecondsToFill: Int64 { Int64(burst) * microsecondsPerToken }
}

/// Token buckets for many keys, in a table of fixed size.
///
/// A bucket is the instant at which it will be full again (the generic cell rate algorithm), so a full one needs no
/// memory. The table has sets of eight places, chosen by a hash with a random seed. A new key displaces the fullest
/// bucket of its set: a flood of keys displaces itself rather than the keys that have spent most.
public final class TokenBuckets<Key: Hashable & Sendable>: Sendable {
  /// The outcome of taking tokens.
  public enum Outcome: Hashable, Sendable {
    /// The tokens were taken.
    case taken(remaining: Int)
    /// There are too few; none was taken. There will be enough after so many seconds, at least 1.
    case refused(remaining: Int, seconds: Int64)
  }

  private struct Place {
    var key: Key?
    /// When the bucket is full again, in microseconds.
    var fullAt: Int64 = 0
  }

  private static var ways: Int { 8 }

  /// The limit of each key.
  public let limit: RateLimit
  private let places: Mutex<[Place]>
  private let setCount: Int

  /// Full buckets of all keys, of which up to `capacity` are remembered once they are not full.
  public init(_ limit: RateLimit, capacity: Int = 32_768) {
    self.limit = limit
    setCount = max(1, capacity / Self.ways)
    places = Mutex(Array(repeating: Place(), count: setCount * Self.ways))
  }

  /// Takes tokens from the bucket of a key. A cost above the burst counts as the whole bucket. Complexity: O(1).
  public func take(_ cost: Int, from key: Key, at instant: Timestamp) -> Outcome {
    let now = instant.milliseconds * 1000
    let first = Int(UInt(bitPattern: key.hashValue) % UInt(setCount)) * Self.ways
    return places.withLock { places in
      let index = Self.place(of: key, from: first, in: places)
      let isKnown = places[index].key == key
      // A clock that was set back must not lock anyone out for longer than it takes to fill a bucket.
      let fullAt = isKnown ? min(max(now, places[index].fullAt), now + limit.microsecondsToFill) : now
      let next = fullAt + Int64(min(cost, limit.burst)) * limit.microsecondsPerToken
      let excess = next - now - limit.microsecondsToFill
      guard excess <= 0 else {
        places[index] = Place(key: key, fullAt: fullAt)
        return .refused(remaining: remaining(fullAt - now), seconds: max(1, (excess + 999_999) / 1_000_000))
      }
      places[index] = Place(key: key, fullAt: next)
      return .taken(remaining: remaining(next - now))
    }
  }

  private func remaining(_ microsecondsUntilFull: Int64) -> Int {
    limit.burst - Int((microsecondsUntilFull + limit.microsecondsPerToken - 1) / limit.microsecondsPerToken)
  }

  /// The place of a key: its own, or else that of the fullest bucket of its set.
  private static func place(of key: Key, from first: Int, in places: [Place]) -> Int {
    var fullest = first
    for index in first..<first + ways {
      if places[index].key == key { return index }
      if places[index].fullAt < places[fullest].fullAt { fullest = index }
    }
    return fullest
  }
}
