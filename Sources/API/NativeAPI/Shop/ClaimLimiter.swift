import APIKit
package import Accounts
package import Basics
import Synchronization

/// A client that claims payments: an account or, without an access token, a network.
package enum Claimant: Hashable, Sendable {
  case account(AccountID)
  case network(ClientNetwork)

  fileprivate func key(_ limits: [AttemptLimit]) -> AttemptKey {
    switch self {
    case .account(let account): AttemptKey("claim account", Array(account.description.utf8), limits)
    case .network(let network): AttemptKey("claim network", network.bytes, limits)
    }
  }
}

/// Limits claims of payments that the gateway does not know: each costs a request to the gateway, and many of them are
/// guesses at other customers' payments.
///
/// No claimant is limited by the claims of others, and none is locked out: after too many unknown payments, counted on
/// all nodes together, its claims run one at a time, and payments that the gateway knows are still accepted.
package final class ClaimLimiter: Sendable {
  /// The maximum of unknown payments of a claimant in a minute, and of its concurrent claims.
  package static let maxUnknown = 30
  package static let maxWaiting = 256

  private static let limits = [AttemptLimit(maxCount: maxUnknown, seconds: 60)]

  /// The waiting claims of those claimants whose claims run one at a time.
  private let queues = Mutex<[Claimant: [CheckedContinuation<Void, any Error>]]>([:])

  /// Runs a claim, at once or after the claimant's others.
  /// - Parameters:
  ///   - attempts: counts the claims of unknown payments.
  ///   - claim: its argument is whether the claimant is within the limits.
  /// - Throws: `claims-too-many` (rateLimited), and errors of the claim.
  package func run<Result: Sendable>(
    by claimant: Claimant, at instant: Timestamp, counting attempts: AttemptLimiter,
    _ claim: (_ isTrusted: Bool) async throws -> Result
  ) async throws -> Result {
    guard case .counted(let counters) = try await attempts.count([claimant.key(Self.limits)], at: instant) else {
      try await enter(claimant)
      defer { leave(claimant) }
      return try await claim(false)
    }
    do {
      let result = try await claim(true)
      await attempts.takeBack(counters)
      return result
    } catch let domainError as DomainError where domainError.code == "payment-unknown" {
      throw domainError
    } catch {
      await attempts.takeBack(counters)
      throw error
    }
  }

  private func enter(_ claimant: Claimant) async throws {
    try await withCheckedThrowingContinuation { continuation in
      let isAdmitted: Bool? = queues.withLock { queues in
        guard let queue = queues[claimant] else {
          queues[claimant] = []
          return true
        }
        guard queue.count < Self.maxWaiting else { return false }
        queues[claimant]?.append(continuation)
        return nil
      }
      if isAdmitted == true { continuation.resume() }
      if isAdmitted == false { continuation.resume(throwing: DomainError.claimsTooMany) }
    }
  }

  private func leave(_ claimant: Claimant) {
    let next = queues.withLock { queues -> CheckedContinuation<Void, any Error>? in
      guard queues[claimant]?.isEmpty == false else {
        queues[claimant] = nil
        return nil
      }
      return queues[claimant]?.removeFirst()
    }
    next?.resume()
  }
}

extension DomainError {
  fileprivate static let claimsTooMany = DomainError(
    .rateLimited, "claims-too-many", "Too many unknown payments were named; try again in a minute.")
}
