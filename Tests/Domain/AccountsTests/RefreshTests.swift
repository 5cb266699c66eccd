import Accounts
import Basics
import SQL
import Support
import Testing

@Suite("Refreshing")
struct RefreshTests {
  // MARK: Rotating

  @Test("Each refresh gives another pair, which goes on from there; the session stays one")
  func rotates() async throws {
    let world = try await AccountsUnderTest()
    let (caller, first) = try await world.newcomer("name")
    var tokens = first
    var seen: Set = [first.refresh]
    for _ in 0..<5 {
      world.wait(seconds: 900)
      tokens = try await world.accounts.refresh(tokens.refresh, .rotating)
      #expect(seen.insert(tokens.refresh).inserted)
      #expect(try await world.accounts.caller(showing: tokens.access) == caller)
      #expect(tokens.refreshExpiresAt == world.clock.now.advanced(seconds: 30 * 86_400))
    }
    #expect(try await world.count("session") == 1)
  }

  @Test("The tokens themselves are nowhere in the database")
  func keepsHashesOnly() async throws {
    let world = try await AccountsUnderTest()
    let (_, tokens) = try await world.newcomer("name")
    let hash = try await world.database.read { try $0.first("SELECT hash FROM refresh_token", []) { $0.text(0) } }
    #expect(tokens.refresh.utf8.count == 43)
    #expect(hash != nil && hash != tokens.refresh)
    await expectRefusal("refresh-unusable") { _ = try await world.accounts.refresh(hash ?? "", .rotating) }
  }

  @Test("The replay of a used token ends the whole session")
  func endsReplayed() async throws {
    let world = try await AccountsUnderTest()
    let (_, first) = try await world.newcomer("name")
    let second = try await world.accounts.refresh(first.refresh, .rotating)
    let third = try await world.accounts.refresh(second.refresh, .rotating)
    let other = try await world.logIn("name")
    world.wait(seconds: 11)
    await expectRefusal("refresh-replayed", .unauthenticated) {
      _ = try await world.accounts.refresh(first.refresh, .rotating)
    }
    for tokens in [first, second, third] {
      await expectRefusal("refresh-unusable", .unauthenticated) {
        _ = try await world.accounts.refresh(tokens.refresh, .rotating)
      }
      await expectRefusal("token-unusable", .unauthenticated) {
        _ = try await world.accounts.caller(showing: tokens.access)
      }
    }
    _ = try await world.accounts.refresh(other.refresh, .rotating)
    #expect(try await world.count("session") == 1)
  }

  @Test("Within ten seconds a used token gives a further pair, and both go on")
  func hasGrace() async throws {
    let world = try await AccountsUnderTest()
    let (caller, first) = try await world.newcomer("name")
    let second = try await world.accounts.refresh(first.refresh, .rotating)
    world.wait(seconds: 10)
    let crossed = try await world.accounts.refresh(first.refresh, .rotating)
    #expect(crossed.refresh != second.refresh)
    for tokens in [second, crossed] {
      let next = try await world.accounts.refresh(tokens.refresh, .rotating)
      #expect(try await world.accounts.caller(showing: next.access) == caller)
    }
    // The grace counts from the first use, not from the last.
    world.wait(seconds: 1)
    await expectRefusal("refresh-replayed") { _ = try await world.accounts.refresh(first.refresh, .rotating) }
    await expectRefusal("refresh-unusable") { _ = try await world.accounts.refresh(crossed.refresh, .rotating) }
  }

  @Test("Two refreshes that cross both succeed, also in two processes")
  func crosses() async throws {
    let world = try await AccountsUnderTest()
    let other = try await world.otherProcess()
    let (_, tokens) = try await world.newcomer("name")
    async let one = world.accounts.refresh(tokens.refresh, .rotating)
    async let two = other.refresh(tokens.refresh, .rotating)
    let both = try await [one, two]
    #expect(both[0].refresh != both[1].refresh)
    for tokens in both { _ = try await other.caller(showing: tokens.access) }
  }

  @Test("A token that was not used in time has expired, which harms nothing else")
  func expires() async throws {
    var policy = SessionPolicy()
    policy.refreshLifetime = 100
    for kind in SessionKind.allCases {
      let world = try await AccountsUnderTest(policy: policy)
      let (_, tokens) = try await world.newcomer("name", kind)
      world.clock.advance(milliseconds: 99_999)
      let next = try await world.accounts.refresh(tokens.refresh, kind)
      world.clock.advance(milliseconds: kind == .fixed ? 1 : 100_000)
      await expectRefusal("refresh-expired", .unauthenticated) {
        _ = try await world.accounts.refresh(next.refresh, kind)
      }
      #expect(try await world.count("session") == 1)
    }
  }

  @Test(
    "What is no refresh token is refused without a look into the database",
    arguments: [
      "", "리프레시 토큰 없음", "x", String(repeating: "A", count: 42), String(repeating: "A", count: 44),
      String(repeating: "A", count: 42) + "B", String(repeating: "A", count: 42) + "=",
      String(repeating: "A", count: 43),
      "' OR 1=1 --",
    ])
  func refuses(_ text: String) async throws {
    let world = try await AccountsUnderTest()
    await expectRefusal("refresh-unusable", .unauthenticated) { _ = try await world.accounts.refresh(text, .rotating) }
  }

