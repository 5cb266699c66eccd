import Basics
import Posts
import SQL

/// Reads likers and comments of posts as seen by one viewer, within one transaction: at most four statements for
/// `RangeUnion.maxParts` posts.
struct ParticipantReader {
  private let viewer: AccountID?
  private let connection: any DatabaseConnection
  /// The maximum size of comments per post, in bytes.
  private let maxBytesPerPost: Int
  /// The number of comments per post in the first read, which is mostly the only one.
  private static let firstRead = 50

  init(for viewer: AccountID?, of posts: Int, on connection: any DatabaseConnection) {
    self.viewer = viewer
    self.connection = connection
    maxBytesPerPost = PostParticipants.maxTextBytes / max(1, posts)
  }

  private struct Shown {
    let id: Value
    let hasLikes: Bool
    let isLikedByViewer: Bool
    let commentCount: Int
  }

  /// The participants of posts, in order; empty if the viewer does not see the post.
  func read(_ posts: [PostID]) throws -> [PostParticipants] {
    var participants: [String: PostParticipants] = [:]
    for start in stride(from: 0, to: posts.count, by: RangeUnion.maxParts) {
      let some = posts[start..<min(start + RangeUnion.maxParts, posts.count)]
      let shown = try shown(some.map(Value.id))
      try addLikers(of: shown.filter(\.hasLikes), to: &participants)
      try addComments(of: shown.filter { $0.commentCount > 0 }, to: &participants)
    }
    return posts.map { participants[$0.description] ?? PostParticipants() }
  }

  private func shown(_ posts: [Value]) throws -> [Shown] {
    var shown: [Shown] = []
    try connection.each(in: posts, after: [.id(orNull: viewer)], Self.shown) { row in
      shown.append(
        Shown(
          id: .text(row.text(0)), hasLikes: row.integer(1) > 0, isLikedByViewer: row.integer(2) != 0,
          commentCount: Int(row.integer(3))))
    }
    return shown
  }

  /// The posts that the viewer `$1` sees.
  static func shown(_ list: String) -> String {
    """
    SELECT id, like_count, EXISTS (SELECT 1 FROM post_like WHERE post_id = post.id AND account_id = $1), comment_count
    FROM post WHERE id IN (\(list)) AND \(Visibility.shows("author_id", to: "$1"))
    """
  }

  // MARK: Likers

  /// The likers. If there are more than the limit and the viewer is one of them, the viewer is the last.
  private func addLikers(of posts: [Shown], to participants: inout [String: PostParticipants]) throws {
    guard !posts.isEmpty else { return }
    let (text, values) = Self.likers(of: posts.map(\.id), for: viewer)
    try connection.each(text, values) { row in
      participants[row.text(0), default: PostParticipants()].likers.append(try row.identifier(1))
    }
    guard let viewer else { return }
    for post in posts where post.isLikedByViewer {
      // Fewer than the limit may have been found although there are more: blocked ones are left out afterwards.
      guard case .text(let id) = post.id else { continue }
      let found = participants[id]?.likers ?? []
      guard !found.contains(viewer) else { continue }
      participants[id, default: PostParticipants()].likers = found.prefix(PostParticipants.maxCount - 1) + [viewer]
    }
  }

  /// Post and liker, for each post latest first.
  static func likers(of posts: [Value], for viewer: AccountID?) -> (text: String, values: [Value]) {
    var bound = BoundValues()
    let limit = bound.add(.integer(Int64(PostParticipants.maxCount)))
    let visible = viewer.map { "WHERE \(Visibility.shows("account_id", to: bound.add(.id($0))))" } ?? ""
    let parts = RangeUnion.padded(posts).map { post in
      """
      SELECT post_id, account_id, since FROM post_like WHERE post_id = \(bound.add(post))
      ORDER BY since DESC, account_id DESC LIMIT \(limit)
      """
    }
    let text = """
      SELECT post_id, account_id FROM (\(RangeUnion.query(parts))) AS parts
      \(visible) ORDER BY post_id, since DESC, account_id DESC
      """
    return (text, bound.values)
  }

