public import Basics

/// What a post is. A client may meet words that it does not know yet.
public struct PostKindWord: OpenWord {
  /// The word on the wire.
  public let rawValue: String

  /// A kind by its word.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Somebody found a booth that is new.
  public static let newBooth = PostKindWord(rawValue: "newBooth")
  /// A filter or background to stand before.
  public static let background = PostKindWord(rawValue: "background")
  /// How to stand in a booth.
  public static let pose = PostKindWord(rawValue: "pose")
  /// A picture that was taken in a booth.
  public static let photo = PostKindWord(rawValue: "photo")
  /// Anything else.
  public static let feed = PostKindWord(rawValue: "feed")
  /// Goods of the shop.
  public static let album = PostKindWord(rawValue: "album")
  /// Goods of the shop.
  public static let frame = PostKindWord(rawValue: "frame")

  /// Those that there are.
  public static let all = [newBooth, background, pose, photo, feed, album, frame]
}

/// The booth that a post is about. Everything but the number is null where the catalogue does not have it.
public struct PostBoothDocument: NativeDocument {
  /// The booth's.
  public var id: BoothID
  /// What stands above its door.
  public var name: String?
  /// Degrees north.
  public var latitude: Double?
  /// Degrees east.
  public var longitude: Double?
  /// Metres along the ground from the place that was asked about; null where none was.
  public var distanceMetres: Double?

  enum CodingKeys: String, CodingKey {
    case id, name, latitude, longitude
    case distanceMetres = "distance_m"
  }

  /// A booth from its parts.
  public init(
    id: BoothID, name: String? = nil, latitude: Double? = nil, longitude: Double? = nil, distanceMetres: Double? = nil
  ) {
    self.id = id
    self.name = name
    self.latitude = latitude
    self.longitude = longitude
    self.distanceMetres = distanceMetres
  }
}

/// A post as whoever asks sees it.
public struct PostDocument: NativeDocument {
  /// The post's.
  public var id: PostID
  /// What it is.
  public var kind: PostKindWord
  /// Which wall of an application it hangs on; empty on the service's own.
  public var board: String
  /// Who made it.
  public var author: PersonDocument
  /// Null where it has none.
  public var title: String?
  /// May be empty.
  public var text: String
  /// Five free texts that applications fill as they like.
  public var notes: [String?]
  /// In won; for goods only.
  public var price: Int?
  /// How many people a pose is for.
  public var people: Int?
  /// The booth that it is about.
  public var booth: PostBoothDocument?
  /// Served at `/api/photos/{name}`, smaller with `?width=320` or `?width=960`.
  public var photos: [PhotoName]
  /// As written, without `#`.
  public var hashtags: [String]
  /// When it was made.
  public var createdAt: Timestamp
  /// Null until it is changed.
  public var updatedAt: Timestamp?
  /// How many like it.
  public var likeCount: Int
  /// How many comments it has.
  public var commentCount: Int
  /// Whether whoever asks likes it; false where nobody is logged in.
  public var isLiked: Bool

  enum CodingKeys: String, CodingKey {
    case id, kind, board, author, title, text, notes, price, people, booth, photos, hashtags
    case createdAt = "created_at"
    case updatedAt = "updated_at"
    case likeCount = "like_count"
    case commentCount = "comment_count"
    case isLiked = "is_liked"
  }

  /// A post from its parts.
  public init(
    id: PostID, kind: PostKindWord, board: String, author: PersonDocument, title: String?, text: String,
    notes: [String?], price: Int?, people: Int?, booth: PostBoothDocument?, photos: [PhotoName], hashtags: [String],
    createdAt: Timestamp, updatedAt: Timestamp?, likeCount: Int, commentCount: Int, isLiked: Bool
  ) {
    self.id = id
    self.kind = kind
    self.board = board
    self.author = author
    self.title = title
    self.text = text
    self.notes = notes
    self.price = price
    self.people = people
    self.booth = booth
    self.photos = photos
    self.hashtags = hashtags
    self.createdAt = createdAt
    self.updatedAt = updatedAt
    self.likeCount = likeCount
    self.commentCount = commentCount
    self.isLiked = isLiked
  }
}

/// A comment on a post.
public struct CommentDocument: NativeDocument {
  /// The comment's.
  public var id: CommentID
  /// The post that it stands on.
  public var post: PostID
  /// Who made it.
  public var author: PersonDocument
  /// What it says.
  public var text: String
  /// When it was made.
  public var createdAt: Timestamp
  /// Null until it is changed.
  public var updatedAt: Timestamp?

  enum CodingKeys: String, CodingKey {
    case id, post, author, text
    case createdAt = "created_at"
    case updatedAt = "updated_at"
  }

  /// A comment from its parts.
  public init(
    id: CommentID, post: PostID, author: PersonDocument, text: String, createdAt: Timestamp, updatedAt: Timestamp?
  ) {
    self.id = id
    self.post = post
    self.author = author
    self.text = text
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }
}

/// What became of a like.
public struct LikeDocument: NativeDocument {
  /// Whether whoever asked likes the post now.
  public var isLiked: Bool
  /// How many do.
  public var likeCount: Int

  enum CodingKeys: String, CodingKey {
    case isLiked = "is_liked"
    case likeCount = "like_count"
  }

  /// An outcome.
  public init(isLiked: Bool, likeCount: Int) {
    self.isLiked = isLiked
    self.likeCount = likeCount
  }
}
