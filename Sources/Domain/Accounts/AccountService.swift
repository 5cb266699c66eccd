package import Basics
package import Crypto
import TextForms

package struct SignUp: Sendable {
  package var email: EmailAddress
  /// As typed; see `PasswordRules`.
  package var password: String
  /// Unique in its folded form.
  package var nickname: Nickname
  /// At most 30 characters, as typed.
  package var phone: String?
  /// At most 30 characters, as typed.
  package var birthday: String?
  /// A mail to the new account's owner, added with the account; nil: none.
  package var mail: QueuedMail?

  package init(email: EmailAddress, password: String, nickname: Nickname, phone: String? = nil, birthday: String? = nil)
  {
    self.email = email
    self.password = password
    self.nickname = nickname
    self.phone = phone
    self.birthday = birthday
  }
}

package struct AccountService: Sendable {
  let accounts: any AccountStore
  let sessions: any SessionStore
  let passwords: PasswordHasher
  let tokens: AccessTokens
  let policy: SessionPolicy
  /// Stops a client that refreshes in a loop before it costs more than looking its token up.
  let refreshes = TokenBuckets<SessionID>(RateLimit(burst: 60, seconds: 10), capacity: Self.maxRemembered)
  /// Some old clients refresh once for each response that reports an expired access token, and retry without waiting:
  /// dozens of times a second until the first new token arrives.
  let fixedRefreshes = TokenBuckets<SessionID>(RateLimit(burst: 600, seconds: 10), capacity: Self.maxRemembered)
  /// Stops guessing of passwords and other secrets long before it can succeed, on all nodes together; open sessions are
  /// not affected.
  package let attempts: AttemptLimiter
  /// Bounds the writes that record from where an account is used to one a day per client.
  let remembered = TokenBuckets<ClientTag>(RateLimit(burst: 1, seconds: 86_400), capacity: Self.maxRemembered)
  /// The sessions and clients that each of these limits remembers.
  private static let maxRemembered = 8192
  let authenticator: MessageAuthenticator
  /// Notifies the owners of open connections when sessions end in this process.
  package let sessionEnds = SessionEnds()
  let now: @Sendable () -> Timestamp
  let random: RandomBytes
  /// Runs after each withdrawal, before the response, for data kept outside the account store.
  package var afterWithdrawal: @Sendable () async -> Void = {}
  /// Records what concerns the security of accounts.
  package var onEvent: @Sendable (AccountEvent) async -> Void = { _ in }
  /// Sends the owner of an account a mail about its security, with a detail.
  package var notifyOwner: @Sendable (AccountID, MailKind, String) async -> Void = { _, _, _ in }

  /// - Parameters:
  ///   - attempts: counts guesses.
  ///   - passwords: hashes passwords on separate threads.
  ///   - tokens: signs and verifies access tokens.
  ///   - authenticator: computes the tags of networks and browsers.
  ///   - random: the source of identifiers, refresh tokens and nicknames.
  package init(
    accounts: any AccountStore, sessions: any SessionStore, attempts: any AttemptStore, passwords: PasswordHasher,
    tokens: AccessTokens, authenticator: MessageAuthenticator, policy: SessionPolicy = SessionPolicy(),
    clock: @escaping @Sendable () -> Timestamp,
    random: @escaping RandomBytes = systemRandom
  ) {
    self.accounts = accounts
    self.sessions = sessions
    self.attempts = AttemptLimiter(attempts, authenticator: authenticator)
    self.passwords = passwords
    self.tokens = tokens
    self.authenticator = authenticator
    self.policy = policy
    self.now = clock
    self.random = random
  }

  // MARK: Sign-up and withdrawal

  /// Creates an account.
  /// - Throws: `DomainError` `password-weak` (field `password`), `nickname-reserved`, `nickname-mixed`, `phone-invalid`
  ///   and `birthday-invalid` (with their fields), `email-taken` (conflict, field `email`), `nickname-taken` (conflict,
  ///   field `nickname`), `too-many-logins` (rateLimited).
  package func signUp(_ new: SignUp) async throws -> Account {
    try PasswordRules.check(new.password, field: "password")
    try NicknameRules.check(new.nickname)
    let instant = now()
    let account = Account(
      id: AccountID(at: instant, random: random), email: new.email, nickname: new.nickname,
      phone: try PersonalText.phone.read(new.phone), birthday: try PersonalText.birthday.read(new.birthday),
      createdAt: instant)
    // Checked first because hashing is expensive; the store decides.
    guard try await accounts.isFree(new.email) else { throw DomainError.emailTaken }
    guard try await accounts.isFree(new.nickname) else { throw DomainError.nicknameTaken }
    try await accounts.add(account, passwordHash: passwords.hash(composed(new.password)), mail: new.mail)
    await onEvent(AccountEvent(.signUp, of: account.id))
    return account
  }

  /// Creates an account for a client that cannot ask for another nickname: if the preferred one is taken, a number is
  /// appended; without a preferred one, a random nickname is used.
  /// - Throws: `DomainError` `password-weak` (field `password`), `email-taken` (conflict, field `email`),
  ///   `too-many-logins` (rateLimited).
  package func signUp(
    email: EmailAddress, password: String, preferring nickname: Nickname?
  ) async throws -> Account {
    try PasswordRules.check(password, field: "password")
    guard try await accounts.isFree(email) else { throw DomainError.emailTaken }
    let (instant, hash) = (now(), try await passwords.hash(composed(password)))
    let id = AccountID(at: instant, random: random)
    let account = try await withFreeNickname(preferring: nickname) { nickname in
      let account = Account(id: id, email: email, nickname: nickname, createdAt: instant)
      try await accounts.add(account, passwordHash: hash, mail: nil)
      return account
    }
    await onEvent(AccountEvent(.signUp, of: id))
    return account
  }

  /// Runs the body with candidate nicknames until one is not rejected as taken: the preferred one (unless it is not
  /// allowed), the same with ever longer numbers, then random ones likewise.
  /// - Throws: `DomainError` `nickname-taken` if all are taken, and what the body throws.
  package func withFreeNickname<Result>(
    preferring nickname: Nickname?, _ body: (Nickname) async throws -> Result
  ) async throws -> Result {
    for nickname in NicknameWords.choices(preferred: nickname.flatMap { NicknameRules.allows($0) ? $0 : nil }, random) {
      do { return try await body(nickname) } catch let error as DomainError where error == .nicknameTaken { continue }
    }
    throw DomainError.nicknameTaken
  }

  /// Whether the caller's account has a password; otherwise only linked identities open it.
  package func hasPassword(_ caller: Caller) async throws -> Bool {
    try await accounts.passwordHash(of: caller.account) != nil
  }

  package func isFree(_ email: EmailAddress) async throws -> Bool { try await accounts.isFree(email) }

  package func isFree(_ nickname: Nickname) async throws -> Bool { try await accounts.isFree(nickname) }

  /// A random nickname (adjective and noun, if necessary with a number) that is free now. It is not reserved: signing
  /// up with it can still fail with `nickname-taken`.
  package func randomNickname() async throws -> Nickname {
    // Pairs without a number first, then ever longer numbers, whose combinations far outnumber accounts.
    for maxNumber in [0, 99, 9_999, 999_999, 999_999_999] {
      for _ in 0..<8 {
        let nickname = try Nickname(NicknameWords.pick(numbersTo: maxNumber, random))
        if try await accounts.isFree(nickname) { return nickname }
      }
    }
    throw DomainError.nicknameTaken
  }

  /// Removes the caller's account, as `withdraw(_:)` does, after re-authentication: by its password, or if it has none
  /// by a login within the last ten minutes.
  /// - Throws: `DomainError` `password-needed`, `password-wrong`, `login-too-old` (forbidden), `too-many-logins`
  ///   (rateLimited), `token-unusable` if the account is gone.
  package func withdraw(_ caller: Caller, password: String?) async throws -> Account {
    try await reauthenticate(caller, password: password)
    return try await withdraw(caller)
  }

  /// Makes sure that a caller is the account's owner: by its password, or if it has none by a login within the last ten
  /// minutes.
  /// - Throws: As `withdraw(_:password:)`.
  package func reauthenticate(_ caller: Caller, password: String?) async throws {
    if let kept = try await accounts.passwordHash(of: caller.account) {
      guard let password else { throw DomainError.passwordNeeded }
      try await verifyPassword(password, against: kept, of: caller)
    } else {
      guard let openedAt = try await sessions.openedAt(caller.session) else { throw DomainError.tokenUnusable }
      guard now() < openedAt.advanced(seconds: Self.freshLogin) else { throw DomainError.loginTooOld }
    }
  }

  /// Seconds for which a login counts as re-authentication.
  private static let freshLogin: Int64 = 600

  /// Removes the account and everything its owner created, in one transaction; tokens become invalid at once. There is
  /// no re-authentication: old clients send none.
  /// - Throws: `DomainError` `token-unusable` if the account is gone.
  package func withdraw(_ caller: Caller) async throws -> Account {
    guard let account = try await accounts.remove(caller.account, at: now()) else { throw DomainError.tokenUnusable }
    await onEvent(AccountEvent(.withdrawal, of: caller.account))
    await sessionEnds.notify(caller.account)
    await afterWithdrawal()
    return account
  }

  // MARK: Profiles

  /// The caller's own profile.
  /// - Throws: `DomainError` `token-unusable` if the account is gone.
  package func profile(_ caller: Caller) async throws -> Profile {
    guard let profile = try await accounts.profile(of: caller.account, for: caller.account) else {
      throw DomainError.tokenUnusable
    }
    return profile
  }

  /// An account's profile as `viewer` sees it.
  /// - Throws: `DomainError` `account-unknown` (notFound), also if either has blocked the other.
  package func profile(of account: AccountID, for viewer: AccountID?) async throws -> Profile {
    guard let profile = try await accounts.profile(of: account, for: viewer) else { throw DomainError.accountUnknown }
    return profile
  }

  /// The accounts that exist among some, with their numbers and e-mail addresses, for old clients whose user ids are
  /// numbers. The caller decides which fields may be shown. Complexity: O(accounts).
  package func numbered(_ accounts: Set<AccountID>) async throws -> [AccountID: NumberedAccount] {
    accounts.isEmpty ? [:] : try await self.accounts.numbered(accounts)
  }

  /// Records that an account uses a client of the contract SLP, whose users see each other's e-mail addresses. One
  /// indexed read if already recorded.
  package func recordSLPUse(by account: AccountID) async throws {
    guard try await accounts.numbered([account])[account]?.usesSLP == false else { return }
    try await accounts.recordSLPUse(by: account, at: now())
  }

  /// The accounts that exist among some, by their numbers. Complexity: O(numbers).
  package func numbered(_ numbers: Set<AccountNumber>) async throws -> [AccountNumber: NumberedAccount] {
    numbers.isEmpty ? [:] : try await accounts.numbered(numbers)
  }

  /// Changes the caller's profile.
  /// - Throws: `DomainError` `nickname-taken`, `nickname-reserved`, `nickname-mixed`, `bio-too-long`, `bio-invalid` (a
  ///   character that no text may contain), `phone-invalid`, `birthday-invalid`, `photo-unknown` (a photo that the
  ///   caller did not upload), each with its field; `token-unusable` if the account is gone.
  package func change(_ caller: Caller, _ change: ProfileChange) async throws -> Profile {
    var change = change
    change.bio = try PersonalText.bio.read(change.bio)
    change.phone = try PersonalText.phone.read(change.phone)
    change.birthday = try PersonalText.birthday.read(change.birthday)
    if let nickname = change.nickname, !NicknameRules.allows(nickname) {
      // An account keeps a nickname that is no longer allowed: clients send the whole profile.
      guard try await profile(caller).account.nickname == nickname else {
        throw NicknameRules.domainError(of: nickname)
      }
    }
    guard let profile = try await accounts.change(caller.account, change) else { throw DomainError.tokenUnusable }
    return profile
  }
}

private struct PersonalText {
  var field: String
  var name: String
  var maxLength: Int
  var rule: CharacterRule

  static let bio = PersonalText(field: "bio", name: "bio", maxLength: 500, rule: .text)
  static let phone = PersonalText(field: "phone", name: "phone number", maxLength: 30, rule: .name)
  static let birthday = PersonalText(field: "birthday", name: "birthday", maxLength: 30, rule: .name)

  /// Maximum average bytes per character.
  private static let maxBytesPerCharacter = 16

  /// The validated text in composed form; nil stays nil.
  func read(_ text: String?) throws(DomainError) -> String? {
    guard let text else { return nil }
    guard text.utf8.count <= maxLength * Self.maxBytesPerCharacter, text.count <= maxLength else {
      let code = rule == .text ? "\(field)-too-long" : "\(field)-invalid"
      throw DomainError(.invalid, code, "The \(name) has at most \(maxLength) characters: shorten it.", field: field)
    }
    guard rule.firstDisallowed(in: text) == nil else {
      throw DomainError(
        .invalid, "\(field)-invalid", "The \(name) holds a character that is invisible or not allowed: leave it out.",
        field: field)
    }
    return composed(text)
  }
}
