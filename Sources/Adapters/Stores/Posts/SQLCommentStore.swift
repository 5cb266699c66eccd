package import Basics
package import Posts
package import SQL

/// A database store of comments.
package struct SQLCommentStore: CommentStore {
  private let database: any Database

  /// - Parameter database: its schema must be up to date.
  package init(_ database: any Database) {
    self.database = database
  }

  /// Adds a comment. Complexity: O(log n).
  package func add(
    _ text: String, as id: CommentID, on post: PostID, by author: AccountID, at instant: Timestamp
  ) async throws -> Comment {
    try await database.write { connection in
      let visibility = try Visibility(of: author, on: connection)
      try visibility.checkViewerExists()
      _ = try Self.author(of: post, visibility, on: connection)
      if let made = try CommentReader(visibility, on: connection).read(id, on: post), made.author.id == author {
        return made
      }
      try connection.run(
        "INSERT INTO comment (id, post_id, author_id, text, created_at) VALUES ($1, $2, $3, $4, $5)",
        [.id(id), .id(post), .id(author), .text(text), .instant(instant)])
      try Self.count(1, on: post, on: connection)
      return try Self.comment(id, on: post, visibility, on: connection)
    }
  }

  /// Changes a comment. Complexity: O(log n).
  package func change(
    _ id: CommentID, on post: PostID, to text: String, by caller: AccountID, at instant: Timestamp,
    _ permit: @escaping @Sendable (CommentSnapshot) throws -> Void
  ) async throws -> Comment {
    try await database.write { connection in
      let visibility = try Visibility(of: caller, on: connection)
      let postAuthor = try Self.author(of: post, visibility, on: connection)
      var comment = try Self.comment(id, on: post, visibility, on: connection)
      try permit(CommentSnapshot(author: comment.author.id, postAuthor: postAuthor))
      guard comment.text != text else { return comment }
      (comment.text, comment.updatedAt) = (text, instant)
      try connection.run(
        "UPDATE comment SET text = $2, updated_at = $3 WHERE id = $1",
        [.id(id), .text(text), .instant(instant)])
      return comment
    }
  }

  /// Removes a comment. Complexity: O(log n).
  package func remove(
    _ id: CommentID, on post: PostID, by caller: AccountID,
    _ permit: @escaping @Sendable (CommentSnapshot) throws -> Void
  ) async throws {
    try await database.write { connection in
      let postAuthor = try Self.author(of: post, try Visibility(of: caller, on: connection), on: connection)
      // Read without a viewer: a post's author may also remove comments of accounts blocked since.
      let anybody = try Visibility(of: nil, on: connection)
      let comment = try Self.comment(id, on: post, anybody, on: connection)
      try permit(CommentSnapshot(author: comment.author.id, postAuthor: postAuthor))
      try Self.remove(id, on: post, on: connection)
    }
  }

  /// A page of a post's comments. Complexity: O(limit), plus a lookup for each comment of a blocked account, up to
  /// `PageScan.maxScanned`.
  package func page(of post: PostID, for viewer: AccountID?, _ request: PageRequest) async throws -> Page<Comment> {
    try await database.read { connection in
      let visibility = try Visibility(of: viewer, on: connection)
      _ = try Self.author(of: post, visibility, on: connection)
      return try CommentReader(visibility, on: connection)
        .page(of: post, after: request.after, limit: request.limit)
    }
  }

  // MARK: Within a transaction

  /// Removes a comment and updates the post's count.
  static func remove(_ id: CommentID, on post: PostID, on connection: any DatabaseConnection) throws {
    let removed = try connection.run(
      "DELETE FROM comment WHERE id = $1 AND post_id = $2", [.id(id), .id(post)])
    if removed > 0 { try count(-1, on: post, on: connection) }
  }

  private static func count(_ change: Int64, on post: PostID, on connection: any DatabaseConnection) throws {
    try connection.run(
      "UPDATE post SET comment_count = comment_count + $2 WHERE id = $1", [.id(post), .integer(change)])
  }

  /// The author of a post.
  /// - Throws: `postUnknown` if the post is absent or not visible.
  private static func author(
    of post: PostID, _ visibility: Visibility, on connection: any DatabaseConnection
  ) throws -> AccountID {
    let author: AccountID? = try connection.first(
      "SELECT author_id FROM post WHERE id = $1", [.id(post)]
    ) { try $0.identifier(0) }
    guard let author, try visibility.shows(author) else { throw DomainError.postUnknown }
    return author
  }

  private static func comment(
    _ id: CommentID, on post: PostID, _ visibility: Visibility, on connection: any DatabaseConnection
  ) throws -> Comment {
    guard let comment = try CommentReader(visibility, on: connection).read(id, on: post) else {
      throw DomainError.commentUnknown
    }
    return comment
  }
}
