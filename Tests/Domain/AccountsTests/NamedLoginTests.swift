import Accounts
import Basics
import Crypto
import SQL
import Stores
import Support
import Testing

@Suite("Login by address without a proof, as an old application does")
struct NamedLoginTests {
  private func logIn(
    _ fixture: SocialLoginFixture, _ email: String, nickname: String? = nil
  ) async throws -> (account: Account, tokens: SessionTokens, isNew: Bool) {
    fixture.accounts.clock.advance(milliseconds: 1)
    return try await fixture.identities.logIn(named: EmailAddress(email), nickname: nickname, .fixed)
  }

  @Test("The first login makes an account without an e-mail address, and each later one opens it")
  func makesOnce() async throws {
    let fixture = try await SocialLoginFixture()
    let first = try await logIn(fixture, "Mina@Example.com", nickname: "미나")
    #expect(first.isNew && first.account.email == nil && first.account.nickname.description == "미나")
    let second = try await logIn(fixture, "mina@example.com", nickname: "other")
    #expect(!second.isNew && second.account == first.account)
    let caller = try await fixture.caller(second.tokens)
    #expect(try await !fixture.accounts.accounts.hasPassword(caller))
    let identities = try await fixture.identities.identities(of: caller)
    #expect(identities.map(\.provider) == [.partyQuest])
    #expect(identities.map(\.email?.description) == ["mina@example.com"])
  }

  @Test("An account with a password or of a provider cannot be entered by address, and nothing is stored")
  func entersNoOthers() async throws {
    let fixture = try await SocialLoginFixture()
    let (mina, _) = try await fixture.accounts.newcomer("mina")
    #expect(try await fixture.accounts.accounts.hasPassword(mina))
    fixture.kakao.know("7", email: "juno@example.com")
    try await fixture.logIn("7")
    let before = try await fixture.counts()
    for email in ["mina@example.com", "juno@example.com"] {
      await expectDomainError("identity-email-taken", .conflict) { _ = try await logIn(fixture, email) }
    }
    #expect(try await fixture.counts() == before)
  }

  @Test("An account by address blocks no sign-up and no provider's login with it, and keeps its own login")
  func keepsOutOfTheWay() async throws {
    let fixture = try await SocialLoginFixture()
    let named = try await logIn(fixture, "mina@example.com").account.id
    let signedUp = try await fixture.accounts.signUp("mina")
    #expect(try await logIn(fixture, "mina@example.com").account.id == named && signedUp.id != named)
    let other = try await logIn(fixture, "juno@example.com").account.id
    fixture.google.know("8", email: "juno@example.com")
    let proven = try await fixture.logIn(.google, "8")
    #expect(proven.isNew && proven.account.email?.description == "juno@example.com")
    #expect(try await logIn(fixture, "juno@example.com").account.id == other)
  }

  @Test("Thirty concurrent first logins of one person make one account")
  func makesOneAtOnce() async throws {
    let fixture = try await SocialLoginFixture()
    let database = try await TestDatabase.open(fixture.accounts.path)
    let other = SocialLoginFixture.service(
      try await fixture.accounts.otherProcess(), database, fixture.accounts.clock, [])
    let results = try await withThrowingTaskGroup(of: (AccountID, Bool).self) { group in
      for number in 0..<30 {
        group.addTask {
          let service = number % 2 == 0 ? fixture.identities : other
          let result = try await service.logIn(named: EmailAddress("mina@example.com"), nickname: "미나", .fixed)
          return (result.account.id, result.isNew)
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(Set(results.map(\.0)).count == 1 && results.count { $0.1 } == 1)
  }

  @Test("Withdrawal needs no provider, and nothing is retried")
  func leaves() async throws {
    let fixture = try await SocialLoginFixture()
    let caller = try await fixture.caller(logIn(fixture, "mina@example.com").tokens)
    _ = try await fixture.accounts.accounts.withdraw(caller)
    let report = try await fixture.identities.revokeDue()
    #expect(report.finished == 1 && report.postponed == 0 && report.abandoned.isEmpty)
    #expect(try await fixture.counts() == [0, 0, 0, 0, 0])
    #expect(try await logIn(fixture, "mina@example.com").isNew)
  }

  @Test("Login by address is no provider, and its name is refused as one")
  func asksNobody() async throws {
    let fixture = try await SocialLoginFixture()
    #expect(ProviderName.external == [.kakao, .naver, .google, .apple])
    await expectDomainError("provider-not-configured") { _ = try await fixture.logIn(.partyQuest, "mina@example.com") }
  }
}

@Suite("Signing up with a preferred nickname")
struct WishedNicknameTests {
  private func signUp(_ accounts: AccountService, _ name: String, preferring wish: String?) async throws -> String {
    try await accounts.signUp(
      email: EmailAddress("\(name)@example.com"), password: "correct horse", preferring: wish.map { try Nickname($0) }
    ).nickname.description
  }

  @Test("The preferred nickname is used if it is free, with a number if it is taken; without one it is random")
  func numbers() async throws {
    let fixture = try await AccountsUnderTest()
    let accounts = fixture.accounts
    #expect(try await signUp(accounts, "a", preferring: "19990131") == "19990131")
    let second = try await signUp(accounts, "b", preferring: "１９９９０１３１")
    #expect(second.wholeMatch(of: /19990131 \d+|１９９９０１３１ \d+/) != nil, "\(second)")
    let long = String(repeating: "가", count: 40)
    #expect(try await signUp(accounts, "c", preferring: long) == long)
    let cut = try await signUp(accounts, "d", preferring: long)
    #expect(cut.hasPrefix(String(long.prefix(30)) + " ") && cut.count <= 40)
    let random = [try await signUp(accounts, "e", preferring: nil), try await signUp(accounts, "f", preferring: nil)]
    #expect(random[0] != random[1] && random.allSatisfy { !$0.isEmpty })
  }

  @Test("Eight concurrent sign-ups with one preference in two processes get different names")
  func races() async throws {
    let fixture = try await AccountsUnderTest()
    let other = try await fixture.otherProcess()
    let names = try await withThrowingTaskGroup(of: String.self) { group in
      for number in 0..<8 {
        group.addTask {
          try await signUp(number % 2 == 0 ? fixture.accounts : other, "p\(number)", preferring: "20000229")
        }
      }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(names.count == 8 && names.contains("20000229"))
  }

  @Test("An address in use and a weak password are still refused")
  func rejects() async throws {
    let fixture = try await AccountsUnderTest()
    try await fixture.signUp("mina")
    await expectDomainError("email-taken", .conflict) {
      _ = try await signUp(fixture.accounts, "MINA", preferring: nil)
    }
    for password in ["", "1234567", "password", "aaaaaaaa", String(repeating: "1", count: 129)] {
      await expectDomainError("password-weak", .invalid, field: "password") {
        _ = try await fixture.accounts.signUp(
          email: EmailAddress("x@example.com"), password: password, preferring: nil)
      }
    }
    #expect(try await fixture.count("account") == 1)
  }
}