  // MARK: Fixed

  @Test("Fifty refreshes of a fixed session at once all succeed, write nothing and give the token back as it was")
  func survivesBursts() async throws {
    let world = try await AccountsUnderTest()
    let (caller, tokens) = try await world.newcomer("name", .fixed)
    // The first from a network remembers it.
    _ = try await world.accounts.refresh(tokens.refresh, .fixed)
    let before = try await world.database.read { try $0.integer("PRAGMA data_version") }
    let changes = try await world.database.write { try $0.integer("SELECT total_changes()") }
    try await withThrowingTaskGroup(of: SessionTokens.self) { group in
      for _ in 0..<50 { group.addTask { try await world.accounts.refresh(tokens.refresh, .fixed) } }
      for try await next in group {
        #expect(next.refresh == tokens.refresh)
        #expect(next.refreshExpiresAt == tokens.refreshExpiresAt)
        #expect(try await world.accounts.caller(showing: next.access) == caller)
      }
    }
    #expect(try await world.database.write { try $0.integer("SELECT total_changes()") } == changes)
    #expect(try await world.database.read { try $0.integer("PRAGMA data_version") } == before)
  }

  @Test("A fixed session's time counts from the login, however often it is refreshed")
  func doesNotProlong() async throws {
    let world = try await AccountsUnderTest()
    let (_, tokens) = try await world.newcomer("name", .fixed)
    for _ in 0..<30 {
      _ = try await world.accounts.refresh(tokens.refresh, .fixed)
      world.wait(seconds: 86_400)
    }
    await expectRefusal("refresh-expired") { _ = try await world.accounts.refresh(tokens.refresh, .fixed) }
  }

  @Test(
    "A token of one kind of session is of no use to clients of the other, and takes no harm",
    arguments: SessionKind.allCases)
  func keepsKindsApart(_ kind: SessionKind) async throws {
    let world = try await AccountsUnderTest()
    let (_, tokens) = try await world.newcomer("name", kind)
    let other: SessionKind = kind == .fixed ? .rotating : .fixed
    await expectRefusal("refresh-unusable", .unauthenticated) {
      _ = try await world.accounts.refresh(tokens.refresh, other)
    }
    _ = try await world.accounts.refresh(tokens.refresh, kind)
  }

  // MARK: Too often

  @Test(
    "The 61st refresh of a session within ten seconds is told to wait, of a fixed one the 601st; others are not",
    arguments: [(SessionKind.rotating, 60), (.fixed, 600)])
  func limits(_ kind: SessionKind, _ most: Int) async throws {
    let world = try await AccountsUnderTest()
    let (_, first) = try await world.newcomer("name", kind)
    let (_, stranger) = try await world.newcomer("other", kind)
    var tokens = first
    for _ in 0..<most {
      world.clock.advance(milliseconds: Int64(6_000 / most))
      tokens = try await world.accounts.refresh(tokens.refresh, kind)
    }
    for _ in 0..<3 {
      await expectRefusal("too-many-refreshes", .rateLimited) { [tokens] in
        _ = try await world.accounts.refresh(tokens.refresh, kind)
      }
    }
    _ = try await world.accounts.refresh(stranger.refresh, kind)
    world.clock.advance(milliseconds: 4_100)
    _ = try await world.accounts.refresh(tokens.refresh, kind)
  }

  // MARK: Housekeeping

  @Test("What is of no use is forgotten; a late client is told for ninety days that its time is over")
  func forgets() async throws {
    let world = try await AccountsUnderTest()
    let (_, rotating) = try await world.newcomer("name")
    let (_, fixed) = try await world.newcomer("other", .fixed)
    let next = try await world.accounts.refresh(rotating.refresh, .rotating)
    #expect(try await world.accounts.removeExpiredSessions() == 0)
    world.wait(seconds: 30 * 86_400 + 1)
    #expect(try await world.accounts.removeExpiredSessions() == 1)
    #expect(try await world.count("refresh_token") == 2)
    for (tokens, kind) in [(next, SessionKind.rotating), (fixed, .fixed)] {
      await expectRefusal("refresh-expired") { _ = try await world.accounts.refresh(tokens.refresh, kind) }
    }
    world.wait(seconds: 90 * 86_400)
    #expect(try await world.accounts.removeExpiredSessions() == 2)
    #expect(try await world.count("refresh_token") == 0)
    await expectRefusal("refresh-unusable") { _ = try await world.accounts.refresh(next.refresh, .rotating) }
  }

  @Test("However much there is to forget, it goes in batches and nothing else goes with it")
  func forgetsMuch() async throws {
    let world = try await AccountsUnderTest()
    let (_, tokens) = try await world.newcomer("name")
    let account = try await world.accounts.caller(showing: tokens.access).account
    try await world.database.write { connection in
      for number in 0..<1200 {
        try connection.run(
          "INSERT INTO session (id, account_id, kind, opened_at, expires_at) VALUES ($1, $2, 'fixed', 0, 0)",
          [.text("\(number)"), .text(account.description)])
      }
    }
    #expect(try await world.accounts.removeExpiredSessions() == 1200)
    _ = try await world.accounts.refresh(tokens.refresh, .rotating)
  }
}
