package import Basics

/// Where posts are kept. Each change is one transaction: all of it or nothing, also of the counts that it moves.
///
/// A post is visible to a viewer unless one of the post's author and the viewer has blocked the other. Nil views as
/// somebody whom nobody blocks.
package protocol PostStore: Sendable {
  /// Adds a post, unless its author has added one with the same identifier, which is then given.
  /// - Throws: `DomainError` `photo-unknown` where a photo was not uploaded by the author, `token-unusable`
  ///   (unauthenticated) where the author is gone.
  func add(_ post: CheckedContent, as id: PostID, by author: AccountID, at instant: Timestamp) async throws -> Post

  /// Changes a post: inside the transaction `decide` is given what is there and says what is to be there. Where that is
  /// the same, nothing is written, and the post counts as unchanged.
  /// - Returns: The post as the caller sees it.
  /// - Throws: What `decide` throws; `DomainError` `post-unknown` where there is none that the caller sees,
  ///   `photo-unknown` where a photo was neither uploaded by the caller nor on the post.
  func change(
    _ id: PostID, by caller: AccountID, at instant: Timestamp,
    _ decide: @escaping @Sendable (PostSnapshot) throws -> CheckedContent
  ) async throws -> Post

  /// A post; nil where there is none that the viewer sees.
  func post(_ id: PostID, for viewer: AccountID?) async throws -> Post?

  /// A page of a feed, by (moment, identifier) descending: the moment at which the post was made, or for a feed of
  /// likes the moment of the like. A hashtag comes folded. The cost depends neither on how deep the page is nor on how
  /// many posts there are; a page may be short, or even empty, and still have a next one.
  func page(_ feed: Feed, for viewer: AccountID?, _ request: PageRequest) async throws -> Page<Post>

  /// Likers and comments of posts, in the posts' order, without those whom the viewer does not see; empty for posts
  /// that are unknown to the viewer. `PostParticipants` says how much.
  func participants(of posts: [PostID], for viewer: AccountID?) async throws -> [PostParticipants]

  /// Removes a post with its photos' places, hashtags, comments and likes.
  /// - Parameter permit: is given the post and throws where the caller may not.
  /// - Throws: What `permit` throws; `DomainError` `post-unknown` where there is none that the caller sees.
  func remove(
    _ id: PostID, by caller: AccountID, _ permit: @escaping @Sendable (PostSnapshot) throws -> Void
  ) async throws

  /// Likes a post or takes the like back.
  /// - Returns: Whether the caller likes it now, and how many do.
  /// - Throws: `DomainError` `post-unknown` where there is none that the caller sees.
  func like(
    _ id: PostID, _ change: LikeChange, by caller: AccountID, at instant: Timestamp
  ) async throws -> (isLiked: Bool, count: Int)
}

/// A post that is about to be changed.
package struct PostSnapshot: Hashable, Sendable {
  /// What it holds now.
  package let content: PostContent
  /// Whether whoever wants to change it is its author.
  package let isByCaller: Bool
  /// Whether whoever wants to change it has commented on it.
  package let hasCommentOfCaller: Bool

  /// A standing post from its parts.
  package init(content: PostContent, isByCaller: Bool, hasCommentOfCaller: Bool) {
    self.content = content
    self.isByCaller = isByCaller
    self.hasCommentOfCaller = hasCommentOfCaller
  }
}

/// Where comments are kept. Each change is one transaction, also of the count that it moves.
package protocol CommentStore: Sendable {
  /// Adds a comment, unless its author has added one with the same identifier, which is then given.
  /// - Throws: `DomainError` `post-unknown` where there is none that the author of the comment sees.
  func add(
    _ text: String, as id: CommentID, on post: PostID, by author: AccountID, at instant: Timestamp
  ) async throws -> Comment

  /// Changes a comment's text. The same text changes nothing.
  /// - Parameter permit: is given the comment and throws where the caller may not.
  /// - Throws: What `permit` throws; `DomainError` `post-unknown`, `comment-unknown` where there is none that the
  ///   caller sees.
  func change(
    _ id: CommentID, on post: PostID, to text: String, by caller: AccountID, at instant: Timestamp,
    _ permit: @escaping @Sendable (CommentSnapshot) throws -> Void
  ) async throws -> Comment

  /// Removes a comment.
  /// - Parameter permit: is given the comment and throws where the caller may not.
  /// - Throws: What `permit` throws; `DomainError` `post-unknown` where there is none that the caller sees,
  ///   `comment-unknown` where there is none. A comment by somebody blocked can be removed.
  func remove(
    _ id: CommentID, on post: PostID, by caller: AccountID,
    _ permit: @escaping @Sendable (CommentSnapshot) throws -> Void
  ) async throws

  /// Comments of a post, newest first, without those whom the viewer does not see; the cost is as with feeds.
  /// - Throws: `DomainError` `post-unknown` where there is none that the viewer sees.
  func page(of post: PostID, for viewer: AccountID?, _ request: PageRequest) async throws -> Page<Comment>
}

/// A comment that is about to be changed.
package struct CommentSnapshot: Hashable, Sendable {
  /// Who wrote it.
  package let author: AccountID
  /// Who wrote the post that it stands on.
  package let postAuthor: AccountID

  /// A standing comment from its parts.
  package init(author: AccountID, postAuthor: AccountID) {
    self.author = author
    self.postAuthor = postAuthor
  }
}
