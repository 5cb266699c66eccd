import Basics
import Posts
import SQL
import Support
import Testing

@Suite("Likes")
struct LikeTests {
  @Test("A like is set, removed and toggled, and setting it twice changes nothing")
  func wishes() async throws {
    let feed = try await PostsUnderTest()
    let people = try await feed.accounts(2)
    let post = try await feed.post("a", by: people[0])
    let steps: [(LikeChange, Bool, Int)] = [
      (.set(false), false, 0), (.set(true), true, 1), (.set(true), true, 1), (.toggle, false, 0), (.toggle, true, 1),
      (.set(false), false, 0),
    ]
    for (wish, isLiked, count) in steps {
      let answer = try await feed.posts.like(post.id, wish, by: people[1])
      #expect(answer == (isLiked, count))
      let seen = try await feed.posts.post(post.id, for: people[1])
      #expect((seen.isLiked, seen.likeCount) == (isLiked, count))
    }
    _ = try await feed.posts.like(post.id, .toggle, by: people[0])
    #expect(try await feed.posts.post(post.id, for: people[1]).isLiked == false)
    #expect(try await feed.posts.post(post.id, for: nil).isLiked == false)
  }

  @Test("Concurrent likes of many people are all counted")
  func crowd() async throws {
    let feed = try await PostsUnderTest()
    let people = try await feed.accounts(24)
    let post = try await feed.post("a", by: people[0])
    // Everybody toggles; every third does so three times and every fourth once more.
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (index, person) in people.enumerated() {
        for _ in 0..<(1 + (index % 3 == 0 ? 2 : 0) + (index % 4 == 0 ? 1 : 0)) {
          group.addTask { _ = try await feed.posts.like(post.id, .toggle, by: person) }
        }
      }
      try await group.waitForAll()
    }
    let likers = Set(people.enumerated().filter { $0.offset % 4 != 0 }.map(\.element))
    let participants = try await feed.posts.participants(of: [post.id], for: nil)
    #expect(Set(participants[0].likers) == likers)
    #expect(try await feed.posts.post(post.id, for: nil).likeCount == likers.count)
  }

  @Test("Liked posts are listed in the order of the likes, for any viewer")
  func feed() async throws {
    let feed = try await PostsUnderTest()
    let people = try await feed.accounts(2)
    var liked: [PostID] = []
    for number in 0..<6 {
      let post = try await feed.post("\(number)", by: people[0], kind: number % 2 == 0 ? .pose : .feed)
      if number != 4 { liked.append(post.id) }
    }
    let order = [2, 0, 4, 1, 3].map { liked[$0] }
    for post in order {
      feed.clock.advance(milliseconds: 1)
      _ = try await feed.posts.like(post, .set(true), by: people[1])
    }
    #expect(try await feed.ids(Feed(.liked(by: people[1])), for: people[0]) == order.reversed())
    let poses = try await feed.ids(Feed(.liked(by: people[1]), kinds: [.pose]))
    #expect(poses == [liked[0], liked[2]])
    #expect(try await feed.ids(Feed(.liked(by: people[0]))).isEmpty)
  }
}

@Suite("Participants of posts")
struct LikersAndParticipantsTests {
  @Test("Participants are listed for each post, latest first, and an unknown post has none")
  func order() async throws {
    let feed = try await PostsUnderTest()
    let people = try await feed.accounts(4)
    let posts = [try await feed.post("a", by: people[0]), try await feed.post("b", by: people[1])]
    var comments: [Posts.Comment] = []
    for person in people {
      feed.clock.advance(milliseconds: 1)
      _ = try await feed.posts.like(posts[0].id, .set(true), by: person)
      comments.append(try await feed.posts.comment("hello", on: posts[0].id, by: person))
    }
    let participants = try await feed.posts.participants(
      of: [posts[1].id, PostID("00000000000000000000abcd")!, posts[0].id], for: people[1])
    #expect(participants[..<2] == [PostParticipants(), PostParticipants()])
    #expect(participants[2] == PostParticipants(likers: people.reversed(), comments: comments.reversed()))
  }

  @Test("At most a thousand participants are listed, with the viewer among the likers")
  func crowd() async throws {
    let feed = try await PostsUnderTest()
    let post = try await feed.post("a", by: try await feed.account(1))
    try await feed.crowd(around: post.id, count: 1_200)
    let people = (0..<1_200).map { AccountID("00000000000000000001" + String($0 + 0x1000, radix: 16))! }
    let anybody = try await feed.posts.participants(of: [post.id], for: nil)[0]
    #expect(anybody.likers == people[200...].reversed())
    #expect(anybody.comments.map(\.author.id) == people[200...].reversed())
    let early = try await feed.posts.participants(of: [post.id], for: people[7])[0]
    #expect(early.likers == people[201...].reversed() + [people[7]])
    let late = try await feed.posts.participants(of: [post.id], for: people[777])[0]
    #expect(late.likers == anybody.likers)
    // The newest thousand are fewer without those who are blocked.
    try await feed.block(people[900], by: people[7])
    let blocking = try await feed.posts.participants(of: [post.id], for: people[7])[0]
    #expect(blocking.likers == people[200...].filter { $0 != people[900] }.reversed() + [people[7]])
  }

  @Test("The texts of participants have a common limit for all posts, the newest first")
  func longTexts() async throws {
    let feed = try await PostsUnderTest()
    let author = try await feed.account(1)
    var posts: [PostID] = []
    for number in 0..<4 { posts.append(try await feed.post("\(number)", by: author).id) }
    let text = String(repeating: "😀", count: 2_000)
    for post in posts[..<3] { try await feed.crowd(around: post, count: 400, text: text) }
    let alone = try await feed.posts.participants(of: [posts[0]], for: nil)[0].comments
    #expect(alone.count == 400)
    let together = try await feed.posts.participants(of: posts, for: nil).map(\.comments)
    #expect(together.map(\.count) == [250, 250, 250, 0])
    #expect(together[0] == Array(alone[..<250]))
  }
}

extension PostsUnderTest {
  /// Accounts with numbers from 0x11000 on, each with a like and a comment, one a millisecond.
  func crowd(around post: PostID, count: Int, text: String = "text") async throws {
    try await database.write { connection in
      for number in 0..<count {
        let id = Value.text("00000000000000000001" + String(number + 0x1000, radix: 16))
        let comment = Value.text(post.description.suffix(20) + String(number + 0x1000, radix: 16))
        let instant = Value.integer(Int64(number))
        try connection.run(
          """
          INSERT INTO account (id, email, password_hash, nickname, nickname_folded, bio, created_at)
          VALUES ($1, $1, '', $1, $1, '', 0) ON CONFLICT DO NOTHING
          """, [id])
        try connection.run(
          "INSERT INTO post_like (post_id, account_id, since) VALUES ($1, $2, $3)",
          [.text(post.description), id, instant])
        try connection.run(
          "INSERT INTO comment (id, post_id, author_id, text, created_at) VALUES ($1, $2, $3, $4, $5)",
          [comment, .text(post.description), id, .text(text), instant])
      }
      try connection.run(
        "UPDATE post SET like_count = like_count + $2, comment_count = comment_count + $2 WHERE id = $1",
        [.text(post.description), .integer(Int64(count))])
    }
  }
}
