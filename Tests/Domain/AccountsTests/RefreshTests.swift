import Accounts
import Basics
import SQL
import Support
import Testing

@Suite("Refreshing")
struct RefreshTests {
  // MARK: Rotating

  @Test("Each refresh gives a new pair of tokens for the same session")
  func rotates() async throws {
    let fixture = try await AccountsUnderTest()
    let (caller, first) = try await fixture.newcomer("name")
    var tokens = first
    var seen: Set = [first.refresh]
    for _ in 0..<5 {
      fixture.wait(seconds: 900)
      tokens = try await fixture.accounts.refresh(tokens.refresh, .rotating)
      #expect(seen.insert(tokens.refresh).inserted)
      #expect(try await fixture.accounts.caller(withAccessToken: tokens.access) == caller)
      #expect(tokens.refreshExpiresAt == fixture.clock.now.advanced(seconds: 30 * 86_400))
    }
    #expect(try await fixture.count("session") == 1)
  }

  @Test("No token is stored in the database")
  func keepsHashesOnly() async throws {
    let fixture = try await AccountsUnderTest()
    let (_, tokens) = try await fixture.newcomer("name")
    let hash = try await fixture.database.read { try $0.first("SELECT hash FROM refresh_token", []) { $0.text(0) } }
    #expect(tokens.refresh.utf8.count == 43)
    #expect(hash != nil && hash != tokens.refresh)
    await expectDomainError("refresh-unusable") { _ = try await fixture.accounts.refresh(hash ?? "", .rotating) }
  }

  @Test("The replay of a used token ends the whole session")
  func endsReplayed() async throws {
    let fixture = try await AccountsUnderTest()
    let (_, first) = try await fixture.newcomer("name")
    let second = try await fixture.accounts.refresh(first.refresh, .rotating)
    let third = try await fixture.accounts.refresh(second.refresh, .rotating)
    let other = try await fixture.logIn("name")
    fixture.wait(seconds: 11)
    await expectDomainError("refresh-replayed", .unauthenticated) {
      _ = try await fixture.accounts.refresh(first.refresh, .rotating)
    }
    for tokens in [first, second, third] {
      await expectDomainError("refresh-unusable", .unauthenticated) {
        _ = try await fixture.accounts.refresh(tokens.refresh, .rotating)
      }
      await expectDomainError("token-unusable", .unauthenticated) {
        _ = try await fixture.accounts.caller(withAccessToken: tokens.access)
      }
    }
    _ = try await fixture.accounts.refresh(other.refresh, .rotating)
    #expect(try await fixture.count("session") == 1)
  }

  @Test("Within ten seconds a used token gives a further pair, and both go on")
  func hasGrace() async throws {
    let fixture = try await AccountsUnderTest()
    let (caller, first) = try await fixture.newcomer("name")
    let second = try await fixture.accounts.refresh(first.refresh, .rotating)
    fixture.wait(seconds: 10)
    let crossed = try await fixture.accounts.refresh(first.refresh, .rotating)
    #expect(crossed.refresh != second.refresh)
    for tokens in [second, crossed] {
      let next = try await fixture.accounts.refresh(tokens.refresh, .rotating)
      #expect(try await fixture.accounts.caller(withAccessToken: next.access) == caller)
    }
    // The grace counts from the first use, not from the last.
    fixture.wait(seconds: 1)
    await expectDomainError("refresh-replayed") { _ = try await fixture.accounts.refresh(first.refresh, .rotating) }
    await expectDomainError("refresh-unusable") { _ = try await fixture.accounts.refresh(crossed.refresh, .rotating) }
  }

