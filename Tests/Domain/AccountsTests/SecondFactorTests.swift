import Accounts
import Basics
import SQL
import Stores
import Support
import Testing
import Workload

@Suite("Second factors of accounts with a role")
struct SecondFactorTests {
  @Test("An app is added by its first code, which gives ten recovery codes once")
  func enrolment() async throws {
    let test = try await RolesUnderTest()
    let caller = try await test.newcomer("mina")
    #expect(try await test.roles.holder(caller.account).hasSecondFactor == false)
    await expectDomainError("second-factor-missing", .conflict) {
      _ = try await test.roles.confirmSecondFactor(of: caller.account, by: "123456")
    }
    let abandoned = try await test.roles.beginSecondFactor(of: caller.account).secret
    let (secret, uri) = try await test.roles.beginSecondFactor(of: caller.account)
    #expect(secret.wholeMatch(of: /[A-Z2-7]{32}/) != nil && secret != abandoned && uri.contains("secret=\(secret)&"))
    let app = AuthenticatorApp(secret: secret)
    for code in [app.wrongCode(at: test.now), AuthenticatorApp(secret: abandoned).code(at: test.now), "", "12345 6"] {
      await expectDomainError("code-wrong", .forbidden, field: "code") {
        _ = try await test.roles.confirmSecondFactor(of: caller.account, by: code)
      }
    }
    await expectDomainError("second-factor-missing", .conflict) {
      _ = try await test.roles.open(caller, by: app.code(at: test.now))
    }
    let codes = try await test.roles.confirmSecondFactor(of: caller.account, by: app.code(at: test.now))
    #expect(Set(codes).count == 10)
    #expect(codes.allSatisfy { $0.wholeMatch(of: /[a-z2-7]{4}(-[a-z2-7]{4}){3}/) != nil })
    #expect(try await test.roles.holder(caller.account).hasSecondFactor)
    await expectDomainError("second-factor-present", .conflict) {
      _ = try await test.roles.beginSecondFactor(of: caller.account)
    }
    await expectDomainError("second-factor-present", .conflict) {
      _ = try await test.roles.confirmSecondFactor(of: caller.account, by: app.code(at: test.now, offset: 1))
    }
  }

  @Test("The database has neither the secret nor a recovery code, and another key reads nothing")
  func atRest() async throws {
    let test = try await RolesUnderTest()
    let (caller, app, recovery) = try await test.enrolled("mina")
    let sealed = try await test.fixture.database.read {
      try $0.first("SELECT sealed_secret FROM second_factor", []) { $0.blob(0) }
    }
    // A nonce, the secret and an authentication code.
    #expect(sealed?.count == 24 + 20 + 16)
    var hashes: [String] = []
    hashes = try await test.fixture.database.read { connection in
      var found: [String] = []
      try connection.each("SELECT hash FROM recovery_code", []) { found.append($0.text(0)) }
      return found
    }
    #expect(hashes.count == 10)
    for code in recovery {
      #expect(!hashes.contains { $0.contains(code) || $0.contains(code.replacing("-", with: "")) })
    }
    await expectDomainError("second-factor-unreadable", .conflict) {
      _ = try await RolesUnderTest.service(test.fixture, key: 8).open(caller, by: app.code(at: test.now))
    }
  }

  @Test("Codes of the step before and after are accepted, others not")
  func skew() async throws {
    let test = try await RolesUnderTest()
    let (caller, app, _) = try await test.enrolled("mina")
    for offset in [-2, 2, -20, 20] as [Int64] {
      await expectDomainError("code-wrong", .forbidden) {
        _ = try await test.roles.open(caller, by: app.code(at: test.now, offset: offset))
      }
    }
    test.fixture.wait(seconds: 300)
    for offset in [-1, 0, 1] as [Int64] {
      _ = try await test.roles.open(caller, by: app.code(at: test.now, offset: offset))
    }
  }

  @Test("A code counts once, also for the confirmation of the app, and none that is older than the last")
  func once() async throws {
    let test = try await RolesUnderTest()
    let caller = try await test.newcomer("mina")
    let app = AuthenticatorApp(secret: try await test.roles.beginSecondFactor(of: caller.account).secret)
    let first = app.code(at: test.now)
    _ = try await test.roles.confirmSecondFactor(of: caller.account, by: first)
    await expectDomainError("code-wrong") { _ = try await test.roles.open(caller, by: first) }
    test.fixture.wait(seconds: 60)
    let (earlier, code) = (app.code(at: test.now, offset: -1), app.code(at: test.now))
    let (session, _) = try await test.roles.open(caller, by: code)
    for used in [code, earlier] {
      await expectDomainError("code-wrong") { _ = try await test.roles.open(caller, by: used) }
      await expectDomainError("code-wrong") { _ = try await test.roles.confirm(session, by: used) }
    }
  }

