import Basics
import Posts
import SQL
import Support
import Testing
import Workload

/// Every feed against a plain loop over everything, while posts come and go and people block each other.
@Suite("Feeds")
struct FeedLaws {
  @Test("A feed equals a plain loop over all posts, in its order", arguments: 1...6)
  func bruteForce(_ seed: Int) async throws {
    var history = try await History(seed: UInt64(seed))
    for _ in 0..<4 {
      try await history.goOn(steps: 60)
      for _ in 0..<25 {
        let (feed, viewer) = history.anyFeed()
        let expected = history.posts(of: feed, for: viewer)
        let limit = Int(history.numbers.next() % 20) + 1
        let fixture = history.feed
        let found = try await PostsUnderTest.all(limit: limit) { try await fixture.posts.page(feed, for: viewer, $0) }
        #expect(found.map(\.id) == expected, "\(feed)")
      }
    }
  }

  @Test("A feed gives one page for one key, and ends exactly")
  func repeatable() async throws {
    let fixture = try await PostsUnderTest()
    let author = try await fixture.account(1)
    for number in 0..<10 { try await fixture.post("\(number)", by: author) }
    let first = try await fixture.posts.page(Feed(), for: nil, PageRequest(limit: 5))
    let second = try await fixture.posts.page(Feed(), for: nil, PageRequest(after: first.next, limit: 5))
    #expect(second.next == nil)
    try await fixture.post("newer", by: author)
    // The item that the key stands on may go: its place stays.
    try await fixture.posts.remove(first.items[4].id, by: author)
    #expect(try await fixture.posts.page(Feed(), for: nil, PageRequest(after: first.next, limit: 5)) == second)
  }

  @Test("A feed shows each surviving post once while posts are added and deleted")
  func paging() async throws {
    let fixture = try await PostsUnderTest()
    let people = try await fixture.accounts(2)
    try await fixture.addMany(1_000, by: people[0])
    fixture.clock.advance(milliseconds: 2_000)
    let before = try await fixture.ids(Feed())
    var numbers = SeededNumbers(seed: 3)
    var alive = Set(before)
    let seen = try await PostsUnderTest.all(limit: 20) {
      try await fixture.posts.page(Feed(), for: nil, $0)
    } between: {
      for _ in 0..<3 {
        try await fixture.post("new", by: people[1])
        if let gone = alive.sorted().randomElement(using: &numbers) {
          alive.remove(gone)
          try await fixture.posts.remove(gone, by: people[0])
        }
      }
    }
    let ids = seen.map(\.id)
    #expect(before.count == 1_000)
    #expect(Set(ids).count == ids.count)
    #expect(alive.isSubset(of: ids))
    #expect(ids == before.filter(Set(ids).contains))
  }

  @Test("The posts of hundreds of followed people are merged")
  func followed() async throws {
    let fixture = try await PostsUnderTest()
    let people = try await fixture.accounts(300)
    for (index, person) in people.enumerated() where index % 3 != 0 {
      try await fixture.follow(person, by: people[0])
    }
    try await fixture.scatter(2_000, among: people)
    let all = try await PostsUnderTest.all { try await fixture.posts.page(Feed(), for: nil, $0) }
    let followed = Set(people.enumerated().filter { $0.offset % 3 != 0 }.map(\.element))
    let expected = all.filter { followed.contains($0.author.id) }.map(\.id)
    #expect(try await fixture.ids(Feed(.followed(by: people[0]))) == expected)
    #expect(try await fixture.ids(Feed(.followed(by: people[0]), kinds: [.pose])).isEmpty)
  }

  @Test("A feed takes at most five hundred booths")
  func booths() async throws {
    let fixture = try await PostsUnderTest()
    let post = try await fixture.post("a", by: try await fixture.account(1)) { $0.booth = BoothID(9) }
    let booths = (1...500).map { BoothID($0) }
    #expect(try await fixture.ids(Feed(.at(booths))) == [post.id])
    let domainError = try await domainError { try await fixture.ids(Feed(.at(booths + [BoothID(501)]))) }
    #expect((domainError.kind, domainError.code, domainError.field) == (.invalid, "booths-too-many", "booth"))
    #expect(try await fixture.ids(Feed(.at([]))).isEmpty)
  }
}

extension PostsUnderTest {
  /// The posts of a feed, in order.
  func ids(_ feed: Feed, for viewer: AccountID? = nil) async throws -> [PostID] {
    try await Self.all { try await posts.page(feed, for: viewer, $0) }.map(\.id)
  }

  /// Posts by anybody, several of one moment.
  func scatter(_ count: Int, among people: [AccountID]) async throws {
    var numbers = SeededNumbers(seed: 5)
    for _ in 0..<count / 20 {
      guard let author = people.randomElement(using: &numbers) else { return }
      try await addMany(20, by: author)
      clock.advance(milliseconds: 7)
    }
  }
}
