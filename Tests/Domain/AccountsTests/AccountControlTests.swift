import Accounts
import Basics
import Crypto
import SQL
import Stores
import Support
import Testing
import Workload

@Suite("What an operator does for accounts")
struct AccountControlTests {
  private func control(_ world: AccountsUnderTest) -> AccountControl {
    AccountControl(
      store: SQLAccountControlStore(world.database), clock: { world.clock.now }, random: seededBytes(5))
  }

  @Test("Accounts are found by identifier, e-mail address and nickname, and listed newest first")
  func finds() async throws {
    let world = try await AccountsUnderTest()
    let control = control(world)
    let (caller, _) = try await world.newcomer("mina")
    try await world.signUp("juno")
    for name in [caller.account.description, "MINA@example.com", "Mina"] {
      let found = try await control.account(name)
      #expect(found.account.id == caller.account && found.hasPassword && found.sessionCount == 1)
    }
    await expectRefusal("account-unknown", .notFound) { _ = try await control.account("nobody") }
    let listed = try await control.accounts(onlySuspended: false, limit: 10)
    #expect(listed.map(\.account.nickname.description) == ["juno", "mina"])
    #expect(try await control.accounts(onlySuspended: false, limit: 1).count == 1)
    #expect(try await control.accounts(onlySuspended: true, limit: 10).isEmpty)
  }

  @Test("A reset link sets a password once, ends every session, and forgets from where the account was used")
  func resets() async throws {
    let world = try await AccountsUnderTest()
    let (_, tokens) = try await world.newcomer("mina")
    let link = try await control(world).makeResetLink(for: "mina")
    #expect(link.expiresAt.milliseconds - world.clock.now.milliseconds == 3_600_000)
    let kept = try await world.database.read { try $0.first("SELECT hash FROM reset_link", []) { $0.text(0) } }
    #expect(kept != nil && kept != link.token)
    await expectRefusal("password-weak", .invalid, field: "new_password") {
      try await world.accounts.resetPassword(by: link.token, to: "password")
    }
    try await world.accounts.resetPassword(by: link.token, to: "another horse")
    await expectRefusal("token-unusable") { _ = try await world.accounts.caller(showing: tokens.access) }
    await expectRefusal("refresh-unusable") { _ = try await world.accounts.refresh(tokens.refresh, .rotating) }
    await expectRefusal("login-failed") { _ = try await world.logIn("mina") }
    #expect(try await world.count("known_client") == 0)
    _ = try await world.accounts.logIn(email: "mina@example.com", password: "another horse", .rotating)
    await expectRefusal("reset-link-unusable", .invalid, field: "token") {
      try await world.accounts.resetPassword(by: link.token, to: "third horse!")
    }
  }

  @Test("A link is of no use after an hour, after a newer one, or where it is none")
  func uselessLinks() async throws {
    let world = try await AccountsUnderTest()
    try await world.signUp("mina")
    let control = control(world)
    let first = try await control.makeResetLink(for: "mina").token
    let second = try await control.makeResetLink(for: "mina").token
    let before = world.passwords.hashCount
    for token in [first, "", "x", String(repeating: "A", count: 43), second + "A"] {
      await expectRefusal("reset-link-unusable") {
        try await world.accounts.resetPassword(by: token, to: "another horse")
      }
    }
    world.wait(seconds: 3600)
    await expectRefusal("reset-link-unusable") {
      try await world.accounts.resetPassword(by: second, to: "another horse")
    }
    #expect(world.passwords.hashCount == before)
    _ = try await world.accounts.removeExpiredSessions()
    _ = try await world.logIn("mina")
  }

