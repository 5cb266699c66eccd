import Accounts
import Basics
import Crypto
import SQL
import Support
import Testing
import Workload

@Suite("Guessing passwords")
struct GuessLimitTests {
  /// A client at one of many addresses.
  private func client(_ number: UInt32, device: DeviceToken? = nil, caller: Caller? = nil) -> LoginClient {
    LoginClient(network: IPAddress(v4: 0x0A00_0000 + number).network, device: device, caller: caller)
  }

  /// Tries a wrong password; nil where it was checked, else after how many seconds the next one is.
  private func guess(_ fixture: AccountsUnderTest, _ name: String = "name", from client: LoginClient) async -> Int64? {
    do {
      _ = try await fixture.accounts.logIn(
        email: "\(name)@example.com", password: "wrong guess", .rotating, from: client)
      Issue.record("the guess was right")
    } catch let domainError as DomainError where domainError.code == "too-many-logins" {
      return domainError.retryAfter ?? -1
    } catch {
      #expect((error as? DomainError)?.code == "login-failed")
    }
    return nil
  }

  private func logIn(_ fixture: AccountsUnderTest, from client: LoginClient) async throws -> SessionTokens {
    try await fixture.accounts.logIn(
      email: "name@example.com", password: AccountsUnderTest.password, .rotating, from: client
    ).1
  }

  @Test("Guesses from other addresses do not lock out a client that has logged in before")
  func keepsNobodyOut() async throws {
    let fixture = try await AccountsUnderTest()
    try await fixture.signUp("name")
    _ = try await logIn(fixture, from: client(1))
    var checked = 0
    for number in 100..<200 as Range<UInt32> {
      for _ in 0..<2 where await guess(fixture, from: client(number)) == nil { checked += 1 }
    }
    // However many addresses guess, the account's bound for strangers holds.
    #expect(checked == 100)
    #expect(try await fixture.count("session") == 1)
    _ = try await logIn(fixture, from: client(1))
    let outsider = await #expect(throws: DomainError.self) { _ = try await logIn(fixture, from: client(2)) }
    #expect(outsider?.code == "too-many-logins" && outsider?.retryAfter == 3600)
    fixture.wait(seconds: 3600)
    _ = try await logIn(fixture, from: client(2))
  }

  @Test("A clock that was set back does not lock clients out until it has caught up")
  func clockSetBack() async throws {
    let fixture = try await AccountsUnderTest()
    try await fixture.signUp("name")
    while await guess(fixture, from: client(1)) == nil {}
    fixture.wait(seconds: -30)
    #expect(await guess(fixture, from: client(1)) != nil)
    fixture.wait(seconds: -86_400)
    _ = try await logIn(fixture, from: client(1))
  }

