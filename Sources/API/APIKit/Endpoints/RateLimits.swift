import Accounts
package import Basics
import HTTP
import Telemetry

/// A request that is refused because a client has too few tokens left.
package struct RateLimitExceeded: Error {
  /// `address` or `account`.
  fileprivate let owner: String
  /// The policy's name in `RateLimit-Policy`.
  fileprivate let policy: String
  fileprivate let limit: RateLimit
  fileprivate let remaining: Int
  fileprivate let seconds: Int64

  var domainError: DomainError {
    DomainError(
      .rateLimited, "rate-limited", "Too many requests come from this \(owner): try again in \(seconds) seconds.",
      retryAfter: seconds)
  }
}

extension RequestContext {
  /// Takes the request's cost from the buckets of an account, if accounts are limited.
  /// - Throws: `RateLimitExceeded`.
  package func charge(_ account: AccountID) async throws {
    try chargeHere(account)
    try await chargeEverywhere([.account(account)])
  }

  /// Takes the cost from this node's bucket of an account.
  func chargeHere(_ account: AccountID) throws(RateLimitExceeded) {
    guard let buckets = environment.accountBuckets, cost.tokens > 0,
      case .refused(let remaining, let seconds) = buckets.take(cost.tokens, from: account, at: now)
    else { return }
    environment.rateLimited.count("account")
    throw RateLimitExceeded(
      owner: "account", policy: "account", limit: buckets.limit, remaining: remaining, seconds: seconds)
  }

  /// Takes the cost of an expensive request from buckets that the nodes share, if they do.
  func chargeEverywhere(_ owners: [BucketOwner]) async throws(RateLimitExceeded) {
    guard let buckets = environment.sharedBuckets, cost.isExpensive,
      let refused = await buckets.take(cost.tokens, from: owners, at: now)
    else { return }
    let owner = refused.owner.kind
    environment.rateLimited.count(owner)
    throw RateLimitExceeded(
      owner: owner, policy: "\(owner)-shared", limit: buckets.limit, remaining: refused.refusal.remaining,
      seconds: refused.refusal.seconds)
  }
}

extension Headers {
  /// Adds the state of the bucket that has too few tokens.
  mutating func add(_ exceeded: RateLimitExceeded) {
    add(exceeded.limit, of: exceeded.policy, remaining: exceeded.remaining, seconds: exceeded.seconds)
  }
}
