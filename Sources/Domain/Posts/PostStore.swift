package import Basics

/// The post store. Each change is one transaction, which includes the counts.
///
/// A post is visible to a viewer unless its author and the viewer have blocked each other either way. A nil viewer is
/// anonymous, whom nobody blocks.
package protocol PostStore: Sendable {
  /// Adds a post, unless its author has added one with the same identifier, which is then returned.
  /// - Throws: `DomainError` `photo-unknown` if the author has not uploaded a photo, `token-unusable` (unauthenticated)
  ///   if the author is gone.
  func add(_ post: CheckedContent, as id: PostID, by author: AccountID, at instant: Timestamp) async throws -> Post

  /// Changes a post: inside the transaction `decide` returns the new content for the current one. If both are equal,
  /// nothing is written, and `updatedAt` stays.
  /// - Returns: The post as the caller sees it.
  /// - Throws: What `decide` throws; `DomainError` `post-unknown` if there is none visible to the caller,
  ///   `photo-unknown` for a photo that is neither uploaded by the caller nor on the post.
  func change(
    _ id: PostID, by caller: AccountID, at instant: Timestamp,
    _ decide: @escaping @Sendable (PostSnapshot) throws -> CheckedContent
  ) async throws -> Post

  func post(_ id: PostID, for viewer: AccountID?) async throws -> Post?

  /// A page of a feed, ordered by (instant, identifier) descending: the creation of the post, or for a feed of likes
  /// the like. A hashtag is passed folded. The cost depends neither on the depth of the page nor on the number of
  /// posts; a page may be short, or even empty, and still have a next one.
  func page(_ feed: Feed, for viewer: AccountID?, _ request: PageRequest) async throws -> Page<Post>

  /// The likers and comments of posts, in the posts' order, without those not visible to the viewer; empty for posts
  /// not visible to the viewer. `PostParticipants` gives the limits.
  func participants(of posts: [PostID], for viewer: AccountID?) async throws -> [PostParticipants]

  /// What people share about a booth, with at most `limit` photos.
  func gallery(of booth: BoothID, for viewer: AccountID?, limit: Int) async throws -> BoothGallery

  /// The first photos of the galleries of booths, in no order, without booths that have none.
  func covers(of booths: [BoothID], for viewer: AccountID?) async throws -> [BoothCover]

  /// Removes a post with its photo references, hashtags, comments and likes.
  /// - Parameter permit: throws if the caller may not remove the post.
  /// - Throws: What `permit` throws; `DomainError` `post-unknown` if there is none visible to the caller.
  func remove(
    _ id: PostID, by caller: AccountID, _ permit: @escaping @Sendable (PostSnapshot) throws -> Void
  ) async throws

  /// Likes or unlikes a post.
  /// - Returns: Whether the caller likes it now, and the like count.
  /// - Throws: `DomainError` `post-unknown` if there is none visible to the caller.
  func like(
    _ id: PostID, _ change: LikeChange, by caller: AccountID, at instant: Timestamp
  ) async throws -> (isLiked: Bool, count: Int)
}

/// The current state of a post, for the decision about a change.
package struct PostSnapshot: Hashable, Sendable {
  package let content: PostContent
  package let isByCaller: Bool
  package let hasCommentOfCaller: Bool

  package init(content: PostContent, isByCaller: Bool, hasCommentOfCaller: Bool) {
    self.content = content
    self.isByCaller = isByCaller
    self.hasCommentOfCaller = hasCommentOfCaller
  }
}

/// The comment store. Each change is one transaction, which includes the comment count.
package protocol CommentStore: Sendable {
  /// Adds a comment, unless its author has added one with the same identifier, which is then returned.
  /// - Throws: `DomainError` `post-unknown` if there is none visible to the comment's author.
  func add(
    _ text: String, as id: CommentID, on post: PostID, by author: AccountID, at instant: Timestamp
  ) async throws -> Comment

  /// Changes a comment's text. The same text changes nothing.
  /// - Parameter permit: throws if the caller may not change the comment.
  /// - Throws: What `permit` throws; `DomainError` `post-unknown`, `comment-unknown` if there is none visible to the
  ///   caller.
  func change(
    _ id: CommentID, on post: PostID, to text: String, by caller: AccountID, at instant: Timestamp,
    _ permit: @escaping @Sendable (CommentSnapshot) throws -> Void
  ) async throws -> Comment

  /// Removes a comment, also one of a blocked account.
  /// - Parameter permit: throws if the caller may not remove the comment.
  /// - Throws: What `permit` throws; `DomainError` `post-unknown` if there is none visible to the caller,
  ///   `comment-unknown` if there is none.
  func remove(
    _ id: CommentID, on post: PostID, by caller: AccountID,
    _ permit: @escaping @Sendable (CommentSnapshot) throws -> Void
  ) async throws

  /// The comments of a post that are visible to the viewer, newest first; the cost is as for feeds.
  /// - Throws: `DomainError` `post-unknown` if there is none visible to the viewer.
  func page(of post: PostID, for viewer: AccountID?, _ request: PageRequest) async throws -> Page<Comment>
}

/// The authors around a comment, for the decision about a change.
package struct CommentSnapshot: Hashable, Sendable {
  package let author: AccountID
  package let postAuthor: AccountID

  package init(author: AccountID, postAuthor: AccountID) {
    self.author = author
    self.postAuthor = postAuthor
  }
}
