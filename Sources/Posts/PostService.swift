public import Basics

/// Posts, their comments and likes. Whoever is blocked, either way, is as if not there: their posts and comments are
/// missing from every list and cannot be looked at.
public struct PostService: Sendable {
  /// Makes a post, or replaces what its author decides of the post with an id: the rules are the same.
  /// - Throws: `Refusal` with a field: `title-too-long`, `text-too-long`, `note-too-long`, `text-invalid` (a character that no text may hold),
  ///   `photos-too-many`, `photo-repeated`, `photo-unknown` (the caller did not upload it and it is not on the post),
  ///   `price-needed`, `price-unexpected`, `price-out-of-range`, `people-unexpected`, `people-out-of-range`,
  ///   `booth-unknown`, `post-empty` (neither text, title, note nor photo); `post-unknown` (missing), `post-not-yours` (forbidden).
  public func save(_ content: PostContent, as id: PostID?, by caller: AccountID) async throws -> Post {
    fatalError("skeleton")
  }

  /// Changes some of a post: `change` is given what is there, inside the transaction. Somebody who has commented on the post
  /// may change its second note and nothing else.
  /// - Throws: As `save`.
  public func change(
    _ id: PostID, by caller: AccountID, _ change: @escaping @Sendable (inout PostContent) throws -> Void
  ) async throws -> Post { fatalError("skeleton") }

  /// One post.
  /// - Throws: `Refusal` `post-unknown` (missing).
  public func post(_ id: PostID, for viewer: AccountID?) async throws -> Post { fatalError("skeleton") }

  /// A page of a feed. The cost does not depend on how deep the page is.
  /// - Throws: `Refusal` `hashtag-invalid`, field `hashtag`.
  public func page(_ feed: Feed, for viewer: AccountID?, _ request: PageRequest) async throws -> Page<Post> {
    fatalError("skeleton")
  }

  /// Likers and comments of posts, in the posts' order.
  public func company(of posts: [PostID], for viewer: AccountID?) async throws -> [PostCompany] {
    fatalError("skeleton")
  }

  /// Removes a post with its comments and likes.
  /// - Throws: `Refusal` `post-unknown` (missing), `post-not-yours` (forbidden).
  public func remove(_ id: PostID, by caller: AccountID) async throws { fatalError("skeleton") }

  /// Likes a post or takes the like back; `.toggle` does whichever is not the case now, atomically.
  /// - Returns: Whether the caller likes it now, and how many do.
  /// - Throws: `Refusal` `post-unknown` (missing).
  public func like(_ id: PostID, _ wish: LikeWish, by caller: AccountID) async throws -> (isLiked: Bool, count: Int) {
    fatalError("skeleton")
  }

  /// Adds a comment.
  /// - Throws: `Refusal` `comment-empty`, `comment-too-long`, `text-invalid` (field `text`), `post-unknown` (missing).
  public func comment(_ text: String, on post: PostID, by caller: AccountID) async throws -> Comment {
    fatalError("skeleton")
  }

  /// Changes a comment's text.
  /// - Throws: as above, and `comment-unknown` (missing), `comment-not-yours` (forbidden).
  public func change(_ comment: CommentID, on post: PostID, to text: String, by caller: AccountID) async throws
    -> Comment
  { fatalError("skeleton") }

  /// Removes a comment. Its author may, and the post's.
  /// - Throws: `Refusal` `comment-unknown` (missing), `comment-not-yours` (forbidden), `post-unknown`.
  public func remove(_ comment: CommentID, on post: PostID, by caller: AccountID) async throws {
    fatalError("skeleton")
  }

  /// The comments of a post, newest first.
  /// - Throws: `Refusal` `post-unknown` (missing).
  public func comments(on post: PostID, for viewer: AccountID?, _ request: PageRequest) async throws -> Page<Comment> {
    fatalError("skeleton")
  }
}

/// What becomes of a like.
public enum LikeWish: Hashable, Sendable {
  case set(Bool)
  case toggle
}
