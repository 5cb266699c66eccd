import Accounts
import Basics
import Crypto
import SQL
import SQLite
import Stores
import Support
import Synchronization
import Testing

@Suite("Linking and unlinking")
struct IdentityLinkTests {
  @Test("What is linked opens the account; linking it again changes nothing")
  func links() async throws {
    let world = try await SocialLoginFixture()
    let (mina, _) = try await world.accounts.newcomer("mina")
    world.kakao.know("7", email: "other@kakao.com")
    world.google.know("8")
    let linked = try await world.link(.kakao, "7", to: mina)
    world.accounts.wait(seconds: 10)
    #expect(try await world.link(.kakao, "7", to: mina) == linked)
    _ = try await world.link(.google, "8", to: mina)
    #expect(try await world.identities.identities(of: mina).map(\.provider) == [.kakao, .google])
    #expect(try await world.logIn(.kakao, "7").account.id == mina.account)
    #expect(try await world.logIn(.google, "8").account.id == mina.account)
    #expect(try await world.accounts.accounts.profile(mina).account.email?.description == "mina@example.com")
  }

  @Test("An identity opens one account, and an account has one of each provider")
  func refuses() async throws {
    let world = try await SocialLoginFixture()
    let (mina, _) = try await world.accounts.newcomer("mina")
    let (juno, _) = try await world.accounts.newcomer("juno")
    for subject in ["7", "8"] { world.kakao.know(subject) }
    _ = try await world.link(.kakao, "7", to: mina)
    await expectRefusal("identity-taken", .conflict) { _ = try await world.link(.kakao, "7", to: juno) }
    await expectRefusal("identity-provider-linked", .conflict) { _ = try await world.link(.kakao, "8", to: mina) }
    await expectRefusal("proof-refused") { _ = try await world.link(.kakao, "unknown", to: juno) }
    await expectRefusal("provider-not-configured") { _ = try await world.link(.naver, "7", to: juno) }
    _ = try await world.accounts.accounts.withdraw(juno)
    await expectRefusal("token-unusable") { _ = try await world.link(.kakao, "8", to: juno) }
    #expect(try await world.identities.identities(of: juno) == [])
  }

  @Test("Of two accounts that link one identity at once, one has it")
  func linksOnce() async throws {
    let world = try await SocialLoginFixture()
    var callers: [Caller] = []
    for number in 0..<8 { callers.append(try await world.accounts.newcomer("n\(number)").0) }
    world.kakao.know("7")
    let linked = await withTaskGroup(of: Bool.self) { group in
      for caller in callers { group.addTask { (try? await world.link(.kakao, "7", to: caller)) != nil } }
      return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
    #expect(linked == 1)
  }

  @Test("The last way in stays")
  func keepsLast() async throws {
    let world = try await SocialLoginFixture()
    world.kakao.know("7", email: "mina@kakao.com")
    world.google.know("8")
    let caller = try await world.caller(world.logIn("7").tokens)
    await expectRefusal("identity-unknown", .notFound) { try await world.identities.unlink(.google, from: caller) }
    await expectRefusal("identity-last", .conflict) { try await world.identities.unlink(.kakao, from: caller) }
    _ = try await world.link(.google, "8", to: caller)
    try await world.identities.unlink(.kakao, from: caller)
    await expectRefusal("identity-last") { try await world.identities.unlink(.google, from: caller) }
    let (juno, _) = try await world.accounts.newcomer("juno")
    _ = try await world.link(.kakao, "7", to: juno)
    try await world.identities.unlink(.kakao, from: juno)
    #expect(try await world.identities.identities(of: juno) == [])
  }

  @Test("Of two that unlink the last two at once, one stays", .timeLimit(.minutes(1)))
  func keepsLastAtOnce() async throws {
    let world = try await SocialLoginFixture()
    world.kakao.know("7")
    world.google.know("8")
    let caller = try await world.caller(world.logIn("7").tokens)
    _ = try await world.link(.google, "8", to: caller)
    await withTaskGroup(of: Void.self) { group in
      for provider in [ProviderName.kakao, .google] {
        group.addTask { try? await world.identities.unlink(provider, from: caller) }
      }
    }
    #expect(try await world.identities.identities(of: caller).count == 1)
  }
}
