import Synchronization

/// Counts in memory how often each of many callers does something within a sliding window, to stop those that go round
/// in circles.
///
/// It is no ledger: when more callers are remembered than it has room for, counts are forgotten, which refuses nobody.
public final class RateLimiter<Key: Hashable & Sendable>: Sendable {
  private let maxCalls: Int
  private let window: Int64
  private let maxKeys: Int
  private let recent = Mutex<[Key: [Timestamp]]>([:])

  /// A limiter.
  /// - Parameters:
  ///   - maxCalls: how many calls a caller has within the window.
  ///   - seconds: how long the window is.
  ///   - maxKeys: beyond so many callers the counts that are over are dropped, and all of them where that is not half.
  public init(maxCalls: Int, seconds: Int64, maxKeys: Int = 10_000) {
    self.maxCalls = maxCalls
    self.maxKeys = maxKeys
    window = seconds * 1000
  }

  /// Counts a call; false where the caller has had too many, in which case it is not counted. Complexity: O(maxCalls),
  /// spread out over the calls.
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

  /// After how many seconds a call will be allowed, at the least 1; counts nothing.
  public func wait(for key: Key, at instant: Timestamp) -> Int64 {
    recent.withLock {
      let instants = current($0[key], at: instant)
      guard instants.count >= maxCalls else { return 1 }
      let end = instants[instants.count - maxCalls].milliseconds + window
      return max(1, (end - instant.milliseconds + 999) / 1000)
    }
  }

  /// Whether the next call would be one too many; counts nothing.
  public func isExhausted(_ key: Key, at instant: Timestamp) -> Bool {
    recent.withLock { current($0[key], at: instant).count >= maxCalls }
  }

  /// How many callers are remembered.
  public var count: Int { recent.withLock { $0.count } }

  private func current(_ instants: [Timestamp]?, at instant: Timestamp) -> [Timestamp] {
    let begin = Timestamp(milliseconds: instant.milliseconds - window)
    return instants?.filter { $0 > begin } ?? []
  }

  private func makeRoom(in recent: inout [Key: [Timestamp]], for key: Key, at instant: Timestamp) {
    guard recent.count >= maxKeys, recent[key] == nil else { return }
    recent = recent.filter { !current($0.value, at: instant).isEmpty }
    if recent.count > maxKeys / 2 { recent.removeAll() }
  }
}
