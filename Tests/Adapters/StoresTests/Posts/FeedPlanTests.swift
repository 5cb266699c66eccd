import Basics
import Posts
import SQL
import Support
import Testing

@testable import Stores

/// A page of any list costs the same at any depth and of any size only while each statement seeks in indexes.
@Suite("The plan of every list of posts", .enabled(if: TestDatabase.engine == .sqlite))
struct FeedPlanTests {
  static let scopes: [Feed.Scope] = [
    .all, .by(person), .followed(by: person), .at([BoothID(1), BoothID(2)]), .at((1...9).map { BoothID($0) }),
    .hashtag("tag"), .liked(by: person),
  ]
  static let person = AccountID("000000000000000000000001")!
  private static let other = AccountID("000000000000000000000002")!
  private static let boards: [String?] = [nil, "board"]
  private static let kinds: [[PostKind]] = [[], [.pose], [.pose, .feed]]
  private let key = ListKey(instant: 1, id: "a")

  @Test("Each range is read by one seek in an index with its order", arguments: scopes)
  func seeks(_ scope: Feed.Scope) async throws {
    let feed = try await PostsUnderTest()
    for plan in plans(scope) {
      let ranges = plan.ranges ?? Array(repeating: range(of: plan), count: 3)
      for floor in [nil, key] {
        let text = plan.keys(in: ranges, after: key, downTo: floor, count: 9).text
        let steps = try await feed.database.read { try $0.plan(of: text) }
        #expect(steps.allSatisfy(isBounded), "\(steps)")
        let seeks = steps.filter { $0.contains("(\(plan.source.instant),") }
        #expect(seeks.count >= ranges.count, "\(steps)")
        // As many columns are sought as are equal to something, and then the key.
        let equal = (ranges[0].owner == nil ? 0 : 1) + (plan.board == nil ? 0 : 1) + (ranges[0].kind == nil ? 0 : 1)
        for seek in seeks {
          #expect(seek.hasPrefix("SEARCH \(plan.source.table) USING COVERING INDEX"), "\(seek)")
          #expect(seek.split(separator: "=").count - 1 == equal, "\(seek)")
        }
      }
    }
  }

  @Test(
    "The newest posts of many ranges are found by a seek in each",
    arguments: [Feed.Scope.followed(by: person), .at((1...9).map { BoothID($0) })])
  func newestRanges(_ scope: Feed.Scope) async throws {
    let feed = try await PostsUnderTest()
    for plan in plans(scope) where plan.ranges == nil {
      let text = plan.newestRanges(after: key, count: 9).text
      let steps = try await feed.database.read { try $0.plan(of: text) }
      #expect(steps.allSatisfy(isBounded), "\(steps)")
      let seek = try #require(steps.first { $0.contains("(created_at,id)<(?,?)") })
      #expect(seek.hasPrefix("SEARCH post USING COVERING INDEX"), "\(seek)")
    }
  }

  @Test("Lists of posts and the reads beside them are seeks")
  func others() async throws {
    let feed = try await PostsUnderTest()
    let posts = [Value.text("a"), .text("b")]
    let statements = [
      PostReader.select("$2"), PostReader.selectVisible, PostReader.details("$1, $2"), CommentReader.one,
      CommentReader.keys, CommentReader.select("$1"), ParticipantReader.shown("$2, $3"),
      ParticipantReader.likers(of: posts, for: Self.person).text,
      try #require(ParticipantReader.newestComments(of: posts, for: Self.person)).text,
      try #require(ParticipantReader.comments(of: posts, within: 9, for: Self.person)).text, ReportRows.photos,
      NoticeReader.page, NoticeReader.people(of: posts).text, NoticeReader.unreadCount,
      ReportRows.pageStatement(openOnly: true), ReportRows.pageStatement(openOnly: false),
    ]
    for statement in statements {
      let steps = try await feed.database.read { try $0.plan(of: statement) }
      #expect(steps.allSatisfy(isBounded), "\(steps)")
    }
  }

  private func plans(_ scope: Feed.Scope) -> [FeedPlan] {
    [FeedPlan(Feed(scope, words: ["a"]), for: Self.other)]
      + Self.boards.flatMap { board in
        Self.kinds.flatMap { kinds in
          [nil, Self.other].map { FeedPlan(Feed(scope, kinds: kinds, board: board), for: $0) }
        }
      }
  }

  private func range(of plan: FeedPlan) -> FeedPlan.Range {
    FeedPlan.Range(owner: plan.source.isOfAccounts ? .text("a") : .integer(1), kind: plan.kinds.first)
  }

  /// Whether a step reads no table from its beginning: only what was found before.
  private func isBounded(_ step: String) -> Bool {
    let tables = [
      "post", "post_like", "post_hashtag", "post_photo", "comment", "account", "block", "follow", "report",
      "notice_event", "shop_order", "workspace", "booth_proposal", "booth_correction",
    ]
    return !tables.contains { step == "SCAN \($0)" || step.hasPrefix("SCAN \($0) ") }
  }
}
