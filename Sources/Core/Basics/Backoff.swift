/// Pauses between attempts that double with each failure, up to a limit.
package struct Backoff: Hashable, Sendable {
  /// In milliseconds.
  package let first: Int64
  /// In milliseconds.
  package let limit: Int64

  /// - Parameters:
  ///   - first: the pause after the first failure, in milliseconds.
  ///   - limit: the longest pause, in milliseconds.
  package init(first: Int64, limit: Int64) {
    precondition(first > 0 && limit >= first)
    (self.first, self.limit) = (first, limit)
  }

  /// The pause after a number of failures in a row, in milliseconds; 0 failures count as 1.
  package func pause(after failures: Int) -> Int64 {
    let doublings = min(max(failures, 1) - 1, 62)
    return first > limit >> Int64(doublings) ? limit : first << Int64(doublings)
  }

  /// A pause between half of that and the whole, so that clients which failed together do not come back together.
  package func randomPause(after failures: Int) -> Duration {
    let whole = pause(after: failures)
    return .milliseconds(Int64.random(in: whole / 2...whole))
  }
}
