import Accounts
import Basics
import Concurrency
import Notices
import Posts
import SQL
import Stores
import Support
import Testing
import TimeZones
import Workload

/// A few people over a real database, and whom their notices are announced to.
struct NoticesUnderTest: Sendable {
  let fixture: PostsUnderTest
  let posts: PostService
  let notices: NoticeService
  let relations: RelationService
  let reports: ReportService
  let announced = Locked<[AccountID]>([])
  let people: [AccountID]
  var clock: ManualClock { fixture.clock }
  var database: any Database { fixture.database }

  init(people count: Int = 5) async throws {
    fixture = try await PostsUnderTest()
    people = try await fixture.accounts(count)
    let (database, clock, announced) = (fixture.database, fixture.clock, announced)
    let announce: NoticeAnnouncement = { account in announced.withLock { $0.append(account) } }
    posts = PostService(
      posts: SQLPostStore(database, announcing: announce), comments: SQLCommentStore(database, announcing: announce),
      boothExists: { _ in true }, clock: { clock.now }, random: seededBytes(21))
    notices = NoticeService(store: SQLNoticeStore(database), zones: SystemTimeZones(), clock: { clock.now })
    relations = RelationService(
      relations: SQLRelationStore(database, announcing: announce), clock: { clock.now })
    reports = ReportService(
      reports: SQLReportStore(database, announcing: announce), clock: { clock.now }, random: seededBytes(22))
  }

  /// The accounts that were announced since the last call, in their order.
  func drain() -> [AccountID] {
    announced.withLock { accounts in
      defer { accounts = [] }
      return accounts.sorted()
    }
  }

  /// Likes a post, a second after what happened before.
  func like(_ post: PostID, _ isLiked: Bool = true, by person: AccountID) async throws {
    clock.advance(seconds: 1)
    _ = try await posts.like(post, .set(isLiked), by: person)
  }

  /// Comments on a post, a second after what happened before.
  func comment(_ text: String, on post: PostID, by person: AccountID) async throws -> CommentID {
    clock.advance(seconds: 1)
    return try await posts.comment(text, on: post, by: person).id
  }

  func follow(_ person: AccountID, by follower: AccountID) async throws {
    clock.advance(seconds: 1)
    _ = try await relations.follow(person, by: follower)
  }

  /// Has an account get some kinds, and devices show and the daily mail count some of them.
  func choose(
    _ page: Set<NoticeKind> = Set(NoticeKind.allCases), push: Set<NoticeKind> = Set(NoticeKind.allCases),
    mail: Set<NoticeKind> = [], quiet: QuietHours? = nil, for person: AccountID
  ) async throws {
    try await notices.set(NoticeSettings(page: page, push: push, mail: mail, quiet: quiet), for: person)
  }

  func all(for person: AccountID, limit: Int = 100) async throws -> [Notice] {
    try await PostsUnderTest.all(limit: limit) { try await notices.notices(for: person, $0) }
  }

  /// Marks all notices that are listed now as read.
  func read(by person: AccountID) async throws {
    guard let latest = try await all(for: person).first else { return }
    _ = try await notices.markRead(upTo: latest.position, for: person)
  }

  func count(_ query: String) async throws -> Int64 {
    try await database.read { try $0.integer("SELECT COUNT(*) FROM \(query)") ?? -1 }
  }

  /// The notices in which nothing happened, of which there must be none.
  func emptyNotices() async throws -> Int64 {
    try await count("notice WHERE NOT EXISTS (SELECT 1 FROM notice_event WHERE notice_id = notice.id)")
  }
}

extension Notice {
  var position: PageKey { PageKey(instant: updatedAt, id: id.description) }
}
