import Basics
import Posts
import Support
import Testing

@Suite("Comments")
struct CommentTests {
  @Test("Comments are listed newest first, counted, and changed by their writer")
  func life() async throws {
    let feed = try await PostsUnderTest()
    let people = try await feed.accounts(2)
    let post = try await feed.post("text", by: people[0])
    var comments: [Posts.Comment] = []
    for number in 0..<5 {
      // Two of one moment, so that the identifier decides.
      if number != 3 { feed.clock.advance(milliseconds: 1) }
      comments.append(try await feed.posts.comment("\(number)", on: post.id, by: people[number % 2]))
    }
    #expect(comments[1].author == Person(id: people[1], nickname: "person 2"))
    #expect((comments[0].post, comments[0].createdAt, comments[0].updatedAt) == (post.id, Self.start, nil))
    let ordered = comments.sorted { ($1.createdAt, $1.id) < ($0.createdAt, $0.id) }
    for limit in [1, 2, 5, 100] {
      let listed = try await PostsUnderTest.all(limit: limit) {
        try await feed.posts.comments(on: post.id, for: nil, $0)
      }
      #expect(listed == ordered)
    }
    feed.clock.advance(milliseconds: 7)
    let changed = try await feed.posts.change(comments[1].id, on: post.id, to: "new", by: people[1])
    #expect((changed.text, changed.createdAt, changed.updatedAt) == ("new", comments[1].createdAt, feed.clock.now))
    #expect(try await feed.posts.change(comments[0].id, on: post.id, to: "0", by: people[0]) == comments[0])
    #expect(try await feed.posts.post(post.id, for: nil).commentCount == 5)
    #expect(try await feed.posts.participants(of: [post.id], for: nil)[0].comments.contains(changed))
  }

  private static let start = ManualClock().now.advanced(milliseconds: 2)

  @Test("Comments are removed by their author and the post's only")
  func removing() async throws {
    let feed = try await PostsUnderTest()
    let people = try await feed.accounts(3)
    let post = try await feed.post("text", by: people[0])
    let first = try await feed.posts.comment("a", on: post.id, by: people[1])
    let second = try await feed.posts.comment("b", on: post.id, by: people[1])
    let own = try await feed.posts.comment("c", on: post.id, by: people[0])
    let forbidden = [
      try await domainError { try await feed.posts.remove(first.id, on: post.id, by: people[2]) },
      try await domainError { try await feed.posts.remove(own.id, on: post.id, by: people[1]) },
      try await domainError { try await feed.posts.change(first.id, on: post.id, to: "x", by: people[0]) },
    ]
    #expect(forbidden.allSatisfy { $0.kind == .forbidden && $0.code == "comment-not-yours" })
    try await feed.posts.remove(first.id, on: post.id, by: people[1])
    // Whom the post's author has blocked meanwhile, others still read.
    try await feed.block(people[1], by: people[0])
    try await feed.posts.remove(second.id, on: post.id, by: people[0])
    #expect(try await feed.posts.comments(on: post.id, for: nil, PageRequest(limit: 9)).items == [own])
    #expect(try await feed.posts.post(post.id, for: nil).commentCount == 1)
    let missing = try await domainError { try await feed.posts.remove(first.id, on: post.id, by: people[0]) }
    #expect((missing.kind, missing.code) == (.notFound, "comment-unknown"))
  }

  @Test("Comments are found only on their own post")
  func otherPost() async throws {
    let feed = try await PostsUnderTest()
    let author = try await feed.account(1)
    let (post, other) = (try await feed.post("a", by: author), try await feed.post("b", by: author))
    let comment = try await feed.posts.comment("c", on: post.id, by: author)
    let before = try await feed.contents()
    let domainErrors = [
      try await domainError { try await feed.posts.remove(comment.id, on: other.id, by: author) },
      try await domainError { try await feed.posts.change(comment.id, on: other.id, to: "x", by: author) },
    ]
    #expect(domainErrors.allSatisfy { $0.kind == .notFound && $0.code == "comment-unknown" })
    #expect(try await feed.contents() == before)
  }

  @Test(
    "A comment that breaks a rule is refused and changes nothing",
    arguments: [
      ("", "comment-empty"), (" \n\u{3000}", "comment-empty"), ("a\u{0}", "text-invalid"),
      (String(repeating: "가", count: 2001), "comment-too-long"),
      (String(repeating: "\u{301}", count: 300_000), "comment-too-long"),
    ])
  func rejected(_ text: String, _ code: String) async throws {
    let feed = try await PostsUnderTest()
    let author = try await feed.account(1)
    let post = try await feed.post("a", by: author)
    let comment = try await feed.posts.comment(String(repeating: "가", count: 2000), on: post.id, by: author)
    let before = try await feed.contents()
    let domainErrors = [
      try await domainError { try await feed.posts.comment(text, on: post.id, by: author) },
      try await domainError { try await feed.posts.change(comment.id, on: post.id, to: text, by: author) },
    ]
    #expect(domainErrors.allSatisfy { $0.kind == .invalid && $0.code == code && $0.field == "text" })
    #expect(try await feed.contents() == before)
  }
}

extension Timestamp {
  fileprivate func advanced(milliseconds: Int64) -> Timestamp {
    Timestamp(milliseconds: self.milliseconds + milliseconds)
  }
}
