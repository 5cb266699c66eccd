/// One OAuth authorization request (RFC 6749, 4.1), bound to its callback by secrets.
package struct AuthorizationRequest: Sendable {
  /// The OAuth `state`: the callback must return it unchanged, which prevents request forgery.
  package let state: String
  /// The OpenID Connect `nonce`: the ID token must contain it, so that no other token can be injected.
  package let nonce: String
  /// The PKCE code verifier (RFC 7636): the provider has its digest, and only the holder can exchange the code.
  package let verifier: String
  /// As registered with the provider.
  package let redirectURI: String

  package init(state: String, nonce: String, verifier: String, redirectURI: String) {
    self.state = state
    self.nonce = nonce
    self.verifier = verifier
    self.redirectURI = redirectURI
  }
}

/// The OAuth authorization code flow of a provider, for users with a browser.
package protocol OAuthProvider: Sendable {
  func address(for authorization: AuthorizationRequest) -> String

  /// Exchanges a code for a proof, to be passed to `IdentityProvider.identity`. A code is valid once.
  /// - Throws: `DomainError` `proof-refused` (unauthenticated) if the code is rejected, `provider-unavailable`
  ///   (unavailable), `too-many-logins` (rateLimited); `ProviderRejectedApplication` if the provider rejects the
  ///   application itself.
  func proof(_ code: String, of authorization: AuthorizationRequest) async throws -> IdentityProof
}

/// A provider rejects this application: its settings here do not match its registration there. Users cannot fix that,
/// so the operator must be notified.
package struct ProviderRejectedApplication: Error, CustomStringConvertible {
  package let provider: ProviderName
  /// The provider's error code, sanitised.
  package let errorCode: String

  package init(_ provider: ProviderName, errorCode: String) {
    self.provider = provider
    self.errorCode = String(
      errorCode.prefix(64).filter { $0.isASCII && ($0.isLetter || $0.isNumber || "_-.".contains($0)) })
  }

  package var description: String { "\(provider.title) rejects this application: \(errorCode)" }
}
