package import Accounts
package import Basics
package import Crypto
import HTTP

/// Finds out who makes a request.
package protocol Authenticator: Sendable {
  /// The caller, as far as an endpoint wants to know; nil where no token is shown or the endpoint does not ask.
  /// - Throws: `DomainError` (unauthenticated) `token-expired`, `token-unusable`, and what the ways of showing one
  ///   refuse.
  func caller(of context: RequestContext, for endpoint: Endpoint) async throws -> Caller?
}

/// What every endpoint needs, whatever it is about.
package final class APIEnvironment: Sendable {
  /// The service's version, as documents tell it.
  package let version: String
  /// The address that links start with, without a slash at the end, e.g. `https://booths.example`.
  /// Nil: `http` and the host that the request names.
  package let publicAddress: String?
  /// The time now.
  package let clock: @Sendable () -> Timestamp
  package let authenticator: any Authenticator
  /// Remembers requests that may be repeated.
  package let idempotency: any IdempotencyStore
  /// The cursors of pages.
  package let cursors: Cursors
  /// What stands in the way of the service: told by `/healthz`.
  package let conditions: ServiceConditions
  /// In every entity tag, so that none outlives the process that gave it: what is served may differ after a restart
  /// although the catalogue's version is the same.
  package let tagSeed: String
  private let onFault: @Sendable (_ reference: String, _ fault: any Error) -> Void

  /// - Parameter onFault: is given faults of our own with the reference that the client was given. It must not be given
  ///   people's places.
  package init(
    version: String, publicAddress: String?, startedAt: Timestamp, clock: @escaping @Sendable () -> Timestamp,
    authenticator: any Authenticator, idempotency: any IdempotencyStore, cursorSeal: Seal,
    conditions: ServiceConditions, onFault: @escaping @Sendable (_ reference: String, _ fault: any Error) -> Void
  ) {
    self.version = version
    self.publicAddress = publicAddress
    self.clock = clock
    self.authenticator = authenticator
    self.idempotency = idempotency
    cursors = Cursors(cursorSeal)
    self.conditions = conditions
    tagSeed = String(startedAt.milliseconds, radix: 36)
    self.onFault = onFault
  }

  /// Reports to the operator a fault of our own, or a condition that is in the way; gives the reference by which they
  /// find it.
  @discardableResult
  package func report(_ fault: any Error) -> String {
    if let domainError = fault as? DomainError, let reference = conditions.report(domainError).condition?.reference {
      return reference
    }
    let reference = String(UInt64.random(in: .min ... .max), radix: 36)
    onFault(reference, fault)
    return reference
  }
}
