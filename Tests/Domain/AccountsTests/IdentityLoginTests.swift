import Accounts
import Basics
import Crypto
import SQL
import Stores
import Support
import Synchronization
import Testing

@Suite("Logging in with providers")
struct IdentityLoginTests {
  @Test("The first login makes an account, and each later one opens it")
  func makesOnce() async throws {
    let fixture = try await SocialLoginFixture()
    fixture.kakao.know("7", email: "Mina@Kakao.com", nickname: "미나")
    let first = try await fixture.logIn("7")
    #expect(first.isNew && first.account.email?.description == "mina@kakao.com")
    #expect(first.account.nickname.description == "미나")
    let second = try await fixture.logIn("7", nickname: "other")
    #expect(!second.isNew && second.account == first.account)
    #expect(try await fixture.caller(second.tokens).account == first.account.id)
    #expect(try await fixture.counts() == [1, 1, 2, 2, 0])
  }

  @Test("Fifty concurrent first logins of one person, also in two processes, make one account", .timeLimit(.minutes(1)))
  func makesOneAtOnce() async throws {
    let fixture = try await SocialLoginFixture()
    fixture.kakao.know("7", email: "mina@kakao.com", nickname: "미나")
    let database = try await TestDatabase.open(fixture.accounts.path)
    let other = SocialLoginFixture.service(
      try await fixture.accounts.otherProcess(), database, fixture.accounts.clock, [fixture.kakao])
    let results = try await withThrowingTaskGroup(of: (AccountID, Bool).self) { group in
      for number in 0..<50 {
        group.addTask {
          let service = number % 2 == 0 ? fixture.identities : other
          let (account, _, isNew) = try await service.logIn(.kakao, IdentityProof(.access("7")), .rotating)
          return (account.id, isNew)
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(Set(results.map(\.0)).count == 1 && results.count { $0.1 } == 1)
    #expect(try await fixture.counts() == [1, 1, 50, 50, 0])
  }

  @Test("The same subject at two providers makes two accounts")
  func keepsProvidersApart() async throws {
    let fixture = try await SocialLoginFixture()
    fixture.kakao.know("7")
    fixture.google.know("7")
    #expect(try await fixture.logIn(.kakao, "7").account.id != fixture.logIn(.google, "7").account.id)
  }

  @Test("An unverified address is not set on the account, and an account needs none")
  func needsNoAddress() async throws {
    let fixture = try await SocialLoginFixture()
    fixture.kakao.know("1", email: "mina@kakao.com", verified: false)
    fixture.kakao.know("2", email: "mina@kakao.com", verified: false)
    fixture.kakao.know("3")
    for subject in ["1", "2", "3"] { #expect(try await fixture.logIn(subject).account.email == nil) }
    let caller = try await fixture.caller(fixture.logIn("1").tokens)
    #expect(try await fixture.accounts.accounts.profile(caller).account.email == nil)
    #expect(try await fixture.identities.identities(of: caller).map(\.email?.description) == ["mina@kakao.com"])
    // The address is free for whoever signs up with it.
    #expect(try await fixture.accounts.accounts.isFree(EmailAddress("mina@kakao.com")))
  }

  @Test("The nickname is the requested one, the provider's or a random one, with a number if it is taken")
  func findsNicknames() async throws {
    let fixture = try await SocialLoginFixture()
    try await fixture.accounts.signUp("mina")
    fixture.kakao.know("1", nickname: "ＭＩＮＡ")
    let numbered = try await fixture.logIn("1").account.nickname.description
    #expect(numbered.wholeMatch(of: /MINA \d+/) != nil || numbered.wholeMatch(of: /ＭＩＮＡ \d+/) != nil)
    fixture.kakao.know("2", nickname: "provider's")
    #expect(try await fixture.logIn("2", nickname: " wished for ").account.nickname.description == "wished for")
    for (subject, nickname) in [("3", nil), ("4", ""), ("5", "\u{202E}"), ("6", " \u{200B}")] as [(String, String?)] {
      fixture.kakao.know(subject, nickname: nickname)
      #expect(try await fixture.logIn(subject).account.nickname.description.contains(" "))
    }
    fixture.kakao.know("8", nickname: String(repeating: "가", count: 500))
    #expect(try await fixture.logIn("8").account.nickname.description == String(repeating: "가", count: 30))
    fixture.kakao.know("9", nickname: String(repeating: "가", count: 500))
    #expect(
      try await fixture.logIn("9").account.nickname.description.hasPrefix(String(repeating: "가", count: 30) + " "))
  }

  @Test("A login never joins accounts by address; the account links the identity after its own login")
  func doesNotJoin() async throws {
    let fixture = try await SocialLoginFixture()
    let (mina, _) = try await fixture.accounts.newcomer("mina")
    fixture.google.know("7", email: "MINA@example.com")
    let before = try await fixture.counts()
    await expectDomainError("identity-email-taken", .conflict) { try await fixture.logIn(.google, "7") }
    #expect(try await fixture.counts() == before)
    #expect(try await fixture.link(.google, "7", to: mina).email?.description == "mina@example.com")
    let entered = try await fixture.logIn(.google, "7")
    #expect(!entered.isNew && entered.account.id == mina.account)
  }

  @Test("A login that fails leaves nothing behind and can be tried again", .enabled(if: TestDatabase.engine == .sqlite))
  func leavesNothing() async throws {
    let fixture = try await SocialLoginFixture()
    await expectDomainError("proof-refused", .unauthenticated) { try await fixture.logIn("7") }
    await expectDomainError("provider-not-configured", .invalid, field: "provider") {
      try await fixture.logIn(.apple, "7")
    }
    fixture.kakao.goAway(true)
    await expectDomainError("provider-unavailable", .unavailable) { try await fixture.logIn("7") }
    #expect(try await fixture.counts() == [0, 0, 0, 0, 0])
    fixture.kakao.goAway(false)
    fixture.kakao.know("7")
    try await fixture.accounts.database.write {
      try $0.run("CREATE TRIGGER stop BEFORE INSERT ON identity BEGIN SELECT RAISE(ABORT, 'stopped'); END")
    }
    await #expect(throws: DatabaseFailure.self) { try await fixture.logIn("7") }
    #expect(try await fixture.counts() == [0, 0, 0, 0, 0])
    try await fixture.accounts.database.write { try $0.run("DROP TRIGGER stop") }
    #expect(try await fixture.logIn("7").isNew)
  }

  @Test("An account without a password has no password login, and cannot change one")
  func hasNoPassword() async throws {
    let fixture = try await SocialLoginFixture()
    fixture.kakao.know("7", email: "mina@kakao.com")
    let caller = try await fixture.caller(fixture.logIn("7").tokens)
    let hashes = fixture.accounts.passwords.hashCount
    for password in ["", "correct horse", "null"] {
      await expectDomainError("login-failed") {
        _ = try await fixture.accounts.accounts.logIn(email: "mina@kakao.com", password: password, .rotating)
      }
    }
    #expect(fixture.accounts.passwords.hashCount == hashes + 3)
    await expectDomainError("password-not-set", .conflict) {
      try await fixture.accounts.accounts.changePassword(caller, from: "", to: "correct horse")
    }
    await expectDomainError("email-taken") {
      _ = try await fixture.accounts.accounts.signUp(
        SignUp(email: EmailAddress("mina@kakao.com"), password: "correct horse", nickname: Nickname("n")))
    }
  }

  @Test("Open sessions go on while providers are unavailable")
  func sessionsGoOn() async throws {
    let fixture = try await SocialLoginFixture()
    fixture.kakao.know("7")
    let tokens = try await fixture.logIn("7").tokens
    fixture.kakao.goAway(true)
    _ = try await fixture.caller(tokens)
    _ = try await fixture.accounts.accounts.refresh(tokens.refresh, .rotating)
  }
}
