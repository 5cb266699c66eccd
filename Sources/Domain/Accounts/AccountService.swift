package import Basics
package import Crypto
import TextForms

/// What a person gives to sign up.
package struct SignUp: Sendable {
  /// Unique.
  package var email: EmailAddress
  /// As typed; see `PasswordRules`.
  package var password: String
  /// Unique in its folded form.
  package var nickname: Nickname
  /// At most 30 characters, as typed.
  package var phone: String?
  /// At most 30 characters, as typed.
  package var birthday: String?

  /// A sign-up from its parts.
  package init(email: EmailAddress, password: String, nickname: Nickname, phone: String? = nil, birthday: String? = nil)
  {
    self.email = email
    self.password = password
    self.nickname = nickname
    self.phone = phone
    self.birthday = birthday
  }
}

/// Accounts and sessions: who may come in and for how long.
package struct AccountService: Sendable {
  let accounts: any AccountStore
  let sessions: any SessionStore
  let passwords: PasswordHasher
  let tokens: AccessTokens
  let policy: SessionPolicy
  /// A client that goes round in circles is stopped before it costs more than looking its token up.
  let refreshes = RateLimiter<SessionID>(maxCalls: 60, seconds: 10)
  /// Some old clients refresh once for each answer that says that the access token has expired, and ask again without
  /// waiting: dozens of times a second until the first new token arrives.
  let fixedRefreshes = RateLimiter<SessionID>(maxCalls: 600, seconds: 10)
  /// Guessing passwords of one account is stopped long before it leads anywhere; sessions that are open go on.
  let guesses = GuessLimits()
  /// From where accounts were used lately.
  let remembered = RateLimiter<ClientTag>(maxCalls: 1, seconds: 86_400)
  let seal: Seal
  /// Tells who serves open connections that sessions have ended here.
  package let sessionEnds = SessionEnds()
  let now: @Sendable () -> Timestamp
  let random: RandomBytes
  /// Runs after each withdrawal, before it is answered: for what is kept outside of the accounts' own store.
  package var afterWithdrawal: @Sendable () async -> Void = {}

  /// A service over stores.
  /// - Parameters:
  ///   - passwords: hashes passwords, apart from the threads that serve.
  ///   - tokens: signs access tokens and knows its own.
  ///   - seal: makes what stands for networks and browsers.
  ///   - policy: how long sessions last.
  ///   - clock: the time of day.
  ///   - random: what identifiers, refresh tokens and nicknames are made of.
  package init(
    accounts: any AccountStore, sessions: any SessionStore, passwords: PasswordHasher, tokens: AccessTokens,
    seal: Seal, policy: SessionPolicy = SessionPolicy(), clock: @escaping @Sendable () -> Timestamp,
    random: @escaping RandomBytes = systemRandom
  ) {
    self.accounts = accounts
    self.sessions = sessions
    self.passwords = passwords
    self.tokens = tokens
    self.seal = seal
    self.policy = policy
    self.now = clock
    self.random = random
  }

  // MARK: Coming and going

  /// Makes an account.
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
    // Asked first because a hash is dear; the store decides.
    guard try await accounts.isFree(new.email) else { throw DomainError.emailTaken }
    guard try await accounts.isFree(new.nickname) else { throw DomainError.nicknameTaken }
    try await accounts.add(account, passwordHash: passwords.hash(composed(new.password)))
    return account
  }

  /// Makes an account for a client that cannot ask for another nickname: where somebody has the one wished for a number
  /// is put behind it, and whoever wishes for none gets a random one.
  /// - Throws: `DomainError` `password-weak` (field `password`), `email-taken` (conflict, field `email`),
  ///   `too-many-logins` (rateLimited).
  package func signUp(
    email: EmailAddress, password: String, wishing nickname: Nickname?
  ) async throws -> Account {
    try PasswordRules.check(password, field: "password")
    guard try await accounts.isFree(email) else { throw DomainError.emailTaken }
    let (instant, hash) = (now(), try await passwords.hash(composed(password)))
    let id = AccountID(at: instant, random: random)
    return try await withFreeNickname(wishing: nickname) { nickname in
      let account = Account(id: id, email: email, nickname: nickname, createdAt: instant)
      try await accounts.add(account, passwordHash: hash)
      return account
    }
  }

  /// Does something with the first nickname that is not refused as taken: the one wished for unless nobody may choose
  /// it, the same with ever longer numbers, random ones likewise.
  /// - Throws: `DomainError` `nickname-taken` where all are, and what the body throws.
  package func withFreeNickname<Result>(
    wishing nickname: Nickname?, _ body: (Nickname) async throws -> Result
  ) async throws -> Result {
    for nickname in NicknameWords.choices(preferred: nickname.flatMap { NicknameRules.allows($0) ? $0 : nil }, random) {
      do { return try await body(nickname) } catch let error as DomainError where error == .nicknameTaken { continue }
    }
    throw DomainError.nicknameTaken
  }

  /// Whether a password opens the caller's account; otherwise identities alone do.
  package func hasPassword(_ caller: Caller) async throws -> Bool {
    try await accounts.passwordHash(of: caller.account) != nil
  }

  /// Whether nobody has signed up with an address.
  package func isFree(_ email: EmailAddress) async throws -> Bool { try await accounts.isFree(email) }

  /// Whether nobody has a nickname.
  package func isFree(_ nickname: Nickname) async throws -> Bool { try await accounts.isFree(nickname) }

  /// A nickname of an adjective and a noun that nobody has, with a number where many such are taken. It is not kept for
  /// whoever asks: signing up with it can still meet `nickname-taken`.
  package func randomNickname() async throws -> Nickname {
    // Pairs alone first, then with ever longer numbers: there are far more of those than people.
    for maxNumber in [0, 99, 9_999, 999_999, 999_999_999] {
      for _ in 0..<8 {
        let nickname = try Nickname(NicknameWords.pick(numbersTo: maxNumber, random))
        if try await accounts.isFree(nickname) { return nickname }
      }
    }
    throw DomainError.nicknameTaken
  }

  /// Removes the account as below, once the caller has shown again that it is theirs: by its password, or where it has
  /// none by having logged in a moment ago.
  /// - Throws: `DomainError` `password-needed`, `password-wrong`, `login-too-old` (forbidden), `too-many-logins`
  ///   (rateLimited), `token-unusable` where the account is gone.
  package func withdraw(_ caller: Caller, password: String?) async throws -> Account {
    if let kept = try await accounts.passwordHash(of: caller.account) {
      guard let password else { throw DomainError.passwordNeeded }
      try await prove(password, of: kept, by: caller)
    } else {
      guard let openedAt = try await sessions.openedAt(caller.session) else { throw DomainError.tokenUnusable }
      guard now() < openedAt.advanced(seconds: Self.freshLogin) else { throw DomainError.loginTooOld }
    }
    return try await withdraw(caller)
  }

  /// For so many seconds a login shows who somebody is.
  private static let freshLogin: Int64 = 600

  /// Removes the account with everything that the person made, in one transaction; tokens die at once. Nothing more is
  /// asked: for old clients, which send nothing.
  /// - Throws: `DomainError` `token-unusable` where the account is gone.
  package func withdraw(_ caller: Caller) async throws -> Account {
    guard let account = try await accounts.remove(caller.account, at: now()) else { throw DomainError.tokenUnusable }
    await sessionEnds.notify(caller.account)
    await afterWithdrawal()
    return account
  }

  // MARK: Profiles

  /// The caller's own profile.
  /// - Throws: `DomainError` `token-unusable` where the account is gone.
  package func profile(_ caller: Caller) async throws -> Profile {
    guard let profile = try await accounts.profile(of: caller.account, for: caller.account) else {
      throw DomainError.tokenUnusable
    }
    return profile
  }

  /// Somebody's profile as `viewer` sees it.
  /// - Throws: `DomainError` `account-unknown` (notFound), also where either has blocked the other.
  package func profile(of account: AccountID, for viewer: AccountID?) async throws -> Profile {
    guard let profile = try await accounts.profile(of: account, for: viewer) else { throw DomainError.accountUnknown }
    return profile
  }

  /// Those of some accounts that there are, with their numbers and addresses: for old clients that count people.
  /// Whoever calls decides which of it may be told. Complexity: O(accounts).
  package func numbered(_ accounts: Set<AccountID>) async throws -> [AccountID: NumberedAccount] {
    accounts.isEmpty ? [:] : try await self.accounts.numbered(accounts)
  }

  /// Notes that somebody uses a client of the contract SLP, whose people are told each other's addresses. One indexed
  /// read where it is known.
  package func recordSLPUse(by account: AccountID) async throws {
    guard try await accounts.numbered([account])[account]?.usesSLP == false else { return }
    try await accounts.recordSLPUse(by: account, at: now())
  }

  /// Those of some accounts that there are, by their numbers. Complexity: O(numbers).
  package func numbered(_ numbers: Set<AccountNumber>) async throws -> [AccountNumber: NumberedAccount] {
    numbers.isEmpty ? [:] : try await accounts.numbered(numbers)
  }

  /// Changes the caller's profile.
  /// - Throws: `DomainError` `nickname-taken`, `nickname-reserved`, `nickname-mixed`, `bio-too-long`, `bio-invalid` (a
  ///   character that no text may hold), `phone-invalid`, `birthday-invalid`, `photo-unknown` (a photo that the caller
  ///   did not upload), each with its field; `token-unusable` where the account is gone.
  package func change(_ caller: Caller, _ change: ProfileChange) async throws -> Profile {
    var change = change
    change.bio = try PersonalText.bio.read(change.bio)
    change.phone = try PersonalText.phone.read(change.phone)
    change.birthday = try PersonalText.birthday.read(change.birthday)
    if let nickname = change.nickname, !NicknameRules.allows(nickname) {
      // Whoever has such a name keeps it: clients send the whole profile.
      guard try await profile(caller).account.nickname == nickname else {
        throw NicknameRules.domainError(of: nickname)
      }
    }
    guard let profile = try await accounts.change(caller.account, change) else { throw DomainError.tokenUnusable }
    return profile
  }
}

/// A free text about a person.
private struct PersonalText {
  var field: String
  var name: String
  var maxLength: Int
  var rule: CharacterRule

  static let bio = PersonalText(field: "bio", name: "bio", maxLength: 500, rule: .text)
  static let phone = PersonalText(field: "phone", name: "phone number", maxLength: 30, rule: .name)
  static let birthday = PersonalText(field: "birthday", name: "birthday", maxLength: 30, rule: .name)

  /// Bytes that a character may have on average.
  private static let density = 16

  /// The text composed; nil stays nil.
  func read(_ text: String?) throws(DomainError) -> String? {
    guard let text else { return nil }
    guard text.utf8.count <= maxLength * Self.density, text.count <= maxLength else {
      let code = rule == .text ? "\(field)-too-long" : "\(field)-invalid"
      throw DomainError(.invalid, code, "The \(name) has at most \(maxLength) characters: shorten it.", field: field)
    }
    guard rule.offender(in: text) == nil else {
      throw DomainError(
        .invalid, "\(field)-invalid", "The \(name) holds a character that is invisible or not allowed: leave it out.",
        field: field)
    }
    return composed(text)
  }
}
