import Basics
import Posts
import Support
import Testing
import Workload

/// What a few people did, kept in plain arrays beside the services that did it.
struct History {
  let feed: PostsUnderTest
  var numbers: SeededNumbers
  private let people: [AccountID]
  private var posts: [Post] = []
  private var likes: [(person: AccountID, post: PostID, since: Timestamp)] = []
  private var blocks: Set<[AccountID]> = []
  private var follows: Set<[AccountID]> = []

  private static let tags = ["부스", "photo", "셀카"]
  private static let boards = ["", "Mobbie"]
  private static let kinds: [PostKind] = [.pose, .feed, .photo]

  init(seed: UInt64) async throws {
    feed = try await PostsUnderTest(seed: seed)
    numbers = SeededNumbers(seed: seed)
    people = try await feed.accounts(6)
  }

  // MARK: What happens

  mutating func goOn(steps: Int) async throws {
    for _ in 0..<steps {
      // Half of the time nothing passes, so that moments are shared.
      feed.clock.advance(milliseconds: Int64(numbers.next() % 2))
      switch numbers.next() % 12 {
      case 0...4: try await post()
      case 5: try await move()
      case 6: try await remove()
      case 7, 8: try await like()
      case 9: try await follow()
      default: try await block()
      }
    }
  }

  private mutating func person() -> AccountID { people[Int(numbers.next() % 6)] }

  private mutating func post() async throws {
    var content = PostContent(kind: .feed)
    decide(&content)
    posts.append(try await feed.posts.make(content, by: person()))
  }

  private mutating func decide(_ content: inout PostContent) {
    content.kind = Self.kinds[Int(numbers.next() % 3)]
    content.board = Self.boards[Int(numbers.next() % 2)]
    content.text = "text" + Self.tags.filter { _ in numbers.next() % 3 == 0 }.map { " #\($0)" }.joined()
    content.booth = numbers.next() % 2 == 0 ? nil : BoothID(Int64(numbers.next() % 3) + 1)
  }

  private mutating func move() async throws {
    guard let index = posts.indices.randomElement(using: &numbers) else { return }
    var content = posts[index].content
    decide(&content)
    posts[index] = try await feed.posts.replace(posts[index].id, by: content, by: posts[index].author.id)
  }

  private mutating func remove() async throws {
    guard let index = posts.indices.randomElement(using: &numbers) else { return }
    let gone = posts.remove(at: index)
    likes.removeAll { $0.post == gone.id }
    try await feed.posts.remove(gone.id, by: gone.author.id)
  }

  private mutating func like() async throws {
    guard let post = posts.randomElement(using: &numbers) else { return }
    let person = person()
    guard sees(person, post.author.id) else {
      await #expect(throws: DomainError.self) { try await feed.posts.like(post.id, .toggle, by: person) }
      return
    }
    let before = likes.count
    likes.removeAll { $0.person == person && $0.post == post.id }
    if likes.count == before { likes.append((person, post.id, feed.clock.now)) }
    let answer = try await feed.posts.like(post.id, .toggle, by: person)
    #expect(answer.isLiked == (likes.count > before))
    #expect(answer.count == likes.count { $0.post == post.id })
  }

  private mutating func follow() async throws {
    let (one, other) = (person(), person())
    if follows.insert([one, other]).inserted { try await feed.follow(other, by: one) }
  }

  private mutating func block() async throws {
    let (one, other) = (person(), person())
    if blocks.remove([one, other]) != nil {
      try await feed.unblock(other, by: one)
    } else if one != other && blocks.count < 3 {
      blocks.insert([one, other])
      try await feed.block(other, by: one)
    }
  }

  // MARK: What a plain loop says

  mutating func anyFeed() -> (Feed, AccountID?) {
    let booths = (1...3).map { BoothID($0) }.filter { _ in numbers.next() % 2 == 0 }
    let scopes: [Feed.Scope] = [
      .all, .by(person()), .at(booths), .hashtag(Self.tags[Int(numbers.next() % 3)]), .followed(by: person()),
      .liked(by: person()),
    ]
    let kinds = Self.kinds.filter { _ in numbers.next() % 2 == 0 }
    let board = numbers.next() % 2 == 0 ? nil : Self.boards[Int(numbers.next() % 2)]
    let viewer = numbers.next() % 4 == 0 ? nil : person()
    return (Feed(scopes[Int(numbers.next() % 6)], kinds: kinds, board: board), viewer)
  }

  func posts(of feed: Feed, for viewer: AccountID?) -> [PostID] {
    if case .liked(let person) = feed.scope, !sees(viewer, person) { return [] }
    var found: [(instant: Timestamp, id: PostID)] = []
    for post in posts where sees(viewer, post.author.id) && isNarrow(feed, post.content) {
      if let instant = instant(of: post, in: feed.scope) { found.append((instant, post.id)) }
    }
    return found.sorted { ($1.instant, $1.id) < ($0.instant, $0.id) }.map(\.id)
  }

  private func isNarrow(_ feed: Feed, _ content: PostContent) -> Bool {
    (feed.kinds.isEmpty || feed.kinds.contains(content.kind)) && (feed.board.map { $0 == content.board } ?? true)
  }

  /// By which a post is listed; nil where it is not.
  private func instant(of post: Post, in scope: Feed.Scope) -> Timestamp? {
    let isIn =
      switch scope {
      case .all: true
      case .by(let author): post.author.id == author
      case .at(let booths): post.content.booth.map(booths.contains) ?? false
      case .hashtag(let tag): post.hashtags.contains(tag)
      case .followed(let person): follows.contains([person, post.author.id])
      case .liked: false
      }
    guard case .liked(let person) = scope else { return isIn ? post.createdAt : nil }
    return likes.first { $0.person == person && $0.post == post.id }?.since
  }

  private func sees(_ viewer: AccountID?, _ author: AccountID) -> Bool {
    viewer.map { !blocks.contains([$0, author]) && !blocks.contains([author, $0]) } ?? true
  }
}
