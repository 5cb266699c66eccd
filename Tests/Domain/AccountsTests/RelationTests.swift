import Accounts
import Basics
import SQL
import Support
import Testing
import Workload

@Suite("Following and blocking")
struct RelationTests {
  private static func fixture(_ names: String...) async throws -> (AccountsUnderTest, [AccountID]) {
    let fixture = try await AccountsUnderTest()
    return (fixture, try await fixture.people(names))
  }

  @Test("Following counts once and returns both profiles, and repeating it is a conflict, unlike unfollowing")
  func follows() async throws {
    let (fixture, people) = try await Self.fixture("one", "two")
    let (follower, followed) = try await fixture.relations.follow(people[1], by: people[0])
    #expect(follower.nickname == "one" && followed.nickname == "two")
    await expectDomainError("already-following", .conflict) {
      _ = try await fixture.relations.follow(people[1], by: people[0])
    }
    #expect(try await fixture.counts(people[1]) == [1, 0])
    for _ in 0..<2 {
      let (first, second) = try await fixture.relations.unfollow(people[1], by: people[0])
      #expect(first.nickname == "one" && second.nickname == "two")
    }
    #expect(try await fixture.counts(people[1]) == [0, 0])
    #expect(try await fixture.counts(people[0]) == [0, 0])
  }

  @Test("An account cannot follow or block itself or an unknown account")
  func rejects() async throws {
    let (fixture, people) = try await Self.fixture("one")
    let nobody = AccountID(at: fixture.clock.now, random: seededBytes(99))
    await expectDomainError("follow-self", .invalid) {
      _ = try await fixture.relations.follow(people[0], by: people[0])
    }
    await expectDomainError("block-self", .invalid) { try await fixture.relations.block(people[0], by: people[0]) }
    await expectDomainError("account-unknown", .notFound) {
      _ = try await fixture.relations.follow(nobody, by: people[0])
    }
    await expectDomainError("account-unknown", .notFound) {
      _ = try await fixture.relations.unfollow(nobody, by: people[0])
    }
    await expectDomainError("account-unknown", .notFound) { try await fixture.relations.block(nobody, by: people[0]) }
    let request = try PageRequest(limit: 10)
    await expectDomainError("account-unknown") {
      _ = try await fixture.relations.followers(of: nobody, for: nil, request)
    }
    await expectDomainError("account-unknown") {
      _ = try await fixture.relations.following(by: nobody, for: nil, request)
    }
    try await fixture.relations.unblock(nobody, by: people[0])
  }

  @Test("A block hides both accounts from each other and ends their follows, and may be repeated")
  func blocks() async throws {
    let (fixture, people) = try await Self.fixture("one", "two", "three")
    _ = try await fixture.relations.follow(people[1], by: people[0])
    _ = try await fixture.relations.follow(people[0], by: people[1])
    for _ in 0..<2 { try await fixture.relations.block(people[1], by: people[0]) }
    for (viewer, other) in [(people[0], people[1]), (people[1], people[0])] {
      #expect(try await fixture.counts(viewer) == [0, 0])
      await expectDomainError("account-unknown") { _ = try await fixture.accounts.profile(of: other, for: viewer) }
      await expectDomainError("account-unknown") { _ = try await fixture.relations.follow(other, by: viewer) }
      await expectDomainError("account-unknown") { _ = try await fixture.relations.unfollow(other, by: viewer) }
      let request = try PageRequest(limit: 10)
      await expectDomainError("account-unknown") {
        _ = try await fixture.relations.followers(of: other, for: viewer, request)
      }
    }
    _ = try await fixture.accounts.profile(of: people[1], for: people[2])
    try await fixture.relations.unblock(people[1], by: people[0])
    _ = try await fixture.accounts.profile(of: people[1], for: people[0])
    _ = try await fixture.relations.follow(people[1], by: people[0])
  }

  @Test("A block by both sides lasts until both have removed it")
  func blocksBothWays() async throws {
    let (fixture, people) = try await Self.fixture("one", "two")
    try await fixture.relations.block(people[1], by: people[0])
    try await fixture.relations.block(people[0], by: people[1])
    try await fixture.relations.unblock(people[1], by: people[0])
    await expectDomainError("account-unknown") { _ = try await fixture.accounts.profile(of: people[1], for: people[0]) }
    try await fixture.relations.unblock(people[0], by: people[1])
    _ = try await fixture.accounts.profile(of: people[1], for: people[0])
  }

  // MARK: Lists

  @Test("Lists show each person once, latest first, page by page, while people come and go")
  func pages() async throws {
    let (fixture, people) = try await Self.fixture("star")
    let fans = try await fixture.crowd(60)
    for (number, fan) in fans.prefix(50).enumerated() {
      // Several in one millisecond: identifiers decide.
      if number % 3 == 0 { fixture.clock.advance(milliseconds: 1) }
      _ = try await fixture.relations.follow(people[0], by: fan)
    }
    var seen: [AccountID] = []
    var key: PageKey?
    var arriving = fans.dropFirst(50)
    repeat {
      let page = try await fixture.relations.followers(of: people[0], for: nil, PageRequest(after: key, limit: 7))
      seen += page.items.map(\.id)
      key = page.next
      fixture.clock.advance(milliseconds: 1)
      if let fan = arriving.popFirst() { _ = try await fixture.relations.follow(people[0], by: fan) }
      if let last = seen.last { _ = try await fixture.relations.unfollow(people[0], by: last) }
    } while key != nil
    #expect(seen.count == 50)
    #expect(Set(seen) == Set(fans.prefix(50)))
  }

