/// Somebody's way through a provider's page and back, told apart from all others by secrets (RFC 6749, 4.1).
package struct AuthorizationRequest: Sendable {
  /// What comes back with the person as it was sent: only whoever set out arrives.
  package let state: String
  /// What the provider's statement of who they are has to hold: nobody slips in another one.
  package let nonce: String
  /// What the code is exchanged with, of which the provider was told a digest before (RFC 7636): nobody else can.
  package let verifier: String
  /// Where the person comes back to, as the provider knows it.
  package let redirectURI: String

  /// A way from its parts.
  package init(state: String, nonce: String, verifier: String, redirectURI: String) {
    self.state = state
    self.nonce = nonce
    self.verifier = verifier
    self.redirectURI = redirectURI
  }
}

/// A provider's page, by which people log in with a browser: they are sent there and come back with a code.
package protocol OAuthProvider: Sendable {
  /// Where somebody is sent.
  func address(for authorization: AuthorizationRequest) -> String

  /// What a code proves, to be handed to `IdentityProvider.identity`. A code is good once.
  /// - Throws: `DomainError` `proof-refused` (unauthenticated) of a code that is not taken, `provider-unavailable`
  ///   (unavailable), `too-many-logins` (rateLimited); `ApplicationRefused` where no code of ours would be taken.
  func proof(_ code: String, of authorization: AuthorizationRequest) async throws -> IdentityProof
}

/// A provider does not take this application: what is set here is not what is registered there. Nobody who logs in can
/// mend that, so that the operator is to be told.
package struct ApplicationRefused: Error, CustomStringConvertible {
  /// Who does not.
  package let provider: ProviderName
  /// The provider's word for it, as far as it is one.
  package let word: String

  /// A refusal from its parts.
  package init(_ provider: ProviderName, word: String) {
    self.provider = provider
    self.word = String(word.prefix(64).filter { $0.isASCII && ($0.isLetter || $0.isNumber || "_-.".contains($0)) })
  }

  /// Who, and the word.
  package var description: String { "\(provider.title) does not take this application: \(word)" }
}
