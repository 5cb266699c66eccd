import Accounts
import Basics
import Concurrency
import Crypto
import Dispatch
import SQL
import Support
import Testing
import Workload

@Suite("Logging in and out")
struct LoginTests {
  @Test("Tokens say who comes, until they end")
  func tellsCallers() async throws {
    let world = try await AccountsUnderTest()
    let account = try await world.signUp("name")
    let tokens = try await world.logIn("name")
    #expect(try await world.accounts.caller(showing: tokens.access).account == account.id)
    #expect(tokens.accessExpiresAt.milliseconds - world.clock.now.milliseconds < 901_000)
    world.wait(seconds: 899)
    _ = try await world.accounts.caller(showing: tokens.access)
    world.wait(seconds: 2)
    await expectRefusal("token-expired", .unauthenticated) {
      _ = try await world.accounts.caller(showing: tokens.access)
    }
  }

  @Test("A wrong password and an unknown, unreadable or empty address are refused alike, after the same work")
  func refusesAlike() async throws {
    let world = try await AccountsUnderTest()
    try await world.signUp("name")
    let attempts = [
      ("name@example.com", "wrong horse"), ("nobody@example.com", "correct horse"), ("토큰 없음", "correct horse"),
      ("", ""), ("name@example.com", ""), ("name@example.com\0", "correct horse"),
      ("name@example.com", String(repeating: "x", count: 100_000)),
    ]
    for (email, password) in attempts {
      let before = world.passwords.hashCount
      await expectRefusal("login-failed", .unauthenticated) {
        _ = try await world.accounts.logIn(email: email, password: password, .rotating)
      }
      #expect(world.passwords.hashCount == before + 1)
    }
    #expect(try await world.count("session") == 0)
  }

  @Test("After twenty failures within a minute an address has to wait, whether or not there is an account")
  func stopsGuessing() async throws {
    let world = try await AccountsUnderTest()
    try await world.signUp("name")
    for address in ["name@example.com", "nobody@example.com"] {
      for _ in 0..<20 {
        await expectRefusal("login-failed") {
          _ = try await world.accounts.logIn(email: address, password: "wrong guess", .rotating)
        }
      }
      let before = world.passwords.hashCount
      await expectRefusal("too-many-logins", .rateLimited, field: "email") {
        _ = try await world.accounts.logIn(email: address.uppercased(), password: "wrong guess", .rotating)
      }
      #expect(world.passwords.hashCount == before)
    }
    world.wait(seconds: 60)
    _ = try await world.logIn("name")
  }

  @Test("When too many log in at once, the rest is told to come back, and nothing is kept")
  func isBounded() async throws {
    let refusal = DomainError(.rateLimited, "too-many-logins", "Come back.")
    let work = BlockingWork("test", parallel: 1, waiting: 0, overloadError: refusal)
    let world = try await AccountsUnderTest(passwords: PasswordHasher(work: work))
    try await world.signUp("name")
    let gate = DispatchSemaphore(value: 0)
    await withCheckedContinuation { begun in
      Task {
        try await work.run {
          begun.resume()
          gate.wait()
        }
      }
    }
    await expectRefusal("too-many-logins", .rateLimited) { _ = try await world.logIn("name") }
    await expectRefusal("too-many-logins", .rateLimited) { _ = try await world.logIn("nobody") }
    await expectRefusal("too-many-logins", .rateLimited) { try await world.signUp("other") }
    gate.signal()
    #expect(try await world.count("account") == 1)
    #expect(try await world.count("session") == 0)
  }

  @Test("The usual queue says so in the same words")
  func usualQueueRefuses() async throws {
    let hasher = PasswordHasher()
    let codes = await withTaskGroup(of: String?.self) { group in
      for _ in 0..<200 {
        group.addTask {
          do {
            _ = try await hasher.isPassword("x", of: "no hash at all")
            return nil
          } catch {
            return (error as? DomainError)?.code
          }
        }
      }
      return await group.reduce(into: Set<String>()) { if let code = $1 { $0.insert(code) } }
    }
    #expect(codes.isSubset(of: ["too-many-logins"]))
  }

  @Test("A password that was kept at another cost is kept anew at the next login, and sessions go on")
  func renewsHashes() async throws {
    let world = try await AccountsUnderTest()
    let (caller, _) = try await world.newcomer("name")
    // Of the same password, at the least cost that the library knows.
    let cheap = "$argon2id$v=19$m=8,t=1,p=1$giLmNt4Y/+kHyix0al011A$pWudbKNntKtqTssA/imH1SYLWeAn4Om6zojetrj5A8Y"
    try await world.database.write { try $0.run("UPDATE account SET password_hash = $1", [.text(cheap)]) }
    let tokens = try await world.logIn("name")
    let kept = try await world.database.read { try $0.first("SELECT password_hash FROM account", []) { $0.text(0) } }
    #expect(kept != cheap)
    #expect(kept?.contains("m=19456,t=2,p=1") == true)
    #expect(try await world.accounts.caller(showing: tokens.access).account == caller.account)
    #expect(try await world.count("session") == 2)
    _ = try await world.logIn("name")
  }

