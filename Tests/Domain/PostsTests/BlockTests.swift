import Basics
import Posts
import Support
import Testing

@Suite("Content of a blocked account")
struct BlockTests {
  /// Who blocks whom: the author of the post the reader, or the reader the author.
  @Test("Content is hidden in both directions of a block", arguments: [true, false])
  func hiddenPosts(byAuthor: Bool) async throws {
    let feed = try await PostsUnderTest()
    let people = try await feed.accounts(3)
    let (author, reader, other) = (people[0], people[1], people[2])
    let post = try await feed.post("#tag", by: author, kind: .pose) { $0.booth = BoothID(1) }
    let shared = try await feed.post("#tag", by: other) { $0.booth = BoothID(1) }
    let comment = try await feed.posts.comment("a", on: post.id, by: reader)
    let onShared = try await feed.posts.comment("a", on: shared.id, by: author)
    for id in [post.id, shared.id] {
      for person in [author, reader] { _ = try await feed.posts.like(id, .set(true), by: person) }
    }
    try await feed.follow(author, by: reader)
    try await feed.block(byAuthor ? reader : author, by: byAuthor ? author : reader)
    let before = try await feed.contents()

    for scope in [Feed.Scope.all, .at([BoothID(1)]), .hashtag("tag"), .liked(by: reader)] {
      #expect(try await feed.ids(Feed(scope), for: reader) == [shared.id])
    }
    for scope in [Feed.Scope.by(author), .followed(by: reader), .liked(by: author)] {
      #expect(try await feed.ids(Feed(scope), for: reader).isEmpty)
    }
    let unknown = [
      try await domainError { try await feed.posts.post(post.id, for: reader) },
      try await domainError { try await feed.posts.like(post.id, .toggle, by: reader) },
      try await domainError { try await feed.posts.comment("b", on: post.id, by: reader) },
      try await domainError { try await feed.posts.change(comment.id, on: post.id, to: "b", by: reader) },
      try await domainError { try await feed.posts.comments(on: post.id, for: reader, PageRequest(limit: 1)) },
      try await domainError { try await feed.posts.change(post.id, by: reader) { $0.notes[1] = "b" } },
      try await domainError { try await feed.reports.report(.post(post.id), .spam, note: "", by: reader) },
    ]
    #expect(unknown.allSatisfy { $0.kind == .notFound && $0.code == "post-unknown" })
    let hidden = try await domainError {
      try await feed.reports.report(.comment(onShared.id, on: shared.id), .spam, note: "", by: reader)
    }
    #expect((hidden.kind, hidden.code) == (.notFound, "comment-unknown"))
    let participants = try await feed.posts.participants(of: [post.id, shared.id], for: reader)
    #expect(participants == [PostParticipants(), PostParticipants(likers: [reader])])
    #expect(try await feed.posts.comments(on: shared.id, for: reader, PageRequest(limit: 9)).items.isEmpty)
    #expect(try await feed.contents() == before)

    try await feed.unblock(byAuthor ? reader : author, by: byAuthor ? author : reader)
    #expect(try await feed.ids(Feed(), for: reader) == [shared.id, post.id])
  }

  @Test("A page scans a bounded number of hidden posts, and may be short with a next page")
  func crowdOfPosts() async throws {
    let feed = try await PostsUnderTest()
    let people = try await feed.accounts(3)
    let first = try await feed.post("oldest", by: people[0])
    try await feed.addMany(12_000, by: people[1])
    feed.clock.advance(milliseconds: 1_000_000)
    let last = try await feed.post("newest", by: people[0])
    try await feed.block(people[1], by: people[2])
    var sizes: [Int] = []
    var key: PageKey?
    var seen: [PostID] = []
    repeat {
      let page = try await feed.posts.page(Feed(), for: people[2], PageRequest(after: key, limit: 20))
      sizes.append(page.items.count)
      seen += page.items.map(\.id)
      key = page.next
    } while key != nil
    #expect(seen == [last.id, first.id])
    #expect(sizes == [1, 0, 1])
    #expect(try await feed.ids(Feed(.by(people[1])), for: people[2]).isEmpty)
  }
}
