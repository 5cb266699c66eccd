import Basics
import Posts
import SQL
import SQLite
import Stores
import Synchronization
import Workload

/// A database of made-up posts, one every second. The same count gives the same posts.
///
/// There is one author for every fifty posts, at least 250; the first of them writes one post in twenty. One post in ten
/// has the hashtag `부스추천`, three in five have a photo. There are 1.5 likes and 0.75 comments per post.
struct SeededPosts {
  let count: Int
  let database: SQLiteDatabase
  let posts: PostService
  let people: [AccountID]
  private(set) var ids: [PostID] = []
  private var numbers = SeededNumbers(seed: 11)
  private let random = seededBytes(12)

  static let hashtag = "부스추천"
  static let start = Timestamp(seconds: 1_800_000_000)
  private static let batch = 50_000

  /// Creates the posts in a new database file.
  init(count: Int, path: String) async throws {
    self.count = count
    database = try await SQLiteDatabase(path: path)
    try await database.prepareStores()
    let clock = Atomic(Self.start.milliseconds + Int64(count) * 1000)
    posts = PostService(
      posts: SQLPostStore(database), comments: SQLCommentStore(database), boothExists: { _ in true },
      clock: { Timestamp(milliseconds: clock.add(1, ordering: .relaxed).newValue) }, random: random)
    let random = random
    people = (0..<max(250, count / 50)).map { AccountID(at: Self.start.advanced(seconds: Int64($0)), random: random) }
    try await addPeople()
    let indexes = try await dropIndexes()
    try await addPosts()
    for index in indexes { try await database.write { try $0.run(index) } }
  }

  func instant(of number: Int) -> Timestamp { Self.start.advanced(seconds: Int64(number)) }

  // MARK: Loading

  /// Adds the accounts. The second follows the first two hundred except itself.
  private func addPeople() async throws {
    let people = people
    try await database.write { connection in
      let account = try connection.prepare(
        """
        INSERT INTO account (id, email, password_hash, nickname, nickname_folded, bio, created_at)
        VALUES ($1, $2, '', $2, $2, '', 0)
        """)
      for (number, person) in people.enumerated() {
        try account.bind(1, person.description)
        try account.bind(2, "상냥한 너구리 \(number)")
        try account.run()
      }
      for followed in people.prefix(201) where followed != people[1] {
        try connection.run(
          "INSERT INTO follow (follower_id, followed_id, since) VALUES ($1, $2, 0)",
          [.text(people[1].description), .text(followed.description)])
      }
    }
  }

  /// Drops the indexes: creating them at the end takes a fraction of the time of updating them.
  /// - Returns: The statements that create them again.
  private func dropIndexes() async throws -> [String] {
    try await database.write { connection in
      var indexes: [(name: String, statement: String)] = []
      try connection.each(
        """
        SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL
          AND tbl_name IN ('post', 'post_photo', 'post_hashtag', 'post_like', 'comment')
        """, []
      ) { indexes.append(($0.text(0), $0.text(1))) }
      for index in indexes { try connection.run("DROP INDEX \(index.name)") }
      return indexes.map(\.statement)
    }
  }

  private mutating func addPosts() async throws {
    for first in stride(from: 0, to: count, by: Self.batch) {
      let rows = (first..<min(count, first + Self.batch)).map { SeededPost($0, of: self, &numbers, random) }
      ids += rows.map(\.id)
      try await database.write { connection in
        let writer = try SeededPostWriter(connection)
        for row in rows { try writer.write(row) }
      }
    }
  }
}

/// A post with its likers and commenters.
private struct SeededPost {
  let id: PostID
  let author: AccountID
  let instant: Timestamp
  let kind: PostKind
  let board: String
  let hashtags: [String]
  let photo: String?
  let likers: Set<AccountID>
  let commenters: [AccountID]

  private static let boards = ["", "", "Mobbie"]

  init(_ number: Int, of all: SeededPosts, _ numbers: inout SeededNumbers, _ random: RandomBytes) {
    instant = all.instant(of: number)
    id = PostID(at: instant, random: random)
    author = numbers.next() % 20 == 0 ? all.people[0] : all.people.randomElement(using: &numbers)!
    kind = PostKind.allCases[Int(numbers.next() % 7)]
    board = Self.boards[Int(numbers.next() % 3)]
    hashtags =
      (numbers.next() % 10 == 0 ? [SeededPosts.hashtag] : [])
      + (0..<Int(numbers.next() % 2)).map { _ in "네컷\(numbers.next() % 2000)" }
    photo = numbers.next() % 5 < 3 ? "\(String(repeating: "0", count: 64 - "\(number)".count))\(number).jpg" : nil
    likers = Set((0..<Int(numbers.next() % 4)).map { _ in all.people.randomElement(using: &numbers)! })
    commenters = (0..<Int(numbers.next() % 4) / 2).map { _ in all.people.randomElement(using: &numbers)! }
  }
}

/// Prepared statements that insert posts, for one transaction.
private struct SeededPostWriter {
  private let post: any PreparedStatement
  private let photo: any PreparedStatement
  private let hashtag: any PreparedStatement
  private let like: any PreparedStatement
  private let comment: any PreparedStatement

  init(_ connection: any DatabaseConnection) throws {
    post = try connection.prepare(
      """
      INSERT INTO post (id, author_id, kind, board, text, booth_id, created_at, like_count, comment_count)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
      """)
    photo = try connection.prepare("INSERT INTO post_photo (post_id, position, photo) VALUES ($1, 0, $2)")
    hashtag = try connection.prepare(
      """
      INSERT INTO post_hashtag (post_id, position, tag, folded, kind, board, created_at)
      VALUES ($1, $2, $3, $3, $4, $5, $6)
      """)
    like = try connection.prepare("INSERT INTO post_like (post_id, account_id, since) VALUES ($1, $2, $3)")
    comment = try connection.prepare(
      "INSERT INTO comment (id, post_id, author_id, text, created_at) VALUES ($1, $2, $3, $4, $5)")
  }

  func write(_ row: SeededPost) throws {
    let (id, instant) = (row.id.description, row.instant.milliseconds)
    let values: [Value] = [
      .text(id), .text(row.author.description), .text(row.kind.rawValue), .text(row.board),
      .text(row.hashtags.map { "#\($0) " }.joined() + "오늘 여기서 찍었는데 조명이 정말 좋았어요"), .integer(instant / 1000 % 5000 + 1),
      .integer(instant), .integer(Int64(row.likers.count)), .integer(Int64(row.commenters.count)),
    ]
    try run(post, values)
    if let name = row.photo { try run(photo, [.text(id), .text(name)]) }
    for (position, tag) in row.hashtags.enumerated() {
      try run(
        hashtag,
        [
          .text(id), .integer(Int64(position)), .text(tag), .text(row.kind.rawValue), .text(row.board),
          .integer(instant),
        ])
    }
    for (number, liker) in row.likers.sorted().enumerated() {
      try run(like, [.text(id), .text(liker.description), .integer(instant + Int64(number))])
    }
    for (number, commenter) in row.commenters.enumerated() {
      let key = CommentID("\(id.dropLast())\(number)")!.description
      try run(
        comment,
        [.text(key), .text(id), .text(commenter.description), .text("저도 가 봤어요"), .integer(instant + Int64(number))])
    }
  }

  private func run(_ statement: any PreparedStatement, _ values: [Value]) throws {
    for (index, value) in values.enumerated() { try statement.bind(index + 1, value) }
    try statement.run()
  }
}
