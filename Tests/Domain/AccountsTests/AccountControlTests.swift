import Accounts
import Basics
import Crypto
import SQL
import Stores
import Support
import Testing
import Workload

@Suite("Operator actions for accounts")
struct AccountControlTests {
  private func control(_ fixture: AccountsUnderTest) -> AccountAdministration {
    AccountAdministration(
      store: SQLAccountControlStore(fixture.database), clock: { fixture.clock.now }, random: seededBytes(5))
  }

  @Test("Accounts are found by identifier, e-mail address and nickname, and listed newest first")
  func finds() async throws {
    let fixture = try await AccountsUnderTest()
    let control = control(fixture)
    let (caller, _) = try await fixture.newcomer("mina")
    try await fixture.signUp("juno")
    for name in [caller.account.description, "MINA@example.com", "Mina"] {
      let found = try await control.account(name)
      #expect(found.account.id == caller.account && found.hasPassword && found.sessionCount == 1)
    }
    await expectDomainError("account-unknown", .notFound) { _ = try await control.account("nobody") }
    let listed = try await control.accounts(onlySuspended: false, limit: 10)
    #expect(listed.map(\.account.nickname.description) == ["juno", "mina"])
    #expect(try await control.accounts(onlySuspended: false, limit: 1).count == 1)
    #expect(try await control.accounts(onlySuspended: true, limit: 10).isEmpty)
  }

  @Test("A reset link sets a password once, ends every session, and removes the known clients of the account")
  func resets() async throws {
    let fixture = try await AccountsUnderTest()
    let (_, tokens) = try await fixture.newcomer("mina")
    let link = try await control(fixture).makeResetLink(for: "mina")
    #expect(link.expiresAt.milliseconds - fixture.clock.now.milliseconds == 3_600_000)
    let kept = try await fixture.database.read { try $0.first("SELECT hash FROM account_link", []) { $0.text(0) } }
    #expect(kept != nil && kept != link.token)
    await expectDomainError("password-weak", .invalid, field: "new_password") {
      try await fixture.accounts.resetPassword(by: link.token, to: "password")
    }
    try await fixture.accounts.resetPassword(by: link.token, to: "another horse")
    await expectDomainError("token-unusable") { _ = try await fixture.accounts.caller(withAccessToken: tokens.access) }
    await expectDomainError("refresh-unusable") { _ = try await fixture.accounts.refresh(tokens.refresh, .rotating) }
    await expectDomainError("login-failed") { _ = try await fixture.logIn("mina") }
    #expect(try await fixture.count("known_client") == 0)
    _ = try await fixture.accounts.logIn(email: "mina@example.com", password: "another horse", .rotating)
    await expectDomainError("reset-link-unusable", .invalid, field: "token") {
      try await fixture.accounts.resetPassword(by: link.token, to: "third horse!")
    }
  }

  @Test("A link is refused after an hour, after a newer one, and if it is malformed")
  func uselessLinks() async throws {
    let fixture = try await AccountsUnderTest()
    try await fixture.signUp("mina")
    let control = control(fixture)
    let first = try await control.makeResetLink(for: "mina").token
    let second = try await control.makeResetLink(for: "mina").token
    let before = fixture.passwords.hashCount
    for token in [first, "", "x", String(repeating: "A", count: 43), second + "A"] {
      await expectDomainError("reset-link-unusable") {
        try await fixture.accounts.resetPassword(by: token, to: "another horse")
      }
    }
    fixture.wait(seconds: 3600)
    await expectDomainError("reset-link-unusable") {
      try await fixture.accounts.resetPassword(by: second, to: "another horse")
    }
    #expect(fixture.passwords.hashCount == before)
    _ = try await fixture.accounts.removeExpiredSessions()
    _ = try await fixture.logIn("mina")
  }

