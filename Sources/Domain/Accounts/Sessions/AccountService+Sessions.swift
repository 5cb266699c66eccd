package import Basics
import Crypto
import TextForms

extension AccountService {
  /// Opens a session. The e-mail address is as typed: a malformed one fails like an unknown one and takes as long.
  /// - Throws: `DomainError` `login-failed` (unauthenticated); `too-many-logins` (rateLimited) beyond the limits of
  ///   `GuessLimits`, whether or not there is an account; `account-suspended` (forbidden), only if the password is
  ///   right.
  package func logIn(
    email: String, password: String, _ kind: SessionKind, from client: LoginClient
  ) async throws -> (Account, SessionTokens) {
    let password = composed(password)
    guard let address = try? EmailAddress(email) else {
      return try await recordingFailure(of: .logIn, nil, method: Self.byPassword, from: client) {
        _ = try await passwords.verify(password, against: nil)
        throw DomainError.loginFailed
      }
    }
    let found = try await accounts.credentials(of: address)
    return try await recordingFailure(of: .logIn, found?.account.id, method: Self.byPassword, from: client) {
      let (account, hash) = try await proven(found, address, password, from: client)
      guard let tokens = try await open(account.id, kind, method: Self.byPassword, from: client) else {
        throw DomainError.loginFailed
      }
      if passwords.needsRehash(hash) { await renew(hash, of: account.id, password) }
      return (account, tokens)
    }
  }

  private static let byPassword = "password"

  /// The account and its password hash, if the password is right.
  private func proven(
    _ found: (account: Account, passwordHash: String?)?, _ email: EmailAddress, _ password: String,
    from client: LoginClient
  ) async throws -> (Account, passwordHash: String) {
    let keys = try await attemptKeys(email, client, account: found?.account.id)
    let proven = try await attempts.run(keys, at: now(), rejection: DomainError.tooManyFailedLogins) {
      () -> (Account, String)? in
      let hash = found?.passwordHash
      guard try await passwords.verify(password, against: hash), let hash, let account = found?.account else {
        return nil
      }
      return (account, hash)
    }
    guard let proven else { throw DomainError.loginFailed }
    return proven
  }

  private func attemptKeys(
    _ email: EmailAddress, _ client: LoginClient, account: AccountID?
  ) async throws -> [AttemptKey] {
    var known: Set<ClientTag> = []
    let tags = account.map { self.tags(of: client, for: $0) } ?? []
    if let account { known = try await sessions.known(tags, to: account) }
    return GuessLimits.keys(
      email, client, account: account, isDeviceKnown: tags.count > 1 && known.contains(tags[1]),
      isNetworkKnown: tags.first.map(known.contains) ?? false)
  }

  /// The tag of the client's network, followed by that of its browser if it sent a device token.
  private func tags(of client: LoginClient, for account: AccountID) -> [ClientTag] {
    [ClientTag(client.network, of: account, authenticator)]
      + (client.device.map { [ClientTag($0, of: account, authenticator)] } ?? [])
  }

  /// Rehashes the password at the current cost. If that fails, the next login does it: the session is open already.
  private func renew(_ kept: String, of account: AccountID, _ password: String) async {
    guard let hash = try? await passwords.hash(password) else { return }
    _ = try? await accounts.replacePasswordHash(of: account, kept, by: hash, keeping: .all)
  }

  /// Opens a session for an account that is new or authenticated otherwise.
  /// - Parameter method: how it was authenticated, for the audit log.
  /// - Throws: `DomainError` `account-unknown` if it is gone, `account-suspended` (forbidden).
  package func openSession(
    for account: AccountID, _ kind: SessionKind, method: String = "sign-up", from client: LoginClient
  ) async throws -> SessionTokens {
    try await recordingFailure(of: .logIn, account, method: method, from: client) {
      guard let tokens = try await open(account, kind, method: method, from: client) else {
        throw DomainError.accountUnknown
      }
      return tokens
    }
  }

  /// The tokens of a new session; nil if the account is gone.
  /// - Throws: `DomainError` `account-suspended`.
  private func open(
    _ account: AccountID, _ kind: SessionKind, method: String, from client: LoginClient
  ) async throws -> SessionTokens? {
    let instant = now()
    let session = LoginSession(
      id: SessionID(at: instant, random: random), account: account, kind: kind, openedAt: instant,
      device: client.name)
    let refresh = RefreshToken(random: random)
    let expiresAt = instant.advanced(seconds: policy.refreshLifetime)
    let kept = StoredRefreshToken(hash: refresh.hash, expiresAt: expiresAt)
    let tags = tags(of: client, for: account)
    // Networks change all the time: only a browser that has never logged in is new.
    let isNew = if client.device != nil { try await sessions.isNew(tags[1], to: account) } else { false }
    switch try await sessions.open(session, kept, from: tags, language: client.language) {
    case .opened:
      if isNew { await notifyOwner(account, .newDevice, client.name.description) }
      await onEvent(AccountEvent(.logIn, of: account, method: method, network: networkTag(client)))
      return issue(for: session, refresh.text, until: expiresAt, at: instant)
    case .accountGone: return nil
    case .accountSuspended: throw DomainError.accountSuspended
    }
  }