  @Test("A refresh that fails at any statement does not use up its token")
  func failing() async throws {
    let fixture = try await AccountsUnderTest()
    let caller: Caller
    var tokens: SessionTokens
    (caller, tokens) = try await fixture.newcomer("name")
    for count in 1...20 {
      let database = InterruptedDatabase(fixture.database, before: count) {
        throw DomainError(.unavailable, "database-busy", "Too many writes are waiting.")
      }
      let refreshed = try? await fixture.accounts(over: database).refresh(tokens.refresh, .rotating)
      // Behind the grace.
      fixture.wait(seconds: 11)
      tokens = try await fixture.accounts.refresh(refreshed?.refresh ?? tokens.refresh, .rotating)
      #expect(try await fixture.accounts.caller(withAccessToken: tokens.access) == caller)
      if database.isWaiting {
        #expect(count > 4 && refreshed != nil)
        return
      }
    }
    Issue.record("The refresh was never uninterrupted.")
  }

  @Test("Two concurrent refreshes both succeed, also in two processes")
  func crosses() async throws {
    let fixture = try await AccountsUnderTest()
    let other = try await fixture.otherProcess()
    let (_, tokens) = try await fixture.newcomer("name")
    async let one = fixture.accounts.refresh(tokens.refresh, .rotating)
    async let two = other.refresh(tokens.refresh, .rotating)
    let both = try await [one, two]
    #expect(both[0].refresh != both[1].refresh)
    for tokens in both { _ = try await other.caller(withAccessToken: tokens.access) }
  }

  @Test("A token that was not used in time is expired, and other sessions are unaffected")
  func expires() async throws {
    var policy = SessionPolicy()
    policy.refreshLifetime = 100
    for kind in SessionKind.allCases {
      let fixture = try await AccountsUnderTest(policy: policy)
      let (_, tokens) = try await fixture.newcomer("name", kind)
      fixture.clock.advance(milliseconds: 99_999)
      let next = try await fixture.accounts.refresh(tokens.refresh, kind)
      fixture.clock.advance(milliseconds: kind == .fixed ? 1 : 100_000)
      await expectDomainError("refresh-expired", .unauthenticated) {
        _ = try await fixture.accounts.refresh(next.refresh, kind)
      }
      #expect(try await fixture.count("session") == 1)
    }
  }

  @Test(
    "A malformed refresh token is refused without a database read",
    arguments: [
      "", "리프레시 토큰 없음", "x", String(repeating: "A", count: 42), String(repeating: "A", count: 44),
      String(repeating: "A", count: 42) + "B", String(repeating: "A", count: 42) + "=",
      String(repeating: "A", count: 43),
      "' OR 1=1 --",
    ])
  func rejects(_ text: String) async throws {
    let fixture = try await AccountsUnderTest()
    await expectDomainError("refresh-unusable", .unauthenticated) {
      _ = try await fixture.accounts.refresh(text, .rotating)
    }
  }

  // MARK: Fixed

  @Test("Fifty concurrent refreshes of a fixed session all succeed, write nothing and return the same token")
  func survivesBursts() async throws {
    let fixture = try await AccountsUnderTest()
    let (caller, tokens) = try await fixture.newcomer("name", .fixed)
    // The first from a network remembers it.
    _ = try await fixture.accounts.refresh(tokens.refresh, .fixed)
    let tables = [("session", 5), ("refresh_token", 4), ("known_client", 3)]
    let before = try await fixture.database.rows(of: tables)
    let version = try await fixture.database.dataVersion()
    try await withThrowingTaskGroup(of: SessionTokens.self) { group in
      for _ in 0..<50 { group.addTask { try await fixture.accounts.refresh(tokens.refresh, .fixed) } }
      for try await next in group {
        #expect(next.refresh == tokens.refresh)
        #expect(next.refreshExpiresAt == tokens.refreshExpiresAt)
        #expect(try await fixture.accounts.caller(withAccessToken: next.access) == caller)
      }
    }
    #expect(try await fixture.database.dataVersion() == version)
    #expect(try await fixture.database.rows(of: tables) == before)
  }

