package import Basics

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

  /// Whether it is sold in the shop; only goods have a price.
  package var isGoods: Bool { self == .album || self == .frame }
}

/// The part of a post that its author edits.
package struct PostContent: Hashable, Sendable {
  package var kind: PostKind
  /// The board of an application on which the post appears; empty for the service's own. At most 100 characters.
  package var board: String
  /// At most 200 characters.
  package var title: String?
  /// At most 10,000 characters.
  package var text: String
  /// Five free texts with a meaning defined by the application, each at most 10,000 characters.
  package var notes: [String?]
  /// In won, 0...100,000,000; required for goods, not allowed otherwise.
  package var price: Int?
  /// The number of people of a pose, 1...20; only for poses.
  package var people: Int?
  package var booth: BoothID?
  /// At most 5, without duplicates.
  package var photos: [PhotoName]

  package init(kind: PostKind) {
    self.kind = kind
    board = ""
    text = ""
    notes = [String?](repeating: nil, count: 5)
    photos = []
  }
}

package struct Post: Hashable, Sendable {
  /// Stable, and sorts by time.
  package let id: PostID
  package var author: Person
  package var content: PostContent
  /// The hashtags of title and text, in order, without duplicates, as written.
  package var hashtags: [String]
  package let createdAt: Timestamp
  /// Nil until the first change.
  package var updatedAt: Timestamp?
  package var likeCount: Int
  package var commentCount: Int
  /// Whether the viewer likes it.
  package var isLiked: Bool
  /// The sizes of its photos, by their names; documents have none.
  package var photoSizes: [PhotoName: PhotoSize] = [:]

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

/// The size of a photo, in pixels.
package struct PhotoSize: Hashable, Sendable {
  package let width: Int
  package let height: Int

  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}

package struct Comment: Hashable, Sendable {
  /// Stable, and sorts by time.
  package let id: CommentID
  package let post: PostID
  package var author: Person
  /// 1 to 2,000 characters.
  package var text: String
  package let createdAt: Timestamp
  /// Nil until the first change.
  package var updatedAt: Timestamp?

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

package struct Feed: Hashable, Sendable {
  package enum Scope: Hashable, Sendable {
    case all
    case by(AccountID)
    /// Posts about any of some booths, at most `maxBooths`.
    case at([BoothID])
    /// With or without the leading `#`.
    case hashtag(String)
    /// Posts of the accounts that an account follows, limited to the `maxFollowed` followed last.
    case followed(by: AccountID)
    /// Ordered by the time of the like, latest first.
    case liked(by: AccountID)
  }

  package var scope: Scope
  /// Only these kinds; empty for all.
  package var kinds: [PostKind]
  /// Only this board; nil for all.
  package var board: String?
  /// Only posts whose title or text contains each of these; empty for all. At most `maxWords`.
  package var words: [String]

  package static let maxWords = 5
  package static let maxBooths = 500
  /// Each followed account costs a lookup per page.
  package static let maxFollowed = 5_000

  package init(_ scope: Scope = .all, kinds: [PostKind] = [], board: String? = nil, words: [String] = []) {
    self.scope = scope
    self.kinds = kinds
    self.board = board
    self.words = words
  }
}

/// What people share about a booth: how much, and the photos.
package struct BoothGallery: Hashable, Sendable {
  /// Of all posts except goods, including those that the viewer does not see.
  package let postCount: Int
  /// The likes of these posts.
  package let likeCount: Int
  /// Of the most liked posts, those with most likes first; only those visible to the viewer.
  package let photos: [GalleryPhoto]

  /// The number of posts whose photos are considered.
  package static let maxPosts = 200

  package init(postCount: Int, likeCount: Int, photos: [GalleryPhoto]) {
    (self.postCount, self.likeCount, self.photos) = (postCount, likeCount, photos)
  }
}

/// The photo of a booth in lists: the first of its gallery.
package struct BoothCover: Hashable, Sendable {
  package let booth: BoothID
  package let photo: PhotoName

  package init(booth: BoothID, photo: PhotoName) { (self.booth, self.photo) = (booth, photo) }
}

/// A photo of a post about a booth.
package struct GalleryPhoto: Hashable, Sendable {
  package let name: PhotoName
  package let post: PostID
  package let author: Person
  /// The likes of the post.
  package let likeCount: Int

  package init(name: PhotoName, post: PostID, author: Person, likeCount: Int) {
    (self.name, self.post, self.author, self.likeCount) = (name, post, author, likeCount)
  }
}

/// The likers and comments of a post, which the old contracts include in it.
package struct PostParticipants: Hashable, Sendable {
  /// Latest first, at most `maxCount`; includes the viewer if they like the post.
  package var likers: [AccountID]
  /// Newest first, at most `maxCount`; fewer if long ones exceed the post's share of `maxTextBytes`.
  package var comments: [Comment]

  /// The limit of likers and of comments.
  package static let maxCount = 1_000
  /// The limit of comment bytes over all posts of one list, shared equally: enough for all comments of a single post.
  package static let maxTextBytes = 8_000_000

  package init(likers: [AccountID] = [], comments: [Comment] = []) {
    self.likers = likers
    self.comments = comments
  }
}