  private func issue(
    for session: LoginSession, _ refresh: String, until refreshExpiresAt: Timestamp, at instant: Timestamp
  ) -> SessionTokens {
    let (access, accessExpiresAt) = tokens.issue(
      subject: session.account.description, session: session.id.description, at: instant,
      lifetime: policy.accessLifetime)
    return SessionTokens(
      access: access, accessExpiresAt: accessExpiresAt, refresh: refresh, refreshExpiresAt: refreshExpiresAt)
  }

  /// Authenticates an access token. One indexed read.
  /// - Throws: `DomainError` (unauthenticated) `token-expired`, or `token-unusable` for everything else: malformed,
  ///   signed by another key, not yet valid, its session ended or its account gone.
  package func caller(withAccessToken accessToken: String) async throws -> Caller {
    try await knownCaller(withAccessToken: accessToken).caller
  }

  /// Authenticates an access token and returns when it expires: for connections that outlive it.
  /// - Throws: As `caller(showing:)`.
  package func knownCaller(withAccessToken accessToken: String) async throws -> (caller: Caller, expiresAt: Timestamp) {
    let claims: AccessClaims
    do {
      claims = try tokens.verify(accessToken, at: now())
    } catch {
      throw error == .expired ? DomainError.tokenExpired : DomainError.tokenUnusable
    }
    guard let account = AccountID(claims.subject), let session = SessionID(claims.session),
      try await sessions.isOpen(session, of: account)
    else { throw DomainError.tokenUnusable }
    return (Caller(account: account, session: session), claims.expiresAt)
  }

  /// The callers whose session has ended. One read for all of them.
  package func endedSessions(among callers: Set<Caller>) async throws -> Set<Caller> {
    callers.isEmpty ? [] : callers.subtracting(try await sessions.open(among: callers))
  }

  /// Issues new tokens for the refresh token of a session of the given kind. A token of the other kind counts as
  /// unknown, because its client would not understand the response. A fixed session keeps its refresh token: nothing is
  /// written, and any number of refreshes may run at once.
  /// - Throws: `DomainError` (unauthenticated) `refresh-expired`, `refresh-replayed` (the session is ended), or
  ///   `refresh-unusable`; `too-many-refreshes` (rateLimited) beyond 60 at once for a rotating session, or 600 for a
  ///   fixed one, which come back within ten seconds.
  package func refresh(
    _ refreshToken: String, _ kind: SessionKind, from client: LoginClient
  ) async throws -> SessionTokens {
    guard let presented = RefreshToken(text: refreshToken),
      let (session, expiresAt) = try await sessions.session(ofTokenHashed: presented.hash), session.kind == kind
    else { throw DomainError.refreshUnusable }
    let instant = now()
    let limiter = session.kind == .fixed ? fixedRefreshes : refreshes
    if case .refused(_, let seconds) = limiter.take(1, from: session.id, at: instant) {
      throw DomainError.tooManyRefreshes(seconds)
    }
    let tokens: SessionTokens
    switch session.kind {
    case .fixed:
      guard instant < expiresAt else { throw DomainError.refreshExpired }
      tokens = issue(for: session, presented.text, until: expiresAt, at: instant)
      // What it says is not worth a failure.
      if instant > session.usedAt.advanced(seconds: 86_400) { try? await sessions.use(session.id, at: instant) }
    case .rotating:
      tokens = try await rotate(presented, of: session, at: instant)
    }
    await remember(client, of: session.account, at: instant)
    return tokens
  }

  /// Records from where an account is used, at most once a day per client: a refresh otherwise may write nothing. A
  /// failure is ignored: the former token is used up, so the client must get the new one.
  private func remember(_ client: LoginClient, of account: AccountID, at instant: Timestamp) async {
    let tags = self.tags(of: client, for: account).filter { remembered.admits($0, at: instant) }
    if !tags.isEmpty { try? await sessions.remember(tags, of: account, at: instant) }
  }

  private func rotate(_ used: RefreshToken, of session: LoginSession, at instant: Timestamp) async throws
    -> SessionTokens
  {
    let new = RefreshToken(random: random)
    let expiresAt = instant.advanced(seconds: policy.refreshLifetime)
    let kept = StoredRefreshToken(hash: new.hash, expiresAt: expiresAt)
    switch try await sessions.rotate(used.hash, into: kept, at: instant, grace: policy.grace) {
    case .done: return issue(for: session, new.text, until: expiresAt, at: instant)
    case .replayed:
      await onEvent(AccountEvent(.refreshReplay, of: session.account))
      await sessionEnds.notify(session.account)
      throw DomainError.refreshReplayed
    case .expired: throw DomainError.refreshExpired
    case .unknown: throw DomainError.refreshUnusable
    }
  }

  /// The open sessions of the caller's account, the last used first; at most a hundred.
  package func openSessions(_ caller: Caller) async throws -> [LoginSession] {
    try await sessions.sessions(of: caller.account, at: now(), limit: 100)
  }

