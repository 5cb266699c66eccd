package import Basics
import Foundation
package import Posts
package import SQL
import Stores
import Workload

/// The post services over a new, real database, with helpers for tests.
package struct PostsUnderTest: Sendable {
  /// For direct access by tests.
  package let database: any Database
  /// The statements of the services.
  package let statements: CountedDatabase
  package let posts: PostService
  package let reports: ReportService
  package let clock = ManualClock()
  private let directory: ScratchDirectory

  /// An empty database and a catalogue of the booths 1 to 9.
  package init(seed: UInt64 = 1) async throws {
    directory = try ScratchDirectory()
    let database = try await TestDatabase.open(directory.url.appendingPathComponent("posts.sqlite").path)
    try await database.prepareStores()
    self.database = database
    statements = CountedDatabase(database)
    let clock = clock
    let random = seededBytes(seed)
    posts = PostService(
      posts: SQLPostStore(statements), comments: SQLCommentStore(statements),
      boothExists: { (1...9).contains($0.number) }, clock: { clock.now }, random: random)
    reports = ReportService(reports: SQLReportStore(statements), clock: { clock.now }, random: random)
  }

  // MARK: Accounts

  /// An account whose identifier ends in a number.
  @discardableResult
  package func account(_ number: Int) async throws -> AccountID {
    try await database.addAccount(number)
  }

  /// Accounts 1 to `count`.
  package func accounts(_ count: Int) async throws -> [AccountID] {
    var accounts: [AccountID] = []
    for number in 1...count { accounts.append(try await account(number)) }
    return accounts
  }

  package func follow(_ followed: AccountID, by follower: AccountID) async throws {
    try await relate("INSERT INTO follow (follower_id, followed_id, since) VALUES ($1, $2, 0)", follower, followed)
  }

  /// Blocks an account. Blocking twice is no error.
  package func block(_ blocked: AccountID, by blocker: AccountID) async throws {
    try await relate(
      "INSERT INTO block (blocker_id, blocked_id, since) VALUES ($1, $2, 0) ON CONFLICT DO NOTHING", blocker, blocked)
  }

  package func unblock(_ blocked: AccountID, by blocker: AccountID) async throws {
    try await relate("DELETE FROM block WHERE blocker_id = $1 AND blocked_id = $2", blocker, blocked)
  }

  private func relate(_ statement: String, _ one: AccountID, _ other: AccountID) async throws {
    try await database.write { try $0.run(statement, [.text(one.description), .text(other.description)]) }
  }

  /// A photo uploaded by an account.
  package func photo(_ number: Int, by account: AccountID) async throws -> PhotoName {
    try await database.addPhoto(number, by: account)
  }

  // MARK: Posts

  /// Makes a post, a millisecond after the previous one.
  @discardableResult
  package func post(
    _ text: String, by author: AccountID, kind: PostKind = .feed, _ change: (inout PostContent) -> Void = { _ in }
  ) async throws -> Post {
    clock.advance(milliseconds: 1)
    var content = PostContent(kind: kind)
    content.text = text
    if kind.isGoods { content.price = 1000 }
    change(&content)
    return try await posts.make(content, by: author)
  }

  /// Adds many posts at once, one for each millisecond after the clock.
  package func addMany(_ count: Int, by author: AccountID) async throws {
    let start = clock.now.milliseconds
    try await database.write { connection in
      let insert = try connection.prepare(
        "INSERT INTO post (id, author_id, kind, board, text, created_at) VALUES ($1, $2, 'feed', '', 'flood', $3)")
      let random = seededBytes(0)
      for number in 1...Int64(count) {
        let instant = Timestamp(milliseconds: start + number)
        try insert.bind(1, PostID(at: instant, random: random).description)
        try insert.bind(2, author.description)
        try insert.bind(3, instant.milliseconds)
        try insert.run()
      }
    }
  }

  /// Every item of a list, page by page.
  /// - Parameter between: runs between two pages.
  package static func all<Item>(
    limit: Int = 100, _ page: (PageRequest) async throws -> Page<Item>, between: () async throws -> Void = {}
  ) async throws -> [Item] {
    var items: [Item] = []
    var key: PageKey?
    repeat {
      let page = try await page(PageRequest(after: key, limit: limit))
      items += page.items
      key = page.next
      if key != nil { try await between() }
    } while key != nil
    return items
  }

  /// Every row of the tables of posts, comments and reports, for comparing two states.
  package func contents() async throws -> [String] {
    try await database.rows(of: Self.tables)
  }

  private static let tables = [
    ("account", 13), ("post", 18), ("post_photo", 3), ("post_hashtag", 7), ("comment", 6), ("post_like", 3),
    ("report", 11),
  ]
}
