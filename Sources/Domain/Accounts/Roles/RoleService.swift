package import Basics
package import Crypto

/// Second factors of accounts with a role, and the sessions in which they act.
///
/// Roles are granted by commands on the server's machine only (`AccountAdministration`).
package struct RoleService: Sendable {
  /// Seconds after which a session ends, however much it is used.
  package static let lifetime: Int64 = 12 * 3600
  /// Seconds without use after which it ends.
  package static let idleLifetime: Int64 = 1800
  /// Seconds for which a code counts before a dangerous act.
  package static let codeLifetime: Int64 = 300
  /// Seconds between two writes of a session's last use.
  private static let touchInterval: Int64 = 60
  /// Wrong codes of an account. At a day's end a guesser has tried 120 of a million codes, three of which are valid.
  private static let limits = [AttemptLimit(maxCount: 5, seconds: 300), AttemptLimit(maxCount: 30, seconds: 21_600)]

  let accounts: AccountService
  private let store: any RoleStore
  private let box: SecretBox

  /// - Parameters:
  ///   - accounts: Counts guesses and records events.
  ///   - box: Encrypts the secrets of authenticator apps.
  package init(accounts: AccountService, store: any RoleStore, box: SecretBox) {
    (self.accounts, self.store, self.box) = (accounts, store, box)
  }

  /// The role of an account.
  /// - Throws: `DomainError` `role-missing`.
  package func holder(_ account: AccountID) async throws -> RoleHolder {
    guard let holder = try await store.holder(account) else { throw DomainError.roleMissing }
    return holder
  }

  // MARK: The second factor

  /// Makes the secret of an authenticator app, in place of one that was not confirmed. The caller must have been
  /// authenticated again.
  /// - Throws: `DomainError` `role-missing` (forbidden), `second-factor-present` (conflict).
  package func beginSecondFactor(of account: AccountID) async throws -> (secret: String, uri: String) {
    let holder = try await holder(account)
    guard !holder.hasSecondFactor else { throw DomainError.secondFactorPresent }
    let codes = OneTimeCodes(random: accounts.random)
    let sealed = box.encrypt(codes.secret, label: Self.label(account))
    guard try await store.beginSecondFactor(of: account, sealed: sealed, at: accounts.now()) else {
      throw DomainError.secondFactorPresent
    }
    return (codes.text, codes.uri(for: holder.nickname))
  }

  /// Confirms the secret by a first code.
  /// - Returns: Recovery codes, which are shown once.
  /// - Throws: `DomainError` `role-missing`, `code-wrong` (forbidden), `second-factor-missing`, `second-factor-present`,
  ///   `second-factor-unreadable` (conflict), `too-many-codes` (rateLimited).
  package func confirmSecondFactor(of account: AccountID, by code: String) async throws -> [String] {
    _ = try await holder(account)
    guard let factor = try await store.secondFactor(of: account) else { throw DomainError.secondFactorMissing }
    guard factor.confirmedAt == nil else { throw DomainError.secondFactorPresent }
    let (codes, instant) = (try codes(of: factor, account), accounts.now())
    let step = try await guessing(.secondFactor, account) { codes.step(of: code, at: instant, after: factor.lastStep) }
    let recovery = (0..<RecoveryCode.count).map { _ in RecoveryCode(random: accounts.random) }
    let hashes = recovery.map { $0.hash(of: account, accounts.authenticator) }
    // Another secret was begun, or this one confirmed, in the meantime.
    guard
      try await store.confirmSecondFactor(
        of: account, sealed: factor.sealed, step: step, recoveryHashes: hashes, at: instant)
    else { throw DomainError.codeWrong }
    await accounts.onEvent(AccountEvent(.secondFactor, of: account))
    return recovery.map(\.text)
  }

  // MARK: Sessions

  /// Opens a session by a code of the authenticator app or a recovery code.
  /// - Throws: `DomainError` `role-missing`, `code-wrong` (forbidden), `second-factor-missing`,
  ///   `second-factor-unreadable` (conflict), `too-many-codes` (rateLimited), `token-unusable` if the login has ended.
  package func open(_ caller: Caller, by code: String) async throws -> (session: RoleSession, token: String) {
    _ = try await holder(caller.account)
    return try await open(caller, method: try await verify(code, of: caller.account, .operatorSession))
  }

  /// Opens a session for somebody whose second factor was verified.
  /// - Parameter method: its kind, for the audit log.
  func open(_ caller: Caller, method: String) async throws -> (session: RoleSession, token: String) {
    let token = RoleToken(random: accounts.random)
    guard let session = try await store.open(tokenHash: token.hash, for: caller, at: accounts.now()) else {
      throw DomainError.tokenUnusable
    }
    await accounts.onEvent(AccountEvent(.operatorSession, of: caller.account, method: method))
    return (session, token.text)
  }

  /// Whether a text has the form of a session's token, which no access token has.
  package static func isToken(_ text: String) -> Bool { RoleToken(text) != nil }

  /// The open session of a token. One indexed read, and at most one write a minute.
  /// - Throws: `DomainError` `operator-session-ended` (unauthenticated).
  package func session(withToken text: String) async throws -> RoleSession {
    let instant = accounts.now()
    guard let token = RoleToken(text),
      let session = try await store.session(tokenHash: token.hash, Self.openLimits(at: instant))
    else { throw DomainError.operatorSessionEnded }
    if instant >= session.usedAt.advanced(seconds: Self.touchInterval) {
      // If it cannot be written the session ends earlier, and reads still work.
      try? await store.touch(tokenHash: token.hash, at: instant)
    }
    return session
  }

  /// Continues a session after a reload of its page, with a new token; the old one ends.
  /// - Throws: `DomainError` `operator-session-ended` (unauthenticated).
  package func resume(_ text: String) async throws -> (session: RoleSession, token: String) {
    let (instant, new) = (accounts.now(), RoleToken(random: accounts.random))
    guard let token = RoleToken(text),
      let session = try await store.replaceToken(
        hash: token.hash, by: new.hash, Self.openLimits(at: instant), at: instant)
    else { throw DomainError.operatorSessionEnded }
    return (session, new.text)
  }

  /// Records that a code was entered in a session, before a dangerous act.
  /// - Throws: As `open`; `operator-session-ended` (unauthenticated) if it has ended meanwhile.
  package func confirm(_ session: RoleSession, by code: String) async throws -> RoleSession {
    _ = try await verify(code, of: session.account, .codeCheck)
    return try await confirm(session)
  }

  /// Records that a second factor was verified in a session.
  func confirm(_ session: RoleSession) async throws -> RoleSession {
    guard let confirmed = try await store.confirm(tokenHash: session.tokenHash, at: accounts.now()) else {
      throw DomainError.operatorSessionEnded
    }
    return confirmed
  }

  /// Whether a code was entered in a session recently enough for a dangerous act.
  package func hasRecentCode(_ session: RoleSession) -> Bool {
    accounts.now() < session.codeAt.advanced(seconds: Self.codeLifetime)
  }

  /// Ends a session. Idempotent.
  package func end(_ session: RoleSession) async throws { try await store.end(tokenHash: session.tokenHash) }

  /// Deletes ended sessions; to be called periodically.
  /// - Returns: Their number.
  package func removeEndedSessions() async throws -> Int {
    try await store.removeEnded(Self.openLimits(at: accounts.now()))
  }

  private static func openLimits(at instant: Timestamp) -> RoleSessionLimits {
    RoleSessionLimits(
      openedAfter: instant.advanced(seconds: -lifetime), usedAfter: instant.advanced(seconds: -idleLifetime))
  }

  // MARK: Codes

  /// Verifies a code and uses it up.
  /// - Returns: Its kind, for the audit log.
  private func verify(_ code: String, of account: AccountID, _ kind: AccountEvent.Kind) async throws -> String {
    guard let factor = try await store.secondFactor(of: account), factor.confirmedAt != nil else {
      throw DomainError.secondFactorMissing
    }
    return try await guessing(kind, account) { try await use(code, factor, of: account) }
  }

  private func use(_ code: String, _ factor: StoredSecondFactor, of account: AccountID) async throws -> String? {
    if let recovery = RecoveryCode(code) {
      let hash = recovery.hash(of: account, accounts.authenticator)
      return try await store.useRecoveryCode(hashed: hash, of: account) ? "recovery-code" : nil
    }
    let step = try codes(of: factor, account).step(of: code, at: accounts.now(), after: factor.lastStep)
    guard let step, try await store.useStep(step, of: account) else { return nil }
    return "code"
  }

  /// Runs a guess within the limits of an account, and records that it was wrong.
  private func guessing<Result>(
    _ kind: AccountEvent.Kind, _ account: AccountID, _ guess: () async throws -> Result?
  ) async throws -> Result {
    try await accounts.recordingFailure(of: kind, account) {
      let key = AttemptKey("second factor", Array(account.description.utf8), Self.limits)
      guard
        let result = try await accounts.attempts.run(
          [key], at: accounts.now(), rejection: DomainError.tooManyCodes, guess)
      else { throw DomainError.codeWrong }
      return result
    }
  }

  private func codes(of factor: StoredSecondFactor, _ account: AccountID) throws(DomainError) -> OneTimeCodes {
    guard let secret = box.decrypt(factor.sealed, label: Self.label(account)) else {
      throw DomainError.secondFactorUnreadable
    }
    return OneTimeCodes(secret: secret)
  }

  private static func label(_ account: AccountID) -> String { "second factor of \(account)" }
}

/// The token of a session: 32 unpredictable bytes, so its hash needs no salt. The beginning tells it from other tokens.
private struct RoleToken {
  private static let start = "fos_"
  private static let length = 32

  let text: String
  let hash: String

  init(random: RandomBytes) { self.init(bytes: random(Self.length)) }

  /// Parses a token that a client sends; nil if malformed.
  init?(_ text: String) {
    guard text.utf8.count == 47, text.hasPrefix(Self.start),
      let bytes = Base64URL.decode(text.dropFirst(Self.start.count)), bytes.count == Self.length
    else { return nil }
    self.init(bytes: bytes)
  }

  private init(bytes: [UInt8]) {
    text = Self.start + Base64URL.encode(bytes)
    hash = Base64URL.encode(Digest.bytes(of: bytes))
  }
}
