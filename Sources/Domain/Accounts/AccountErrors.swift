package import Basics

// Errors that stores throw as well as services; each is documented where it is thrown.
extension DomainError {
  /// An account with this e-mail address exists.
  package static var emailTaken: DomainError {
    DomainError(
      .conflict, "email-taken", "An account with this e-mail address exists: log in, or use another address.",
      field: "email")
  }

  /// The nickname is taken; case, width and composition are ignored.
  package static var nicknameTaken: DomainError {
    DomainError(.conflict, "nickname-taken", "This nickname is taken: choose another one.", field: "nickname")
  }

  /// A profile image must be a photo that the account uploaded.
  package static var profilePhotoUnknown: DomainError {
    DomainError(.invalid, "photo-unknown", "You have not uploaded this photo: upload it first.", field: "photo")
  }

  /// There is no such account, or it and the caller's account have blocked each other either way.
  package static var accountUnknown: DomainError {
    DomainError(.notFound, "account-unknown", "There is no such account.", field: "id")
  }

  package static var alreadyFollowing: DomainError {
    DomainError(.conflict, "already-following", "You follow this account already.")
  }

  static var loginFailed: DomainError {
    DomainError(.unauthenticated, "login-failed", "There is no account with this e-mail address and password.")
  }

  static var tokenExpired: DomainError {
    DomainError(.unauthenticated, "token-expired", "The access token has expired: get another with the refresh token.")
  }

  /// The token is malformed or forged, or its session or account is gone.
  package static var tokenUnusable: DomainError {
    DomainError(.unauthenticated, "token-unusable", "The access token cannot be used: log in.")
  }

  static var sessionUnknown: DomainError {
    DomainError(.notFound, "session-unknown", "You have no such session: it may have ended.", field: "id")
  }

  static var refreshExpired: DomainError {
    DomainError(.unauthenticated, "refresh-expired", "The refresh token has expired: log in again.")
  }

  static var refreshReplayed: DomainError {
    DomainError(
      .unauthenticated, "refresh-replayed",
      "The refresh token had been used before, so its session was ended for safety: log in again.")
  }

  static var refreshUnusable: DomainError {
    DomainError(.unauthenticated, "refresh-unusable", "The refresh token cannot be used: log in again.")
  }

  static func tooManyRefreshes(_ seconds: Int64) -> DomainError {
    DomainError(
      .rateLimited, "too-many-refreshes",
      "This session refreshes its tokens too often: try again in \(seconds) seconds.", retryAfter: seconds)
  }

  static func tooManyFailedLogins(_ seconds: Int64) -> DomainError {
    DomainError(
      .rateLimited, "too-many-logins",
      "Too many logins with this e-mail address have failed: try again in \(seconds) seconds, or from where you have "
        + "logged in before.",
      field: "email", retryAfter: seconds)
  }

  static func tooManyWrongPasswords(_ seconds: Int64) -> DomainError {
    DomainError(
      .rateLimited, "too-many-logins", "Too many passwords were wrong: try again in \(seconds) seconds.",
      field: "current_password", retryAfter: seconds)
  }

  package static var accountSuspended: DomainError {
    DomainError(.forbidden, "account-suspended", "This account is suspended: ask the operator of this service.")
  }

  static var resetLinkUnusable: DomainError {
    DomainError(
      .invalid, "reset-link-unusable",
      "This link was used, has expired or is not complete: ask for another one.",
      field: "token")
  }

  static var passwordNeeded: DomainError {
    DomainError(
      .forbidden, "password-needed", "This cannot be undone: send your password as 'current_password'.",
      field: "current_password")
  }

  static var loginTooOld: DomainError {
    DomainError(
      .forbidden, "login-too-old",
      "This cannot be undone, and your login was a while ago: log in again and repeat it within ten minutes.")
  }

  static var passwordWrong: DomainError {
    DomainError(.forbidden, "password-wrong", "This is not your password.", field: "current_password")
  }
}
