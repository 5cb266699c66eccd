package import Basics
import TextForms

/// Posts, their comments and likes. If two accounts block each other either way, neither sees the other's posts and
/// comments.
///
/// Lengths are counted in Unicode scalars.
package struct PostService: Sendable {
  private let posts: any PostStore
  private let comments: any CommentStore
  private let rules: PostRules
  private let clock: @Sendable () -> Timestamp
  private let random: RandomBytes

  /// - Parameter boothExists: whether the catalogue contains a booth; called inside transactions, so it must not block.
  package init(
    posts: any PostStore, comments: any CommentStore, boothExists: @escaping @Sendable (BoothID) -> Bool,
    clock: @escaping @Sendable () -> Timestamp, random: @escaping RandomBytes
  ) {
    self.posts = posts
    self.comments = comments
    rules = PostRules(boothExists: boothExists)
    self.clock = clock
    self.random = random
  }

  // MARK: Writing

  /// Creates a post.
  /// - Parameters:
  ///   - id: an identifier with which the caller may have created the post before without receiving the response, so
  ///     that it is created once; nil for a new one.
  ///   - repeatingPhotos: whether the post may show a photo more than once. Posts of old clients do, which send the
  ///     same picture in several files.
  /// - Throws: `DomainError` with a field: `board-too-long`, `title-too-long`, `text-too-long`, `note-too-long`,
  ///   `notes-too-many`, `text-invalid` (a character that no text may contain), `photos-too-many`, `photo-repeated`,
  ///   `photo-unknown` (the caller did not upload it and it is not on the post), `price-needed`, `price-unexpected`,
  ///   `price-out-of-range`, `people-unexpected`, `people-out-of-range`, `booth-unknown`, `post-empty` (neither text,
  ///   title, note nor photo); `token-unusable` (unauthenticated).
  package func make(
    _ content: PostContent, as id: PostID? = nil, repeatingPhotos: Bool = false, by caller: AccountID
  ) async throws -> Post {
    let checked = try rules.check(content, repeatingPhotos: repeatingPhotos)
    let now = clock()
    return try await posts.add(checked, as: id ?? PostID(at: now, random: random), by: caller, at: now)
  }

  /// Replaces the content of a post.
  /// - Throws: As `make`; `post-unknown` (notFound), `post-not-yours` (forbidden).
  package func replace(_ id: PostID, by content: PostContent, by caller: AccountID) async throws -> Post {
    try await change(id, by: caller) { $0 = content }
  }

  /// Changes a post: `change` edits the current content, inside the transaction. An account that has commented on the
  /// post may change its second note and nothing else.
  /// - Throws: As `replace`.
  package func change(
    _ id: PostID, repeatingPhotos: Bool = false, by caller: AccountID,
    _ change: @escaping @Sendable (inout PostContent) throws -> Void
  ) async throws -> Post {
    try await posts.change(id, by: caller, at: clock()) { [rules] snapshot in
      guard snapshot.isByCaller || snapshot.hasCommentOfCaller else { throw DomainError.postNotYours }
      var content = snapshot.content
      try change(&content)
      try snapshot.checkPermission(of: content)
      return try rules.check(content, replacing: snapshot.content, repeatingPhotos: repeatingPhotos)
    }
  }

  /// Removes a post with its comments and likes.
  /// - Throws: `DomainError` `post-unknown` (notFound), `post-not-yours` (forbidden).
  package func remove(_ id: PostID, by caller: AccountID) async throws {
    try await posts.remove(id, by: caller) { snapshot in
      guard snapshot.isByCaller else { throw DomainError.postNotYours }
    }
  }

  /// Likes or unlikes a post; `.toggle` does so atomically.
  /// - Returns: Whether the caller likes it now, and the like count.
  /// - Throws: `DomainError` `post-unknown` (notFound).
  package func like(_ id: PostID, _ change: LikeChange, by caller: AccountID) async throws -> (
    isLiked: Bool, count: Int
  ) {
    try await posts.like(id, change, by: caller, at: clock())
  }

  // MARK: Reading

  /// - Throws: `DomainError` `post-unknown` (notFound).
  package func post(_ id: PostID, for viewer: AccountID?) async throws -> Post {
    guard let post = try await posts.post(id, for: viewer) else { throw DomainError.postUnknown }
    return post
  }

  /// A page of a feed. The cost does not depend on the depth of the page. A page may be shorter than the limit and
  /// still have a next one, if it skips many posts of blocked accounts.
  /// - Throws: `DomainError` `hashtag-invalid`, field `hashtag`; `booths-too-many`, field `booth`.
  package func page(_ feed: Feed, for viewer: AccountID?, _ request: PageRequest) async throws -> Page<Post> {
    var feed = feed
    switch feed.scope {
    case .hashtag(let text):
      guard let hashtag = Hashtag(text) else {
        throw DomainError.invalid(
          "hashtag-invalid", "hashtag", "A hashtag is a word of letters, digits and underscores, not digits alone.")
      }
      feed.scope = .hashtag(hashtag.folded)
    case .at(let booths) where booths.count > Feed.maxBooths:
      throw DomainError.invalid("booths-too-many", "booth", "Ask for at most \(Feed.maxBooths) booths at once.")
    default: break
    }
    return try await posts.page(feed, for: viewer, request)
  }

  /// What people share about a booth, with at most `limit` photos, most liked first.
  package func gallery(of booth: BoothID, for viewer: AccountID?, limit: Int) async throws -> BoothGallery {
    try await posts.gallery(of: booth, for: viewer, limit: limit)
  }

  /// The first photos of the galleries of booths, in no order, without booths that have none.
  package func covers(of booths: [BoothID], for viewer: AccountID?) async throws -> [BoothCover] {
    booths.isEmpty ? [] : try await posts.covers(of: booths, for: viewer)
  }

  /// The likers and comments of posts, in the posts' order.
  package func participants(of posts: [PostID], for viewer: AccountID?) async throws -> [PostParticipants] {
    try await self.posts.participants(of: posts, for: viewer)
  }
}