  @Test("One address has twenty guesses a minute and sixty an hour, and the stated wait is correct")
  func bounds() async throws {
    let fixture = try await AccountsUnderTest()
    try await fixture.signUp("name")
    for round in 0..<3 {
      for _ in 0..<20 { #expect(await guess(fixture, from: client(1)) == nil) }
      let wait = await guess(fixture, from: client(1))
      #expect(wait == (round < 2 ? 60 : 3480))
      fixture.wait(seconds: (wait ?? 0) - 1)
      #expect(await guess(fixture, from: client(1)) == 1)
      fixture.wait(seconds: 1)
    }
    #expect(await guess(fixture, from: client(1)) == nil)
    #expect(await guess(fixture, from: client(2)) == nil)
  }

  @Test("Twenty of three hundred concurrent guesses are checked")
  func parallel() async throws {
    let fixture = try await AccountsUnderTest()
    try await fixture.signUp("name")
    let before = fixture.passwords.hashCount
    let attacker = client(9)
    let rejected = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<300 { group.addTask { await guess(fixture, from: attacker) != nil } }
      return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
    #expect(fixture.passwords.hashCount - before == 20 && rejected == 280)
  }

  @Test("Guesses count in every process, and a restart forgets none")
  func otherProcess() async throws {
    let fixture = try await AccountsUnderTest()
    try await fixture.signUp("name")
    for _ in 0..<20 { #expect(await guess(fixture, from: client(1)) == nil) }
    let other = try await fixture.otherProcess()
    let before = fixture.passwords.hashCount
    await expectDomainError("too-many-logins") {
      _ = try await other.logIn(
        email: "name@example.com", password: AccountsUnderTest.password, .rotating, from: client(1))
    }
    #expect(fixture.passwords.hashCount == before)
    fixture.wait(seconds: 60)
    _ = try await other.logIn(
      email: "name@example.com", password: AccountsUnderTest.password, .rotating, from: client(1))
  }

  @Test("A browser that has logged in before can log in from any address, also from an attacker's network")
  func knownDevice() async throws {
    let fixture = try await AccountsUnderTest()
    try await fixture.signUp("name")
    let device = DeviceToken()
    _ = try await logIn(fixture, from: client(1, device: device))
    for number in 1...6 as ClosedRange<UInt32> {
      while await guess(fixture, from: client(number)) == nil {}
    }
    await expectDomainError("too-many-logins") { _ = try await logIn(fixture, from: client(1)) }
    for number in [1, 2, 77] as [UInt32] { _ = try await logIn(fixture, from: client(number, device: device)) }
    // One that was made up is a stranger's, and so is one of another account.
    try await fixture.signUp("other")
    _ = try await fixture.accounts.logIn(
      email: "other@example.com", password: AccountsUnderTest.password, .fixed,
      from: client(50, device: DeviceToken(random: seededBytes(3))))
    for made in [DeviceToken(), DeviceToken(random: seededBytes(3))] {
      await expectDomainError("too-many-logins") { _ = try await logIn(fixture, from: client(78, device: made)) }
    }
    // Its own guesses are bounded, too.
    var checked = 0
    while await guess(fixture, from: client(1, device: device)) == nil { checked += 1 }
    #expect(checked == 20)
  }

  @Test("A client with an access token of the account can log in; a token of another account does not help")
  func knownSession() async throws {
    let fixture = try await AccountsUnderTest()
    let (caller, _) = try await fixture.newcomer("name")
    let (outsider, _) = try await fixture.newcomer("other")
    for number in 1...6 as ClosedRange<UInt32> {
      while await guess(fixture, from: client(number)) == nil {}
    }
    _ = try await logIn(fixture, from: client(70, caller: caller))
    await expectDomainError("too-many-logins") { _ = try await logIn(fixture, from: client(71, caller: outsider)) }
  }

  @Test("A refresh makes its network known for a year, in all processes")
  func remembersNetworks() async throws {
    let fixture = try await AccountsUnderTest()
    let (_, tokens) = try await fixture.newcomer("name")
    let next = try await fixture.accounts.refresh(tokens.refresh, .rotating, from: client(5))
    let rows = try await fixture.count("known_client")
    _ = try await fixture.accounts.refresh(next.refresh, .rotating, from: client(5))
    #expect(try await fixture.count("known_client") == rows)
    for number in 1...4 as ClosedRange<UInt32> {
      while await guess(fixture, from: client(number)) == nil {}
    }
    while await guess(fixture, from: client(6)) == nil {}
    _ = try await logIn(fixture, from: client(5))
    let other = try await fixture.otherProcess()
    _ = try await other.logIn(
      email: "name@example.com", password: AccountsUnderTest.password, .rotating, from: client(5))
    fixture.wait(seconds: 366 * 86_400 + 1)
    _ = try await fixture.accounts.removeExpiredSessions()
    #expect(try await fixture.count("known_client") == 0)
  }

  @Test("The sixteen latest clients of an account are kept, without their addresses")
  func keepsFew() async throws {
    let fixture = try await AccountsUnderTest()
    try await fixture.signUp("name")
    for number in 1...20 as ClosedRange<UInt32> {
      fixture.wait(seconds: 1)
      _ = try await logIn(fixture, from: client(number))
    }
    #expect(try await fixture.count("known_client") == 16)
    let tags = try await fixture.database.read { connection in
      var tags: [String] = []
      try connection.each("SELECT tag FROM known_client", []) { tags.append($0.text(0)) }
      return tags
    }
    #expect(Set(tags).count == 16 && tags.allSatisfy { $0.count == 24 && !$0.contains("10.0.0") })
  }

  @Test("Guesses of the current password are limited for each session")
  func currentPassword() async throws {
    let fixture = try await AccountsUnderTest()
    let (caller, _) = try await fixture.newcomer("name")
    let other = try await fixture.accounts.caller(withAccessToken: try await logIn(fixture, from: client(1)).access)
    func change(_ caller: Caller, from old: String) async throws {
      try await fixture.accounts.changePassword(caller, from: old, to: "another horse")
    }
    for _ in 0..<20 { await expectDomainError("password-wrong") { try await change(caller, from: "wrong guess") } }
    let before = fixture.passwords.hashCount
    for password in ["wrong guess", AccountsUnderTest.password] {
      await expectDomainError("too-many-logins", .rateLimited, field: "current_password") {
        try await change(caller, from: password)
      }
      await expectDomainError("too-many-logins") { _ = try await fixture.accounts.withdraw(caller, password: password) }
    }
    #expect(fixture.passwords.hashCount == before)
    try await change(other, from: AccountsUnderTest.password)
  }
}
