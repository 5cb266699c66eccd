package import Accounts
package import Basics

// Logins without a client address, as by programs of this machine, for tests that do not depend on it.

extension AccountService {
  /// Opens a session with a password.
  package func logIn(email: String, password: String, _ kind: SessionKind) async throws -> (Account, SessionTokens) {
    try await logIn(email: email, password: password, kind, from: .local)
  }

  /// Opens a session without a password.
  package func openSession(for account: AccountID, _ kind: SessionKind) async throws -> SessionTokens {
    try await openSession(for: account, kind, from: .local)
  }

  /// Refreshes tokens.
  package func refresh(_ refreshToken: String, _ kind: SessionKind) async throws -> SessionTokens {
    try await refresh(refreshToken, kind, from: .local)
  }
}

extension IdentityService {
  /// Opens a session with a provider's token.
  package func logIn(
    _ provider: ProviderName, _ proof: IdentityProof, nickname: String? = nil, _ kind: SessionKind
  ) async throws -> (account: Account, tokens: SessionTokens, isNew: Bool) {
    try await logIn(provider, proof, nickname: nickname, kind, from: .local)
  }

  /// Opens a session without a credential.
  package func logIn(
    named email: EmailAddress, nickname: String?, _ kind: SessionKind
  ) async throws -> (account: Account, tokens: SessionTokens, isNew: Bool) {
    try await logIn(named: email, nickname: nickname, kind, from: .local)
  }
}
