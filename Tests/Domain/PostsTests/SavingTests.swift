import Basics
import Posts
import SQL
import Support
import Testing
import Workload

@Suite("Saving a post")
struct SavingTests {
  /// Content that breaks one rule, and how it is refused.
  struct Breach: Sendable, CustomTestStringConvertible {
    let code: String
    let field: String
    let content: PostContent

    init(_ code: String, _ field: String, _ kind: PostKind = .feed, _ change: (inout PostContent) -> Void) {
      (self.code, self.field) = (code, field)
      content = sampleContent(kind, change)
    }

    var testDescription: String { "\(code) \(field)" }
  }

  static let breaches = [
    Breach("board-too-long", "board") { $0.board = String(repeating: "b", count: 101) },
    Breach("title-too-long", "title") { $0.title = String(repeating: "가", count: 201) },
    Breach("text-too-long", "text") { $0.text = String(repeating: "가", count: 10_001) },
    Breach("text-too-long", "text") { $0.text = "a" + String(repeating: "\u{301}", count: 1_000_000) },
    Breach("note-too-long", "notes") { $0.notes[4] = String(repeating: "a", count: 10_001) },
    Breach("notes-too-many", "notes") { $0.notes.append("a") },
    Breach("text-invalid", "text") { $0.text = "a\u{0}b" },
    Breach("text-invalid", "title") { $0.title = "\u{9F}bell" },
    Breach("text-invalid", "board") { $0.board = "\u{7}" },
    Breach("text-invalid", "notes") { $0.notes[1] = "\u{1B}[2J" },
    Breach("photos-too-many", "photos") { $0.photos = (1...6).map { PhotoName.numbered($0) } },
    Breach("photo-repeated", "photos") { $0.photos = [1, 2, 1].map { PhotoName.numbered($0) } },
    Breach("photo-unknown", "photos") { $0.photos = [PhotoName.numbered(8)] },
    Breach("photo-unknown", "photos") { $0.photos = [PhotoName.numbered(9)] },
    Breach("price-needed", "price", .album) { $0.price = nil },
    Breach("price-needed", "price", .frame) { $0.price = nil },
    Breach("price-unexpected", "price") { $0.price = 1 },
    Breach("price-out-of-range", "price", .album) { $0.price = -1 },
    Breach("price-out-of-range", "price", .album) { $0.price = 100_000_001 },
    Breach("people-unexpected", "people", .photo) { $0.people = 2 },
    Breach("people-out-of-range", "people", .pose) { $0.people = 0 },
    Breach("people-out-of-range", "people", .pose) { $0.people = 21 },
    Breach("booth-unknown", "booth") { $0.booth = BoothID(10) },
    Breach("post-empty", "text") { $0.text = "" },
    Breach("post-empty", "text") { ($0.title, $0.text, $0.notes[0]) = (" \n", "\u{3000}", "\t") },
  ]

  @Test("A post that breaks a rule is refused with its field and changes nothing", arguments: breaches)
  func rejected(_ breach: Breach) async throws {
    let feed = try await PostsUnderTest()
    let (author, other) = (try await feed.account(1), try await feed.account(2))
    _ = try await feed.photo(9, by: other)
    let photo = try await feed.photo(1, by: author)
    let post = try await feed.post("#stands", by: author) { $0.photos = [photo] }
    let before = try await feed.contents()
    for id in [nil, post.id] {
      let domainError = try await domainError {
        guard let id else { return try await feed.posts.make(breach.content, by: author) }
        return try await feed.posts.replace(id, by: breach.content, by: author)
      }
      #expect(domainError.kind == .invalid)
      #expect((domainError.code, domainError.field) == (breach.code, breach.field))
      #expect(try await feed.contents() == before)
    }
  }

  @Test("A post that is saved twice with one identifier is made and counted once")
  func madeOnce() async throws {
    let feed = try await PostsUnderTest()
    let author = try await feed.account(1)
    let id = PostID(at: feed.clock.now, random: seededBytes(5))
    let post = try await feed.posts.make(sampleContent(.feed) { $0.text = "#once" }, as: id, by: author)
    let comment = try await feed.posts.comment("a", as: CommentID(id), on: id, by: author)
    let before = try await feed.contents()
    feed.clock.advance(seconds: 1)
    #expect(post.id == id && comment.id == CommentID(id))
    var repeated = post
    repeated.commentCount = 1
    #expect(try await feed.posts.make(sampleContent(.feed) { $0.text = "#once" }, as: id, by: author) == repeated)
    #expect(try await feed.posts.comment("a", as: CommentID(id), on: id, by: author) == comment)
    #expect(try await feed.contents() == before)
  }

