package import Basics

// Errors of identities; each is documented where it is thrown.
extension DomainError {
  /// The provider does not recognise the proof, or it was issued to another application.
  package static func proofRejected(_ provider: ProviderName) -> DomainError {
    DomainError(
      .unauthenticated, "proof-refused",
      "\(provider.title) rejected this proof: log in there again from this application.")
  }

  package static func proofExpired(_ provider: ProviderName) -> DomainError {
    DomainError(
      .unauthenticated, "proof-expired", "This proof of \(provider.title) has expired: log in there again.")
  }

  /// This kind of proof is not supported for the provider.
  package static func proofUnsupported(_ provider: ProviderName, _ field: String) -> DomainError {
    DomainError(
      .invalid, "proof-unsupported", "'\(field)' is not supported with \(provider.title): send the other token.",
      field: field)
  }

  /// The provider gave no usable response.
  package static func providerUnavailable(_ provider: ProviderName) -> DomainError {
    DomainError(.unavailable, "provider-unavailable", "\(provider.title) does not answer now: try again in a moment.")
  }

  package static func providerNotConfigured(_ provider: ProviderName) -> DomainError {
    DomainError(
      .invalid, "provider-not-configured", "Login with \(provider.title) is not available: use another login method.",
      field: "provider")
  }

  /// A verified e-mail address is not enough to log in to an account that signed up with it.
  package static func identityEmailTaken(_ provider: ProviderName) -> DomainError {
    DomainError(
      .conflict, "identity-email-taken",
      "An account with your e-mail address exists: log in to it as before, then link \(provider.title) to it.")
  }

  package static func identityTaken(_ provider: ProviderName) -> DomainError {
    DomainError(
      .conflict, "identity-taken",
      "This \(provider.title) identity opens another account: log in to that one and unlink it there first.")
  }

  /// An account has at most one identity of each provider.
  package static func identityProviderLinked(_ provider: ProviderName) -> DomainError {
    DomainError(
      .conflict, "identity-provider-linked",
      "Another \(provider.title) identity is linked to your account: unlink that one first.")
  }

  package static func identityUnknown(_ provider: ProviderName) -> DomainError {
    DomainError(
      .notFound, "identity-unknown", "No \(provider.title) identity is linked to your account.", field: "provider")
  }

  /// The account would have no login left.
  package static var identityLast: DomainError {
    DomainError(
      .conflict, "identity-last",
      "Your account has no other login: link another identity first, or remove the account.")
  }

  static var passwordNotSet: DomainError {
    DomainError(
      .conflict, "password-not-set", "Your account has no password: log in with an identity linked to it.")
  }
}
