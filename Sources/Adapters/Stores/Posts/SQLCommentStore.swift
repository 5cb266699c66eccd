package import Basics
import Notices
package import Posts
package import SQL

package struct SQLCommentStore: CommentStore {
  private let database: any Database
  private let announce: NoticeAnnouncement

  /// - Parameters:
  ///   - database: its schema must be up to date.
  ///   - announce: called for each author of a post that somebody comments on, and for those whom comments name.
  package init(_ database: any Database, announcing announce: @escaping NoticeAnnouncement = { _ in }) {
    (self.database, self.announce) = (database, announce)
  }

  package func add(
    _ text: String, as id: CommentID, on post: PostID, by author: AccountID, at instant: Timestamp
  ) async throws -> Comment {
    try await database.write(announcing: announce) { connection, notices in
      let (person, postAuthor) = try Self.commenter(author, on: post, on: connection)
      let added = try connection.run(
        """
        INSERT INTO comment (id, post_id, author_id, text, created_at) VALUES ($1, $2, $3, $4, $5)
        ON CONFLICT (id) DO NOTHING
        """, [.id(id), .id(post), .id(author), .text(text), .instant(instant)])
      guard added > 0 else {
        let earlier = try Self.comment(CommentReader(for: author, on: connection).find(id, on: post))
        guard earlier.author.id == author else {
          throw ImpossibleChange(what: "a comment under the identifier of another author's")
        }
        return earlier
      }
      let mentions = try MentionRows.notices(
        of: text, on: (post, postAuthor), by: author, except: postAuthor, event: id.description, at: instant,
        connection: connection)
      try notices.add(
        [
          NewNotice(
            recipient: postAuthor, kind: .comment, subject: post.description, actor: author, event: id.description,
            post: post, instant: instant)
        ] + mentions, after: [Self.count(1, on: post)])
      return Comment(id: id, post: post, author: person, text: text, createdAt: instant)
    }
  }

  package func change(
    _ id: CommentID, on post: PostID, to text: String, by caller: AccountID, at instant: Timestamp,
    _ permit: @escaping @Sendable (CommentSnapshot) throws -> Void
  ) async throws -> Comment {
    try await database.write { connection in
      let found = try CommentReader(for: caller, on: connection).find(id, on: post)
      var comment = try Self.comment(found)
      try permit(CommentSnapshot(author: comment.author.id, postAuthor: found.postAuthor))
      guard comment.text != text else { return comment }
      (comment.text, comment.updatedAt) = (text, instant)
      try connection.run(
        "UPDATE comment SET text = $2, updated_at = $3 WHERE id = $1",
        [.id(id), .text(text), .instant(instant)])
      return comment
    }
  }

  package func remove(
    _ id: CommentID, on post: PostID, by caller: AccountID,
    _ permit: @escaping @Sendable (CommentSnapshot) throws -> Void
  ) async throws {
    try await database.write { connection in
      let found = try CommentReader(for: caller, on: connection).find(id, on: post)
      // Visible or not: a post's author may also remove comments of accounts blocked since.
      guard let comment = found.comment else { throw DomainError.commentUnknown }
      try permit(CommentSnapshot(author: comment.author.id, postAuthor: found.postAuthor))
      try Self.remove(id, on: post, on: connection)
    }
  }

  /// Complexity: O(limit), plus a lookup for each comment of a blocked account, up to `PageScan.maxScanned`.
  package func page(of post: PostID, for viewer: AccountID?, _ request: PageRequest) async throws -> Page<Comment> {
    try await database.read { connection in
      let reader = CommentReader(for: viewer, on: connection)
      try reader.checkShown(post)
      return try reader.page(of: post, request)
    }
  }

  // MARK: Within a transaction

  /// Removes a comment and its notice, and updates the post's count.
  static func remove(_ id: CommentID, on post: PostID, on connection: any DatabaseConnection) throws {
    let removed = try connection.run(
      "DELETE FROM comment WHERE id = $1 AND post_id = $2", [.id(id), .id(post)])
    guard removed > 0 else { return }
    try connection.run(
      [count(-1, on: post)]
        + [NoticeKind.comment, .mention].flatMap { NoticeRows.remove(id.description, $0, of: post) })
  }

  private static func count(_ change: Int64, on post: PostID) -> BoundStatement {
    BoundStatement("UPDATE post SET comment_count = comment_count + $2 WHERE id = $1", [.id(post), .integer(change)])
  }

  /// The author of a new comment, and that of the post.
  /// - Throws: `callerGone`; `postUnknown` if the post is absent or not visible to the account.
  private static func commenter(
    _ account: AccountID, on post: PostID, on connection: any DatabaseConnection
  ) throws -> (Person, postAuthor: AccountID) {
    let found = try connection.first(
      """
      SELECT \(AccountRow.personColumns), post.author_id
      FROM account LEFT JOIN post ON post.id = $2 AND \(Visibility.shows("post.author_id", to: "$1"))
      WHERE account.id = $1
      """, [.id(account), .id(post)]
    ) { row in (person: try row.person(from: 0), postAuthor: try row.identifierIfAny(3) as AccountID?) }
    guard let found else { throw DomainError.callerGone }
    guard let postAuthor = found.postAuthor else { throw DomainError.postUnknown }
    return (found.person, postAuthor)
  }

  private static func comment(_ found: CommentReader.Found) throws -> Comment {
    guard found.isVisible, let comment = found.comment else { throw DomainError.commentUnknown }
    return comment
  }
}
