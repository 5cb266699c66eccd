import Basics
import Posts
import SQL

/// The index ranges of a feed, and the statement that reads them.
///
/// A range is a part of an index with equal first columns, so that one seek finds the next keys however many posts
/// there are. If a feed has no kinds and the index begins with one, each kind is a range.
struct FeedPlan {
  /// Reads keys after the key (`$1`, `$2`), at most `$3`. The values of the index's first columns follow from `$4` on.
  let statement: String
  /// The values of the first columns, for each range.
  let runs: [[Value]]
  /// Whether kinds and board are filtered after reading each post: for likes, which are too few for an index to pay
  /// off.
  let filtersAfterReading: Bool

  init(_ feed: Feed, _ visibility: Visibility, on connection: any DatabaseConnection) throws {
    switch feed.scope {
    case .all: self.init(feed, .posts, column: nil, values: [])
    case .by(let author):
      let values = try visibility.shows(author) ? [Value.id(author)] : []
      self.init(feed, .posts, column: "author_id", values: values)
    case .followed(let follower):
      let followed = try Self.followed(by: follower, on: connection)
      self.init(feed, .posts, column: "author_id", values: followed)
    case .at(let booths):
      self.init(feed, .posts, column: "booth_id", values: Set(booths).map { .integer($0.number) })
    case .hashtag(let folded):
      self.init(feed, .hashtags, column: "folded", values: [.text(folded)])
    case .liked(let account):
      let values = try visibility.shows(account) ? [Value.id(account)] : []
      self.init(feed, .likes, column: "account_id", values: values)
    }
  }

  private init(_ feed: Feed, _ source: Source, column: String?, values: [Value]) {
    var columns = column.map { [$0] } ?? []
    var runs = column == nil ? [[]] : values.map { [$0] }
    filtersAfterReading = source == .likes
    if let board = feed.board, !filtersAfterReading {
      columns.append("board")
      runs = runs.map { $0 + [.text(board)] }
    }
    // The index by author alone needs no kind, and an account may follow thousands.
    let isByAuthorAlone = columns == ["author_id"] && feed.kinds.isEmpty
    if !filtersAfterReading && !isByAuthorAlone {
      columns.append("kind")
      let kinds = feed.kinds.isEmpty ? PostKind.allCases : Array(Set(feed.kinds))
      runs = runs.flatMap { run in kinds.map { run + [.text($0.rawValue)] } }
    }
    self.runs = runs
    statement = source.statement(equal: columns)
  }

  /// The table with a feed's keys.
  private struct Source: Equatable {
    let table: String
    let instant: String
    let id: String

    static let posts = Source(table: "post", instant: "created_at", id: "id")
    static let hashtags = Source(table: "post_hashtag", instant: "created_at", id: "post_id")
    static let likes = Source(table: "post_like", instant: "since", id: "post_id")

    func statement(equal columns: [String]) -> String {
      let equal = columns.enumerated().map { "\($1) = $\(4 + $0) AND " }.joined()
      return """
        SELECT \(instant), \(id) FROM \(table) WHERE \(equal)(\(instant), \(id)) < ($1, $2)
        ORDER BY \(instant) DESC, \(id) DESC LIMIT $3
        """
    }
  }

  static let followed =
    "SELECT followed_id FROM follow WHERE follower_id = $1 ORDER BY since DESC, followed_id DESC LIMIT $2"

  private static func followed(by follower: AccountID, on connection: any DatabaseConnection) throws -> [Value] {
    var followed: [Value] = []
    try connection.each(Self.followed, [.id(follower), .integer(Int64(Feed.maxFollowed))]) {
      followed.append(.text($0.text(0)))
    }
    return followed
  }

  // MARK: Reading

  /// The keys after a position, newest first.
  func keys(after key: PageKey?, limit: Int, on connection: any DatabaseConnection) throws -> FeedMerge {
    let start = key.map { FeedStream.Key(instant: $0.instant.milliseconds, id: $0.id) } ?? .newest
    // With few ranges each reads a whole page at once; with many each reads a single key, as most add none to the page.
    let batch = min(limit + 1, max(1, 2 * (limit + 1) / max(1, runs.count)))
    return try FeedMerge(
      runs.map { FeedStream(prefix: $0, after: start, batch: batch) }, connection.prepare(statement))
  }

  /// Whether a post belongs to the feed.
  func admits(_ content: PostContent, _ feed: Feed) -> Bool {
    guard filtersAfterReading else { return true }
    return (feed.kinds.isEmpty || feed.kinds.contains(content.kind))
      && (feed.board == nil || feed.board == content.board)
  }
}
