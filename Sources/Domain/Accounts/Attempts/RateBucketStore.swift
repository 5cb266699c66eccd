package import Basics

package struct RefusedTokens: Hashable, Sendable {
  package let key: String
  package let remaining: Int
  /// The seconds until it has enough, at least 1.
  package let seconds: Int64

  package init(key: String, remaining: Int, seconds: Int64) {
    (self.key, self.remaining, self.seconds) = (key, remaining, seconds)
  }
}

/// The store of token buckets, shared by all processes. Every method is one transaction.
package protocol RateBucketStore: Sendable {
  /// Takes tokens from all buckets, or from none if one of them has too few. A bucket that is not stored is full.
  /// Complexity: O(buckets log n).
  ///
  /// The number of buckets is bounded: among too many, the fullest are forgotten.
  /// - Parameter keys: keyed hashes, which reveal nothing about whom they limit.
  /// - Returns: The bucket that has enough last; nil if the tokens were taken.
  func take(_ cost: Int, of limit: RateLimit, from keys: [String], at instant: Timestamp) async throws -> RefusedTokens?

  func removeFull(at instant: Timestamp) async throws
}
