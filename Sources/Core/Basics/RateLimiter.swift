import Synchronization

/// A sliding-window rate limiter for many keys, in memory.
///
/// When there are too many keys, counts are dropped, which rejects nobody.
public final class RateLimiter<Key: Hashable & Sendable>: Sendable {
  private let maxCalls: Int
  private let window: Int64
  private let maxKeys: Int
  private let recent = Mutex<[Key: [Timestamp]]>([:])

  /// A limiter.
  /// - Parameters:
  ///   - maxCalls: the calls allowed within the window for each key.
  ///   - seconds: the length of the window.
  ///   - maxKeys: above this number of keys, expired counts are dropped, and all counts when more than half of them
  /// remain.
  public init(maxCalls: Int, seconds: Int64, maxKeys: Int = 10_000) {
    self.maxCalls = maxCalls
    self.maxKeys = maxKeys
    window = seconds * 1000
  }

  /// Counts a call; false when the limit is reached, and then the call is not counted. Complexity: O(maxCalls),
  /// amortised over the calls.
  public func admits(_ key: Key, at instant: Timestamp) -> Bool {
    recent.withLock { recent in
      var instants = current(recent[key], at: instant)
      let isAdmitted = instants.count < maxCalls
      if isAdmitted { instants.append(instant) }
      makeRoom(in: &recent, for: key, at: instant)
      recent[key] = instants
      return isAdmitted
    }
  }

  /// The seconds until the next call is allowed, at least 1. Counts nothing.
  public func wait(for key: Key, at instant: Timestamp) -> Int64 {
    recent.withLock {
      let instants = current($0[key], at: instant)
      guard instants.count >= maxCalls else { return 1 }
      let end = instants[instants.count - maxCalls].milliseconds + window
      return max(1, (end - instant.milliseconds + 999) / 1000)
    }
  }

  /// Whether the next call would be rejected. Counts nothing.
  public func isExhausted(_ key: Key, at instant: Timestamp) -> Bool {
    recent.withLock { current($0[key], at: instant).count >= maxCalls }
  }

  /// The number of keys in memory.
  public var count: Int { recent.withLock { $0.count } }

  private func current(_ instants: [Timestamp]?, at instant: Timestamp) -> [Timestamp] {
    let (begin, end) = (instant.milliseconds - window, instant.milliseconds + window)
    // Calls of the future were counted before the clock was set back: they must not lock anyone out until it is there.
    return instants?.filter { $0.milliseconds > begin && $0.milliseconds < end } ?? []
  }

  private func makeRoom(in recent: inout [Key: [Timestamp]], for key: Key, at instant: Timestamp) {
    guard recent.count >= maxKeys, recent[key] == nil else { return }
    recent = recent.filter { !current($0.value, at: instant).isEmpty }
    if recent.count > maxKeys / 2 { recent.removeAll() }
  }
}