  @Test("Of concurrent requests with one code one succeeds")
  func concurrent() async throws {
    let test = try await RolesUnderTest()
    let (caller, app, recovery) = try await test.enrolled("mina")
    for code in [app.code(at: test.now), recovery[0]] {
      let done = await withTaskGroup(of: Bool.self) { group in
        for _ in 0..<3 { group.addTask { (try? await test.roles.open(caller, by: code)) != nil } }
        return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
      }
      #expect(done == 1)
      test.fixture.wait(seconds: 300)
    }
  }

  @Test("A recovery code opens one session, however it is written, and is nobody else's")
  func recovery() async throws {
    let test = try await RolesUnderTest()
    let (caller, _, codes) = try await test.enrolled("mina")
    let (other, _, _) = try await test.enrolled("juno")
    await expectDomainError("code-wrong") { _ = try await test.roles.open(other, by: codes[0]) }
    _ = try await test.roles.open(caller, by: codes[0])
    await expectDomainError("code-wrong") { _ = try await test.roles.open(caller, by: codes[0]) }
    let (session, _) = try await test.roles.open(caller, by: codes[1].uppercased().replacing("-", with: " "))
    _ = try await test.roles.confirm(session, by: codes[2].replacing("-", with: ""))
    #expect(try await test.fixture.count("recovery_code") == 17)
  }

  @Test("After five wrong codes the right one is refused too, for five minutes, and for this account only")
  func guessing() async throws {
    let test = try await RolesUnderTest()
    let (caller, app, recovery) = try await test.enrolled("mina")
    let (other, otherApp, _) = try await test.enrolled("juno")
    for _ in 1...5 {
      await expectDomainError("code-wrong") {
        _ = try await test.roles.open(caller, by: app.wrongCode(at: test.now))
      }
    }
    for code in [app.code(at: test.now), recovery[0]] {
      await expectDomainError("too-many-codes", .rateLimited, field: "code") {
        _ = try await test.roles.open(caller, by: code)
      }
    }
    _ = try await test.roles.open(other, by: otherApp.code(at: test.now))
    test.fixture.wait(seconds: 300)
    _ = try await test.roles.open(caller, by: app.code(at: test.now))
    _ = try await test.roles.open(caller, by: recovery[0])
  }

  @Test("Thirty wrong codes are possible within six hours")
  func patientGuessing() async throws {
    let test = try await RolesUnderTest()
    let (caller, app, _) = try await test.enrolled("mina")
    var refused = 0
    for _ in 0..<6 * 12 {
      for _ in 1...5 {
        do { _ = try await test.roles.open(caller, by: app.wrongCode(at: test.now)) } catch let error as DomainError {
          refused += error.code == "code-wrong" ? 1 : 0
        }
      }
      test.fixture.wait(seconds: 299)
    }
    #expect(refused == 30)
  }

  @Test("An account without a role has no second factor, and loses it with the role")
  func withoutRole() async throws {
    let test = try await RolesUnderTest()
    let (member, _) = try await test.fixture.newcomer("juno")
    await expectDomainError("role-missing", .forbidden) { _ = try await test.roles.holder(member.account) }
    await expectDomainError("role-missing") { _ = try await test.roles.beginSecondFactor(of: member.account) }
    await expectDomainError("role-missing") {
      _ = try await test.roles.confirmSecondFactor(of: member.account, by: "123456")
    }
    await expectDomainError("role-missing") { _ = try await test.roles.open(member, by: "123456") }
    let (caller, app, _) = try await test.enrolled("mina", .operator)
    #expect(try await test.control.revokeRole(of: "mina").role == nil)
    await expectDomainError("role-missing") { _ = try await test.roles.open(caller, by: app.code(at: test.now)) }
    for table in ["account_role", "second_factor", "recovery_code"] {
      #expect(try await test.fixture.count(table) == 0)
    }
    #expect(try await test.control.grant(.operator, to: "mina").hasSecondFactor == false)
  }

  @Test("A reset lets the owner add another app, and the role stays")
  func reset() async throws {
    let test = try await RolesUnderTest()
    let (caller, app, codes) = try await test.enrolled("mina", .operator)
    let reset = try await test.control.resetSecondFactor(of: "mina")
    #expect(reset.role == .operator && !reset.hasSecondFactor)
    for code in [app.code(at: test.now), codes[0]] {
      await expectDomainError("second-factor-missing") { _ = try await test.roles.open(caller, by: code) }
    }
    let new = AuthenticatorApp(secret: try await test.roles.beginSecondFactor(of: caller.account).secret)
    _ = try await test.roles.confirmSecondFactor(of: caller.account, by: new.code(at: test.now))
    _ = try await test.fixture.signUp("juno")
    await expectDomainError("role-missing", .conflict) { _ = try await test.control.resetSecondFactor(of: "juno") }
  }
}