  @Test("Of concurrent resets with one link one succeeds")
  func usesOnce() async throws {
    let fixture = try await AccountsUnderTest()
    try await fixture.signUp("mina")
    let token = try await control(fixture).makeResetLink(for: "mina").token
    let done = await withTaskGroup(of: Bool.self) { group in
      for number in 0..<4 {
        group.addTask {
          (try? await fixture.accounts.resetPassword(by: token, to: "another horse \(number)")) != nil
        }
      }
      return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
    #expect(done == 1)
  }

  @Test("A suspended account is logged out at once and cannot log in until it is restored")
  func suspends() async throws {
    let fixture = try await AccountsUnderTest()
    let control = control(fixture)
    let (caller, tokens) = try await fixture.newcomer("mina")
    let (_, fixed) = try await fixture.newcomer("juno", .fixed)
    let link = try await control.makeResetLink(for: "mina").token
    #expect(try await control.suspend("mina").suspendedAt == fixture.clock.now)
    #expect(try await control.suspend("mina").sessionCount == 0)
    await expectDomainError("token-unusable") { _ = try await fixture.accounts.caller(withAccessToken: tokens.access) }
    for kind in SessionKind.allCases {
      await expectDomainError("account-suspended", .forbidden) { _ = try await fixture.logIn("mina", kind) }
      await expectDomainError("account-suspended") {
        _ = try await fixture.accounts.openSession(for: caller.account, kind)
      }
    }
    // Nobody learns it who does not know the password.
    await expectDomainError("login-failed") {
      _ = try await fixture.accounts.logIn(email: "mina@example.com", password: "wrong guess", .rotating)
    }
    await expectDomainError("reset-link-unusable") {
      try await fixture.accounts.resetPassword(by: link, to: "another horse")
    }
    await expectDomainError("account-suspended", .conflict) { _ = try await control.makeResetLink(for: "mina") }
    #expect(try await control.accounts(onlySuspended: true, limit: 10).map(\.account.id) == [caller.account])
    _ = try await fixture.accounts.caller(withAccessToken: fixed.access)
    #expect(try await control.restore("mina").suspendedAt == nil)
    _ = try await fixture.logIn("mina")
  }

  @Test("An account without a password, for a provider only, gets no link")
  func noEmail() async throws {
    let fixture = try await SocialLoginFixture()
    fixture.kakao.know("7")
    let account = try await fixture.logIn("7").account
    let control = AccountAdministration(
      store: SQLAccountControlStore(fixture.accounts.database), clock: { fixture.accounts.clock.now },
      random: seededBytes(5))
    let found = try await control.account(account.id.description)
    #expect(!found.hasPassword && found.identities == [.kakao])
    await expectDomainError("account-without-email", .conflict) {
      _ = try await control.makeResetLink(for: account.id.description)
    }
    _ = try await control.suspend(account.id.description)
    await expectDomainError("account-suspended") { try await fixture.logIn("7") }
  }

  // MARK: Leaving

  @Test("Withdrawal needs the password, or without one a login within the last ten minutes")
  func leaving() async throws {
    let fixture = try await AccountsUnderTest()
    let (caller, _) = try await fixture.newcomer("mina")
    await expectDomainError("password-needed", .forbidden, field: "current_password") {
      _ = try await fixture.accounts.withdraw(caller, password: nil)
    }
    await expectDomainError("password-wrong", .forbidden) {
      _ = try await fixture.accounts.withdraw(caller, password: "wrong guess")
    }
    #expect(try await fixture.count("account") == 1)
    fixture.wait(seconds: 800)
    _ = try await fixture.accounts.withdraw(caller, password: AccountsUnderTest.password)
    #expect(try await fixture.count("account") == 0)
    #expect(try await fixture.count("known_client") == 0)
    await expectDomainError("token-unusable") { _ = try await fixture.accounts.withdraw(caller, password: nil) }
  }

  @Test("Withdrawal without a password needs a recent login")
  func leavingWithoutPassword() async throws {
    let fixture = try await SocialLoginFixture()
    fixture.kakao.know("7")
    let caller = try await fixture.caller(fixture.logIn("7").tokens)
    fixture.accounts.wait(seconds: 600)
    await expectDomainError("login-too-old", .forbidden) {
      _ = try await fixture.accounts.accounts.withdraw(caller, password: nil)
    }
    let again = try await fixture.caller(fixture.logIn("7").tokens)
    fixture.accounts.wait(seconds: 599)
    _ = try await fixture.accounts.accounts.withdraw(again, password: nil)
    #expect(try await fixture.accounts.count("account") == 0)
  }
}
