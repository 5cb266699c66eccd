import Accounts
import Basics
import Crypto

/// Takes identity tokens of one provider.
struct TokenIssuer: Sendable {
  let provider: ProviderName
  /// As the provider spells itself in tokens, wherever it is reached.
  let issuers: Set<String>
  let audiences: Set<String>
  var needsNonceOfToken = true
  let keys: KeyCache
  let now: @Sendable () -> Timestamp

  /// What a token says.
  /// - Throws: `DomainError` `proof-refused`, `proof-expired`, `provider-unavailable`; `proof-unsupported` where no
  ///   application is named for which tokens are taken.
  func claims(of text: String, nonce: String?) async throws(DomainError) -> IdentityClaims {
    guard !audiences.isEmpty else { throw .proofUnsupported(provider, "id_token") }
    var expectation = IdentityExpectation(issuers: issuers, audiences: audiences, nonce: nonce)
    expectation.needsNonceOfToken = needsNonceOfToken
    let token: IdentityToken
    do { token = try IdentityToken(text) } catch { throw .proofRefused(provider) }
    let key = try await keys.key(token.keyID, token.algorithm)
    do {
      return try token.claims(signedBy: key, expecting: expectation, at: now())
    } catch {
      throw error == .expired ? .proofExpired(provider) : .proofRefused(provider)
    }
  }

  /// The identity that a token stands for.
  /// - Throws: As above.
  func identity(of text: String, nonce: String?) async throws(DomainError) -> ProviderIdentity {
    let claims = try await claims(of: text, nonce: nonce)
    return ProviderIdentity(
      provider: provider, subject: claims.subject, email: claims.email, isEmailVerified: claims.isEmailVerified,
      nickname: claims.name)
  }
}
