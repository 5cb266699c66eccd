import Basics
import Posts
import SQL
import Support
import Testing

@Suite("Changing a post")
struct ChangingTests {
  @Test("A change by the author keeps the other fields and sets the time of the change")
  func author() async throws {
    let feed = try await PostsUnderTest()
    let author = try await feed.account(1)
    let photos = [try await feed.photo(1, by: author), try await feed.photo(2, by: author)]
    let old = try await feed.post("#old text", by: author, kind: .pose) {
      ($0.board, $0.title, $0.people, $0.booth) = ("Mobbie", "#title", 3, BoothID(1))
      ($0.notes, $0.photos) = (["1", nil, "3", "", "5"], photos)
    }
    feed.clock.advance(milliseconds: 5)
    let new = try await feed.posts.change(old.id, by: author) {
      ($0.text, $0.photos) = ("#new", [photos[1]])
    }
    var expected = old
    (expected.content.text, expected.content.photos) = ("#new", [photos[1]])
    (expected.hashtags, expected.updatedAt) = (["title", "new"], feed.clock.now)
    expected.photoSizes[photos[0]] = nil
    #expect(new == expected)
    #expect(try await feed.posts.post(old.id, for: nil) == expected)
    #expect(try await feed.posts.page(Feed(.hashtag("old")), for: nil, PageRequest(limit: 1)).items.isEmpty)
  }

  @Test("A change to the present content is no change")
  func same() async throws {
    let feed = try await PostsUnderTest()
    let author = try await feed.account(1)
    let post = try await feed.post("text", by: author)
    let before = try await feed.contents()
    feed.clock.advance(milliseconds: 5)
    #expect(try await feed.posts.replace(post.id, by: post.content, by: author) == post)
    #expect(try await feed.contents() == before)
  }

  @Test("A change moves a post to another kind and board in every list")
  func moves() async throws {
    let feed = try await PostsUnderTest()
    let author = try await feed.account(1)
    let post = try await feed.post("#tag", by: author, kind: .photo) { ($0.board, $0.booth) = ("old", BoothID(1)) }
    _ = try await feed.posts.like(post.id, .set(true), by: author)
    let moved = try await feed.posts.change(post.id, by: author) {
      ($0.kind, $0.board, $0.booth) = (.newBooth, "new", BoothID(2))
    }
    let old = Feed(kinds: [.photo], board: "old")
    let new = Feed(kinds: [.newBooth], board: "new")
    for scope in [Feed.Scope.all, .by(author), .hashtag("tag"), .liked(by: author)] {
      #expect(try await feed.ids(Feed(scope, kinds: old.kinds, board: old.board)).isEmpty)
      #expect(try await feed.ids(Feed(scope, kinds: new.kinds, board: new.board)) == [moved.id])
    }
    #expect(try await feed.ids(Feed(.at([BoothID(1)]))).isEmpty)
    #expect(try await feed.ids(Feed(.at([BoothID(2), BoothID(2)]))) == [moved.id])
  }

  @Test("A change keeps booth and photos, even if they could not be chosen now")
  func snapshot() async throws {
    let feed = try await PostsUnderTest()
    let author = try await feed.account(1)
    let photo = try await feed.photo(1, by: author)
    let post = try await feed.post("text", by: author) { ($0.booth, $0.photos) = (BoothID(9), [photo]) }
    try await feed.database.write { try $0.run("UPDATE post SET booth_id = 77") }
    try await feed.database.write { try $0.run("DELETE FROM photo_upload") }
    let changed = try await feed.posts.change(post.id, by: author) { $0.text = "other" }
    #expect(changed.content.booth == BoothID(77))
    #expect(changed.content.photos == [photo])
    let domainError = try await domainError {
      try await feed.posts.change(post.id, by: author) { $0.booth = BoothID(78) }
    }
    #expect(domainError.code == "booth-unknown")
  }

