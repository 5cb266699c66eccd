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
  @Test("An access token identifies its account until it expires")
  func notifiesCallers() async throws {
    let fixture = try await AccountsUnderTest()
    let account = try await fixture.signUp("name")
    let tokens = try await fixture.logIn("name")
    #expect(try await fixture.accounts.caller(withAccessToken: tokens.access).account == account.id)
    #expect(tokens.accessExpiresAt.milliseconds - fixture.clock.now.milliseconds < 901_000)
    fixture.wait(seconds: 899)
    _ = try await fixture.accounts.caller(withAccessToken: tokens.access)
    fixture.wait(seconds: 2)
    await expectDomainError("token-expired", .unauthenticated) {
      _ = try await fixture.accounts.caller(withAccessToken: tokens.access)
    }
  }

  @Test("A wrong password and an unknown, unreadable or empty address are refused alike, after the same work")
  func rejectsAlike() async throws {
    let fixture = try await AccountsUnderTest()
    try await fixture.signUp("name")
    let attempts = [
      ("name@example.com", "wrong horse"), ("nobody@example.com", "correct horse"), ("토큰 없음", "correct horse"),
      ("", ""), ("name@example.com", ""), ("name@example.com\0", "correct horse"),
      ("name@example.com", String(repeating: "x", count: 100_000)),
    ]
    for (email, password) in attempts {
      let before = fixture.passwords.hashCount
      await expectDomainError("login-failed", .unauthenticated) {
        _ = try await fixture.accounts.logIn(email: email, password: password, .rotating)
      }
      #expect(fixture.passwords.hashCount == before + 1)
    }
    #expect(try await fixture.count("session") == 0)
  }

  @Test("An address has to wait after twenty failures within a minute, whether or not it has an account")
  func stopsGuessing() async throws {
    let fixture = try await AccountsUnderTest()
    try await fixture.signUp("name")
    for address in ["name@example.com", "nobody@example.com"] {
      for _ in 0..<20 {
        await expectDomainError("login-failed") {
          _ = try await fixture.accounts.logIn(email: address, password: "wrong guess", .rotating)
        }
      }
      let before = fixture.passwords.hashCount
      await expectDomainError("too-many-logins", .rateLimited, field: "email") {
        _ = try await fixture.accounts.logIn(email: address.uppercased(), password: "wrong guess", .rotating)
      }
      #expect(fixture.passwords.hashCount == before)
    }
    fixture.wait(seconds: 60)
    _ = try await fixture.logIn("name")
  }

  @Test("Logins beyond the queue are refused for now and store no session")
  func isBounded() async throws {
    let domainError = DomainError(.rateLimited, "too-many-logins", "Come back.")
    let work = BlockingWork("test", parallel: 1, waiting: 0, overloadError: domainError)
    let fixture = try await AccountsUnderTest(passwords: PasswordHasher(work: work))
    try await fixture.signUp("name")
    let gate = DispatchSemaphore(value: 0)
    await withCheckedContinuation { begun in
      Task {
        try await work.run {
          begun.resume()
          gate.wait()
        }
      }
    }
    await expectDomainError("too-many-logins", .rateLimited) { _ = try await fixture.logIn("name") }
    await expectDomainError("too-many-logins", .rateLimited) { _ = try await fixture.logIn("nobody") }
    await expectDomainError("too-many-logins", .rateLimited) { try await fixture.signUp("other") }
    gate.signal()
    #expect(try await fixture.count("account") == 1)
    #expect(try await fixture.count("session") == 0)
  }

  @Test("The default queue refuses with the same error")
  func usualQueueRejects() async throws {
    let hasher = PasswordHasher()
    let codes = await withTaskGroup(of: String?.self) { group in
      for _ in 0..<200 {
        group.addTask {
          do {
            _ = try await hasher.verify("x", against: "no hash at all")
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

  @Test("A password hash of another cost is replaced at the next login, and sessions go on")
  func renewsHashes() async throws {
    let fixture = try await AccountsUnderTest()
    let (caller, _) = try await fixture.newcomer("name")
    // Of the same password, at the least cost that the library knows.
    let cheap = "$argon2id$v=19$m=8,t=1,p=1$giLmNt4Y/+kHyix0al011A$pWudbKNntKtqTssA/imH1SYLWeAn4Om6zojetrj5A8Y"
    try await fixture.database.write { try $0.run("UPDATE account SET password_hash = $1", [.text(cheap)]) }
    let tokens = try await fixture.logIn("name")
    let kept = try await fixture.database.read { try $0.first("SELECT password_hash FROM account", []) { $0.text(0) } }
    #expect(kept != cheap)
    #expect(kept?.contains("m=19456,t=2,p=1") == true)
    #expect(try await fixture.accounts.caller(withAccessToken: tokens.access).account == caller.account)
    #expect(try await fixture.count("session") == 2)
    _ = try await fixture.logIn("name")
  }

  @Test("A login that fails at any statement opens no session")
  func failing() async throws {
    let fixture = try await AccountsUnderTest()
    try await fixture.signUp("name")
    // Of the same password, at the least cost that the library knows.
    let cheap = "$argon2id$v=19$m=8,t=1,p=1$giLmNt4Y/+kHyix0al011A$pWudbKNntKtqTssA/imH1SYLWeAn4Om6zojetrj5A8Y"
    for count in 1...40 {
      try await fixture.database.write { try $0.run("UPDATE account SET password_hash = $1", [.text(cheap)]) }
      let before = try await fixture.count("session")
      let database = InterruptedDatabase(fixture.database, before: count) {
        throw DomainError(.unavailable, "database-busy", "Too many writes are waiting.")
      }
      let opened = try? await fixture.accounts(over: database).logIn(
        email: "name@example.com", password: AccountsUnderTest.password, .rotating)
      #expect(try await fixture.count("session") == before + (opened == nil ? 0 : 1), "statement \(count)")
      fixture.wait(seconds: 3600)
      if database.isWaiting {
        #expect(count > 6 && opened != nil)
        return
      }
    }
    Issue.record("The login was never uninterrupted.")
  }

  // MARK: Ending

  @Test("Logging out ends this session at once and no other; repeating it is no error")
  func logsOut() async throws {
    let fixture = try await AccountsUnderTest()
    let (caller, tokens) = try await fixture.newcomer("name")
    let others = try await fixture.logIn("name")
    for _ in 0..<2 { try await fixture.accounts.logOut(caller, everywhere: false) }
    await expectDomainError("token-unusable", .unauthenticated) {
      _ = try await fixture.accounts.caller(withAccessToken: tokens.access)
    }
    await expectDomainError("refresh-unusable", .unauthenticated) {
      _ = try await fixture.accounts.refresh(tokens.refresh, .rotating)
    }
    _ = try await fixture.accounts.caller(withAccessToken: others.access)
  }

  @Test("Logging out everywhere ends all sessions of the account and none of another")
  func logsOutEverywhere() async throws {
    let fixture = try await AccountsUnderTest()
    let (caller, tokens) = try await fixture.newcomer("name")
    let second = try await fixture.logIn("name", .fixed)
    let (_, outsider) = try await fixture.newcomer("other")
    try await fixture.accounts.logOut(caller, everywhere: true)
    for access in [tokens.access, second.access] {
      await expectDomainError("token-unusable") { _ = try await fixture.accounts.caller(withAccessToken: access) }
    }
    _ = try await fixture.accounts.caller(withAccessToken: outsider.access)
    #expect(try await fixture.count("refresh_token") == 1)
  }

  @Test("A new password ends every other session, and the old password is refused")
  func changesPassword() async throws {
    let fixture = try await AccountsUnderTest()
    let (caller, tokens) = try await fixture.newcomer("name")
    let other = try await fixture.logIn("name")
    await expectDomainError("password-wrong", .forbidden, field: "current_password") {
      try await fixture.accounts.changePassword(caller, from: "wrong", to: "another horse")
    }
    await expectDomainError("password-weak", .invalid, field: "new_password") {
      try await fixture.accounts.changePassword(caller, from: AccountsUnderTest.password, to: "short")
    }
    _ = try await fixture.accounts.caller(withAccessToken: other.access)
    try await fixture.accounts.changePassword(caller, from: AccountsUnderTest.password, to: "another horse")
    _ = try await fixture.accounts.caller(withAccessToken: tokens.access)
    await expectDomainError("token-unusable") { _ = try await fixture.accounts.caller(withAccessToken: other.access) }
    await expectDomainError("login-failed") { _ = try await fixture.logIn("name") }
    _ = try await fixture.accounts.logIn(email: "name@example.com", password: "another horse", .fixed)
  }

  @Test("One of several concurrent password changes succeeds")
  func changesPasswordOnce() async throws {
    let fixture = try await AccountsUnderTest()
    let (caller, _) = try await fixture.newcomer("name")
    let done = await withTaskGroup(of: Bool.self) { group in
      for number in 0..<2 {
        group.addTask {
          let new = "another horse \(number)"
          do {
            try await fixture.accounts.changePassword(caller, from: AccountsUnderTest.password, to: new)
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

  @Test("A validly signed token of an unknown account is refused")
  func rejectsStrangers() async throws {
    let fixture = try await AccountsUnderTest()
    let (caller, tokens) = try await fixture.newcomer("name")
    let (outsider, _) = try await fixture.newcomer("other")
    let signer = AccessTokens(keys: SigningKeys(random: seededBytes(7)))
    let pairs = [
      ("", ""), ("x", "y"), (caller.account.description, outsider.session.description),
      (outsider.account.description, caller.session.description),
    ]
    for (subject, session) in pairs {
      let token = signer.issue(subject: subject, session: session, at: fixture.clock.now, lifetime: 900).token
      await expectDomainError("token-unusable") { _ = try await fixture.accounts.caller(withAccessToken: token) }
    }
    for token in ["", "토큰 없음", "Bearer \(tokens.access)", tokens.refresh, tokens.access + "x"] {
      await expectDomainError("token-unusable") { _ = try await fixture.accounts.caller(withAccessToken: token) }
    }
  }

  @Test("No session is opened for an account that is gone")
  func opensNothingForNobody() async throws {
    let fixture = try await AccountsUnderTest()
    let account = try await fixture.signUp("name")
    try await fixture.database.write { try $0.run("DELETE FROM account") }
    await expectDomainError("account-unknown", .notFound) {
      _ = try await fixture.accounts.openSession(for: account.id, .fixed)
    }
    #expect(try await fixture.count("session") == 0)
  }
}
