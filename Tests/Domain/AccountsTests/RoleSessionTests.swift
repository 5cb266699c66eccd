import Basics
import Crypto
import SQL
import Stores
import Support
import Synchronization
import Testing
import Workload

@testable import Accounts

@Suite("Operator sessions")
struct RoleSessionTests {
  private func expectEnded(
    _ test: RolesUnderTest, _ token: String, sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    await expectDomainError("operator-session-ended", .unauthenticated, sourceLocation: sourceLocation) {
      _ = try await test.roles.session(withToken: token)
    }
    await expectDomainError("operator-session-ended", .unauthenticated, sourceLocation: sourceLocation) {
      _ = try await test.roles.resume(token)
    }
  }

  @Test("A session ends after twelve hours, however much it is used")
  func lifetime() async throws {
    let test = try await RolesUnderTest()
    let (_, _, token) = try await test.session("mina")
    let opened = test.now
    #expect(
      try await test.roles.session(withToken: token).expiresAt.milliseconds == opened.milliseconds + 43_200_000)
    while test.now < opened.advanced(seconds: 43_199) {
      test.fixture.wait(seconds: min(1700, (opened.milliseconds + 43_199_000 - test.now.milliseconds) / 1000))
      _ = try await test.roles.session(withToken: token)
    }
    test.fixture.wait(seconds: 1)
    await expectEnded(test, token)
    #expect(try await test.roles.removeEndedSessions() == 1)
    #expect(try await test.fixture.count("role_session") == 0)
  }

  @Test("A session ends after thirty minutes without use, and its use is written once a minute")
  func idle() async throws {
    let test = try await RolesUnderTest()
    let (_, _, token) = try await test.session("mina")
    let opened = test.now.milliseconds
    test.fixture.wait(seconds: 59)
    _ = try await test.roles.session(withToken: token)
    #expect(try await test.usedAt() == opened)
    test.fixture.wait(seconds: 1)
    _ = try await test.roles.session(withToken: token)
    #expect(try await test.usedAt() == opened + 60_000)
    test.fixture.wait(seconds: 1799)
    #expect(try await test.roles.removeEndedSessions() == 0)
    _ = try await test.roles.session(withToken: token)
    test.fixture.wait(seconds: 1800)
    await expectEnded(test, token)
  }

  @Test("A resumed session has another token and the same end; the old token has ended")
  func resuming() async throws {
    let test = try await RolesUnderTest()
    let (_, _, token) = try await test.session("mina")
    let first = try await test.roles.session(withToken: token)
    test.fixture.wait(seconds: 1000)
    let (session, new) = try await test.roles.resume(token)
    #expect(new != token && session.expiresAt == first.expiresAt && session.role == .moderator)
    await expectEnded(test, token)
    test.fixture.wait(seconds: 1000)
    _ = try await test.roles.session(withToken: new)
    try await test.roles.end(session)
    await expectEnded(test, new)
  }

  @Test("Of concurrent resumptions one succeeds")
  func concurrent() async throws {
    let test = try await RolesUnderTest()
    let (_, _, token) = try await test.session("mina")
    let resumed = await withTaskGroup(of: String?.self) { group in
      for _ in 0..<4 { group.addTask { try? await test.roles.resume(token).token } }
      return await group.reduce(into: []) { tokens, token in tokens += token.map { [$0] } ?? [] }
    }
    #expect(resumed.count == 1)
    _ = try await test.roles.session(withToken: try #require(resumed.first))
  }

  @Test("Only the hash of a token is stored, and other texts are no tokens")
  func tokens() async throws {
    let test = try await RolesUnderTest()
    let (_, _, token) = try await test.session("mina")
    #expect(token.wholeMatch(of: /fos_[A-Za-z0-9_-]{43}/) != nil && RoleService.isToken(token))
    let kept = try await test.fixture.database.read {
      try $0.first("SELECT token_hash FROM role_session", []) { $0.text(0) }
    }
    #expect(kept == Base64URL.encode(Digest.bytes(of: Base64URL.decode(token.dropFirst(4)) ?? [])))
    let access = try await test.fixture.logIn("mina").access
    for text in ["", "fos_", String(token.dropFirst(4)), token + "A", "FOS" + token.dropFirst(3), access] {
      #expect(!RoleService.isToken(text))
      await expectEnded(test, text)
    }
    await expectEnded(test, "fos_" + String(repeating: "A", count: 43))
    await expectDomainError("token-unusable") { _ = try await test.fixture.accounts.caller(withAccessToken: token) }
  }

  /// What ends the sessions of a role.
  private static let causes: [(name: String, end: @Sendable (RolesUnderTest, Caller) async throws -> Void)] = [
    ("suspension", { test, _ in _ = try await test.control.suspend("mina") }),
    ("revocation of the role", { test, _ in _ = try await test.control.revokeRole(of: "mina") }),
    ("a lost phone", { test, _ in _ = try await test.control.resetSecondFactor(of: "mina") }),
    ("withdrawal", { test, caller in _ = try await test.fixture.accounts.withdraw(caller) }),
    ("logging out", { test, caller in try await test.fixture.accounts.logOut(caller, everywhere: false) }),
    ("logging out everywhere", { test, caller in try await test.fixture.accounts.logOut(caller, everywhere: true) }),
    (
      "a reset of the password",
      { test, _ in
        let link = try await test.control.makeResetLink(for: "mina").token
        try await test.fixture.accounts.resetPassword(by: link, to: "another horse")
      }
    ),
  ]

  @Test(
    "Everything that ends a login ends the operator session at once, for one account only",
    arguments: causes.indices)
  func endings(_ index: Int) async throws {
    let test = try await RolesUnderTest()
    let (caller, app, token) = try await test.session("mina", .operator)
    let (_, _, other) = try await test.session("juno", .operator)
    let session = try await test.roles.session(withToken: token)
    try await Self.causes[index].end(test, caller)
    await expectEnded(test, token)
    await #expect(throws: DomainError.self) { _ = try await test.roles.confirm(session, by: app.code(at: test.now)) }
    _ = try await test.roles.session(withToken: other)
    // Nothing of it comes back.
    if try await test.fixture.count("account") == 2 {
      _ = try await test.control.restore("mina")
      _ = try await test.control.grant(.operator, to: "mina")
      await expectEnded(test, token)
    }
  }

  @Test("A suspended account opens no session, and one whose login has ended does not either")
  func refused() async throws {
    let test = try await RolesUnderTest()
    let (caller, app, _) = try await test.enrolled("mina")
    try await test.fixture.accounts.logOut(caller, everywhere: false)
    await expectDomainError("token-unusable", .unauthenticated) {
      _ = try await test.roles.open(caller, by: app.code(at: test.now))
    }
    _ = try await test.control.suspend("mina")
    await expectDomainError("role-missing") { _ = try await test.roles.open(caller, by: app.code(at: test.now)) }
    await expectDomainError("account-suspended", .conflict) { _ = try await test.control.grant(.operator, to: "mina") }
    #expect(try await test.fixture.count("role_session") == 0)
  }

  @Test("Another role counts at once in open sessions")
  func changedRole() async throws {
    let test = try await RolesUnderTest()
    let (_, _, token) = try await test.session("mina", .operator)
    let changed = try await test.control.grant(.moderator, to: "mina")
    #expect(changed.role == .moderator && changed.hasSecondFactor)
    #expect(try await test.roles.session(withToken: token).role == .moderator)
  }

  @Test("A code counts for dangerous acts for five minutes, and another one renews that")
  func recentCodes() async throws {
    let test = try await RolesUnderTest()
    let (_, app, token) = try await test.session("mina", .operator)
    test.fixture.wait(seconds: 299)
    #expect(test.roles.hasRecentCode(try await test.roles.session(withToken: token)))
    test.fixture.wait(seconds: 1)
    let session = try await test.roles.session(withToken: token)
    #expect(!test.roles.hasRecentCode(session))
    await expectDomainError("code-wrong") {
      _ = try await test.roles.confirm(session, by: app.wrongCode(at: test.now))
    }
    #expect(!test.roles.hasRecentCode(try await test.roles.session(withToken: token)))
    #expect(test.roles.hasRecentCode(try await test.roles.confirm(session, by: app.code(at: test.now))))
    #expect(test.roles.hasRecentCode(try await test.roles.session(withToken: token)))
    // A reload is no code.
    test.fixture.wait(seconds: 300)
    #expect(!test.roles.hasRecentCode(try await test.roles.resume(token).session))
  }

  @Test("An operator may everything that a moderator may, and not the other way round")
  func order() {
    #expect(AccountRole.moderator < .operator && !(AccountRole.operator < .moderator))
    #expect(!(AccountRole.operator < .operator) && !(AccountRole.moderator < .moderator))
  }

  @Test("Apps, sessions and wrong codes are recorded, with the kind of code and without the code")
  func events() async throws {
    let test = try await RolesUnderTest()
    let events = Mutex<[AccountEvent]>([])
    var accounts = test.fixture.accounts
    accounts.onEvent = { event in events.withLock { $0.append(event) } }
    let roles = RoleService(
      accounts: accounts, store: SQLRoleStore(test.fixture.database),
      box: SecretBox(key: [UInt8](repeating: 7, count: SecretBox.keyLength)))
    let caller = try await test.newcomer("mina")
    let app = AuthenticatorApp(secret: try await roles.beginSecondFactor(of: caller.account).secret)
    let recovery = try await roles.confirmSecondFactor(of: caller.account, by: app.code(at: test.now))
    _ = try? await roles.open(caller, by: app.wrongCode(at: test.now))
    test.fixture.wait(seconds: 30)
    let (session, _) = try await roles.open(caller, by: app.code(at: test.now))
    _ = try? await roles.confirm(session, by: app.wrongCode(at: test.now))
    _ = try await roles.open(caller, by: recovery[0])
    #expect(
      events.withLock { $0.map { "\($0.kind.rawValue) \($0.failure ?? "done") \($0.method ?? "-")" } } == [
        "second-factor done -", "operator-session code-wrong -", "operator-session done code",
        "code-check code-wrong -", "operator-session done recovery-code",
      ])
    #expect(events.withLock { $0.allSatisfy { $0.account == caller.account } })
  }
}
