import Basics
import Posts
import SQL
import Support
import Testing

@testable import Stores

/// A page of any list costs the same at any depth and of any size only while each statement seeks in one index.
@Suite("The plan of every list of posts", .enabled(if: TestDatabase.engine == .sqlite))
struct FeedPlanTests {
  static let scopes: [Feed.Scope] = [
    .all, .by(person), .followed(by: person), .at([BoothID(1), BoothID(2)]), .hashtag("tag"), .liked(by: person),
  ]
  static let person = AccountID("000000000000000000000001")!
  private static let boards: [String?] = [nil, "board"]
  private static let kinds: [[PostKind]] = [[], [.pose], [.pose, .feed]]

  @Test("is one seek in an index that has the order", arguments: scopes)
  func seeks(_ scope: Feed.Scope) async throws {
    let feed = try await PostsUnderTest()
    let lists = Self.boards.flatMap { board in Self.kinds.map { Feed(scope, kinds: $0, board: board) } }
    try await feed.database.read { connection in
      for feed in lists {
        let plan = try FeedPlan(feed, Visibility(of: nil, on: connection), on: connection)
        let steps = try connection.plan(of: plan.statement)
        let range = plan.filtersAfterReading ? "(since,post_id)<(?,?)" : "(created_at,"
        #expect(steps.count == 1)
        #expect(steps[0].contains("USING COVERING INDEX"), "\(steps)")
        #expect(steps[0].contains(range), "\(steps)")
        // As many columns are sought as are equal to something, and then the key.
        let equal = plan.statement.split(separator: " ").filter { $0.hasPrefix("$") }.count - 2
        #expect(steps[0].split(separator: "=").count - 1 == equal, "\(steps)")
      }
    }
  }

  @Test("and of what is read beside them, is made of seeks alone")
  func others() async throws {
    let feed = try await PostsUnderTest()
    try await feed.database.read { connection in
      let statements = [
        PostReader.select, PostReader.photos, PostReader.hashtags, PostReader.like, ParticipantReader.likers,
        FeedPlan.followed, CommentReader.page, ReportRows.pageStatement(openOnly: true),
        ReportRows.pageStatement(openOnly: false),
      ]
      for statement in statements {
        for step in try connection.plan(of: statement) {
          #expect(step.hasPrefix("SEARCH "), "\(step)")
        }
      }
    }
  }
}
