import Accounts
import Basics
import Crypto

struct IdentityTokenVerifier: Sendable {
  let provider: ProviderName
  /// The issuer names in tokens, whatever the provider's address.
  let issuers: Set<String>
  let audiences: Set<String>
  var rejectsUnexpectedNonce = true
  let keys: KeyCache
  let now: @Sendable () -> Timestamp

  /// The verified claims of a token.
  /// - Throws: `DomainError` `proof-refused`, `proof-expired`, `provider-unavailable`; `proof-unsupported` without
  ///   accepted audiences.
  func claims(of text: String, nonce: String?) async throws(DomainError) -> IdentityClaims {
    guard !audiences.isEmpty else { throw .proofUnsupported(provider, "id_token") }
    var expectation = IdentityRequirements(issuers: issuers, audiences: audiences, nonce: nonce)
    expectation.rejectsUnexpectedNonce = rejectsUnexpectedNonce
    let token: IdentityToken
    do { token = try IdentityToken(text) } catch { throw .proofRejected(provider) }
    let key = try await keys.key(token.keyID, token.algorithm)
    do {
      return try token.claims(signedBy: key, expecting: expectation, at: now())
    } catch {
      throw error == .expired ? .proofExpired(provider) : .proofRejected(provider)
    }
  }

  func identity(of text: String, nonce: String?) async throws(DomainError) -> ProviderIdentity {
    let claims = try await claims(of: text, nonce: nonce)
    return ProviderIdentity(
      provider: provider, subject: claims.subject, email: claims.email, isEmailVerified: claims.isEmailVerified,
      nickname: claims.name)
  }
}
