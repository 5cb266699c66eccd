package import Basics
package import Posts
package import SQL

package struct SQLPostStore: PostStore {
  private let database: any Database
  private let announce: NoticeAnnouncement

  /// - Parameters:
  ///   - database: its schema must be up to date.
  ///   - announce: called for each author of a post that somebody likes, and for those whom posts name.
  package init(_ database: any Database, announcing announce: @escaping NoticeAnnouncement = { _ in }) {
    (self.database, self.announce) = (database, announce)
  }

  // MARK: Writing

  package func add(
    _ post: CheckedContent, as id: PostID, by author: AccountID, at instant: Timestamp
  ) async throws -> Post {
    try await database.write(announcing: announce) { connection, notices in
      if let made = try PostWriter(connection: connection).add(post, as: id, by: author, at: instant) {
        try notices.add(
          try MentionRows.notices(
            of: post.content.text, on: (id, author), by: author, event: id.description, at: instant,
            connection: connection))
        return made
      }
      try AccountRow.checkExists(author, on: connection)
      guard let earlier = try PostReader(for: author, on: connection).read(id), earlier.author.id == author else {
        throw ImpossibleChange(what: "a post under the identifier of another author's")
      }
      return earlier
    }
  }

  package func change(
    _ id: PostID, by caller: AccountID, at instant: Timestamp,
    _ decide: @escaping @Sendable (PostSnapshot) throws -> CheckedContent
  ) async throws -> Post {
    try await database.write { connection in
      let post = try Self.seen(id, by: caller, on: connection)
      let decided = try decide(try Self.snapshot(post, caller, on: connection))
      guard decided.content != post.content else { return post }
      return try PostWriter(connection: connection).replace(post, by: decided, caller: caller, at: instant)
    }
  }

  /// Complexity: O(rows that refer to it).
  package func remove(
    _ id: PostID, by caller: AccountID, _ permit: @escaping @Sendable (PostSnapshot) throws -> Void
  ) async throws {
    try await database.write { connection in
      let post = try Self.seen(id, by: caller, on: connection)
      try permit(try Self.snapshot(post, caller, on: connection))
      try PostWriter.remove(id, by: post.author.id, on: connection)
    }
  }

  package func like(
    _ id: PostID, _ change: LikeChange, by caller: AccountID, at instant: Timestamp
  ) async throws -> (isLiked: Bool, count: Int) {
    try await database.write(announcing: announce) { connection, notices in
      let (wasLiked, count, author) = try Self.likes(of: id, by: caller, on: connection)
      let isLiked =
        switch change {
        case .set(let isWanted): isWanted
        case .toggle: !wasLiked
        }
      guard isLiked != wasLiked else { return (isLiked, count) }
      try PostLikes.set(isLiked, on: (id, author), by: caller, at: instant, notices)
      return (isLiked, count + (isLiked ? 1 : -1))
    }
  }

  /// Whether the caller likes a post, its count of likes, and its author.
  private static func likes(
    of id: PostID, by caller: AccountID, on connection: any DatabaseConnection
  ) throws -> (isLiked: Bool, count: Int, author: AccountID) {
    let found = try connection.first(
      """
      SELECT EXISTS (SELECT 1 FROM post_like WHERE post_id = post.id AND account_id = $1), post.like_count,
        post.author_id
      FROM account LEFT JOIN post ON post.id = $2 AND \(Visibility.shows("post.author_id", to: "$1"))
      WHERE account.id = $1
      """, [.id(caller), .id(id)]
    ) { row in
      (isLiked: row.integer(0) != 0, count: row.optionalInteger(1), author: try row.identifierIfAny(2) as AccountID?)
    }
    guard let found else { throw DomainError.callerGone }
    guard let count = found.count, let author = found.author else { throw DomainError.postUnknown }
    return (found.isLiked, Int(count), author)
  }

  private static func seen(_ id: PostID, by viewer: AccountID, on connection: any DatabaseConnection) throws -> Post {
    guard let post = try PostReader(for: viewer, on: connection).read(id) else { throw DomainError.postUnknown }
    return post
  }

  private static func snapshot(
    _ post: Post, _ caller: AccountID, on connection: any DatabaseConnection
  ) throws -> PostSnapshot {
    let isByCaller = post.author.id == caller
    // An author may change everything, so only others are asked for a comment.
    let hasComment =
      try !isByCaller
      && connection.integer(
        "SELECT 1 FROM comment WHERE author_id = $1 AND post_id = $2 LIMIT 1", [.id(caller), .id(post.id)]) != nil
    return PostSnapshot(content: post.content, isByCaller: isByCaller, hasCommentOfCaller: hasComment)
  }

  // MARK: Reading

  package func post(_ id: PostID, for viewer: AccountID?) async throws -> Post? {
    try await database.read { try PostReader(for: viewer, on: $0).read(id) }
  }

  /// A page of a feed, in three to five statements. Complexity: one seek for each index range (a kind, a followed
  /// account, a booth) and a few for each post of the page or of a blocked account, up to `PageScan.maxScanned`.
  package func page(_ feed: Feed, for viewer: AccountID?, _ request: PageRequest) async throws -> Page<Post> {
    try await database.read { connection in
      let page = try FeedReader(feed, for: viewer, on: connection).page(request)
      return Page(items: try PostReader(for: viewer, on: connection).read(page.items), next: page.next)
    }
  }

  /// Likers and comments of posts. Complexity: O(returned items).
  package func participants(of posts: [PostID], for viewer: AccountID?) async throws -> [PostParticipants] {
    try await database.read { try ParticipantReader(for: viewer, of: posts.count, on: $0).read(posts) }
  }

  /// What people share about a booth, in two statements. Complexity: O(posts about the booth) in one index.
  package func gallery(of booth: BoothID, for viewer: AccountID?, limit: Int) async throws -> BoothGallery {
    try await database.read { connection in
      let (posts, likes) = try GalleryRows.counts(of: booth, on: connection)
      let photos = posts == 0 ? [] : try GalleryRows.photos(of: booth, for: viewer, limit: limit, on: connection)
      return BoothGallery(postCount: posts, likeCount: likes, photos: photos)
    }
  }

  /// The first photos of galleries, in one statement. Complexity: for each booth a seek, and the posts before the first
  /// with a photo that the viewer sees.
  package func covers(of booths: [BoothID], for viewer: AccountID?) async throws -> [BoothCover] {
    try await database.read { try GalleryRows.covers(of: booths, for: viewer, on: $0) }
  }
}