  @Test("A fixed session lasts from its login, however often it is refreshed")
  func doesNotProlong() async throws {
    let fixture = try await AccountsUnderTest()
    let (_, tokens) = try await fixture.newcomer("name", .fixed)
    for _ in 0..<30 {
      _ = try await fixture.accounts.refresh(tokens.refresh, .fixed)
      fixture.wait(seconds: 86_400)
    }
    await expectDomainError("refresh-expired") { _ = try await fixture.accounts.refresh(tokens.refresh, .fixed) }
  }

  @Test(
    "A token of one kind of session is refused to clients of the other, and stays valid",
    arguments: SessionKind.allCases)
  func keepsKindsApart(_ kind: SessionKind) async throws {
    let fixture = try await AccountsUnderTest()
    let (_, tokens) = try await fixture.newcomer("name", kind)
    let other: SessionKind = kind == .fixed ? .rotating : .fixed
    await expectDomainError("refresh-unusable", .unauthenticated) {
      _ = try await fixture.accounts.refresh(tokens.refresh, other)
    }
    _ = try await fixture.accounts.refresh(tokens.refresh, kind)
  }

  // MARK: Too often

  @Test(
    "The 61st refresh in a burst is refused for now, and the 601st of a fixed session",
    arguments: [(SessionKind.rotating, 60), (.fixed, 600)])
  func limits(_ kind: SessionKind, _ maxCount: Int) async throws {
    let fixture = try await AccountsUnderTest()
    let (_, first) = try await fixture.newcomer("name", kind)
    let (_, outsider) = try await fixture.newcomer("other", kind)
    var tokens = first
    for _ in 0..<maxCount {
      tokens = try await fixture.accounts.refresh(tokens.refresh, kind)
    }
    for _ in 0..<3 {
      await expectDomainError("too-many-refreshes", .rateLimited) { [tokens] in
        _ = try await fixture.accounts.refresh(tokens.refresh, kind)
      }
    }
    _ = try await fixture.accounts.refresh(outsider.refresh, kind)
    fixture.clock.advance(milliseconds: 10_000 / Int64(maxCount) + 1)
    _ = try await fixture.accounts.refresh(tokens.refresh, kind)
  }

  // MARK: Housekeeping

  @Test("Expired sessions are removed; for ninety days a late client learns that its token has expired")
  func forgets() async throws {
    let fixture = try await AccountsUnderTest()
    let (_, rotating) = try await fixture.newcomer("name")
    let (_, fixed) = try await fixture.newcomer("other", .fixed)
    let next = try await fixture.accounts.refresh(rotating.refresh, .rotating)
    #expect(try await fixture.accounts.removeExpiredSessions() == 0)
    fixture.wait(seconds: 30 * 86_400 + 1)
    #expect(try await fixture.accounts.removeExpiredSessions() == 1)
    #expect(try await fixture.count("refresh_token") == 2)
    for (tokens, kind) in [(next, SessionKind.rotating), (fixed, .fixed)] {
      await expectDomainError("refresh-expired") { _ = try await fixture.accounts.refresh(tokens.refresh, kind) }
    }
    fixture.wait(seconds: 90 * 86_400)
    #expect(try await fixture.accounts.removeExpiredSessions() == 2)
    #expect(try await fixture.count("refresh_token") == 0)
    await expectDomainError("refresh-unusable") { _ = try await fixture.accounts.refresh(next.refresh, .rotating) }
  }

  @Test("More expired sessions than one batch are removed, and no others")
  func forgetsMuch() async throws {
    let fixture = try await AccountsUnderTest()
    let (_, tokens) = try await fixture.newcomer("name")
    let account = try await fixture.accounts.caller(withAccessToken: tokens.access).account
    try await fixture.database.write { connection in
      for number in 0..<1200 {
        try connection.run(
          "INSERT INTO session (id, account_id, kind, opened_at, expires_at) VALUES ($1, $2, 'fixed', 0, 0)",
          [.text("\(number)"), .text(account.description)])
      }
    }
    #expect(try await fixture.accounts.removeExpiredSessions() == 1200)
    _ = try await fixture.accounts.refresh(tokens.refresh, .rotating)
  }
}
