import APIKit
import Accounts
package import Basics
import Synchronization

/// A client that claims payments: an account or, without an access token, a network.
package enum Claimant: Hashable, Sendable {
  case account(AccountID)
  case network(ClientNetwork)
}

/// Limits claims of payments that the gateway does not know: each costs a request to the gateway, and many of them are
/// guesses at other customers' payments.
///
/// No claimant is limited by the claims of others, and none is locked out: after too many unknown payments its claims
/// run one at a time, and payments that the gateway knows are still accepted.
package final class ClaimLimiter: Sendable {
  private struct State {
    /// The number of running claims of each claimant.
    package var running: [Claimant: Int] = [:]
    /// The waiting claims of those claimants whose claims run one at a time.
    package var queues: [Claimant: [CheckedContinuation<Void, any Error>]] = [:]
  }

  /// The maximum of unknown payments of a claimant in a minute, and of its concurrent claims.
  package static let maxUnknown = 30
  /// The maximum of waiting claims of a claimant.
  package static let maxWaiting = 256

  private let unknown = RateLimiter<Claimant>(maxCalls: maxUnknown, seconds: 60)
  private let state = Mutex(State())

  /// Runs a claim, at once or after the claimant's others.
  /// - Parameter claim: its argument is whether the claimant is within the limits.
  /// - Throws: `claims-too-many` (rateLimited), and errors of the claim.
  package func run<Result: Sendable>(
    by claimant: Claimant, at instant: Timestamp, _ claim: (_ isTrusted: Bool) async throws -> Result
  ) async throws -> Result {
    let isTrusted = begin(claimant, at: instant)
    if !isTrusted { try await enter(claimant) }
    defer { if isTrusted { end(claimant) } else { leave(claimant) } }
    do {
      return try await claim(isTrusted)
    } catch let domainError as DomainError where domainError.code == "payment-unknown" {
      _ = unknown.admits(claimant, at: instant)
      throw domainError
    }
  }

  /// Counts a running claim; false when too many are running, or too many payments were unknown.
  private func begin(_ claimant: Claimant, at instant: Timestamp) -> Bool {
    guard !unknown.isExhausted(claimant, at: instant) else { return false }
    return state.withLock { state in
      guard state.running[claimant, default: 0] < Self.maxUnknown else { return false }
      state.running[claimant, default: 0] += 1
      return true
    }
  }

  private func end(_ claimant: Claimant) {
    state.withLock { state in
      let left = state.running[claimant, default: 1] - 1
      state.running[claimant] = left > 0 ? left : nil
    }
  }

  /// Waits for the claimant's turn.
  private func enter(_ claimant: Claimant) async throws {
    try await withCheckedThrowingContinuation { continuation in
      let isAdmitted: Bool? = state.withLock { state in
        guard let queue = state.queues[claimant] else {
          state.queues[claimant] = []
          return true
        }
        guard queue.count < Self.maxWaiting else { return false }
        state.queues[claimant]?.append(continuation)
        return nil
      }
      if isAdmitted == true { continuation.resume() }
      if isAdmitted == false { continuation.resume(throwing: DomainError.claimsTooMany) }
    }
  }

  private func leave(_ claimant: Claimant) {
    let next = state.withLock { state -> CheckedContinuation<Void, any Error>? in
      guard state.queues[claimant]?.isEmpty == false else {
        state.queues[claimant] = nil
        return nil
      }
      return state.queues[claimant]?.removeFirst()
    }
    next?.resume()
  }
}

extension DomainError {
  fileprivate static let claimsTooMany = DomainError(
    .rateLimited, "claims-too-many", "Too many unknown payments were named; try again in a minute.")
}
