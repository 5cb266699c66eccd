public import Basics

// The refusals that stores throw as well as services; each is documented where it is thrown.
extension Refusal {
  /// Somebody has signed up with the address.
  public static var emailTaken: Refusal {
    Refusal(
      .conflict, "email-taken", "Somebody has signed up with this e-mail address: log in, or take another one.",
      field: "email")
  }

  /// Somebody has the nickname, in whatever case, width or composition.
  public static var nicknameTaken: Refusal {
    Refusal(.conflict, "nickname-taken", "Somebody has this nickname: choose another one.", field: "nickname")
  }

  /// A profile's image must be a photo that the person uploaded.
  public static var profilePhotoUnknown: Refusal {
    Refusal(.invalid, "photo-unknown", "You have not uploaded this photo: upload it first.", field: "photo")
  }

  /// There is no such account, or one that has blocked whoever asks, or was blocked by them.
  public static var accountUnknown: Refusal {
    Refusal(.missing, "account-unknown", "There is no such account.", field: "id")
  }

  /// Whoever asks follows the account already.
  public static var alreadyFollowing: Refusal {
    Refusal(.conflict, "already-following", "You follow this account already.")
  }

  static var loginFailed: Refusal {
    Refusal(.unauthenticated, "login-failed", "There is no account with this e-mail address and password.")
  }

  static var tokenExpired: Refusal {
    Refusal(.unauthenticated, "token-expired", "The access token has expired: get another with the refresh token.")
  }

  /// The token, its session or its account is of no use.
  public static var tokenUnusable: Refusal {
    Refusal(.unauthenticated, "token-unusable", "The access token cannot be used: log in.")
  }

  static var refreshExpired: Refusal {
    Refusal(.unauthenticated, "refresh-expired", "The refresh token has expired: log in again.")
  }

  static var refreshReplayed: Refusal {
    Refusal(
      .unauthenticated, "refresh-replayed",
      "The refresh token had been used before, so its session was ended for safety: log in again.")
  }

  static var refreshUnusable: Refusal {
    Refusal(.unauthenticated, "refresh-unusable", "The refresh token cannot be used: log in again.")
  }

  static func tooManyRefreshes(_ seconds: Int64) -> Refusal {
    Refusal(
      .overCall, "too-many-refreshes",
      "This session refreshes its tokens too often: try again in \(seconds) seconds.", retryAfter: seconds)
  }

  static func tooManyFailedLogins(_ seconds: Int64) -> Refusal {
    Refusal(
      .overCall, "too-many-logins",
      "Too many logins with this e-mail address have failed: try again in \(seconds) seconds, or from where you have "
        + "logged in before.",
      field: "email", retryAfter: seconds)
  }

  static func tooManyWrongPasswords(_ seconds: Int64) -> Refusal {
    Refusal(
      .overCall, "too-many-logins", "Too many passwords were wrong: try again in \(seconds) seconds.",
      field: "current_password", retryAfter: seconds)
  }

  /// An operator has suspended the account.
  public static var accountSuspended: Refusal {
    Refusal(.forbidden, "account-suspended", "This account is suspended: ask the operator of this service.")
  }

  static var resetLinkUnusable: Refusal {
    Refusal(
      .invalid, "reset-link-unusable",
      "This link was used, has expired or is not complete: ask the operator of this service for another.",
      field: "token")
  }

  static var passwordNeeded: Refusal {
    Refusal(
      .forbidden, "password-needed", "This cannot be undone: send your password as 'current_password'.",
      field: "current_password")
  }

  static var loginTooOld: Refusal {
    Refusal(
      .forbidden, "login-too-old",
      "This cannot be undone, and your login was a while ago: log in again and repeat it within ten minutes.")
  }

  static var passwordWrong: Refusal {
    Refusal(.forbidden, "password-wrong", "This is not your password.", field: "current_password")
  }
}
