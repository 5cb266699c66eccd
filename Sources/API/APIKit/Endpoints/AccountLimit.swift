package import Basics
package import HTTP
import Telemetry

extension RequestContext {
  /// Takes the request's cost from the bucket of an account, if accounts are limited.
  /// - Throws: `DomainError` `rate-limited`.
  package func charge(_ account: AccountID) throws(DomainError) {
    guard let buckets = environment.accountBuckets, cost.tokens > 0,
      case .refused(_, let seconds) = buckets.take(cost.tokens, from: account, at: now)
    else { return }
    environment.rateLimited.count("account")
    throw DomainError(
      .rateLimited, DomainError.rateLimitedCode,
      "Too many requests come from this account: try again in \(seconds) seconds.", retryAfter: seconds)
  }
}

extension DomainError {
  fileprivate static let rateLimitedCode = "rate-limited"
}

extension Response {
  /// Adds when to retry after an error, and the account's rate limit if that is the error.
  package mutating func addRetry(after domainError: DomainError, in environment: APIEnvironment) {
    guard let seconds = domainError.retryAfter else { return }
    headers["Retry-After"] = String(seconds)
    guard domainError.code == DomainError.rateLimitedCode, let limit = environment.accountBuckets?.limit else { return }
    headers.add(limit, of: "account", remaining: 0, seconds: seconds)
  }
}
