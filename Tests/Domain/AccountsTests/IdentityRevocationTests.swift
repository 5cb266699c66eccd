import Accounts
import Basics
import Crypto
import SQL
import Stores
import Support
import Synchronization
import Testing

@Suite("Revocation at providers")
struct IdentityRevocationTests {
  @Test("Withdrawal revokes every provider, with grants that are stored encrypted")
  func revokes() async throws {
    let fixture = try await SocialLoginFixture()
    fixture.kakao.know("7")
    fixture.google.know("8", grant: "1//refresh")
    let caller = try await fixture.caller(fixture.logIn("7").tokens)
    _ = try await fixture.link(.google, "8", to: caller)
    let kept = try await fixture.accounts.database.read { connection in
      try connection.first("SELECT sealed_grant FROM identity WHERE provider = 'google'", []) { $0.blob(0) }
    }
    #expect(kept?.isEmpty == false)
    #expect(!String(decoding: kept ?? [], as: UTF8.self).contains("refresh"))
    _ = try await fixture.accounts.accounts.withdraw(caller)
    #expect(try await fixture.counts() == [0, 0, 0, 0, 2])
    let report = try await fixture.identities.revokeDue()
    #expect(report.finished == 2 && report.postponed == 0)
    #expect(fixture.kakao.revoked == ["7 -"] && fixture.google.revoked == ["8 1//refresh"])
    #expect(try await fixture.counts() == [0, 0, 0, 0, 0])
    #expect(try await fixture.identities.revokeDue() == RevocationReport())
    #expect(try await fixture.logIn("7").isNew)
  }

  @Test("Unlinking revokes that provider only")
  func revokesOne() async throws {
    let fixture = try await SocialLoginFixture()
    let (mina, _) = try await fixture.accounts.newcomer("mina")
    fixture.kakao.know("7")
    fixture.google.know("8")
    _ = try await fixture.link(.kakao, "7", to: mina)
    _ = try await fixture.link(.google, "8", to: mina)
    try await fixture.identities.unlink(.kakao, from: mina)
    #expect(try await fixture.identities.revokeDue().finished == 1)
    #expect(fixture.kakao.revoked == ["7 -"] && fixture.google.revoked == [])
  }

  @Test("Revocation at an unavailable provider is retried with growing pauses, also by another process")
  func waits() async throws {
    let fixture = try await SocialLoginFixture()
    fixture.kakao.know("7")
    _ = try await fixture.accounts.accounts.withdraw(fixture.caller(fixture.logIn("7").tokens))
    fixture.kakao.goAway(true)
    #expect(try await fixture.identities.revokeDue().postponed == 1)
    for wait in [60, 120, 240, 480] as [Int64] {
      fixture.accounts.wait(seconds: wait - 1)
      #expect(try await fixture.identities.revokeDue() == RevocationReport())
      fixture.accounts.wait(seconds: 1)
      #expect(try await fixture.identities.revokeDue().postponed == 1)
    }
    fixture.kakao.goAway(false)
    fixture.accounts.wait(seconds: 960)
    let database = try await TestDatabase.open(fixture.accounts.path)
    let other = SocialLoginFixture.service(
      try await fixture.accounts.otherProcess(), database, fixture.accounts.clock, [fixture.kakao])
    #expect(try await other.revokeDue().finished == 1)
    #expect(fixture.kakao.revoked == ["7 -"])
  }

  @Test("Revocation at a provider that is not configured any more is kept for a month")
  func givesUp() async throws {
    let fixture = try await SocialLoginFixture()
    fixture.kakao.know("7")
    _ = try await fixture.accounts.accounts.withdraw(fixture.caller(fixture.logIn("7").tokens))
    let without = SocialLoginFixture.service(
      fixture.accounts.accounts, fixture.accounts.database, fixture.accounts.clock, [])
    let start = fixture.accounts.clock.now
    var report = RevocationReport()
    for _ in 0..<1000 where report.abandoned.isEmpty {
      report = try await without.revokeDue()
      fixture.accounts.wait(seconds: 6 * 3600)
    }
    #expect(report.abandoned == [.kakao])
    let days = (fixture.accounts.clock.now.milliseconds - start.milliseconds) / 86_400_000
    #expect((28...36).contains(days))
    #expect(try await fixture.accounts.count("revocation") == 0)
  }

  @Test("Revocations of a process that died are continued by another")
  func survives() async throws {
    let fixture = try await SocialLoginFixture()
    fixture.kakao.know("7")
    _ = try await fixture.accounts.accounts.withdraw(fixture.caller(fixture.logIn("7").tokens))
    let store = SQLIdentityStore(fixture.accounts.database)
    let instant = fixture.accounts.clock.now
    let taken = try await store.leaseRevocations(dueAt: instant, until: instant.advanced(seconds: 120), limit: 8)
    #expect(taken.count == 1 && taken.first?.attempts == 1)
    #expect(try await fixture.identities.revokeDue() == RevocationReport())
    fixture.accounts.wait(seconds: 120)
    #expect(try await fixture.identities.revokeDue().finished == 1)
  }

  @Test("A login before the revocation keeps the link at the provider")
  func comesBack() async throws {
    let fixture = try await SocialLoginFixture()
    fixture.kakao.know("7")
    _ = try await fixture.accounts.accounts.withdraw(fixture.caller(fixture.logIn("7").tokens))
    #expect(try await fixture.logIn("7").isNew)
    #expect(try await fixture.identities.revokeDue() == RevocationReport())
    #expect(fixture.kakao.revoked == [])
  }

  @Test("Two concurrent workers revoke each identity once", .timeLimit(.minutes(1)))
  func sharesWork() async throws {
    let fixture = try await SocialLoginFixture()
    for number in 0..<30 {
      fixture.kakao.know("\(number)")
      _ = try await fixture.accounts.accounts.withdraw(fixture.caller(fixture.logIn("\(number)").tokens))
    }
    async let one = fixture.identities.revokeDue()
    async let other = fixture.identities.revokeDue()
    #expect(try await one.finished + other.finished == 30)
    #expect(Set(fixture.kakao.revoked).count == 30 && fixture.kakao.revoked.count == 30)
  }
}