  /// Ends the caller's session, or all sessions of the account. Idempotent.
  package func logOut(_ caller: Caller, everywhere: Bool) async throws {
    if everywhere { return try await endAll(of: caller.account, but: nil) }
    _ = try await sessions.end(caller.session, of: caller.account)
    await sessionEnds.notify(caller.account)
  }

  /// Ends the account's other sessions. Idempotent.
  package func logOutElsewhere(_ caller: Caller) async throws {
    try await endAll(of: caller.account, but: caller.session)
  }

  /// Ends one of the account's sessions.
  /// - Throws: `DomainError` `session-unknown` (notFound) if the account has no such session.
  package func end(_ session: SessionID, _ caller: Caller) async throws {
    guard try await sessions.end(session, of: caller.account) else { throw DomainError.sessionUnknown }
    await sessionEnds.notify(caller.account)
  }

  private func endAll(of account: AccountID, but kept: SessionID?) async throws {
    try await sessions.endAll(of: account, but: kept)
    await onEvent(AccountEvent(.logOutEverywhere, of: account))
    await sessionEnds.notify(account)
  }

  /// Replaces the password and ends every other session.
  /// - Throws: `DomainError` `password-wrong` (forbidden, field `current_password`), `password-weak` (field
  ///   `new_password`), `password-not-set` (conflict) if the account has none, `too-many-logins` (rateLimited),
  ///   `token-unusable` if the account is gone.
  package func changePassword(_ caller: Caller, from old: String, to new: String) async throws {
    try PasswordRules.check(new, field: "new_password")
    guard let kept = try await accounts.passwordHash(of: caller.account) else {
      _ = try await profile(caller)
      throw DomainError.passwordNotSet
    }
    try await verifyPassword(old, against: kept, of: caller)
    let hash = try await passwords.hash(composed(new))
    // A concurrent change has made the old password wrong.
    guard
      try await accounts.replacePasswordHash(of: caller.account, kept, by: hash, keeping: .only(caller.session))
    else { throw DomainError.passwordWrong }
    await onEvent(AccountEvent(.passwordChange, of: caller.account))
    await sessionEnds.notify(caller.account)
  }

  /// Sets a new password by a reset link, and ends every session of the account.
  /// - Throws: `DomainError` `password-weak` (field `new_password`), `reset-link-unusable` (invalid, field `token`),
  ///   `too-many-logins` (rateLimited).
  package func resetPassword(by token: String, to new: String) async throws {
    try PasswordRules.check(new, field: "new_password")
    // Checked first because hashing is expensive; the store decides.
    let account = try await recordingFailure(of: .passwordReset, nil) {
      guard let link = ResetToken(token),
        let account = try await accounts.account(ofResetLinkHashed: link.hash, at: now())
      else { throw DomainError.resetLinkUnusable }
      let hash = try await passwords.hash(composed(new))
      guard try await accounts.resetPassword(byLinkHashed: link.hash, to: hash, at: now()) else {
        throw DomainError.resetLinkUnusable
      }
      return account
    }
    await onEvent(AccountEvent(.passwordReset, of: account))
    await sessionEnds.notify(account)
  }

  /// Verifies the password with which a caller re-authenticates.
  /// - Throws: `DomainError` `password-wrong` (forbidden), `too-many-logins` (rateLimited), both with the field
  ///   `current_password`.
  func verifyPassword(_ password: String, against kept: String, of caller: Caller) async throws {
    try await recordingFailure(of: .passwordCheck, caller.account) {
      let isRight: Bool? = try await attempts.run(
        [GuessLimits.key(caller.session)], at: now(), rejection: DomainError.tooManyWrongPasswords
      ) { try await passwords.verify(composed(password), against: kept) ? true : nil }
      guard isRight != nil else { throw DomainError.passwordWrong }
    }
  }

  /// Deletes expired sessions, used tokens and known clients; to be called periodically.
  ///
  /// An expired session is kept for 90 more days, so that a client that returns late gets `refresh-expired`: old
  /// clients show their login screen for no other error. A client that has not used an account for a year is no longer
  /// known.
  /// - Returns: The number of deleted rows.
  package func removeExpiredSessions() async throws -> Int {
    let instant = now()
    return try await sessions.removeExpired(
      sessionsBefore: instant.advanced(seconds: -90 * 86_400), usedTokensBefore: instant,
      clientsBefore: instant.advanced(seconds: -366 * 86_400))
  }
}

/// A refresh token: 32 unpredictable bytes, so its hash needs no salt.
private struct RefreshToken {
  let text: String
  let hash: String

  init(random: RandomBytes) {
    self.init(bytes: random(32))
  }

  /// Parses a token that a client sends; nil if malformed.
  init?(text: String) {
    guard text.utf8.count == 43, let bytes = Base64URL.decode(text) else { return nil }
    self.init(bytes: bytes)
  }

  private init(bytes: [UInt8]) {
    text = Base64URL.encode(bytes)
    hash = Base64URL.encode(Digest.bytes(of: bytes))
  }
}