  // MARK: Comments

  private func addComments(of posts: [Shown], to participants: inout [String: PostParticipants]) throws {
    let first = try comments(Self.newestComments(of: posts.map(\.id), for: viewer))
    // Most posts have few comments; of the others as many are read as there is room for.
    let more = posts.filter { $0.commentCount > Self.firstRead }
    let all = try comments(Self.comments(of: more.map(\.id), within: maxBytesPerPost, for: viewer))
    for (post, comments) in first.merging(all, uniquingKeysWith: { $1 }) {
      participants[post, default: PostParticipants()].comments = withinBytes(comments)
    }
  }

  private func comments(_ statement: (text: String, values: [Value])?) throws -> [String: [Comment]] {
    guard let statement else { return [:] }
    var found: [String: [Comment]] = [:]
    try connection.each(statement.text, statement.values) { row in
      found[row.text(4), default: []].append(try CommentReader.comment(of: row))
    }
    return found
  }

  private func withinBytes(_ comments: [Comment]) -> [Comment] {
    var left = maxBytesPerPost
    return Array(
      comments.prefix { comment in
        left -= comment.text.utf8.count
        return left >= 0
      })
  }

  /// The comments among the few newest of each post that the viewer sees, as `CommentReader.comment(of:)` reads them;
  /// nil without posts.
  static func newestComments(of posts: [Value], for viewer: AccountID?) -> (text: String, values: [Value])? {
    guard !posts.isEmpty else { return nil }
    var bound = BoundValues()
    let newest = newest(firstRead, of: posts, for: viewer, &bound)
    return (joined("SELECT * FROM \(newest)"), bound.values)
  }

  /// The newest comments of each post that the viewer sees, up to the limit and as many as may fit; nil without posts.
  /// - Parameter length: the maximum length of a post's comments together, in characters, of which each has a byte or
  ///   more.
  static func comments(
    of posts: [Value], within length: Int, for viewer: AccountID?
  ) -> (text: String, values: [Value])? {
    guard !posts.isEmpty else { return nil }
    var bound = BoundValues()
    let newest = newest(PageScan.maxScanned, of: posts, for: viewer, &bound)
    let text = """
      SELECT * FROM (SELECT parts.*, ROW_NUMBER() OVER newest AS number, SUM(LENGTH(text)) OVER newest AS length
        FROM \(newest) WINDOW newest AS (PARTITION BY post_id ORDER BY created_at DESC, id DESC)) AS numbered
      WHERE number <= \(PostParticipants.maxCount) AND length <= \(bound.add(.integer(Int64(length))))
      """
    return (joined(text), bound.values)
  }

  /// The comments among the newest of each post that the viewer sees, as a table and its condition.
  private static func newest(
    _ count: Int, of posts: [Value], for viewer: AccountID?, _ bound: inout BoundValues
  ) -> String {
    let limit = bound.add(.integer(Int64(count)))
    let visible = viewer.map { "WHERE \(Visibility.shows("author_id", to: bound.add(.id($0))))" } ?? ""
    let parts = RangeUnion.padded(posts).map { post in
      """
      SELECT author_id, id, post_id, text, created_at, updated_at FROM comment WHERE post_id = \(bound.add(post))
      ORDER BY created_at DESC, id DESC LIMIT \(limit)
      """
    }
    return "(\(RangeUnion.query(parts))) AS parts \(visible)"
  }

  /// Comments with their authors, of each post newest first.
  private static func joined(_ comments: String) -> String {
    """
    SELECT author_id, account.nickname, account.photo, listed.id, post_id, text, listed.created_at, updated_at
    FROM (\(comments)) AS listed JOIN account ON account.id = author_id
    ORDER BY post_id, listed.created_at DESC, listed.id DESC
    """
  }
}