  @Test("A change by a commenter sets the second note and nothing else")
  func commenter() async throws {
    let feed = try await PostsUnderTest()
    let people = try await feed.accounts(3)
    let photo = try await feed.photo(1, by: people[0])
    let post = try await feed.post("text", by: people[0]) { ($0.notes[0], $0.photos) = ("name", [photo]) }
    for person in people[1...] {
      let domainError = try await domainError { try await feed.posts.change(post.id, by: person) { $0.notes[1] = "x" } }
      #expect((domainError.kind, domainError.code) == (.forbidden, "post-not-yours"))
    }
    let comment = try await feed.posts.comment("hello", on: post.id, by: people[1])
    #expect(try await feed.posts.change(post.id, by: people[1]) { $0.notes[1] = "a, b" }.content.notes[1] == "a, b")
    let before = try await feed.contents()
    let attempts: [@Sendable (inout PostContent) -> Void] = [
      { $0.text = "mine" }, { ($0.notes[1], $0.title) = ("x", "y") }, { $0.notes[0] = nil }, { $0.photos = [] },
      { $0.notes = [] }, { $0.kind = .pose }, { $0.notes.append(nil) },
    ]
    for attempt in attempts {
      let domainError = try await domainError { try await feed.posts.change(post.id, by: people[1], attempt) }
      #expect((domainError.kind, domainError.code) == (.forbidden, "post-not-yours"))
    }
    let tooLong = try await domainError {
      try await feed.posts.change(post.id, by: people[1]) { $0.notes[1] = String(repeating: "a", count: 10_001) }
    }
    #expect(tooLong.code == "note-too-long")
    #expect(try await feed.contents() == before)
    try await feed.posts.remove(comment.id, on: post.id, by: people[1])
    let domainError = try await domainError {
      try await feed.posts.change(post.id, by: people[1]) { $0.notes[1] = "c" }
    }
    #expect(domainError.code == "post-not-yours")
  }

  private struct Stop: Error {}

  @Test("A change whose rule throws changes nothing")
  func thrown() async throws {
    let feed = try await PostsUnderTest()
    let author = try await feed.account(1)
    let post = try await feed.post("text", by: author)
    await #expect(throws: Stop.self) {
      try await feed.posts.change(post.id, by: author) {
        $0.text = "half done"
        throw Stop()
      }
    }
    #expect(try await feed.posts.post(post.id, for: nil) == post)
  }

  @Test("No concurrent change is lost")
  func concurrent() async throws {
    let feed = try await PostsUnderTest()
    let author = try await feed.account(1)
    let post = try await feed.post("", by: author) { $0.notes[0] = "-" }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<40 {
        group.addTask { _ = try await feed.posts.change(post.id, by: author) { $0.notes[0]! += "+" } }
      }
      try await group.waitForAll()
    }
    let note = try await feed.posts.post(post.id, for: nil).content.notes[0]
    #expect(note == "-" + String(repeating: "+", count: 40))
  }

  @Test("Changing or removing an unknown post or another author's is refused")
  func unknown() async throws {
    let feed = try await PostsUnderTest()
    let people = try await feed.accounts(2)
    let post = try await feed.post("text", by: people[0])
    let other = PostID("00000000000000000000abcd")!
    let before = try await feed.contents()
    let missing = [
      try await domainError { try await feed.posts.post(other, for: people[0]) },
      try await domainError { try await feed.posts.replace(other, by: post.content, by: people[0]) },
      try await domainError { try await feed.posts.remove(other, by: people[0]) },
      try await domainError { try await feed.posts.like(other, .toggle, by: people[0]) },
      try await domainError { try await feed.posts.comment("a", on: other, by: people[0]) },
      try await domainError { try await feed.posts.comments(on: other, for: nil, PageRequest(limit: 1)) },
    ]
    #expect(missing.allSatisfy { $0.kind == .notFound && $0.code == "post-unknown" })
    let forbidden = [
      try await domainError { try await feed.posts.replace(post.id, by: post.content, by: people[1]) },
      try await domainError { try await feed.posts.remove(post.id, by: people[1]) },
    ]
    #expect(forbidden.allSatisfy { $0.kind == .forbidden && $0.code == "post-not-yours" })
    #expect(try await feed.contents() == before)
  }

  @Test("A post is removed with everything that belongs to it")
  func removes() async throws {
    let feed = try await PostsUnderTest()
    let people = try await feed.accounts(2)
    let before = try await feed.contents()
    let photo = try await feed.photo(1, by: people[0])
    let post = try await feed.post("#tag", by: people[0]) { $0.photos = [photo] }
    _ = try await feed.posts.like(post.id, .toggle, by: people[1])
    _ = try await feed.posts.comment("a", on: post.id, by: people[1])
    try await feed.posts.remove(post.id, by: people[0])
    #expect(try await feed.contents() == before)
    #expect(try await domainError { try await feed.posts.post(post.id, for: nil) }.code == "post-unknown")
  }
}

extension PostsUnderTest {
  /// The posts of a feed, in order.
  func ids(_ feed: Feed, for viewer: AccountID? = nil) async throws -> [PostID] {
    try await Self.all { try await posts.page(feed, for: viewer, $0) }.map(\.id)
  }
}
