package import Accounts
package import Basics

// Logging in as programs of this machine do, which have no address: for tests to which it makes no difference.

extension AccountService {
  /// Opens a session by a password.
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
  /// Opens a session by a provider's word.
  package func logIn(
    _ provider: ProviderName, _ proof: IdentityProof, nickname: String? = nil, _ kind: SessionKind
  ) async throws -> (account: Account, tokens: SessionTokens, isNew: Bool) {
    try await logIn(provider, proof, nickname: nickname, kind, from: .local)
  }

  /// Opens a session without a proof.
  package func logIn(
    named email: EmailAddress, nickname: String?, _ kind: SessionKind
  ) async throws -> (account: Account, tokens: SessionTokens, isNew: Bool) {
    try await logIn(named: email, nickname: nickname, kind, from: .local)
  }
}