  // MARK: Ending

  @Test("Logging out ends this session at once and no other; doing it again is no error")
  func logsOut() async throws {
    let world = try await AccountsUnderTest()
    let (caller, tokens) = try await world.newcomer("name")
    let others = try await world.logIn("name")
    for _ in 0..<2 { try await world.accounts.logOut(caller, everywhere: false) }
    await expectRefusal("token-unusable", .unauthenticated) {
      _ = try await world.accounts.caller(showing: tokens.access)
    }
    await expectRefusal("refresh-unusable", .unauthenticated) {
      _ = try await world.accounts.refresh(tokens.refresh, .rotating)
    }
    _ = try await world.accounts.caller(showing: others.access)
  }

  @Test("Logging out everywhere ends all sessions of the account and none of another")
  func logsOutEverywhere() async throws {
    let world = try await AccountsUnderTest()
    let (caller, tokens) = try await world.newcomer("name")
    let second = try await world.logIn("name", .fixed)
    let (_, stranger) = try await world.newcomer("other")
    try await world.accounts.logOut(caller, everywhere: true)
    for access in [tokens.access, second.access] {
      await expectRefusal("token-unusable") { _ = try await world.accounts.caller(showing: access) }
    }
    _ = try await world.accounts.caller(showing: stranger.access)
    #expect(try await world.count("refresh_token") == 1)
  }

  @Test("A new password ends every other session; the old one is of no use any more")
  func changesPassword() async throws {
    let world = try await AccountsUnderTest()
    let (caller, tokens) = try await world.newcomer("name")
    let other = try await world.logIn("name")
    await expectRefusal("password-wrong", .forbidden, field: "current_password") {
      try await world.accounts.changePassword(caller, from: "wrong", to: "another horse")
    }
    await expectRefusal("password-weak", .invalid, field: "new_password") {
      try await world.accounts.changePassword(caller, from: AccountsUnderTest.password, to: "short")
    }
    _ = try await world.accounts.caller(showing: other.access)
    try await world.accounts.changePassword(caller, from: AccountsUnderTest.password, to: "another horse")
    _ = try await world.accounts.caller(showing: tokens.access)
    await expectRefusal("token-unusable") { _ = try await world.accounts.caller(showing: other.access) }
    await expectRefusal("login-failed") { _ = try await world.logIn("name") }
    _ = try await world.accounts.logIn(email: "name@example.com", password: "another horse", .fixed)
  }

  @Test("Of two changes of a password at once one is made")
  func changesPasswordOnce() async throws {
    let world = try await AccountsUnderTest()
    let (caller, _) = try await world.newcomer("name")
    let done = await withTaskGroup(of: Bool.self) { group in
      for number in 0..<2 {
        group.addTask {
          let new = "another horse \(number)"
          do {
            try await world.accounts.changePassword(caller, from: AccountsUnderTest.password, to: new)
            return true
          } catch {
            #expect((error as? DomainError)?.code == "password-wrong")
            return false
          }
        }
      }
      return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
    #expect(done == 1)
  }

  @Test("A token that is well signed but names nobody is of no use")
  func refusesStrangers() async throws {
    let world = try await AccountsUnderTest()
    let (caller, tokens) = try await world.newcomer("name")
    let (stranger, _) = try await world.newcomer("other")
    let signer = AccessTokens(keys: SigningKeys(random: seededBytes(7)))
    let pairs = [
      ("", ""), ("x", "y"), (caller.account.description, stranger.session.description),
      (stranger.account.description, caller.session.description),
    ]
    for (subject, session) in pairs {
      let token = signer.issue(subject: subject, session: session, at: world.clock.now, lifetime: 900).token
      await expectRefusal("token-unusable") { _ = try await world.accounts.caller(showing: token) }
    }
    for token in ["", "토큰 없음", "Bearer \(tokens.access)", tokens.refresh, tokens.access + "x"] {
      await expectRefusal("token-unusable") { _ = try await world.accounts.caller(showing: token) }
    }
  }

  @Test("Nobody gets a session of an account that is gone")
  func opensNothingForNobody() async throws {
    let world = try await AccountsUnderTest()
    let account = try await world.signUp("name")
    try await world.database.write { try $0.run("DELETE FROM account") }
    await expectRefusal("account-unknown", .notFound) {
      _ = try await world.accounts.openSession(for: account.id, .fixed)
    }
    #expect(try await world.count("session") == 0)
  }
}
