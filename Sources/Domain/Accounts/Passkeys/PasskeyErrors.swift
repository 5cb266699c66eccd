package import Basics
import WebAuthn

extension DomainError {
  /// Browsers offer no passkeys at the address of the service.
  package static var passkeysNotOffered: DomainError {
    DomainError(
      .conflict, "passkeys-not-offered",
      "Passkeys need a domain name and HTTPS: the operator sets --public-url to such an address; for tries on one machine "
        + "use http://localhost.")
  }

  /// The challenge is none of this service, was made for something else, has expired or was used.
  package static var challengeUnusable: DomainError {
    DomainError(
      .invalid, "challenge-unusable", "This took longer than five minutes, or was done already: begin again.",
      field: "client_data")
  }

  package static var passkeyUnknown: DomainError {
    DomainError(.notFound, "passkey-unknown", "Your account has no such passkey.", field: "id")
  }

  package static var passkeyTaken: DomainError {
    DomainError(
      .conflict, "passkey-taken", "This passkey opens an account already: use another authenticator.",
      field: "attestation")
  }

  package static var tooManyPasskeys: DomainError {
    DomainError(
      .conflict, "passkeys-too-many",
      "An account has at most \(Passkey.maxCount) passkeys: remove one that is not used.")
  }

  /// The account would have no login left.
  package static var passkeyLast: DomainError {
    DomainError(
      .conflict, "passkey-last",
      "Your account has no other login: add another passkey, set a password by mail, or remove the account.")
  }

  /// None of the account's passkeys opens operator sessions.
  static var factorPasskeyMissing: DomainError {
    DomainError(
      .conflict, "factor-passkey-missing",
      "No passkey opens operator sessions of this account: enter a code, then choose one.")
  }

  static var passkeyNameInvalid: DomainError {
    DomainError(
      .invalid, "name-invalid", "The name of a passkey has 1 to \(Passkey.maxNameLength) visible characters.",
      field: "name")
  }

  /// No account has the passkey with which somebody logs in.
  package static var passkeyRejected: DomainError {
    DomainError(
      .unauthenticated, "passkey-rejected",
      "No account has this passkey: use another one, or log in otherwise and add it again.")
  }

  static func tooManyRejectedPasskeys(_ seconds: Int64) -> DomainError {
    DomainError(
      .rateLimited, "too-many-logins", "Too many passkeys were refused: try again in \(seconds) seconds.",
      retryAfter: seconds)
  }

  /// - Parameter kind: `invalid` for a new passkey, `unauthenticated` for a login, `forbidden` for a second factor.
  static func passkeyFault(_ fault: WebAuthnFault, _ kind: DomainError.Kind) -> DomainError {
    let (code, message) =
      switch fault {
      case .malformed, .type:
        ("passkey-malformed", "The answer of the authenticator is not as the specification demands: try again.")
      case .challenge: ("challenge-unusable", "The answer is not to this request: begin again.")
      case .origin: ("passkey-origin-foreign", "A page of another address asked for the passkey: use this service's.")
      case .relyingParty: ("passkey-site-foreign", "The passkey is for another site: use one of this service.")
      case .presence, .verification:
        ("passkey-unverified", "The device has to verify you by a fingerprint, your face or a PIN: set one up there.")
      case .backup:
        ("passkey-backup-changed", "The authenticator contradicts what it said of backups before: use another passkey.")
      case .algorithm: ("passkey-algorithm-unsupported", "The algorithm is none of ES256, EdDSA and RS256.")
      case .key: ("passkey-key-unusable", "The public key is no sound key of its algorithm: use another authenticator.")
      case .attestation:
        ("passkey-attestation-unsupported", "Attestations are not accepted: ask the authenticator for 'none'.")
      case .signature: ("passkey-signature-wrong", "The signature is not that of the passkey: try again.")
      case .counter:
        (
          "passkey-counter-reused",
          "The passkey's signature counter did not increase: it may have been copied. Log in otherwise and remove it."
        )
      }
    return DomainError(kind, code, message)
  }
}
