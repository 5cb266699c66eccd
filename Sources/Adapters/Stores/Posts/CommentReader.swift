import Basics
import Posts
import SQL

/// Reads comments as seen by one viewer, within one transaction.
struct CommentReader {
  private let visibility: Visibility
  private let connection: any DatabaseConnection

  init(_ visibility: Visibility, on connection: any DatabaseConnection) {
    self.visibility = visibility
    self.connection = connection
  }

  private static let select = """
    SELECT author_id, nickname, photo, comment.id, post_id, text, comment.created_at, updated_at
    FROM comment JOIN account ON account.id = author_id
    """

  /// Comments of post `$1` after the key (`$2`, `$3`), at most `$4`.
  static let page = """
    \(select) WHERE post_id = $1 AND (comment.created_at, comment.id) < ($2, $3)
    ORDER BY comment.created_at DESC, comment.id DESC LIMIT $4
    """

  /// The comment; nil if absent or not visible to the viewer.
  func read(_ id: CommentID, on post: PostID) throws -> Comment? {
    let found = try connection.first(
      "\(Self.select) WHERE comment.id = $1 AND post_id = $2", [.id(id), .id(post)], Self.comment)
    guard let comment = found, try visibility.shows(comment.author.id) else { return nil }
    return comment
  }

  /// A page of a post's comments, newest first.
  func page(of post: PostID, after key: PageKey?, limit: Int) throws -> Page<Comment> {
    var last = key.map { FeedStream.Key(instant: $0.instant.milliseconds, id: $0.id) } ?? .newest
    var ahead: ArraySlice<Comment> = []
    var isRead = false
    return try PageScan.page(
      limit: limit,
      next: {
        if ahead.isEmpty && !isRead {
          ahead = try comments(on: post, after: last, limit: limit + 1)[...]
          isRead = ahead.count <= limit
          if let end = ahead.last { last = Self.key(of: end) }
        }
        return ahead.first.map(Self.key)
      },
      item: { _ in
        let comment = ahead.removeFirst()
        return try visibility.shows(comment.author.id) ? comment : nil
      })
  }

  private func comments(on post: PostID, after key: FeedStream.Key, limit: Int) throws -> [Comment] {
    var comments: [Comment] = []
    try connection.each(
      Self.page, [.id(post), .integer(key.instant), .text(key.id), .integer(Int64(limit))]
    ) { comments.append(try Self.comment(of: $0)) }
    return comments
  }

  private static func key(of comment: Comment) -> FeedStream.Key {
    FeedStream.Key(instant: comment.createdAt.milliseconds, id: comment.id.description)
  }

  private static func comment(of row: any Row) throws -> Comment {
    Comment(
      id: try row.identifier(3), post: try row.identifier(4),
      author: try row.person(from: 0), text: row.text(5), createdAt: row.instant(6),
      updatedAt: row.instantIfAny(7))
  }
}
