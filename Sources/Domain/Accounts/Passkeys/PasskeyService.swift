package import Basics
import Crypto
import TextForms
package import WebAuthn

/// Passkeys (Web Authentication): signing up and in with them, and those of an account.
///
/// Each needs that its authenticator verifies the person, so that it counts as a password and more.
package struct PasskeyService: Sendable {
  /// Refused logins of a network.
  private static let limitsOfNetwork = GuessLimits.ofClient
  /// Refused passkeys in operator sessions of an account.
  private static let limitsOfFactor = [AttemptLimit(maxCount: 20, seconds: 300)]
  private static let method = "passkey"

  private let accounts: AccountService
  private let store: any PasskeyStore

  /// - Parameter accounts: opens the sessions, counts refused passkeys and records events.
  package init(accounts: AccountService, store: any PasskeyStore) {
    (self.accounts, self.store) = (accounts, store)
  }

  // MARK: Signing up

  /// Begins a sign-up with a passkey.
  /// - Throws: `DomainError` `nickname-reserved`, `nickname-mixed`, `email-taken`, `nickname-taken`.
  package func beginSignUp(
    email: EmailAddress, nickname: Nickname, at party: RelyingParty
  ) async throws -> PasskeyCreation {
    try await check(email, nickname)
    let account = AccountID(at: accounts.now(), random: accounts.random)
    return PasskeyCreation(
      challenge: challenge(.signUp, of: account.description, for: party).bytes,
      userHandle: Self.handle(of: account), userName: email.description, displayName: nickname.description,
      excluded: [])
  }

  /// Creates an account that a passkey opens. It has no password.
  /// - Parameter mail: makes a mail to its owner, added with it; nil: none. Called once the passkey is verified.
  /// - Throws: `DomainError` as `beginSignUp`, `challenge-unusable`, `passkey-taken`, and those of a refused passkey.
  package func signUp(
    _ registration: PasskeyRegistration, email: EmailAddress, nickname: Nickname, mail: () async throws -> QueuedMail?,
    name: String?, at party: RelyingParty
  ) async throws -> Account {
    let name = try Self.name(name)
    let (challenge, registered) = try verified(registration, .signUp, at: party)
    guard let id = AccountID(challenge.subject) else { throw DomainError.challengeUnusable }
    try await check(email, nickname)
    let account = Account(id: id, email: email, nickname: nickname, createdAt: accounts.now())
    try await store.add(
      account, with: passkey(registered, of: id, name), mail: mail(), using: challenge.used)
    await accounts.onEvent(AccountEvent(.signUp, of: id, method: Self.method))
    return account
  }

  private func check(_ email: EmailAddress, _ nickname: Nickname) async throws {
    try NicknameRules.check(nickname)
    guard try await accounts.isFree(email) else { throw DomainError.emailTaken }
    guard try await accounts.isFree(nickname) else { throw DomainError.nicknameTaken }
  }

  // MARK: Signing in

  /// What a browser needs to log somebody in by any passkey of the site.
  package func beginLogIn(at party: RelyingParty) -> PasskeyRequest {
    PasskeyRequest(challenge: challenge(.logIn, of: "", for: party).bytes, allowed: [])
  }

  /// Opens a session of the account that a passkey belongs to.
  /// - Throws: `DomainError` `passkey-rejected` (unauthenticated) if there is none, `challenge-unusable` (invalid),
  ///   `account-suspended` (forbidden), `too-many-logins` (rateLimited), and those of a refused passkey
  ///   (unauthenticated).
  package func logIn(
    _ assertion: PasskeyAssertion, at party: RelyingParty, _ kind: SessionKind, from client: LoginClient
  ) async throws -> (account: AccountID, tokens: SessionTokens) {
    let found = try await store.passkey(assertion.credential)
    let account = try await accounts.recordingFailure(of: .logIn, found?.account, method: Self.method, from: client) {
      let key = AttemptKey("passkey network", client.network.bytes, Self.limitsOfNetwork)
      return try await limited(by: key) {
        // Nobody was named before: the authenticator has to.
        guard let found, assertion.userHandle != nil else { throw DomainError.passkeyRejected }
        try await use(found, assertion, .logIn, of: "", at: party, failing: .unauthenticated)
        return found.account
      }
    }
    let tokens = try await accounts.openSession(for: account, kind, method: Self.method, from: client)
    return (account, tokens)
  }

  // MARK: The passkeys of an account

  /// Begins adding a passkey to the caller's account, after re-authentication.
  /// - Throws: `DomainError` `passkeys-too-many` (conflict), and those of `AccountService.reauthenticate`.
  package func begin(
    for caller: Caller, password: String?, at party: RelyingParty
  ) async throws -> PasskeyCreation {
    try await accounts.reauthenticate(caller, password: password)
    let account = try await accounts.profile(caller).account
    let known = try await store.passkeys(of: caller.account)
    guard known.count < Passkey.maxCount else { throw DomainError.tooManyPasskeys }
    let nickname = account.nickname.description
    return PasskeyCreation(
      // That of the session, which has been authenticated again.
      challenge: challenge(.registration, of: caller.session.description, for: party).bytes,
      userHandle: Self.handle(of: caller.account), userName: account.email?.description ?? nickname,
      displayName: nickname, excluded: known.map(\.credential))
  }

  /// Adds a passkey to the caller's account.
  /// - Parameter name: 1 to 50 characters; nil: a general one.
  /// - Throws: `DomainError` `name-invalid`, `challenge-unusable` (invalid), `passkey-taken`, `passkeys-too-many`
  ///   (conflict), `token-unusable` if the session has ended, and those of a refused passkey (invalid).
  package func add(
    _ registration: PasskeyRegistration, name: String?, for caller: Caller, at party: RelyingParty
  ) async throws -> Passkey {
    let name = try Self.name(name)
    let added = try await accounts.recordingFailure(of: .passkeyAddition, caller.account) {
      let (challenge, registered) = try verified(registration, .registration, at: party)
      guard challenge.subject == caller.session.description else { throw DomainError.challengeUnusable }
      let passkey = passkey(registered, of: caller.account, name)
      try await store.add(passkey, in: caller.session, using: challenge.used)
      return passkey
    }
    await accounts.onEvent(AccountEvent(.passkeyAddition, of: caller.account))
    await accounts.notifyOwner(caller.account, .newPasskey, "")
    return added
  }

  /// Oldest first.
  package func passkeys(of caller: Caller) async throws -> [Passkey] { try await store.passkeys(of: caller.account) }

  /// - Parameter name: 1 to 50 characters.
  /// - Throws: `DomainError` `name-invalid`, `passkey-unknown` (notFound).
  package func rename(_ passkey: PasskeyID, to name: String, for caller: Caller) async throws -> Passkey {
    guard let renamed = try await store.rename(passkey, of: caller.account, to: Self.name(name)) else {
      throw DomainError.passkeyUnknown
    }
    return renamed
  }

  /// Removes a passkey. Sessions that it opened stay open.
  /// - Throws: `DomainError` `passkey-unknown` (notFound), `passkey-last` (conflict).
  package func remove(_ passkey: PasskeyID, for caller: Caller) async throws {
    try await store.remove(passkey, of: caller.account)
    await accounts.onEvent(AccountEvent(.passkeyRemoval, of: caller.account))
  }

  /// Forgets challenges that have expired; to be called periodically. A minute later, lest one that is being verified is
  /// forgotten.
  package func removeExpiredChallenges() async throws {
    try await store.removeChallenges(before: accounts.now().advanced(seconds: -60))
  }

  // MARK: Second factors

  /// What a browser needs for an operator session.
  /// - Throws: `DomainError` `factor-passkey-missing` (conflict).
  func beginFactor(of account: AccountID, at party: RelyingParty) async throws -> PasskeyRequest {
    let factors = try await store.passkeys(of: account).filter(\.isSecondFactor)
    guard !factors.isEmpty else { throw DomainError.factorPasskeyMissing }
    return PasskeyRequest(
      challenge: challenge(.secondFactor, of: account.description, for: party).bytes,
      allowed: factors.map(\.credential))
  }

  /// Makes sure that somebody has a passkey of an account that counts as its second factor.
  /// - Throws: `DomainError` `passkey-unknown`, `challenge-unusable`, `too-many-logins`, and those of a refused passkey
  ///   (forbidden).
  func verifyFactor(
    _ assertion: PasskeyAssertion, of account: AccountID, _ kind: AccountEvent.Kind, at party: RelyingParty
  ) async throws -> String {
    try await accounts.recordingFailure(of: kind, account, method: Self.method) {
      let key = AttemptKey("passkey factor", Array(account.description.utf8), Self.limitsOfFactor)
      try await limited(by: key) {
        guard let found = try await store.passkey(assertion.credential), found.account == account,
          found.isSecondFactor
        else { throw DomainError.passkeyUnknown }
        try await use(found, assertion, .secondFactor, of: account.description, at: party, failing: .forbidden)
      }
    }
    return Self.method
  }

  /// Sets whether a passkey opens operator sessions.
  /// - Throws: `DomainError` `passkey-unknown` (notFound), also if the account has no authenticator app.
  func setSecondFactor(_ isSecondFactor: Bool, _ passkey: PasskeyID, of account: AccountID) async throws {
    guard try await store.setSecondFactor(isSecondFactor, passkey, of: account) else {
      throw DomainError.passkeyUnknown
    }
    if isSecondFactor { await accounts.onEvent(AccountEvent(.secondFactor, of: account, method: Self.method)) }
  }

  // MARK: Verification

  private func challenge(
    _ purpose: PasskeyChallenge.Purpose, of subject: String, for party: RelyingParty
  ) -> PasskeyChallenge {
    PasskeyChallenge(
      purpose, of: subject, for: party, at: accounts.now(), accounts.authenticator, random: accounts.random)
  }

  /// The challenge that came back.
  private func known(
    _ data: ClientData, _ purpose: PasskeyChallenge.Purpose, for party: RelyingParty
  ) throws(DomainError) -> PasskeyChallenge {
    guard
      let challenge = PasskeyChallenge(data.challenge, purpose, for: party, at: accounts.now(), accounts.authenticator)
    else { throw DomainError.challengeUnusable }
    return challenge
  }

  private func verified(
    _ registration: PasskeyRegistration, _ purpose: PasskeyChallenge.Purpose, at party: RelyingParty
  ) throws -> (PasskeyChallenge, RegisteredPasskey) {
    do {
      let response = try RegistrationResponse(
        clientData: registration.clientData, attestationObject: registration.attestationObject)
      let challenge = try known(response.clientData, purpose, for: party)
      return (challenge, try response.verified(challenge: challenge.bytes, for: party))
    } catch let fault as WebAuthnFault {
      throw DomainError.passkeyFault(fault, .invalid)
    }
  }

  /// Verifies a use of a passkey and records it.
  private func use(
    _ passkey: Passkey, _ assertion: PasskeyAssertion, _ purpose: PasskeyChallenge.Purpose, of subject: String,
    at party: RelyingParty, failing kind: DomainError.Kind
  ) async throws {
    do {
      let response = try AssertionResponse(
        clientData: assertion.clientData, authenticatorData: assertion.authenticatorData,
        signature: assertion.signature)
      let challenge = try known(response.clientData, purpose, for: party)
      guard challenge.subject == subject else { throw DomainError.challengeUnusable }
      if let handle = assertion.userHandle, handle != Self.handle(of: passkey.account) {
        throw DomainError.passkeyRejected
      }
      let state = try response.verified(
        by: passkey.key, after: passkey.state, challenge: challenge.bytes, for: party)
      // The store decides between uses at the same time.
      let isUsed = try await store.use(
        passkey.id, signCount: state.signCount, isBackedUp: state.isBackedUp, at: accounts.now(),
        using: challenge.used)
      guard isUsed else { throw WebAuthnFault.counter }
    } catch let fault as WebAuthnFault {
      throw DomainError.passkeyFault(fault, kind)
    }
  }

  /// Runs an attempt within the limits of a key. One that is refused counts.
  private func limited<Result>(by key: AttemptKey, _ body: () async throws -> Result) async throws -> Result {
    var refusal: DomainError?
    let result: Result? = try await accounts.attempts.run(
      [key], at: accounts.now(), rejection: DomainError.tooManyRejectedPasskeys
    ) {
      do { return try await body() } catch let error as DomainError where error.kind != .unavailable {
        refusal = error
        return nil
      }
    }
    guard let result else { throw refusal ?? DomainError.passkeyRejected }
    return result
  }

  private func passkey(_ registered: RegisteredPasskey, of account: AccountID, _ name: String) -> Passkey {
    let instant = accounts.now()
    return Passkey(
      id: PasskeyID(at: instant, random: accounts.random), account: account, credential: registered.credential,
      key: registered.key, algorithm: registered.algorithm.rawValue, signCount: registered.state.signCount,
      isBackupEligible: registered.state.isBackupEligible, isBackedUp: registered.state.isBackedUp, name: name,
      createdAt: instant)
  }

  /// What stands for an account on authenticators. Everybody may know it.
  private static func handle(of account: AccountID) -> [UInt8] { Array(account.description.utf8) }

  private static func name(_ text: String?) throws(DomainError) -> String {
    guard let text else { return "Passkey" }
    let name = trimmed(composed(text))
    guard (1...Passkey.maxNameLength * 16).contains(name.utf8.count), name.count <= Passkey.maxNameLength,
      CharacterRule.name.firstDisallowed(in: name) == nil
    else { throw .passkeyNameInvalid }
    return name
  }
}
