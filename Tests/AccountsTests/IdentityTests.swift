import Accounts
import Basics
import SQL
import SQLite
import Stores
import Support
import Synchronization
import Testing
import Tokens

/// A provider that vouches for whoever says who they are.
private final class Voucher: IdentityProvider {
  let name: ProviderName
  private let people = Mutex<[String: ProviderIdentity]>([:])
  private let isAway = Mutex(false)
  private let told = Mutex<[String]>([])

  init(_ name: ProviderName) { self.name = name }

  /// Who was revoked, with what was handed in for it.
  var revoked: [String] { told.withLock { $0 } }

  func goAway(_ isAway: Bool) { self.isAway.withLock { $0 = isAway } }

  /// Knows somebody from now on, by a token that is the subject.
  func know(
    _ subject: String, email: String? = nil, verified: Bool = true, nickname: String? = nil, grant: String? = nil
  ) {
    people.withLock {
      $0[subject] = ProviderIdentity(
        provider: name, subject: subject, email: email, isEmailVerified: verified, nickname: nickname, grant: grant)
    }
  }

  func identity(proving proof: IdentityProof) async throws -> ProviderIdentity {
    guard !isAway.withLock({ $0 }) else { throw Refusal.providerUnavailable(name) }
    guard case .access(let token) = proof.token, let identity = people.withLock({ $0[token] }) else {
      throw Refusal.proofRefused(name)
    }
    return identity
  }

  func revoke(_ subject: String, grant: String?) async throws -> RevocationOutcome {
    guard !isAway.withLock({ $0 }) else { throw Refusal.providerUnavailable(name) }
    told.withLock { $0.append("\(subject) \(grant ?? "-")") }
    return .done
  }
}

/// Accounts with two providers.
private struct World {
  let accounts: AccountsUnderTest
  let kakao = Voucher(.kakao)
  let google = Voucher(.google)
  let identities: IdentityService

  init() async throws {
    accounts = try await AccountsUnderTest()
    identities = Self.service(accounts.accounts, accounts.database, accounts.clock, [kakao, google])
  }

  static func service(
    _ accounts: AccountService, _ database: any Database, _ clock: MovedClock, _ providers: [any IdentityProvider]
  ) -> IdentityService {
    IdentityService(
      accounts: accounts, identities: SQLIdentityStore(database), providers: providers,
      box: SecretBox(key: [UInt8](0..<32)), clock: { clock.now }, random: seededBytes(5))
  }

  @discardableResult
  func logIn(
    _ subject: String, nickname: String? = nil
  ) async throws -> (account: Account, tokens: SessionTokens, isNew: Bool) {
    try await logIn(.kakao, subject, nickname: nickname)
  }

  @discardableResult
  func logIn(
    _ provider: ProviderName, _ subject: String, nickname: String? = nil
  ) async throws -> (account: Account, tokens: SessionTokens, isNew: Bool) {
    accounts.clock.advance(milliseconds: 1)
    return try await identities.logIn(
      provider, IdentityProof(.access(subject)), nickname: nickname, .rotating)
  }

  func caller(_ tokens: SessionTokens) async throws -> Caller {
    try await accounts.accounts.caller(showing: tokens.access)
  }

  func link(_ provider: ProviderName, _ subject: String, to caller: Caller) async throws -> LinkedIdentity {
    try await identities.link(provider, IdentityProof(.access(subject)), to: caller)
  }

  /// How many rows the tables hold that a login writes to.
  func counts() async throws -> [Int64] {
    var counts: [Int64] = []
    for table in ["account", "identity", "session", "refresh_token", "revocation"] {
      counts.append(try await accounts.count(table))
    }
    return counts
  }
}

@Suite("Coming by the word of others")
struct IdentityLoginTests {
  @Test("The first login makes an account, each further one opens it")
  func makesOnce() async throws {
    let world = try await World()
    world.kakao.know("7", email: "Mina@Kakao.com", nickname: "미나")
    let first = try await world.logIn("7")
    #expect(first.isNew && first.account.email?.description == "mina@kakao.com")
    #expect(first.account.nickname.description == "미나")
    let second = try await world.logIn("7", nickname: "other")
    #expect(!second.isNew && second.account == first.account)
    #expect(try await world.caller(second.tokens).account == first.account.id)
    #expect(try await world.counts() == [1, 1, 2, 2, 0])
  }

