package import Basics
package import WebAuthn

/// Passkeys as second factors beside an authenticator app: which of an account's passkeys count is chosen in an operator
/// session, shortly after a code. So somebody who took over a login cannot make one.
extension RoleService {
  /// What a browser needs to open or confirm a session with a passkey.
  /// - Throws: `DomainError` `factor-passkey-missing` (conflict).
  package func beginPasskey(
    of account: AccountID, _ passkeys: PasskeyService, at party: RelyingParty
  ) async throws -> PasskeyRequest {
    try await passkeys.beginFactor(of: account, at: party)
  }

  /// Opens a session with a passkey.
  /// - Throws: `DomainError` `role-missing`, `passkey-unknown`, `challenge-unusable`, `too-many-logins`,
  ///   `token-unusable` if the login has ended, and those of a refused passkey (forbidden).
  package func open(
    _ caller: Caller, by assertion: PasskeyAssertion, _ passkeys: PasskeyService, at party: RelyingParty
  ) async throws -> (session: RoleSession, token: String) {
    _ = try await holder(caller.account)
    let method = try await passkeys.verifyFactor(assertion, of: caller.account, .operatorSession, at: party)
    return try await open(caller, method: method)
  }

  /// Records that a passkey was used in a session, before a dangerous act. It counts as a code.
  /// - Throws: As `open`; `operator-session-ended` (unauthenticated) if it has ended meanwhile.
  package func confirm(
    _ session: RoleSession, by assertion: PasskeyAssertion, _ passkeys: PasskeyService, at party: RelyingParty
  ) async throws -> RoleSession {
    _ = try await passkeys.verifyFactor(assertion, of: session.account, .codeCheck, at: party)
    return try await confirm(session)
  }

  /// Sets whether a passkey of the session's account opens operator sessions.
  /// - Throws: `DomainError` `code-needed` (forbidden) to let it, unless a code was entered recently; `passkey-unknown`
  ///   (notFound).
  package func setSecondFactor(
    _ isSecondFactor: Bool, _ passkey: PasskeyID, in session: RoleSession, _ passkeys: PasskeyService
  ) async throws {
    guard !isSecondFactor || hasRecentCode(session) else { throw DomainError.codeNeeded }
    try await passkeys.setSecondFactor(isSecondFactor, passkey, of: session.account)
  }
}
