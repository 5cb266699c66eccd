public import Basics

/// What a person gives to sign up.
public struct SignUp: Sendable {
  public var email: EmailAddress
  /// As typed. The native rules are `PasswordRules`; old contracts have their own and pass `isPasswordChecked` false.
  public var password: String
  public var nickname: Nickname
  public var phone: String?
  public var birthday: String?

  /// A sign-up from its parts.
  public init(email: EmailAddress, password: String, nickname: Nickname, phone: String? = nil, birthday: String? = nil)
  {
    self.email = email
    self.password = password
    self.nickname = nickname
    self.phone = phone
    self.birthday = birthday
  }
}

/// Accounts and sessions: who may come in and for how long.
public struct AccountService: Sendable {
  /// Makes an account.
  /// - Throws: `Refusal` `password-weak` (field `password`; only with `rules`), `email-taken` (conflict, field `email`),
  ///   `nickname-taken` (conflict, field `nickname`), `too-many-logins` (overCall).
  public func signUp(_ new: SignUp, rules: PasswordRules = .native) async throws -> Account { fatalError("skeleton") }

  /// Whether nobody has signed up with an address.
  public func isFree(_ email: EmailAddress) async throws -> Bool { fatalError("skeleton") }

  /// Whether nobody has a nickname.
  public func isFree(_ nickname: Nickname) async throws -> Bool { fatalError("skeleton") }

  /// A nickname of an adjective and a noun that nobody has.
  public func randomNickname() async throws -> Nickname { fatalError("skeleton") }

  /// Opens a session. The e-mail address is taken as typed: an unreadable one is as unknown as any other, and takes as
  /// long to refuse.
  /// - Throws: `Refusal` `login-failed` (unauthenticated), `too-many-logins` (overCall).
  public func logIn(email: String, password: String, _ kind: SessionKind) async throws -> (Account, SessionTokens) {
    fatalError("skeleton")
  }

  /// Opens a session for an account that has just been made or otherwise proven.
  public func openSession(for account: AccountID, _ kind: SessionKind) async throws -> SessionTokens {
    fatalError("skeleton")
  }

  /// Who shows an access token. One indexed read.
  /// - Throws: `Refusal` (unauthenticated) `token-expired`, or `token-unusable` for everything else: malformed, signed by
  ///   another key, not yet valid, of a session that was ended or an account that is gone.
  public func caller(showing accessToken: String) async throws -> Caller { fatalError("skeleton") }

  /// New tokens for a refresh token of either kind. A fixed session's refresh token comes back as it was, nothing is
  /// written, and any number may refresh at once.
  /// - Throws: `Refusal` (unauthenticated) `refresh-expired`, `refresh-replayed` (the session is ended), or
  ///   `refresh-unusable`; `too-many-refreshes` (overCall) beyond 60 in 10 seconds for one session.
  public func refresh(_ refreshToken: String) async throws -> SessionTokens { fatalError("skeleton") }

  /// Ends the caller's session, or all sessions of the account. Ending what has ended is no error.
  public func logOut(_ caller: Caller, everywhere: Bool) async throws { fatalError("skeleton") }

  /// Replaces the password and ends every other session.
  /// - Throws: `Refusal` `password-wrong` (forbidden, field `current_password`), `password-weak`.
  public func changePassword(_ caller: Caller, from old: String, to new: String) async throws { fatalError("skeleton") }

  /// Removes the account with everything that the person made, in one transaction; tokens die at once.
  public func withdraw(_ caller: Caller) async throws -> Account { fatalError("skeleton") }

  /// The caller's own profile.
  public func profile(_ caller: Caller) async throws -> Profile { fatalError("skeleton") }

  /// Somebody's profile as `viewer` sees it.
  /// - Throws: `Refusal` `account-unknown` (missing), also where either has blocked the other.
  public func profile(of account: AccountID, for viewer: AccountID?) async throws -> Profile { fatalError("skeleton") }

  /// Changes the caller's profile.
  /// - Throws: `Refusal` `nickname-taken`, `bio-too-long`, `photo-unknown` (a photo that the caller did not upload).
  public func change(_ caller: Caller, _ change: ProfileChange) async throws -> Profile { fatalError("skeleton") }
}

/// What a new password must be.
public struct PasswordRules: Sendable {
  /// 8 to 128 characters and none of the commonest.
  public static let native = PasswordRules()
  /// Whatever the old clients' own patterns let through: 1 to 128 characters.
  public static let legacy = PasswordRules()
}
