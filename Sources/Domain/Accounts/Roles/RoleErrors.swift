package import Basics

extension DomainError {
  /// The account has no role, or not the one that is needed.
  package static var roleMissing: DomainError {
    DomainError(
      .forbidden, "role-missing",
      "The account does not have the role for this: the operator of the machine grants it with 'fourcuts accounts grant'."
    )
  }

  static var secondFactorPresent: DomainError {
    DomainError(
      .conflict, "second-factor-present",
      "The account has an authenticator app already: use it. If it is lost, use a recovery code, or ask the operator of "
        + "the machine for 'fourcuts accounts reset-second-factor'.")
  }

  static var secondFactorMissing: DomainError {
    DomainError(.conflict, "second-factor-missing", "The account has no authenticator app yet: add one first.")
  }

  static var secondFactorUnreadable: DomainError {
    DomainError(
      .conflict, "second-factor-unreadable",
      "The key of the second factors has changed: the operator of the machine has to run 'fourcuts accounts "
        + "reset-second-factor'.")
  }

  static var codeWrong: DomainError {
    DomainError(
      .forbidden, "code-wrong", "The code is wrong, or it was used before: wait for the next one.", field: "code")
  }

  static func tooManyCodes(_ seconds: Int64) -> DomainError {
    DomainError(
      .rateLimited, "too-many-codes", "Too many codes were wrong: try again in \(seconds) seconds.", field: "code",
      retryAfter: seconds)
  }

  /// The token of a session of a role is unknown, or its session has ended.
  package static var operatorSessionEnded: DomainError {
    DomainError(
      .unauthenticated, "operator-session-ended", "The operator session has ended: enter a code to open another one.")
  }

  /// No code was entered within the last minutes.
  package static var codeNeeded: DomainError {
    DomainError(
      .forbidden, "code-needed",
      "This needs a code of the last \(RoleService.codeLifetime / 60) minutes: enter one and repeat it.")
  }
}