// MARK: Comments

extension PostService {
  static let maxCommentLength = 2_000

  /// Adds a comment.
  /// - Parameter id: as for `make`.
  /// - Throws: `DomainError` `comment-empty`, `comment-too-long`, `text-invalid` (field `text`), `post-unknown`
  ///   (notFound).
  package func comment(
    _ text: String, as id: CommentID? = nil, on post: PostID, by caller: AccountID
  ) async throws -> Comment {
    try Self.checkComment(text)
    let now = clock()
    return try await comments.add(
      text, as: id ?? CommentID(at: now, random: random), on: post, by: caller, at: now)
  }

  /// Changes a comment's text.
  /// - Throws: As `comment`, and `comment-unknown` (notFound), `comment-not-yours` (forbidden).
  package func change(_ comment: CommentID, on post: PostID, to text: String, by caller: AccountID) async throws
    -> Comment
  {
    try Self.checkComment(text)
    return try await comments.change(comment, on: post, to: text, by: caller, at: clock()) { snapshot in
      guard snapshot.author == caller else { throw DomainError.commentNotYours }
    }
  }

  /// Removes a comment. Its author may, and unless `onlyByItsAuthor` the post's author as well.
  /// - Throws: `DomainError` `comment-unknown` (notFound), `comment-not-yours` (forbidden), `post-unknown`.
  package func remove(
    _ comment: CommentID, on post: PostID, onlyByItsAuthor: Bool = false, by caller: AccountID
  ) async throws {
    try await comments.remove(comment, on: post, by: caller) { snapshot in
      let isAllowed = snapshot.author == caller || (!onlyByItsAuthor && snapshot.postAuthor == caller)
      guard isAllowed else { throw DomainError.commentNotYours }
    }
  }

  /// The comments of a post, newest first.
  /// - Throws: `DomainError` `post-unknown` (notFound).
  package func comments(on post: PostID, for viewer: AccountID?, _ request: PageRequest) async throws -> Page<Comment> {
    try await comments.page(of: post, for: viewer, request)
  }

  private static func checkComment(_ text: String) throws(DomainError) {
    try TextValidator.check(text, maxLength: maxCommentLength, field: "text", tooLong: "comment-too-long")
    guard !TextValidator.isBlank(text) else { throw .invalid("comment-empty", "text", "A comment needs a text.") }
  }
}

/// A change of a like.
package enum LikeChange: Hashable, Sendable {
  case set(Bool)
  case toggle
}
