import Accounts
import Basics
import Crypto
import SQL
import SQLite
import Stores
import Support
import Synchronization
import Testing

@Suite("Leaving providers")
struct IdentityRevocationTests {
  @Test("Whoever leaves leaves their providers too, with what was handed in for that, which nobody can read meanwhile")
  func revokes() async throws {
    let world = try await SocialLoginFixture()
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
    let world = try await SocialLoginFixture()
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
    let world = try await SocialLoginFixture()
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
    let other = SocialLoginFixture.service(
      try await world.accounts.otherProcess(), database, world.accounts.clock, [world.kakao])
    #expect(try await other.revokeDue().finished == 1)
    #expect(world.kakao.revoked == ["7 -"])
  }

  @Test("A provider that is not configured any more is waited for as well, for a month")
  func givesUp() async throws {
    let world = try await SocialLoginFixture()
    world.kakao.know("7")
    _ = try await world.accounts.accounts.withdraw(world.caller(world.logIn("7").tokens))
    let without = SocialLoginFixture.service(world.accounts.accounts, world.accounts.database, world.accounts.clock, [])
    let start = world.accounts.clock.now
    var report = RevocationReport()
    for _ in 0..<1000 where report.abandoned.isEmpty {
      report = try await without.revokeDue()
      world.accounts.wait(seconds: 6 * 3600)
    }
    #expect(report.abandoned == [.kakao])
    let days = (world.accounts.clock.now.milliseconds - start.milliseconds) / 86_400_000
    #expect((28...36).contains(days))
    #expect(try await world.accounts.count("revocation") == 0)
  }

  @Test("What was taken up by a process that died is taken up again")
  func survives() async throws {
    let world = try await SocialLoginFixture()
    world.kakao.know("7")
    _ = try await world.accounts.accounts.withdraw(world.caller(world.logIn("7").tokens))
    let store = SQLIdentityStore(world.accounts.database)
    let moment = world.accounts.clock.now
    let taken = try await store.leaseRevocations(dueAt: moment, until: moment.advanced(seconds: 120), limit: 8)
    #expect(taken.count == 1 && taken.first?.attempts == 1)
    #expect(try await world.identities.revokeDue() == RevocationReport())
    world.accounts.wait(seconds: 120)
    #expect(try await world.identities.revokeDue().finished == 1)
  }

  @Test("Whoever comes back before the provider was told stays linked there")
  func comesBack() async throws {
    let world = try await SocialLoginFixture()
    world.kakao.know("7")
    _ = try await world.accounts.accounts.withdraw(world.caller(world.logIn("7").tokens))
    #expect(try await world.logIn("7").isNew)
    #expect(try await world.identities.revokeDue() == RevocationReport())
    #expect(world.kakao.revoked == [])
  }

  @Test("Many are told by two workers at once, each once", .timeLimit(.minutes(1)))
  func sharesWork() async throws {
    let world = try await SocialLoginFixture()
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
