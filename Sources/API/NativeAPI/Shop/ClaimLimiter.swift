import APIKit
import Accounts
package import Basics
import Synchronization

/// Who claims payments: an account, or where no token is shown, whoever is at an address.
package enum Claimant: Hashable, Sendable {
  case account(AccountID)
  case network(ClientNetwork)
}

/// Limits how many payments that the gateway does not know each claimant names: each costs a call to the gateway, and
/// whoever goes on guesses the numbers of other people's payments.
///
/// Nobody is refused for what others do, nor for having been wrong: whoever named too many goes on one by one, and what
/// the gateway knows is taken also then.
package final class ClaimLimiter: Sendable {
  private struct State {
    /// How many claims of each claimant are under way.
    package var running: [Claimant: Int] = [:]
    /// Those who claim one by one, with those of their claims that wait.
    package var lines: [Claimant: [CheckedContinuation<Void, any Error>]] = [:]
  }

  /// How many unknown payments a claimant may name in a minute, and how many at once.
  package static let maxUnknown = 30
  /// How many of a claimant's claims may wait for each other.
  package static let maxWaiting = 256

  private let unknown = RateLimiter<Claimant>(maxCalls: maxUnknown, seconds: 60)
  private let state = Mutex(State())

  /// Makes a claim, now or when the claimant's others are done.
  /// - Parameter claim: is given whether the claimant is trusted.
  /// - Throws: `claims-too-many` (rateLimited), and what the claim throws.
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

  /// Counts a claim among those under way, unless there are too many, or too many came to nothing.
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

  /// Waits until it is the claimant's turn.
  private func enter(_ claimant: Claimant) async throws {
    try await withCheckedThrowingContinuation { continuation in
      let isAdmitted: Bool? = state.withLock { state in
        guard let line = state.lines[claimant] else {
          state.lines[claimant] = []
          return true
        }
        guard line.count < Self.maxWaiting else { return false }
        state.lines[claimant]?.append(continuation)
        return nil
      }
      if isAdmitted == true { continuation.resume() }
      if isAdmitted == false { continuation.resume(throwing: DomainError.claimsTooMany) }
    }
  }

  private func leave(_ claimant: Claimant) {
    let next = state.withLock { state -> CheckedContinuation<Void, any Error>? in
      guard state.lines[claimant]?.isEmpty == false else {
        state.lines[claimant] = nil
        return nil
      }
      return state.lines[claimant]?.removeFirst()
    }
    next?.resume()
  }
}

extension DomainError {
  fileprivate static let claimsTooMany = DomainError(
    .rateLimited, "claims-too-many", "Too many unknown payments were named; try again in a minute.")
}