  @Test("Fifty first logins of one person at once, also on two processes, make one account", .timeLimit(.minutes(1)))
  func makesOneAtOnce() async throws {
    let world = try await World()
    world.kakao.know("7", email: "mina@kakao.com", nickname: "미나")
    let database = try await SQLiteDatabase(path: world.accounts.path)
    let other = World.service(
      try await world.accounts.otherProcess(), database, world.accounts.clock, [world.kakao])
    let results = try await withThrowingTaskGroup(of: (AccountID, Bool).self) { group in
      for number in 0..<50 {
        group.addTask {
          let service = number % 2 == 0 ? world.identities : other
          let (account, _, isNew) = try await service.logIn(.kakao, IdentityProof(.access("7")), .rotating)
          return (account.id, isNew)
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(Set(results.map(\.0)).count == 1 && results.count { $0.1 } == 1)
    #expect(try await world.counts() == [1, 1, 50, 50, 0])
  }

  @Test("One number at two providers is two people")
  func keepsProvidersApart() async throws {
    let world = try await World()
    world.kakao.know("7")
    world.google.know("7")
    #expect(try await world.logIn(.kakao, "7").account.id != world.logIn(.google, "7").account.id)
  }

  @Test("An address that is not vouched for is not the account's, and nobody needs one")
  func needsNoAddress() async throws {
    let world = try await World()
    world.kakao.know("1", email: "mina@kakao.com", verified: false)
    world.kakao.know("2", email: "mina@kakao.com", verified: false)
    world.kakao.know("3")
    for subject in ["1", "2", "3"] { #expect(try await world.logIn(subject).account.email == nil) }
    let caller = try await world.caller(world.logIn("1").tokens)
    #expect(try await world.accounts.accounts.profile(caller).account.email == nil)
    #expect(try await world.identities.identities(of: caller).map(\.email?.description) == ["mina@kakao.com"])
    // The address is free for whoever signs up with it.
    #expect(try await world.accounts.accounts.isFree(EmailAddress("mina@kakao.com")))
  }

  @Test("A nickname is the one wished for, or the provider's, with a number where it is taken, or else a random one")
  func findsNicknames() async throws {
    let world = try await World()
    try await world.accounts.signUp("mina")
    world.kakao.know("1", nickname: "ＭＩＮＡ")
    let numbered = try await world.logIn("1").account.nickname.description
    #expect(numbered.wholeMatch(of: /MINA \d+/) != nil || numbered.wholeMatch(of: /ＭＩＮＡ \d+/) != nil)
    world.kakao.know("2", nickname: "provider's")
    #expect(try await world.logIn("2", nickname: " wished for ").account.nickname.description == "wished for")
    for (subject, nickname) in [("3", nil), ("4", ""), ("5", "\u{202E}"), ("6", " \u{200B}")] as [(String, String?)] {
      world.kakao.know(subject, nickname: nickname)
      #expect(try await world.logIn(subject).account.nickname.description.contains(" "))
    }
    world.kakao.know("8", nickname: String(repeating: "가", count: 500))
    #expect(try await world.logIn("8").account.nickname.description == String(repeating: "가", count: 30))
    world.kakao.know("9", nickname: String(repeating: "가", count: 500))
    #expect(try await world.logIn("9").account.nickname.description.hasPrefix(String(repeating: "가", count: 30) + " "))
  }

  @Test("Accounts are never joined by an address: whoever has one logs in to it and links")
  func doesNotJoin() async throws {
    let world = try await World()
    let (mina, _) = try await world.accounts.newcomer("mina")
    world.google.know("7", email: "MINA@example.com")
    let before = try await world.counts()
    await expectRefusal("identity-email-taken", .conflict) { try await world.logIn(.google, "7") }
    #expect(try await world.counts() == before)
    #expect(try await world.link(.google, "7", to: mina).email?.description == "mina@example.com")
    let entered = try await world.logIn(.google, "7")
    #expect(!entered.isNew && entered.account.id == mina.account)
  }

  @Test("A login that fails leaves nothing behind and can be tried again")
  func leavesNothing() async throws {
    let world = try await World()
    await expectRefusal("proof-refused", .unauthenticated) { try await world.logIn("7") }
    await expectRefusal("provider-not-configured", .invalid, field: "provider") { try await world.logIn(.apple, "7") }
    world.kakao.goAway(true)
    await expectRefusal("provider-unavailable", .unavailable) { try await world.logIn("7") }
    #expect(try await world.counts() == [0, 0, 0, 0, 0])
    world.kakao.goAway(false)
    world.kakao.know("7")
    try await world.accounts.database.write {
      try $0.run("CREATE TRIGGER stop BEFORE INSERT ON identity BEGIN SELECT RAISE(ABORT, 'stopped'); END")
    }
    await #expect(throws: DatabaseError.self) { try await world.logIn("7") }
    #expect(try await world.counts() == [0, 0, 0, 0, 0])
    try await world.accounts.database.write { try $0.run("DROP TRIGGER stop") }
    #expect(try await world.logIn("7").isNew)
  }

  @Test("Whoever has no password logs in with none, and changes none")
  func hasNoPassword() async throws {
    let world = try await World()
    world.kakao.know("7", email: "mina@kakao.com")
    let caller = try await world.caller(world.logIn("7").tokens)
    let hashes = world.accounts.passwords.hashCount
    for password in ["", "correct horse", "null"] {
      await expectRefusal("login-failed") {
        _ = try await world.accounts.accounts.logIn(email: "mina@kakao.com", password: password, .rotating)
      }
    }
    #expect(world.accounts.passwords.hashCount == hashes + 3)
    await expectRefusal("password-not-set", .conflict) {
      try await world.accounts.accounts.changePassword(caller, from: "", to: "correct horse")
    }
    await expectRefusal("email-taken") {
      _ = try await world.accounts.accounts.signUp(
        SignUp(email: EmailAddress("mina@kakao.com"), password: "correct horse", nickname: Nickname("n")))
    }
  }

  @Test("Sessions that are open go on while providers are away")
  func sessionsGoOn() async throws {
    let world = try await World()
    world.kakao.know("7")
    let tokens = try await world.logIn("7").tokens
    world.kakao.goAway(true)
    _ = try await world.caller(tokens)
    _ = try await world.accounts.accounts.refresh(tokens.refresh, .rotating)
  }
}

@Suite("Linking and unlinking")
struct IdentityLinkTests {
  @Test("What is linked opens the account; linking it again changes nothing")
  func links() async throws {
    let world = try await World()
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
    let world = try await World()
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
    let world = try await World()
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
    let world = try await World()
    world.kakao.know("7", email: "mina@kakao.com")
    world.google.know("8")
    let caller = try await world.caller(world.logIn("7").tokens)
    await expectRefusal("identity-unknown", .missing) { try await world.identities.unlink(.google, from: caller) }
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
    let world = try await World()
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

@Suite("Leaving providers")
struct IdentityRevocationTests {
  @Test("Whoever leaves leaves their providers too, with what was handed in for that, which nobody can read meanwhile")
  func revokes() async throws {
    let world = try await World()
    world.kakao.know("7")
    world.google.know("8", grant: "1//refresh")
    let caller = try await world.caller(world.logIn("7").tokens)
    _ = try await world.link(.google, "8", to: caller)
    let kept = try await world.accounts.database.read { connection in
      try connection.first("SELECT sealed_grant FROM identity WHERE provider = 'google'", []) { $0.blob(0) }
    }
    #expect(kept?.isEmpty == false)
    #expect(!String(decoding: kept ?? [], as: UTF8.self).contains("refresh"))
    _ = try await world.accounts.accounts.withdraw(caller)
    #expect(try await world.counts() == [0, 0, 0, 0, 2])
    let report = try await world.identities.revokeDue()
    #expect(report.finished == 2 && report.postponed == 0)
    #expect(world.kakao.revoked == ["7 -"] && world.google.revoked == ["8 1//refresh"])
    #expect(try await world.counts() == [0, 0, 0, 0, 0])
    #expect(try await world.identities.revokeDue() == RevocationReport())
    #expect(try await world.logIn("7").isNew)
  }

  @Test("Unlinking tells the provider, and the others not")
  func revokesOne() async throws {
    let world = try await World()
    let (mina, _) = try await world.accounts.newcomer("mina")
    world.kakao.know("7")
    world.google.know("8")
    _ = try await world.link(.kakao, "7", to: mina)
    _ = try await world.link(.google, "8", to: mina)
    try await world.identities.unlink(.kakao, from: mina)
    #expect(try await world.identities.revokeDue().finished == 1)
    #expect(world.kakao.revoked == ["7 -"] && world.google.revoked == [])
  }

  @Test("A provider that is away is told when it is back, ever more seldom asked, also by another process")
  func waits() async throws {
    let world = try await World()
    world.kakao.know("7")
    _ = try await world.accounts.accounts.withdraw(world.caller(world.logIn("7").tokens))
    world.kakao.goAway(true)
    #expect(try await world.identities.revokeDue().postponed == 1)
    for wait in [60, 120, 240, 480] as [Int64] {
      world.accounts.wait(seconds: wait - 1)
      #expect(try await world.identities.revokeDue() == RevocationReport())
      world.accounts.wait(seconds: 1)
      #expect(try await world.identities.revokeDue().postponed == 1)
    }
    world.kakao.goAway(false)
    world.accounts.wait(seconds: 960)
    let database = try await SQLiteDatabase(path: world.accounts.path)
    let other = World.service(
      try await world.accounts.otherProcess(), database, world.accounts.clock, [world.kakao])
    #expect(try await other.revokeDue().finished == 1)
    #expect(world.kakao.revoked == ["7 -"])
  }

  @Test("A provider that is not configured any more is waited for as well, for a month")
  func givesUp() async throws {
    let world = try await World()
    world.kakao.know("7")
    _ = try await world.accounts.accounts.withdraw(world.caller(world.logIn("7").tokens))
    let without = World.service(world.accounts.accounts, world.accounts.database, world.accounts.clock, [])
    let start = world.accounts.clock.now
    var report = RevocationReport()
    for _ in 0..<1000 where report.givenUp.isEmpty {
      report = try await without.revokeDue()
      world.accounts.wait(seconds: 6 * 3600)
    }
    #expect(report.givenUp == [.kakao])
    let days = (world.accounts.clock.now.milliseconds - start.milliseconds) / 86_400_000
    #expect((28...36).contains(days))
    #expect(try await world.accounts.count("revocation") == 0)
  }

  @Test("What was taken up by a process that died is taken up again")
  func survives() async throws {
    let world = try await World()
    world.kakao.know("7")
    _ = try await world.accounts.accounts.withdraw(world.caller(world.logIn("7").tokens))
    let store = SQLIdentityStore(world.accounts.database)
    let moment = world.accounts.clock.now
    let taken = try await store.takeRevocations(dueAt: moment, until: moment.advanced(seconds: 120), most: 8)
    #expect(taken.count == 1 && taken.first?.attempts == 1)
    #expect(try await world.identities.revokeDue() == RevocationReport())
    world.accounts.wait(seconds: 120)
    #expect(try await world.identities.revokeDue().finished == 1)
  }

  @Test("Whoever comes back before the provider was told stays linked there")
  func comesBack() async throws {
    let world = try await World()
    world.kakao.know("7")
    _ = try await world.accounts.accounts.withdraw(world.caller(world.logIn("7").tokens))
    #expect(try await world.logIn("7").isNew)
    #expect(try await world.identities.revokeDue() == RevocationReport())
    #expect(world.kakao.revoked == [])
  }

  @Test("Many are told by two workers at once, each once", .timeLimit(.minutes(1)))
  func sharesWork() async throws {
    let world = try await World()
    for number in 0..<30 {
      world.kakao.know("\(number)")
      _ = try await world.accounts.accounts.withdraw(world.caller(world.logIn("\(number)").tokens))
    }
    async let one = world.identities.revokeDue()
    async let other = world.identities.revokeDue()
    #expect(try await one.finished + other.finished == 30)
    #expect(Set(world.kakao.revoked).count == 30 && world.kakao.revoked.count == 30)
  }
}
