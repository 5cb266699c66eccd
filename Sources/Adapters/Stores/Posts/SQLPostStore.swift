package import Basics
package import Posts
package import SQL

/// A database store of posts.
package struct SQLPostStore: PostStore {
  private let database: any Database

  /// - Parameter database: its schema must be up to date.
  package init(_ database: any Database) {
    self.database = database
  }

  // MARK: Writing

  /// Adds a post. Complexity: O(log n).
  package func add(
    _ post: CheckedContent, as id: PostID, by author: AccountID, at instant: Timestamp
  ) async throws -> Post {
    try await database.write { connection in
      if let made = try PostReader(for: author, on: connection).read(id), made.author.id == author { return made }
      try PostWriter(connection: connection).add(post, as: id, by: author, at: instant)
      return try Self.seen(id, by: author, on: connection)
    }
  }

  /// Changes a post. Complexity: O(log n).
  package func change(
    _ id: PostID, by caller: AccountID, at instant: Timestamp,
    _ decide: @escaping @Sendable (PostSnapshot) throws -> CheckedContent
  ) async throws -> Post {
    try await database.write { connection in
      let post = try Self.seen(id, by: caller, on: connection)
      let decided = try decide(try Self.snapshot(post, caller, on: connection))
      guard decided.content != post.content else { return post }
      try PostWriter(connection: connection).replace(post, by: decided, caller: caller, at: instant)
      return try Self.seen(id, by: caller, on: connection)
    }
  }

  /// Removes a post. Complexity: O(rows that refer to it).
  package func remove(
    _ id: PostID, by caller: AccountID, _ permit: @escaping @Sendable (PostSnapshot) throws -> Void
  ) async throws {
    try await database.write { connection in
      let post = try Self.seen(id, by: caller, on: connection)
      try permit(try Self.snapshot(post, caller, on: connection))
      try PostWriter.remove(id, by: post.author.id, on: connection)
    }
  }

  /// Adds or removes a like. Complexity: O(log n).
  package func like(
    _ id: PostID, _ change: LikeChange, by caller: AccountID, at instant: Timestamp
  ) async throws -> (isLiked: Bool, count: Int) {
    try await database.write { connection in
      let reader = try PostReader(for: caller, on: connection)
      try reader.visibility.checkViewerExists()
      guard let post = try reader.read(id) else { throw DomainError.postUnknown }
      let isLiked =
        switch change {
        case .set(let isWanted): isWanted
        case .toggle: !post.isLiked
        }
      guard isLiked != post.isLiked else { return (isLiked, post.likeCount) }
      try PostLikes.set(isLiked, on: id, by: caller, at: instant, on: connection)
      return (isLiked, post.likeCount + (isLiked ? 1 : -1))
    }
  }

  private static func seen(_ id: PostID, by viewer: AccountID, on connection: any DatabaseConnection) throws -> Post {
    guard let post = try PostReader(for: viewer, on: connection).read(id) else { throw DomainError.postUnknown }
    return post
  }

  private static func snapshot(
    _ post: Post, _ caller: AccountID, on connection: any DatabaseConnection
  ) throws -> PostSnapshot {
    let comment = try connection.integer(
      "SELECT 1 FROM comment WHERE author_id = $1 AND post_id = $2 LIMIT 1",
      [.id(caller), .id(post.id)])
    return PostSnapshot(
      content: post.content, isByCaller: post.author.id == caller, hasCommentOfCaller: comment != nil)
  }

  // MARK: Reading

  /// A post. Complexity: O(log n).
  package func post(_ id: PostID, for viewer: AccountID?) async throws -> Post? {
    try await database.read { try PostReader(for: viewer, on: $0).read(id) }
  }

  /// A page of a feed. Complexity: one seek for each index range (a kind, a followed account, a booth) and a few for
  /// each post of the page or of a blocked account, up to `PageScan.maxScanned`.
  package func page(_ feed: Feed, for viewer: AccountID?, _ request: PageRequest) async throws -> Page<Post> {
    try await database.read { connection in
      let reader = try PostReader(for: viewer, on: connection)
      let plan = try FeedPlan(feed, reader.visibility, on: connection)
      var keys = try plan.keys(after: request.after, limit: request.limit, on: connection)
      return try PageScan.page(
        limit: request.limit, next: { try keys.next() },
        item: { key in
          try PostID(key.id).flatMap { id in try reader.read(id) { plan.admits($0, feed) } }
        })
    }
  }

  /// Likers and comments of posts. Complexity: O(returned items).
  package func participants(of posts: [PostID], for viewer: AccountID?) async throws -> [PostParticipants] {
    try await database.read { connection in
      let participants = try ParticipantReader(for: viewer, of: posts.count, on: connection)
      return try posts.map(participants.read)
    }
  }
}
