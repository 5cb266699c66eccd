package import Basics

/// What a post is.
package enum PostKind: String, Hashable, Sendable, CaseIterable {
  case newBooth
  case background
  case pose
  case photo
  case feed
  /// Goods of the shop.
  case album
  /// Goods of the shop.
  case frame

  /// Whether it is sold: such posts carry a price.
  package var isGoods: Bool { self == .album || self == .frame }
}

/// What the author of a post decides.
package struct PostContent: Hashable, Sendable {
  /// What the post is.
  package var kind: PostKind
  /// Which wall of an application the post hangs on; empty on the service's own. At most 100 characters.
  package var board: String
  /// At most 200 characters.
  package var title: String?
  /// At most 10,000 characters.
  package var text: String
  /// Five free texts that applications fill as they like, each at most 10,000 characters.
  package var notes: [String?]
  /// In won, 0...100,000,000; only and always for goods.
  package var price: Int?
  /// How many people a pose is for, 1...20; only for poses.
  package var people: Int?
  /// The booth it is about.
  package var booth: BoothID?
  /// At most 5, none twice.
  package var photos: [PhotoName]

  /// Content with nothing but a kind.
  package init(kind: PostKind) {
    self.kind = kind
    board = ""
    text = ""
    notes = [String?](repeating: nil, count: 5)
    photos = []
  }
}

/// A post as somebody sees it.
package struct Post: Hashable, Sendable {
  /// Stable, and sorts by time.
  package let id: PostID
  /// Who made it, as they are shown now.
  package var author: Person
  /// What the author decides.
  package var content: PostContent
  /// The hashtags of title and text, in order, each once, as written.
  package var hashtags: [String]
  /// When it was made.
  package let createdAt: Timestamp
  /// Nil until it is changed.
  package var updatedAt: Timestamp?
  /// How many like it, whoever looks.
  package var likeCount: Int
  /// How many comments it has, whoever looks.
  package var commentCount: Int
  /// Whether whoever looks likes it.
  package var isLiked: Bool

  /// A post from its parts.
  package init(
    id: PostID, author: Person, content: PostContent, hashtags: [String], createdAt: Timestamp,
    updatedAt: Timestamp? = nil, likeCount: Int = 0, commentCount: Int = 0, isLiked: Bool = false
  ) {
    self.id = id
    self.author = author
    self.content = content
    self.hashtags = hashtags
    self.createdAt = createdAt
    self.updatedAt = updatedAt
    self.likeCount = likeCount
    self.commentCount = commentCount
    self.isLiked = isLiked
  }
}

/// A comment on a post.
package struct Comment: Hashable, Sendable {
  /// Stable, and sorts by time.
  package let id: CommentID
  /// What it stands on.
  package let post: PostID
  /// Who wrote it, as they are shown now.
  package var author: Person
  /// 1 to 2,000 characters.
  package var text: String
  /// When it was written.
  package let createdAt: Timestamp
  /// Nil until it is changed.
  package var updatedAt: Timestamp?

  /// A comment from its parts.
  package init(
    id: CommentID, post: PostID, author: Person, text: String, createdAt: Timestamp, updatedAt: Timestamp? = nil
  ) {
    self.id = id
    self.post = post
    self.author = author
    self.text = text
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }
}

/// A list of posts that can be paged through.
package struct Feed: Hashable, Sendable {
  /// Whose or where.
  package enum Scope: Hashable, Sendable {
    case all
    case by(AccountID)
    /// At any of some booths, at most `maxBooths`.
    case at([BoothID])
    /// With or without the leading `#`.
    case hashtag(String)
    /// Of those whom somebody follows: the `maxFollowed` whom they followed last.
    case followed(by: AccountID)
    /// In the order in which they were liked, latest first.
    case liked(by: AccountID)
  }

  /// Whose or where.
  package var scope: Scope
  /// Only these kinds; empty for all.
  package var kinds: [PostKind]
  /// Only this board; nil for all.
  package var board: String?

  /// How many booths one feed takes.
  package static let maxBooths = 500
  /// How many followed people one feed takes: a page costs a look at each.
  package static let maxFollowed = 5_000

  /// A feed.
  package init(_ scope: Scope = .all, kinds: [PostKind] = [], board: String? = nil) {
    self.scope = scope
    self.kinds = kinds
    self.board = board
  }
}

/// What clients of the old contracts are shown with a post.
package struct PostParticipants: Hashable, Sendable {
  /// Who likes it, latest first: at most `maxCount`, the viewer among them where they like it.
  package var likers: [AccountID]
  /// The newest comments, newest first: at most `maxCount`, and fewer where long ones fill the post's share of
  /// `maxTextBytes`.
  package var comments: [Comment]

  /// How many of each are shown.
  package static let maxCount = 1_000
  /// How many bytes of comments are shown with all posts of one list together, an equal share with each: all comments
  /// of a single post, and as many as anybody reads with the posts of a page.
  package static let maxTextBytes = 8_000_000

  /// Participants from their parts.
  package init(likers: [AccountID] = [], comments: [Comment] = []) {
    self.likers = likers
    self.comments = comments
  }
}
