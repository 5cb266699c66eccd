import Accounts
import Basics
import SQL
import Support
import Testing

@Suite("Withdrawal")
struct WithdrawalLaws {
  @Test(
    "No table names the account afterwards, and the counts of others are right", arguments: [0, 1] as [UInt64])
  func removesEverything(_ seed: UInt64) async throws {
    let accounts = try await AccountsUnderTest()
    try await accounts.live(steps: 160, seed: seed)
    #expect(try await accounts.wrongCounts() == 0)
    let reports = try await accounts.count("report")
    let orders = try await accounts.count("shop_order")
    let before = try await accounts.everything()
    let tables = [
      "session", "refresh_token", "follow", "post", "post_hashtag", "comment", "post_like", "report", "shop_order",
      "idempotency_key", "workspace", "workspace_invitation", "workspace_link", "channel_member", "message",
      "message_photo",
      "party", "party_admin", "party_application", "quest", "notice", "notice_event",
    ]
    for table in tables {
      #expect(before.contains { $0.hasPrefix("\(table): ") }, "the life was not full enough")
    }
    for person in accounts.people {
      let email = try #require(person.email)
      let words = [person.id.description, email.description, person.nickname.description]
      #expect(try await accounts.everything().contains { value in words.contains(where: value.contains) })
      #expect(try await accounts.accounts.remove(person.id, at: accounts.fixture.clock.now) == person)
      #expect(try await accounts.everything().filter { value in words.contains(where: value.contains) } == [])
      #expect(try await accounts.wrongCounts() == 0)
      #expect(try await accounts.count("report") == reports)
      #expect(try await accounts.count("shop_order") == orders)
      #expect(try await accounts.fixture.database.brokenReferences() == 0)
    }
    let emptied = [
      "session", "refresh_token", "follow", "block", "post", "comment", "post_like", "photo_upload", "idempotency_key",
      "workspace", "workspace_member", "workspace_invitation", "workspace_link", "channel", "channel_member", "message",
      "message_photo",
      "party", "party_admin", "party_application", "quest", "notice", "notice_event",
    ]
    for table in emptied {
      #expect(try await accounts.count(table) == 0)
    }
  }

  @Test("A withdrawal is complete or leaves everything as it was", .enabled(if: TestDatabase.engine == .sqlite))
  func isOneTransaction() async throws {
    let accounts = try await AccountsUnderTest()
    try await accounts.live(steps: 150, seed: 4)
    let before = try await accounts.everything()
    try await accounts.fixture.database.write {
      try $0.run("CREATE TRIGGER stop BEFORE DELETE ON account BEGIN SELECT RAISE(ABORT, 'stopped'); END")
    }
    await #expect(throws: DatabaseFailure.self) {
      try await accounts.accounts.remove(accounts.people[0].id, at: accounts.fixture.clock.now)
    }
    #expect(try await accounts.everything() == before)
    try await accounts.fixture.database.write { try $0.run("DROP TRIGGER stop") }
    _ = try await accounts.accounts.remove(accounts.people[0].id, at: accounts.fixture.clock.now)
    #expect(try await accounts.everything() != before)
  }

  @Test("An account can be removed only once")
  func isOnce() async throws {
    let accounts = try await AccountsUnderTest(people: 1)
    #expect(try await accounts.accounts.remove(accounts.people[0].id, at: accounts.fixture.clock.now) != nil)
    #expect(try await accounts.accounts.remove(accounts.people[0].id, at: accounts.fixture.clock.now) == nil)
  }

  @Test("Posts and likes during a withdrawal leave nothing behind")
  func standsRaces() async throws {
    let accounts = try await AccountsUnderTest()
    try await accounts.live(steps: 100, seed: 5)
    let leaving = accounts.people[0]
    await withTaskGroup(of: Void.self) { group in
      group.addTask { try? await accounts.live(steps: 60, seed: 6) }
      group.addTask { _ = try? await accounts.accounts.remove(leaving.id, at: accounts.fixture.clock.now) }
      group.addTask { _ = try? await accounts.accounts.remove(leaving.id, at: accounts.fixture.clock.now) }
    }
    let left = try await accounts.everything().filter { $0.contains(leaving.id.description) }
    #expect(left == [])
    #expect(try await accounts.wrongCounts() == 0)
  }
}