  @Test("A post at the limits of the rules is saved and read back unchanged")
  func limits() async throws {
    let feed = try await PostsUnderTest()
    let author = try await feed.account(1)
    var photos: [PhotoName] = []
    for number in 1...5 { photos.append(try await feed.photo(number, by: author)) }
    let contents = [
      sampleContent(.feed) {
        $0.board = String(repeating: "b", count: 100)
        $0.title = String(repeating: "가", count: 200)
        $0.text = String(repeating: "😀", count: 10_000)
        $0.notes = (0..<5).map { String(repeating: "\($0)", count: 10_000) }
        $0.photos = photos
      },
      sampleContent(.album) { $0.price = 0 }, sampleContent(.frame) { $0.price = 100_000_000 },
      sampleContent(.pose) { $0.people = 1 }, sampleContent(.pose) { $0.people = 20 }, sampleContent(.pose) { _ in },
      sampleContent(.newBooth) { $0.booth = BoothID(9) },
      sampleContent(.photo) { ($0.text, $0.photos) = ("", [photos[4]]) },
      sampleContent(.background) { ($0.text, $0.title) = ("", "only a title") },
      sampleContent(.feed) { ($0.text, $0.notes) = ("", [nil, "", "only a note"]) },
      sampleContent(.feed) { $0.text = "two lines\r\nand\ta 👨‍👩‍👧 and مرحبا" },
    ]
    for content in contents {
      let post = try await feed.posts.make(content, by: author)
      var expected = content
      expected.notes += [String?](repeating: nil, count: 5 - content.notes.count)
      #expect(post.content == expected)
      #expect(post.author == Person(id: author, nickname: "person 1"))
      #expect((post.createdAt, post.updatedAt) == (feed.clock.now, nil))
      #expect(try await feed.posts.post(post.id, for: nil) == post)
    }
    #expect(try await feed.postCount(of: author) == contents.count)
  }

  @Test("A post is found by the hashtags of its title and text")
  func hashtags() async throws {
    let feed = try await PostsUnderTest()
    let author = try await feed.account(1)
    let post = try await feed.post("#부스추천 여기 어때? #Photo", by: author) {
      ($0.title, $0.notes[0]) = ("#제목 and #photo", "#note")
    }
    #expect(post.hashtags == ["제목", "photo", "부스추천"])
    for hashtag in ["부스추천", "#부스추천", "PHOTO", "제목"] {
      #expect(try await feed.posts.page(Feed(.hashtag(hashtag)), for: nil, PageRequest(limit: 9)).items == [post])
    }
    for hashtag in ["note", "부스"] {
      #expect(try await feed.posts.page(Feed(.hashtag(hashtag)), for: nil, PageRequest(limit: 9)).items.isEmpty)
    }
    let domainError = try await domainError {
      try await feed.posts.page(Feed(.hashtag("두 낱말")), for: nil, PageRequest(limit: 9))
    }
    #expect((domainError.kind, domainError.code, domainError.field) == (.invalid, "hashtag-invalid", "hashtag"))
  }

  @Test("A post of an account that has meanwhile left is refused")
  func gone() async throws {
    let feed = try await PostsUnderTest()
    let post = try await feed.post("a", by: try await feed.account(1))
    let gone = AccountID("0000000000000000000000ff")!
    let before = try await feed.contents()
    let domainErrors = [
      try await domainError { try await feed.posts.make(sampleContent(.feed) { _ in }, by: gone) },
      try await domainError { try await feed.posts.like(post.id, .toggle, by: gone) },
      try await domainError { try await feed.posts.comment("a", on: post.id, by: gone) },
      try await domainError { try await feed.reports.report(.post(post.id), .spam, note: "", by: gone) },
    ]
    #expect(domainErrors.allSatisfy { $0.kind == .unauthenticated && $0.code == "token-unusable" })
    #expect(try await feed.contents() == before)
  }
}

/// Content that keeps the rules, with something changed.
func sampleContent(_ kind: PostKind, _ change: (inout PostContent) -> Void) -> PostContent {
  var content = PostContent(kind: kind)
  content.text = "text"
  if kind.isGoods { content.price = 1000 }
  change(&content)
  return content
}

extension PostsUnderTest {
  /// How many posts the account says it has.
  func postCount(of account: AccountID) async throws -> Int {
    try await database.read { connection in
      Int(try connection.integer("SELECT post_count FROM account WHERE id = $1", [.text(account.description)]) ?? -1)
    }
  }
}
