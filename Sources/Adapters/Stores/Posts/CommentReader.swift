import Basics
import Posts
import SQL

/// Reads comments as seen by one viewer, within one transaction.
struct CommentReader {
  private let viewer: Value
  private let connection: any DatabaseConnection

  init(for viewer: AccountID?, on connection: any DatabaseConnection) {
    self.viewer = .id(orNull: viewer)
    self.connection = connection
  }

  struct Found {
    let postAuthor: AccountID
    let comment: Comment?
    let isVisible: Bool
  }

  private static let columns = """
    comment.author_id, account.nickname, account.photo, comment.id, comment.post_id, comment.text, comment.created_at,
    comment.updated_at
    """

  /// Comment `$3` on post `$2` for the viewer `$1`.
  static let one = """
    SELECT \(columns), post.author_id, \(Visibility.shows("comment.author_id", to: "$1"))
    FROM post LEFT JOIN comment ON comment.id = $3 AND comment.post_id = post.id
      LEFT JOIN account ON account.id = comment.author_id
    WHERE post.id = $2 AND \(Visibility.shows("post.author_id", to: "$1"))
    """

  /// A comment and its post's author.
  /// - Throws: `postUnknown` if the post is absent or not visible.
  func find(_ id: CommentID, on post: PostID) throws -> Found {
    let found = try connection.first(Self.one, [viewer, .id(post), .id(id)]) { row in
      Found(
        postAuthor: try row.identifier(8), comment: row.isNull(3) ? nil : try Self.comment(of: row),
        isVisible: row.integer(9) != 0)
    }
    guard let found else { throw DomainError.postUnknown }
    return found
  }

  /// Throws `postUnknown` if the post is absent or not visible.
  func checkShown(_ post: PostID) throws {
    let found = try connection.integer(
      "SELECT 1 FROM post WHERE id = $2 AND \(Visibility.shows("author_id", to: "$1"))", [viewer, .id(post)])
    guard found != nil else { throw DomainError.postUnknown }
  }

  // MARK: Pages

  /// Keys of comments on post `$1` after the key (`$2`, `$3`), at most `$4`, each with whether the viewer `$5` sees it.
  static let keys = """
    SELECT created_at, id, \(Visibility.shows("listed.author_id", to: "$5"))
    FROM (SELECT created_at, id, author_id FROM comment WHERE post_id = $1 AND (created_at, id) < ($2, $3)
      ORDER BY created_at DESC, id DESC LIMIT $4) AS listed
    ORDER BY created_at DESC, id DESC
    """

  static func select(_ list: String) -> String {
    "SELECT \(columns) FROM comment JOIN account ON account.id = comment.author_id WHERE comment.id IN (\(list))"
  }

  /// A page of a post's comments, newest first.
  func page(of post: PostID, _ request: PageRequest) throws -> Page<Comment> {
    let page = try PageScan.identifiers(request) { key, count in
      let keys = try keys(on: post, after: key, count: count)
      return PageScan.Batch(keys: keys, isLast: keys.count < count)
    }
    var comments: [String: Comment] = [:]
    try connection.each(in: page.items.map(Value.text), Self.select) { row in
      comments[row.text(3)] = try Self.comment(of: row)
    }
    return Page(items: page.items.compactMap { comments[$0] }, next: page.next)
  }

  private func keys(on post: PostID, after key: ListKey, count: Int) throws -> [(key: ListKey, isVisible: Bool)] {
    var keys: [(key: ListKey, isVisible: Bool)] = []
    try connection.each(
      Self.keys, [.id(post), .integer(key.instant), .text(key.id), .integer(Int64(count)), viewer]
    ) { row in
      keys.append((ListKey(instant: row.integer(0), id: row.text(1)), row.integer(2) != 0))
    }
    return keys
  }

  /// A comment of its author's three columns, its identifier, post, text and timestamps.
  static func comment(of row: any Row) throws -> Comment {
    Comment(
      id: try row.identifier(3), post: try row.identifier(4),
      author: try row.person(from: 0), text: row.text(5), createdAt: row.instant(6),
      updatedAt: row.instantIfAny(7))
  }
}
