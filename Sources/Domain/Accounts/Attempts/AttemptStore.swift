package import Basics

package struct AttemptCounter: Hashable, Sendable {
  /// A keyed hash, which reveals nothing about what is counted.
  package let key: String
  package let maxCount: Int
  /// When the period ends, if it begins now.
  package let endsAt: Timestamp

  package init(key: String, maxCount: Int, endsAt: Timestamp) {
    self.key = key
    self.maxCount = maxCount
    self.endsAt = endsAt
  }
}

package enum CountedAttempt: Hashable, Sendable {
  /// It was counted by these counters, with the ends of the periods that it was counted in.
  case counted([AttemptCounter])
  /// Nothing was counted. The next attempt is admitted at an instant.
  case full(until: Timestamp)
}

/// The store of counters of attempts, shared by all processes. Every method is one transaction.
package protocol AttemptStore: Sendable {
  /// Counts an attempt by all counters, or by none if one of them is full. A counter whose period has ended begins
  /// again. Complexity: O(counters log n).
  ///
  /// The number of counters is bounded: among too many, those with the fewest attempts are forgotten, so that made-up
  /// keys cannot displace a key under attack.
  func count(_ counters: [AttemptCounter], at instant: Timestamp) async throws -> CountedAttempt

  /// Takes an attempt back from counters, unless their period has ended since.
  func takeBack(_ counters: [AttemptCounter]) async throws

  func removeEnded(at instant: Timestamp) async throws
}