  @Test("A full page says whether more follows")
  func endsExactly() async throws {
    let (fixture, people) = try await Self.fixture("star", "one", "two")
    for fan in people.dropFirst() { _ = try await fixture.relations.follow(people[0], by: fan) }
    let whole = try await fixture.relations.followers(of: people[0], for: nil, PageRequest(limit: 2))
    #expect(whole.items.count == 2 && whole.next == nil)
    let half = try await fixture.relations.followers(of: people[0], for: nil, PageRequest(limit: 1))
    let rest = try await fixture.relations.followers(of: people[0], for: nil, PageRequest(after: half.next, limit: 1))
    #expect(half.items + rest.items == whole.items)
    #expect(rest.next == nil)
  }

  @Test("Accounts that block or are blocked by the viewer are in no list")
  func hidesBlocked() async throws {
    let (fixture, people) = try await Self.fixture("star", "one", "two", "three", "viewer")
    for fan in people[1...3] {
      fixture.clock.advance(milliseconds: 1)
      _ = try await fixture.relations.follow(people[0], by: fan)
      _ = try await fixture.relations.follow(fan, by: people[0])
    }
    try await fixture.relations.block(people[1], by: people[4])
    fixture.clock.advance(milliseconds: 1)
    try await fixture.relations.block(people[4], by: people[2])
    let request = try PageRequest(limit: 10)
    for page in [
      try await fixture.relations.followers(of: people[0], for: people[4], request),
      try await fixture.relations.following(by: people[0], for: people[4], request),
    ] {
      #expect(page.items.map(\.nickname) == ["three"])
    }
    #expect(
      try await fixture.relations.followers(of: people[0], for: nil, request).items.map(\.nickname)
        == ["three", "two", "one"])
    #expect(try await fixture.relations.blocked(by: people[4], request).items.map(\.nickname) == ["one"])
    #expect(try await fixture.relations.blocked(by: people[2], request).items.map(\.nickname) == ["viewer"])
  }

  @Test("Counts are right after a thousand random follows, blocks and their removals, some of them concurrent")
  func countsRightly() async throws {
    let fixture = try await AccountsUnderTest()
    let people = try await fixture.crowd(8)
    var numbers = SeededNumbers(seed: 3)
    for _ in 0..<100 {
      let steps = (0..<10).map { _ in
        (
          people.randomElement(using: &numbers)!, people.randomElement(using: &numbers)!,
          Int.random(in: 0..<6, using: &numbers)
        )
      }
      await withTaskGroup(of: Void.self) { group in
        for (one, other, action) in steps {
          group.addTask {
            switch action {
            case 0, 1, 2: _ = try? await fixture.relations.follow(other, by: one)
            case 3: _ = try? await fixture.relations.unfollow(other, by: one)
            case 4: try? await fixture.relations.block(other, by: one)
            default: try? await fixture.relations.unblock(other, by: one)
            }
          }
        }
      }
    }
    let wrong = try await fixture.database.read {
      try $0.integer(
        """
        SELECT COUNT(*) FROM account
        WHERE follower_count <> (SELECT COUNT(*) FROM follow WHERE followed_id = account.id)
          OR following_count <> (SELECT COUNT(*) FROM follow WHERE follower_id = account.id)
        """)
    }
    #expect(wrong == 0)
    #expect(try await fixture.count("follow") > 0)
    let torn = try await fixture.database.read {
      try $0.integer(
        "SELECT COUNT(*) FROM follow JOIN block ON blocker_id IN (follower_id, followed_id) AND blocked_id IN (follower_id, followed_id)"
      )
    }
    #expect(torn == 0)
  }
}

extension AccountsUnderTest {
  fileprivate func people(_ names: [String]) async throws -> [AccountID] {
    var people: [AccountID] = []
    for name in names { people.append(try await signUp(name).id) }
    return people
  }

  /// Many accounts that nobody logs in to.
  fileprivate func crowd(_ count: Int) async throws -> [AccountID] {
    let random = seededBytes(5)
    let ids = (0..<count).map { _ in AccountID(at: clock.now, random: random) }
    try await database.write { connection in
      for id in ids {
        try connection.run(
          """
          INSERT INTO account (id, email, password_hash, nickname, nickname_folded, bio, created_at)
          VALUES ($1, $1, '', $1, $1, '', 0)
          """, [.text(id.description)])
      }
    }
    return ids
  }

  /// Followers and followed.
  fileprivate func counts(_ account: AccountID) async throws -> [Int] {
    let profile = try await accounts.profile(of: account, for: account)
    return [profile.followerCount, profile.followingCount]
  }
}
