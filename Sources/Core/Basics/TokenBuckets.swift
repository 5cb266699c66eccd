import Synchronization

/// A rate with bursts: a bucket holds up to `burst` tokens, which come back one by one.
public struct RateLimit: Hashable, Sendable {
  /// The tokens of a full bucket.
  public let burst: Int
  package let microsecondsPerToken: Int64

  /// Both at least 1 and at most a million.
  public init(tokensPerSecond: Int, burst: Int) {
    self.burst = min(1_000_000, max(1, burst))
    microsecondsPerToken = Int64(1_000_000 / min(1_000_000, max(1, tokensPerSecond)))
  }

  /// The tokens, which come back evenly within `seconds`. Both are at least 1 and at most a million.
  public init(burst: Int, seconds: Int) {
    self.burst = min(1_000_000, max(1, burst))
    microsecondsPerToken = Int64(min(1_000_000, max(1, seconds)) * 1_000_000 / self.burst)
  }

  /// The seconds in which an empty bucket is full again.
  public var window: Int { Int(seconds(for: burst)) }

  /// The seconds in which a number of tokens come back.
  public func seconds(for tokens: Int) -> Int64 { Self.seconds(Int64(tokens) * microsecondsPerToken) }

  package var microsecondsToFill: Int64 { Int64(burst) * microsecondsPerToken }

  /// The time that taking tokens adds until a bucket is full. A cost above the burst counts as the whole bucket.
  package func microseconds(of cost: Int) -> Int64 { Int64(min(cost, burst)) * microsecondsPerToken }

  package func remaining(untilFull microseconds: Int64) -> Int {
    max(0, burst - Int((microseconds + microsecondsPerToken - 1) / microsecondsPerToken))
  }

  /// The seconds after which such a bucket has enough tokens, at least 1.
  package func wait(for cost: Int, untilFull microseconds: Int64) -> Int64 {
    max(1, Self.seconds(microseconds + self.microseconds(of: cost) - microsecondsToFill))
  }

  private static func seconds(_ microseconds: Int64) -> Int64 { (microseconds + 999_999) / 1_000_000 }
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
    /// There are too few, and none was taken. The seconds until there are enough, at least 1.
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
      let next = fullAt + limit.microseconds(of: cost)
      guard next <= now + limit.microsecondsToFill else {
        places[index] = Place(key: key, fullAt: fullAt)
        return .refused(
          remaining: limit.remaining(untilFull: fullAt - now), seconds: limit.wait(for: cost, untilFull: fullAt - now))
      }
      places[index] = Place(key: key, fullAt: next)
      return .taken(remaining: limit.remaining(untilFull: next - now))
    }
  }

  /// Takes one token; false if there is none. Complexity: O(1).
  public func admits(_ key: Key, at instant: Timestamp) -> Bool {
    if case .taken = take(1, from: key, at: instant) { true } else { false }
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
