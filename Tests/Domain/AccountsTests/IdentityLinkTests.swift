import Accounts
import Basics
import Crypto
import SQL
import Stores
import Support
import Synchronization
import Testing

@Suite("Linking and unlinking")
struct IdentityLinkTests {
  @Test("A linked identity opens the account; linking it again changes nothing")
  func links() async throws {
    let fixture = try await SocialLoginFixture()
    let (mina, _) = try await fixture.accounts.newcomer("mina")
    fixture.kakao.know("7", email: "other@kakao.com")
    fixture.google.know("8")
    let linked = try await fixture.link(.kakao, "7", to: mina)
    fixture.accounts.wait(seconds: 10)
    #expect(try await fixture.link(.kakao, "7", to: mina) == linked)
    _ = try await fixture.link(.google, "8", to: mina)
    #expect(try await fixture.identities.identities(of: mina).map(\.provider) == [.kakao, .google])
    #expect(try await fixture.logIn(.kakao, "7").account.id == mina.account)
    #expect(try await fixture.logIn(.google, "8").account.id == mina.account)
    #expect(try await fixture.accounts.accounts.profile(mina).account.email?.description == "mina@example.com")
  }

  @Test("An identity opens one account, and an account has one of each provider")
  func rejects() async throws {
    let fixture = try await SocialLoginFixture()
    let (mina, _) = try await fixture.accounts.newcomer("mina")
    let (juno, _) = try await fixture.accounts.newcomer("juno")
    for subject in ["7", "8"] { fixture.kakao.know(subject) }
    _ = try await fixture.link(.kakao, "7", to: mina)
    await expectDomainError("identity-taken", .conflict) { _ = try await fixture.link(.kakao, "7", to: juno) }
    await expectDomainError("identity-provider-linked", .conflict) { _ = try await fixture.link(.kakao, "8", to: mina) }
    await expectDomainError("proof-refused") { _ = try await fixture.link(.kakao, "unknown", to: juno) }
    await expectDomainError("provider-not-configured") { _ = try await fixture.link(.naver, "7", to: juno) }
    _ = try await fixture.accounts.accounts.withdraw(juno)
    await expectDomainError("token-unusable") { _ = try await fixture.link(.kakao, "8", to: juno) }
    #expect(try await fixture.identities.identities(of: juno) == [])
  }

  @Test("One of eight accounts that link an identity at once succeeds")
  func linksOnce() async throws {
    let fixture = try await SocialLoginFixture()
    var callers: [Caller] = []
    for number in 0..<8 { callers.append(try await fixture.accounts.newcomer("n\(number)").0) }
    fixture.kakao.know("7")
    let linked = await withTaskGroup(of: Bool.self) { group in
      for caller in callers { group.addTask { (try? await fixture.link(.kakao, "7", to: caller)) != nil } }
      return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
    #expect(linked == 1)
  }

  @Test("The last way to log in cannot be unlinked")
  func keepsLast() async throws {
    let fixture = try await SocialLoginFixture()
    fixture.kakao.know("7", email: "mina@kakao.com")
    fixture.google.know("8")
    let caller = try await fixture.caller(fixture.logIn("7").tokens)
    await expectDomainError("identity-unknown", .notFound) {
      try await fixture.identities.unlink(.google, from: caller)
    }
    await expectDomainError("identity-last", .conflict) { try await fixture.identities.unlink(.kakao, from: caller) }
    _ = try await fixture.link(.google, "8", to: caller)
    try await fixture.identities.unlink(.kakao, from: caller)
    await expectDomainError("identity-last") { try await fixture.identities.unlink(.google, from: caller) }
    let (juno, _) = try await fixture.accounts.newcomer("juno")
    _ = try await fixture.link(.kakao, "7", to: juno)
    try await fixture.identities.unlink(.kakao, from: juno)
    #expect(try await fixture.identities.identities(of: juno) == [])
  }

  @Test("One identity is left after concurrent attempts to unlink the last two", .timeLimit(.minutes(1)))
  func keepsLastAtOnce() async throws {
    let fixture = try await SocialLoginFixture()
    fixture.kakao.know("7")
    fixture.google.know("8")
    let caller = try await fixture.caller(fixture.logIn("7").tokens)
    _ = try await fixture.link(.google, "8", to: caller)
    await withTaskGroup(of: Void.self) { group in
      for provider in [ProviderName.kakao, .google] {
        group.addTask { try? await fixture.identities.unlink(provider, from: caller) }
      }
    }
    #expect(try await fixture.identities.identities(of: caller).count == 1)
  }
}