  @Test("Of two who use one link at once one sets the password")
  func usesOnce() async throws {
    let world = try await AccountsUnderTest()
    try await world.signUp("mina")
    let token = try await control(world).makeResetLink(for: "mina").token
    let done = await withTaskGroup(of: Bool.self) { group in
      for number in 0..<4 {
        group.addTask {
          (try? await world.accounts.resetPassword(by: token, to: "another horse \(number)")) != nil
        }
      }
      return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
    #expect(done == 1)
  }

  @Test("Whoever is suspended is logged out at once and let in nowhere, until the account is restored")
  func suspends() async throws {
    let world = try await AccountsUnderTest()
    let control = control(world)
    let (caller, tokens) = try await world.newcomer("mina")
    let (_, fixed) = try await world.newcomer("juno", .fixed)
    let link = try await control.makeResetLink(for: "mina").token
    #expect(try await control.suspend("mina").suspendedAt == world.clock.now)
    #expect(try await control.suspend("mina").sessionCount == 0)
    await expectRefusal("token-unusable") { _ = try await world.accounts.caller(showing: tokens.access) }
    for kind in SessionKind.allCases {
      await expectRefusal("account-suspended", .forbidden) { _ = try await world.logIn("mina", kind) }
      await expectRefusal("account-suspended") {
        _ = try await world.accounts.openSession(for: caller.account, kind)
      }
    }
    // Nobody learns it who does not know the password.
    await expectRefusal("login-failed") {
      _ = try await world.accounts.logIn(email: "mina@example.com", password: "wrong guess", .rotating)
    }
    await expectRefusal("reset-link-unusable") { try await world.accounts.resetPassword(by: link, to: "another horse") }
    await expectRefusal("account-suspended", .conflict) { _ = try await control.makeResetLink(for: "mina") }
    #expect(try await control.accounts(onlySuspended: true, limit: 10).map(\.account.id) == [caller.account])
    _ = try await world.accounts.caller(showing: fixed.access)
    #expect(try await control.restore("mina").suspendedAt == nil)
    _ = try await world.logIn("mina")
  }

  @Test("An account that only a provider opens gets no link")
  func noEmail() async throws {
    let world = try await SocialLoginFixture()
    world.kakao.know("7")
    let account = try await world.logIn("7").account
    let control = AccountControl(
      store: SQLAccountControlStore(world.accounts.database), clock: { world.accounts.clock.now },
      random: seededBytes(5))
    let found = try await control.account(account.id.description)
    #expect(!found.hasPassword && found.identities == [.kakao])
    await expectRefusal("account-without-email", .conflict) {
      _ = try await control.makeResetLink(for: account.id.description)
    }
    _ = try await control.suspend(account.id.description)
    await expectRefusal("account-suspended") { try await world.logIn("7") }
  }

  // MARK: Leaving

  @Test("Leaving needs the password, or where there is none a login of the last ten minutes")
  func leaving() async throws {
    let world = try await AccountsUnderTest()
    let (caller, _) = try await world.newcomer("mina")
    await expectRefusal("password-needed", .forbidden, field: "current_password") {
      _ = try await world.accounts.withdraw(caller, password: nil)
    }
    await expectRefusal("password-wrong", .forbidden) {
      _ = try await world.accounts.withdraw(caller, password: "wrong guess")
    }
    #expect(try await world.count("account") == 1)
    world.wait(seconds: 800)
    _ = try await world.accounts.withdraw(caller, password: AccountsUnderTest.password)
    #expect(try await world.count("account") == 0)
    #expect(try await world.count("known_client") == 0)
    await expectRefusal("token-unusable") { _ = try await world.accounts.withdraw(caller, password: nil) }
  }

  @Test("Without a password the login has to be fresh")
  func leavingWithoutPassword() async throws {
    let world = try await SocialLoginFixture()
    world.kakao.know("7")
    let caller = try await world.caller(world.logIn("7").tokens)
    world.accounts.wait(seconds: 600)
    await expectRefusal("login-too-old", .forbidden) {
      _ = try await world.accounts.accounts.withdraw(caller, password: nil)
    }
    let again = try await world.caller(world.logIn("7").tokens)
    world.accounts.wait(seconds: 599)
    _ = try await world.accounts.accounts.withdraw(again, password: nil)
    #expect(try await world.accounts.count("account") == 0)
  }
}
