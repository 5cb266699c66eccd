import Basics
import Synchronization

/// Counts how often expired access tokens are shown, to end the loop of clients that retry with the expired one.
///
/// Mobbie refreshes upon 419 and then repeats its request with the *old* token, for ever; only another status ends
/// that. Said by the refresh, it would log the person out; said to the repeated request, the next thing the person does
/// uses the new token. So the limit here lies below that of refreshes, and above what a client with many requests in
/// flight shows at once.
final class ExpiredTokens: Sendable {
  /// How often one token may be shown within `window` milliseconds.
  static let most = 50
  static let window: Int64 = 10_000
  /// Tokens that are counted at once; beyond, counting begins anew.
  static let mostTokens = 4096

  private struct Count {
    var since: Timestamp
    var times = 0
  }

  private let counts = Mutex<[Int: Count]>([:])

  /// How many tokens are remembered.
  var count: Int { counts.withLock { $0.count } }

  /// Counts a token and tells whether it was shown too often. Complexity: O(1) on average.
  func isOverCall(_ token: String, at now: Timestamp) -> Bool {
    // Only the hash is kept: that two tokens share one is as good as impossible, and would do no harm.
    let key = token.hashValue
    return counts.withLock { counts in
      if counts.count >= Self.mostTokens, counts[key] == nil { counts.removeAll(keepingCapacity: true) }
      var count = counts[key] ?? Count(since: now)
      if now.milliseconds - count.since.milliseconds >= Self.window { count = Count(since: now) }
      count.times += 1
      counts[key] = count
      return count.times > Self.most
    }
  }
}
