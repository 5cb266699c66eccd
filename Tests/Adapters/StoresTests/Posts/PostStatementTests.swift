import Basics
import Posts
import SQL
import Support
import Testing

/// Over a network each statement is a round trip: the numbers here are the cost of a page, a post and a change.
@Suite("The number of statements")
struct PostStatementTests {
  private let feed: PostsUnderTest
  private let people: [AccountID]
  private let page: PageRequest

  init() async throws {
    page = try PageRequest(limit: 20)
    feed = try await PostsUnderTest()
    people = try await feed.accounts(4)
  }

  /// Posts with photos, hashtags, likes and comments, by the accounts 2 and 3 in turn.
  private func fill(_ count: Int) async throws -> [Post] {
    var posts: [Post] = []
    for number in 0..<count {
      let author = people[1 + number % 2]
      let photos = [try await feed.photo(number, by: author)]
      let post = try await feed.post("#tag #\(number)a", by: author) { content in
        (content.photos, content.booth) = (photos, BoothID(Int64(number % 9) + 1))
      }
      _ = try await feed.posts.like(post.id, .set(true), by: people[0])
      _ = try await feed.posts.comment("comment", on: post.id, by: people[0])
      posts.append(post)
    }
    return posts
  }

  @Test("A page of any feed takes three statements, and four with many ranges")
  func pages() async throws {
    _ = try await fill(40)
    for person in people[1...2] { try await feed.follow(person, by: people[0]) }
    let few: [Feed] = [
      Feed(), Feed(kinds: [.feed]), Feed(board: ""), Feed(.by(people[1])), Feed(.at([BoothID(1), BoothID(2)])),
      Feed(.hashtag("tag")), Feed(.liked(by: people[0])), Feed(.liked(by: people[0]), kinds: [.feed], board: ""),
    ]
    let many = [Feed(.followed(by: people[0])), Feed(.at((1...9).map { BoothID($0) }))]
    for (feeds, expected) in [(few, 3), (many, 4)] {
      for scope in feeds {
        for viewer in [nil, people[0]] {
          for limit in [2, 20] {
            let found = try await feed.statements.expect(expected) {
              try await feed.posts.page(scope, for: viewer, PageRequest(limit: limit))
            }
            #expect(!found.items.isEmpty, "\(scope)")
          }
        }
      }
    }
  }

  @Test("A page without posts takes one statement or two")
  func emptyPages() async throws {
    _ = try await feed.statements.expect(1) { try await feed.posts.page(Feed(), for: people[0], page) }
    _ = try await feed.statements.expect(1) {
      try await feed.posts.page(Feed(.followed(by: people[0])), for: people[0], page)
    }
  }

  @Test(
    "A page takes at most five statements, however much is hidden from the viewer",
    arguments: [1, 30, 400])
  func hiddenPosts(_ hidden: Int) async throws {
    let oldest = try await fill(30)
    try await feed.addMany(hidden, by: people[3])
    try await feed.database.write { try $0.run("UPDATE post SET booth_id = 1 WHERE booth_id IS NULL") }
    try await feed.block(people[3], by: people[0])
    let expected = hidden > 336 ? 5 : 4
    let all = try await feed.statements.expect(expected) { try await feed.posts.page(Feed(), for: people[0], page) }
    #expect(all.items.map(\.id) == oldest.reversed().prefix(20).map(\.id))
    let booths = Feed(.at((1...9).map { BoothID($0) }))
    feed.statements.reset()
    let found = try await feed.posts.page(booths, for: people[0], page)
    #expect(feed.statements.count <= 5 && (found.items.count == 20 || found.next != nil))
  }

  @Test("A post takes two statements, its comments three to five, and the participants of a page three")
  func documents() async throws {
    let posts = try await fill(20)
    let (statements, viewer) = (feed.statements, people[0])
    _ = try await statements.expect(2) { try await feed.posts.post(posts[0].id, for: viewer) }
    _ = try await statements.expect(3) { try await feed.posts.comments(on: posts[0].id, for: viewer, page) }
    let participants = try await statements.expect(3) {
      try await feed.posts.participants(of: posts.map(\.id), for: viewer)
    }
    #expect(participants.allSatisfy { $0.likers == [viewer] && $0.comments.map(\.text) == ["comment"] })
    for number in 0..<400 {
      feed.clock.advance(milliseconds: 1)
      _ = try await feed.posts.comment("\(number)", on: posts[0].id, by: people[number < 20 ? 2 : 3])
    }
    try await feed.block(people[3], by: viewer)
    let found = try await statements.expect(5) { try await feed.posts.comments(on: posts[0].id, for: viewer, page) }
    #expect(found.items.map(\.text) == (0..<20).reversed().map(String.init))
    let all = try await statements.expect(4) { try await feed.posts.participants(of: posts.map(\.id), for: viewer) }
    #expect(all[0].comments.count == 21)
  }

  @Test("Adding a post takes two statements, and four with photos, a price and hashtags")
  func adding() async throws {
    let (statements, author) = (feed.statements, people[0])
    let photos = [try await feed.photo(1, by: author), try await feed.photo(2, by: author)]
    let plain = try await statements.expect(2) { try await feed.post("plain", by: author) }
    let full = try await statements.expect(4) {
      try await feed.post("#one #two", by: author, kind: .album) { $0.photos = photos }
    }
    for post in [plain, full] { #expect(try await feed.posts.post(post.id, for: author) == post) }
  }

  @Test("Changing a post takes three statements, and another for new photos")
  func changing() async throws {
    let (statements, author) = (feed.statements, people[0])
    let photos = [try await feed.photo(1, by: author), try await feed.photo(2, by: author)]
    let post = try await feed.post("#one", by: author, kind: .album) { $0.photos = [photos[0]] }
    let text = try await statements.expect(3) { try await feed.posts.change(post.id, by: author) { $0.text = "#one!" } }
    #expect(try await feed.posts.post(post.id, for: author) == text)
    let full = try await statements.expect(4) {
      try await feed.posts.change(post.id, by: author) { ($0.text, $0.photos) = ("#one #two", photos.reversed()) }
    }
    #expect(try await feed.posts.post(post.id, for: author) == full)
    let fewer = try await statements.expect(3) {
      try await feed.posts.change(post.id, by: author) { ($0.text, $0.photos) = ("#two", [photos[0]]) }
    }
    #expect(try await feed.posts.post(post.id, for: author) == fewer)
    _ = try await statements.expect(3) { try await feed.posts.remove(post.id, by: author) }
  }

  @Test("A like, a comment and a report take at most six statements")
  func reactions() async throws {
    let post = try await fill(1)[0]
    let (statements, posts, reports, person) = (feed.statements, feed.posts, feed.reports, people[3])
    for wanted in [true, false] {
      _ = try await statements.expect(2) { try await posts.like(post.id, .set(wanted), by: person) }
    }
    let comment = try await statements.expect(3) { try await posts.comment("a", on: post.id, by: person) }
    _ = try await statements.expect(2) { try await posts.change(comment.id, on: post.id, to: "b", by: person) }
    let other = people[0]
    let report = try await statements.expect(4) {
      try await reports.report(.comment(comment.id, on: post.id), .spam, note: "", by: other)
    }
    _ = try await statements.expect(4) { try await reports.report(.post(post.id), .spam, note: "", by: other) }
    _ = try await statements.expect(3) { try await reports.details(of: report.id) }
    _ = try await statements.expect(1) { try await reports.queue(openOnly: true, page) }
    _ = try await statements.expect(5) { try await reports.close(report.id, removing: true) }
  }
}
