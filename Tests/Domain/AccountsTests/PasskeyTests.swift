import Accounts
import Basics
import Crypto
import SQL
import Stores
import Support
import Testing
import WebAuthn
import Workload

@Suite("Passkeys")
struct PasskeyTests {
  private static let site = PasskeysUnderTest.site

  @Test("Somebody adds passkeys, logs in by each, names and removes them")
  func life() async throws {
    let test = try await PasskeysUnderTest()
    let mina = try await test.newcomer("mina")
    var (phone, laptop) = (TestAuthenticator(seed: 1), TestAuthenticator(seed: 2))
    let first = try await test.add(&phone, to: mina, name: " 휴대폰 ")
    test.fixture.wait(seconds: 1)
    let second = try await test.add(&laptop, to: mina)
    #expect(first.name == "휴대폰" && second.name == "Passkey" && first.usedAt == nil)
    #expect(try await test.passkeys.passkeys(of: mina) == [first, second])
    for authenticator in [phone, laptop, phone] {
      let caller = try await test.logIn(authenticator)
      #expect(caller.account == mina.account && caller.session != mina.session)
    }
    let listed = try await test.passkeys.passkeys(of: mina)
    #expect(listed.map(\.usedAt) == [test.fixture.clock.now, test.fixture.clock.now])
    let renamed = try await test.passkeys.rename(first.id, to: "미나의 휴대폰", for: mina)
    #expect(renamed.name == "미나의 휴대폰" && renamed.id == first.id)
    for name in ["", " ", String(repeating: "가", count: 51), "a\u{202E}b", "a\nb"] {
      await expectDomainError("name-invalid", .invalid, field: "name") {
        _ = try await test.passkeys.rename(first.id, to: name, for: mina)
      }
    }
    try await test.passkeys.remove(first.id, for: mina)
    await expectDomainError("passkey-rejected", .unauthenticated) { try await test.logIn(phone) }
    await expectDomainError("passkey-unknown", .notFound) { try await test.passkeys.remove(first.id, for: mina) }
    try await test.logIn(laptop)
    #expect(
      test.events.filter { $0.kind != .logIn }.map(\.kind) == [.passkeyAddition, .passkeyAddition, .passkeyRemoval])
    let logins = test.events.filter { $0.kind == .logIn }
    #expect(logins.allSatisfy { $0.method == "passkey" && $0.network != nil })
    #expect(logins.map(\.failure) == [nil, nil, nil, "passkey-rejected", nil])
  }

  @Test("Somebody signs up without a password; a passkey is the one way to log in, until a link sets a password")
  func signUp() async throws {
    let test = try await PasskeysUnderTest()
    var phone = TestAuthenticator()
    let account = try await test.signUp(&phone, "mina")
    #expect(phone.userHandle == Array(account.id.description.utf8))
    let caller = try await test.logIn(phone)
    #expect(caller.account == account.id)
    #expect(try await test.fixture.accounts.hasPassword(caller) == false)
    await expectDomainError("login-failed") { _ = try await test.fixture.logIn("mina") }
    let passkey = try #require(try await test.passkeys.passkeys(of: caller).first)
    await expectDomainError("passkey-last", .conflict) { try await test.passkeys.remove(passkey.id, for: caller) }
    #expect(try await test.passkeys.passkeys(of: caller) == [passkey])
    // A login within the last ten minutes is enough to add another one.
    var laptop = TestAuthenticator(seed: 2)
    test.fixture.wait(seconds: 599)
    try await test.add(&laptop, to: caller, password: nil)
    test.fixture.wait(seconds: 1)
    await expectDomainError("login-too-old", .forbidden) {
      _ = try await test.passkeys.begin(for: caller, password: nil, at: Self.site)
    }
    try await test.passkeys.remove(passkey.id, for: caller)
    #expect(test.events.first == AccountEvent(.signUp, of: account.id, method: "passkey"))
  }

  @Test("A sign-up meets taken addresses, nicknames and passkeys, before and at its end")
  func takenNames() async throws {
    let test = try await PasskeysUnderTest()
    try await test.fixture.signUp("mina")
    let taken = try EmailAddress("mina@example.com")
    await expectDomainError("email-taken", .conflict, field: "email") {
      _ = try await test.passkeys.beginSignUp(email: taken, nickname: try Nickname("juno"), at: Self.site)
    }
    let free = try EmailAddress("juno@example.com")
    await expectDomainError("nickname-taken", .conflict, field: "nickname") {
      _ = try await test.passkeys.beginSignUp(email: free, nickname: try Nickname("MINA"), at: Self.site)
    }
    await expectDomainError("nickname-reserved", .invalid, field: "nickname") {
      _ = try await test.passkeys.beginSignUp(email: free, nickname: try Nickname("운영자"), at: Self.site)
    }
    let nickname = try Nickname("juno")
    let creation = try await test.passkeys.beginSignUp(email: free, nickname: nickname, at: Self.site)
    try await test.fixture.signUp("juno")
    let authenticator = TestAuthenticator()
    await expectDomainError("email-taken", .conflict) {
      _ = try await test.passkeys.signUp(
        PasskeysUnderTest.registration(authenticator, creation.challenge), email: free, nickname: nickname,
        mail: { nil },
        name: nil, at: Self.site)
    }
    #expect(try await test.fixture.count("passkey") == 0)
    #expect(try await test.fixture.count("used_challenge") == 0)
    // One passkey opens one account.
    var phone = TestAuthenticator(seed: 5)
    _ = try await test.signUp(&phone, "nari")
    var same = TestAuthenticator(seed: 5)
    await expectDomainError("passkey-taken", .conflict, field: "attestation") {
      _ = try await test.signUp(&same, "haru")
    }
    #expect(try await test.fixture.count("account") == 3)
    let mina = try await test.newcomer("mina2")
    await expectDomainError("passkey-taken", .conflict) { try await test.add(&same, to: mina) }
  }

  // MARK: Challenges

  @Test("A challenge counts once, for five minutes, for one purpose and one site")
  func challenges() async throws {
    let test = try await PasskeysUnderTest()
    let mina = try await test.newcomer("mina")
    var phone = TestAuthenticator()
    try await test.add(&phone, to: mina)
    let used = test.passkeys.beginLogIn(at: Self.site).challenge
    try await test.logIn(phone, challenge: used)
    await expectDomainError("challenge-unusable", .invalid) { try await test.logIn(phone, challenge: used) }
    let late = test.passkeys.beginLogIn(at: Self.site).challenge
    test.fixture.wait(seconds: 299)
    try await test.logIn(phone, challenge: late)
    let tooLate = test.passkeys.beginLogIn(at: Self.site).challenge
    test.fixture.wait(seconds: 300)
    await expectDomainError("challenge-unusable") { try await test.logIn(phone, challenge: tooLate) }
    let other = try #require(RelyingParty(origin: "https://booths.example"))
    let foreign = [
      test.passkeys.beginLogIn(at: other).challenge,
      try await test.passkeys.begin(for: mina, password: AccountsUnderTest.password, at: Self.site).challenge,
      try await test.passkeys.beginSignUp(
        email: try EmailAddress("juno@example.com"), nickname: try Nickname("juno"), at: Self.site
      ).challenge,
      [], [UInt8](repeating: 7, count: 32), [UInt8](repeating: 3, count: 57),
    ]
    for challenge in foreign {
      await expectDomainError("challenge-unusable") { try await test.logIn(phone, challenge: challenge) }
    }
    let own = test.passkeys.beginLogIn(at: Self.site).challenge
    for position in own.indices {
      var changed = own
      changed[position] ^= 1
      await expectDomainError("challenge-unusable") {
        try await test.logIn(phone, challenge: changed, from: Self.client(position))
      }
    }
    // A challenge made in another session of the same account.
    let creation = try await test.passkeys.begin(for: mina, password: AccountsUnderTest.password, at: Self.site)
    let again = try await test.logIn(phone)
    await expectDomainError("challenge-unusable") {
      _ = try await test.passkeys.add(
        PasskeysUnderTest.registration(TestAuthenticator(seed: 2), creation.challenge), name: nil, for: again,
        at: Self.site)
    }
    #expect(try await test.fixture.count("used_challenge") > 0)
    test.fixture.wait(seconds: 360)
    try await test.passkeys.removeExpiredChallenges()
    #expect(try await test.fixture.count("used_challenge") == 0)
  }

  /// A client with its own network.
  private static func client(_ number: Int) -> LoginClient {
    LoginClient(network: IPAddress(v4: 0xC000_0200 + UInt32(number)).network)
  }

  @Test("Of uses of one challenge at the same time one succeeds")
  func concurrentUses() async throws {
    let test = try await PasskeysUnderTest()
    let mina = try await test.newcomer("mina")
    var phone = TestAuthenticator()
    try await test.add(&phone, to: mina)
    let (authenticator, challenge) = (phone, test.passkeys.beginLogIn(at: Self.site).challenge)
    let successes = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<6 {
        group.addTask { (try? await test.logIn(authenticator, challenge: challenge)) != nil }
      }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(successes == 1)
  }

  // MARK: Refusals

  @Test("A count that goes back is refused and recorded")
  func counters() async throws {
    let test = try await PasskeysUnderTest()
    let mina = try await test.newcomer("mina")
    var phone = TestAuthenticator()
    phone.signCount = 3
    try await test.add(&phone, to: mina)
    for count in [3, 2, 0] as [UInt32] {
      phone.signCount = count
      await expectDomainError("passkey-counter-reused", .unauthenticated) { try await test.logIn(phone) }
    }
    let failure = try #require(test.events.last)
    #expect(failure.kind == .logIn && failure.failure == "passkey-counter-reused" && failure.account == mina.account)
    phone.signCount = 4
    try await test.logIn(phone)
    // The copy is behind from then on.
    await expectDomainError("passkey-counter-reused") { try await test.logIn(phone) }
    phone.signCount = 5
    try await test.logIn(phone)
  }

  @Test("Foreign pages, sites, people and keys are refused at a login and at an addition")
  func refusals() async throws {
    let test = try await PasskeysUnderTest()
    let mina = try await test.newcomer("mina")
    var phone = TestAuthenticator()
    try await test.add(&phone, to: mina)
    let cases: [(String, (inout TestAuthenticator) -> Void)] = [
      ("passkey-malformed", { $0.type = "payment.get" }),
      ("passkey-origin-foreign", { $0.origin = "https://evil.example" }),
      ("passkey-site-foreign", { $0.site = "evil.example" }),
      ("passkey-unverified", { $0.flags = TestAuthenticator.present }),
      ("passkey-unverified", { $0.flags = TestAuthenticator.verified }),
      ("passkey-backup-changed", { $0.flags |= TestAuthenticator.backedUp }),
    ]
    for (number, (code, spoil)) in cases.enumerated() {
      var spoilt = phone
      spoil(&spoilt)
      await expectDomainError(code, .unauthenticated) { try await test.logIn(spoilt, from: Self.client(number)) }
      var fresh = TestAuthenticator(seed: 9)
      spoil(&fresh)
      await expectDomainError(code, .invalid) { try await test.add(&fresh, to: mina) }
    }
    // Another key, an unknown passkey, and one for which the authenticator names nobody or somebody else.
    var stranger = TestAuthenticator(seed: 2)
    stranger.userHandle = phone.userHandle
    await expectDomainError("passkey-rejected", .unauthenticated) { try await test.logIn(stranger) }
    stranger.credential = phone.credential
    await expectDomainError("passkey-signature-wrong", .unauthenticated) { try await test.logIn(stranger) }
    let juno = try await test.newcomer("juno")
    for handle in [nil, Array(juno.account.description.utf8), [1, 2, 3]] as [[UInt8]?] {
      var other = phone
      other.userHandle = handle
      await expectDomainError("passkey-rejected", .unauthenticated) { try await test.logIn(other) }
    }
    #expect(try await test.passkeys.passkeys(of: mina).count == 1)
    try await test.logIn(phone)
  }

  @Test("Refused logins of a network are limited; others go on")
  func limits() async throws {
    let test = try await PasskeysUnderTest()
    let mina = try await test.newcomer("mina")
    var phone = TestAuthenticator()
    try await test.add(&phone, to: mina)
    let stranger = TestAuthenticator(seed: 2, userHandle: [1])
    for _ in 0..<20 {
      await expectDomainError("passkey-rejected") { try await test.logIn(stranger, from: Self.client(1)) }
    }
    await expectDomainError("too-many-logins", .rateLimited) { try await test.logIn(phone, from: Self.client(1)) }
    try await test.logIn(phone, from: Self.client(2))
    test.fixture.wait(seconds: 60)
    try await test.logIn(phone, from: Self.client(1))
  }

  @Test("Adding a passkey needs the password; an account has at most twenty")
  func additions() async throws {
    let test = try await PasskeysUnderTest()
    let mina = try await test.newcomer("mina")
    for (password, code) in [(nil, "password-needed"), ("wrong guess", "password-wrong")] as [(String?, String)] {
      await expectDomainError(code, .forbidden) {
        _ = try await test.passkeys.begin(for: mina, password: password, at: Self.site)
      }
    }
    for seed in 1...20 {
      var authenticator = TestAuthenticator(seed: UInt8(seed))
      try await test.add(&authenticator, to: mina)
    }
    await expectDomainError("passkeys-too-many", .conflict) {
      _ = try await test.passkeys.begin(for: mina, password: AccountsUnderTest.password, at: Self.site)
    }
    // Of two that were begun before, at the limit, the later is refused.
    let last = try #require(try await test.passkeys.passkeys(of: mina).last)
    try await test.passkeys.remove(last.id, for: mina)
    let creations = [
      try await test.passkeys.begin(for: mina, password: AccountsUnderTest.password, at: Self.site),
      try await test.passkeys.begin(for: mina, password: AccountsUnderTest.password, at: Self.site),
    ]
    #expect(creations[0].excluded.count == 19 && creations[0].challenge != creations[1].challenge)
    let results = await withTaskGroup(of: Bool.self) { group in
      for (seed, creation) in creations.enumerated() {
        group.addTask {
          let authenticator = TestAuthenticator(seed: UInt8(100 + seed))
          let registration = PasskeysUnderTest.registration(authenticator, creation.challenge)
          return (try? await test.passkeys.add(registration, name: nil, for: mina, at: Self.site)) != nil
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(results.filter(\.self).count == 1)
    #expect(try await test.passkeys.passkeys(of: mina).count == 20)
  }

  @Test("Of the last two logins, removed at the same time, one stays")
  func lastLogins() async throws {
    let test = try await PasskeysUnderTest()
    var (phone, laptop) = (TestAuthenticator(seed: 1), TestAuthenticator(seed: 2))
    let account = try await test.signUp(&phone, "mina")
    let mina = try await test.logIn(phone)
    try await test.add(&laptop, to: mina, password: nil)
    let all = try await test.passkeys.passkeys(of: mina)
    await withTaskGroup(of: Void.self) { group in
      for passkey in all { group.addTask { try? await test.passkeys.remove(passkey.id, for: mina) } }
    }
    #expect(try await test.passkeys.passkeys(of: mina).count == 1)
    #expect(account.id == mina.account)
  }

  // MARK: Other ways

  @Test("A suspended account is not opened, and a removed one leaves no passkey")
  func endings() async throws {
    let test = try await PasskeysUnderTest()
    let mina = try await test.newcomer("mina")
    var phone = TestAuthenticator()
    try await test.add(&phone, to: mina)
    let control = AccountAdministration(
      store: SQLAccountControlStore(test.fixture.database), clock: { [clock = test.fixture.clock] in clock.now },
      random: seededBytes(5))
    #expect(try await control.suspend("mina").passkeyCount == 1)
    await expectDomainError("account-suspended", .forbidden) { try await test.logIn(phone) }
    _ = try await control.restore("mina")
    let caller = try await test.logIn(phone)
    _ = try await test.fixture.accounts.withdraw(caller)
    #expect(try await test.fixture.count("passkey") == 0)
    await expectDomainError("passkey-rejected") { try await test.logIn(phone) }
    await expectDomainError("token-unusable") {
      _ = try await test.passkeys.begin(for: caller, password: nil, at: Self.site)
    }
  }

  @Test("A reset link ends the passkeys from before the address was confirmed, and no others")
  func resets() async throws {
    // Never, before the passkey was added, and after it.
    for (confirmedAt, isKept) in [(nil, false), (1, true), (4_000_000_000_000, false)] as [(Int64?, Bool)] {
      let test = try await PasskeysUnderTest()
      var phone = TestAuthenticator()
      let account = try await test.signUp(&phone, "mina")
      try await test.fixture.database.write {
        _ = try $0.run(
          "UPDATE account SET email_verified_at = $2 WHERE id = $1",
          [.text(account.id.description), confirmedAt.map(Value.integer) ?? .null])
      }
      let control = AccountAdministration(
        store: SQLAccountControlStore(test.fixture.database), clock: { [clock = test.fixture.clock] in clock.now },
        random: seededBytes(5))
      let link = try await control.makeResetLink(for: "mina").token
      try await test.fixture.accounts.resetPassword(by: link, to: "four cuts at noon")
      if isKept {
        try await test.logIn(phone)
      } else {
        await expectDomainError("passkey-rejected") { try await test.logIn(phone) }
      }
      _ = try await test.fixture.accounts.logIn(
        email: "mina@example.com", password: "four cuts at noon", .rotating)
    }
  }
}

@Suite("Passkeys as second factors")
struct FactorPasskeyTests {
  private static let site = PasskeysUnderTest.site

  /// Somebody with a role, an app, a passkey and an open session.
  private func operatorWithPasskey() async throws -> (
    PasskeysUnderTest, RolesUnderTest, Caller, AuthenticatorApp, RoleSession, TestAuthenticator, Passkey
  ) {
    let roles = try await RolesUnderTest()
    let passkeys = PasskeysUnderTest(over: roles.fixture)
    let (caller, app, _) = try await roles.enrolled("mina", .operator)
    var phone = TestAuthenticator()
    let passkey = try await passkeys.add(&phone, to: caller)
    let session = try await roles.roles.open(caller, by: app.code(at: roles.now)).session
    return (passkeys, roles, caller, app, session, phone, passkey)
  }

  private func open(
    _ test: PasskeysUnderTest, _ roles: RolesUnderTest, _ caller: Caller, _ authenticator: TestAuthenticator
  ) async throws -> RoleSession {
    let request = try await roles.roles.beginPasskey(of: caller.account, test.passkeys, at: Self.site)
    return try await roles.roles.open(
      caller, by: PasskeysUnderTest.assertion(authenticator, request.challenge), test.passkeys, at: Self.site
    ).session
  }

  @Test("A passkey opens operator sessions once that was chosen in one, shortly after a code")
  func choice() async throws {
    let (test, roles, caller, app, session, phone, passkey) = try await operatorWithPasskey()
    await expectDomainError("factor-passkey-missing", .conflict) { _ = try await open(test, roles, caller, phone) }
    roles.fixture.wait(seconds: 300)
    await expectDomainError("code-needed", .forbidden) {
      try await roles.roles.setSecondFactor(true, passkey.id, in: session, test.passkeys)
    }
    let confirmed = try await roles.roles.confirm(session, by: app.code(at: roles.now))
    try await roles.roles.setSecondFactor(true, passkey.id, in: confirmed, test.passkeys)
    try await roles.roles.setSecondFactor(true, passkey.id, in: confirmed, test.passkeys)
    let opened = try await open(test, roles, caller, phone)
    #expect(opened.account == caller.account && roles.roles.hasRecentCode(opened))
    // It counts as a code before dangerous acts, too.
    roles.fixture.wait(seconds: 400)
    #expect(!roles.roles.hasRecentCode(opened))
    let request = try await roles.roles.beginPasskey(of: caller.account, test.passkeys, at: Self.site)
    #expect(request.allowed == [phone.credential])
    let assertion = PasskeysUnderTest.assertion(phone, request.challenge)
    let again = try await roles.roles.confirm(opened, by: assertion, test.passkeys, at: Self.site)
    #expect(roles.roles.hasRecentCode(again))
    await expectDomainError("challenge-unusable") {
      _ = try await roles.roles.confirm(opened, by: assertion, test.passkeys, at: Self.site)
    }
    try await roles.roles.setSecondFactor(false, passkey.id, in: again, test.passkeys)
    await expectDomainError("factor-passkey-missing") { _ = try await open(test, roles, caller, phone) }
    // It still opens the account.
    try await test.logIn(phone)
  }

  @Test(
    "No other passkey of the account and none of another account opens a session; a login's challenge does not either")
  func others() async throws {
    let (test, roles, caller, _, session, phone, passkey) = try await operatorWithPasskey()
    try await roles.roles.setSecondFactor(true, passkey.id, in: session, test.passkeys)
    var laptop = TestAuthenticator(seed: 2)
    try await test.add(&laptop, to: caller)
    await expectDomainError("passkey-unknown", .notFound) { _ = try await open(test, roles, caller, laptop) }
    let juno = try await test.newcomer("juno")
    var foreign = TestAuthenticator(seed: 3)
    let other = try await test.add(&foreign, to: juno)
    await expectDomainError("passkey-unknown") { _ = try await open(test, roles, caller, foreign) }
    await expectDomainError("passkey-unknown") {
      try await roles.roles.setSecondFactor(true, other.id, in: session, test.passkeys)
    }
    let login = PasskeysUnderTest.assertion(phone, test.passkeys.beginLogIn(at: Self.site).challenge)
    await expectDomainError("challenge-unusable") {
      _ = try await roles.roles.open(caller, by: login, test.passkeys, at: Self.site)
    }
    var unverified = phone
    unverified.flags = TestAuthenticator.present
    await expectDomainError("passkey-unverified", .forbidden) { _ = try await open(test, roles, caller, unverified) }
    // Twenty in five minutes are too many.
    for _ in 0..<16 {
      await expectDomainError("passkey-unverified") { _ = try await open(test, roles, caller, unverified) }
    }
    await expectDomainError("too-many-logins", .rateLimited) { _ = try await open(test, roles, caller, phone) }
    let failures = test.events.filter { $0.kind == .operatorSession }
    #expect(failures.count == 21 && failures.allSatisfy { $0.account == caller.account && $0.failure != nil })
  }

  @Test("A reset of the second factor and the end of the role end it")
  func ends() async throws {
    let endings: [(RolesUnderTest) async throws -> Void] = [
      { _ = try await $0.control.resetSecondFactor(of: "mina") }, { _ = try await $0.control.revokeRole(of: "mina") },
    ]
    for end in endings {
      let (test, roles, caller, _, session, phone, passkey) = try await operatorWithPasskey()
      try await roles.roles.setSecondFactor(true, passkey.id, in: session, test.passkeys)
      #expect(try await test.passkeys.passkeys(of: caller).map(\.isSecondFactor) == [true])
      try await end(roles)
      #expect(try await test.passkeys.passkeys(of: caller).map(\.isSecondFactor) == [false])
      await expectDomainError("factor-passkey-missing") { _ = try await open(test, roles, caller, phone) }
      try await test.logIn(phone)
    }
  }
}
