package import Basics

// What is refused of identities; each is documented where it is thrown.
extension DomainError {
  /// The provider does not know the proof, or it was made for another application.
  package static func proofRefused(_ provider: ProviderName) -> DomainError {
    DomainError(
      .unauthenticated, "proof-refused",
      "This proof of \(provider.title) is not taken: log in there anew from this application.")
  }

  /// The proof was good until a while ago.
  package static func proofExpired(_ provider: ProviderName) -> DomainError {
    DomainError(
      .unauthenticated, "proof-expired", "This proof of \(provider.title) has expired: log in there anew.")
  }

  /// The provider is not asked in this way here.
  package static func proofUnsupported(_ provider: ProviderName, _ field: String) -> DomainError {
    DomainError(
      .invalid, "proof-unsupported", "With \(provider.title) '\(field)' is not taken here: send the other token.",
      field: field)
  }

  /// The provider does not answer as it should.
  package static func providerUnavailable(_ provider: ProviderName) -> DomainError {
    DomainError(.unavailable, "provider-unavailable", "\(provider.title) does not answer now: try again in a moment.")
  }

  /// Nobody can log in by this provider here.
  package static func providerNotConfigured(_ provider: ProviderName) -> DomainError {
    DomainError(
      .invalid, "provider-not-configured", "Logging in by \(provider.title) is not offered here: take another way.",
      field: "provider")
  }

  /// An address proves nothing to whoever signed up with it before.
  package static func identityEmailTaken(_ provider: ProviderName) -> DomainError {
    DomainError(
      .conflict, "identity-email-taken",
      "There is an account with your e-mail address: log in to it as before, then link \(provider.title) to it.")
  }

  /// The identity opens another account.
  package static func identityTaken(_ provider: ProviderName) -> DomainError {
    DomainError(
      .conflict, "identity-taken",
      "This \(provider.title) identity opens another account: log in to that one and unlink it there first.")
  }

  /// One identity of each provider opens an account.
  package static func identityProviderLinked(_ provider: ProviderName) -> DomainError {
    DomainError(
      .conflict, "identity-provider-linked",
      "Another \(provider.title) identity is linked to your account: unlink that one first.")
  }

  /// The account has no identity of the provider.
  package static func identityUnknown(_ provider: ProviderName) -> DomainError {
    DomainError(
      .notFound, "identity-unknown", "No \(provider.title) identity is linked to your account.", field: "provider")
  }

  /// Nothing else opens the account.
  package static var identityLast: DomainError {
    DomainError(
      .conflict, "identity-last",
      "Nothing else opens your account: link another identity first, or remove the account.")
  }

  static var passwordNotSet: DomainError {
    DomainError(
      .conflict, "password-not-set", "Your account has no password: it is entered by the identities linked to it.")
  }
}
