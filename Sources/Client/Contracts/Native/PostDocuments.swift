public import Basics

/// The kind of a post. Clients must accept unknown values.
public struct PostKindValue: OpenEnum {
  /// The value on the wire.
  public let rawValue: String

  /// Creates a kind from its raw value.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// A newly found booth.
  public static let newBooth = PostKindValue(rawValue: "newBooth")
  /// A filter or background of a booth.
  public static let background = PostKindValue(rawValue: "background")
  /// A pose for a booth.
  public static let pose = PostKindValue(rawValue: "pose")
  /// A picture taken in a booth.
  public static let photo = PostKindValue(rawValue: "photo")
  /// Anything else.
  public static let feed = PostKindValue(rawValue: "feed")
  /// Goods of the shop.
  public static let album = PostKindValue(rawValue: "album")
  /// Goods of the shop.
  public static let frame = PostKindValue(rawValue: "frame")

  /// All known values.
  public static let all = [newBooth, background, pose, photo, feed, album, frame]
}

/// The booth of a post. Everything but the number is null when the catalogue does not have it.
public struct PostBoothDocument: NativeDocument {
  /// The booth's number.
  public var id: BoothID
  /// The booth's name.
  public var name: String?
  /// Its name in English; null where that is not known.
  public var englishName: String?
  /// Degrees north.
  public var latitude: Double?
  /// Degrees east.
  public var longitude: Double?
  /// Metres along the ground from the requested position; null without one.
  public var distanceMetres: Double?

  enum CodingKeys: String, CodingKey {
    case id, name, latitude, longitude
    case englishName = "name_en"
    case distanceMetres = "distance_m"
  }

  /// Creates a booth.
  public init(
    id: BoothID, name: String? = nil, englishName: String? = nil, latitude: Double? = nil, longitude: Double? = nil,
    distanceMetres: Double? = nil
  ) {
    self.id = id
    self.name = name
    self.englishName = englishName
    self.latitude = latitude
    self.longitude = longitude
    self.distanceMetres = distanceMetres
  }
}

/// The size of a photo.
public struct PhotoSizeDocument: NativeDocument {
  /// Pixels.
  public var width: Int
  /// Pixels.
  public var height: Int

  /// Creates a size.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}

/// A post as the caller sees it.
public struct PostDocument: NativeDocument {
  /// The identifier.
  public var id: PostID
  /// The kind.
  public var kind: PostKindValue
  /// The board of an application; empty for the service's own.
  public var board: String
  /// The author.
  public var author: PersonDocument
  /// The title; null when absent.
  public var title: String?
  /// May be empty.
  public var text: String
  /// Five free texts that applications fill as they like.
  public var notes: [String?]
  /// In won; for goods only.
  public var price: Int?
  /// The number of people of a pose.
  public var people: Int?
  /// The booth, if any.
  public var booth: PostBoothDocument?
  /// Served at `/api/photos/{name}`, smaller with `?width=320` or `?width=960`.
  public var photos: [PhotoName]
  /// The sizes of the photos, in their order; null for a document.
  public var photoSizes: [PhotoSizeDocument?]
  /// As written, without `#`.
  public var hashtags: [String]
  /// The time of creation.
  public var createdAt: Timestamp
  /// The time of the last change; null until changed.
  public var updatedAt: Timestamp?
  /// The number of likes.
  public var likeCount: Int
  /// The number of comments.
  public var commentCount: Int
  /// Whether the caller likes it; false without login.
  public var isLiked: Bool

  enum CodingKeys: String, CodingKey {
    case id, kind, board, author, title, text, notes, price, people, booth, photos
    case photoSizes = "photo_sizes"
    case hashtags
    case createdAt = "created_at"
    case updatedAt = "updated_at"
    case likeCount = "like_count"
    case commentCount = "comment_count"
    case isLiked = "is_liked"
  }

  /// Creates a post.
  public init(
    id: PostID, kind: PostKindValue, board: String, author: PersonDocument, title: String?, text: String,
    notes: [String?], price: Int?, people: Int?, booth: PostBoothDocument?, photos: [PhotoName],
    photoSizes: [PhotoSizeDocument?], hashtags: [String], createdAt: Timestamp, updatedAt: Timestamp?, likeCount: Int,
    commentCount: Int, isLiked: Bool
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
    self.photoSizes = photoSizes
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
  /// The identifier.
  public var id: CommentID
  /// The post it belongs to.
  public var post: PostID
  /// The author.
  public var author: PersonDocument
  /// The text.
  public var text: String
  /// The time of creation.
  public var createdAt: Timestamp
  /// The time of the last change; null until changed.
  public var updatedAt: Timestamp?

  enum CodingKeys: String, CodingKey {
    case id, post, author, text
    case createdAt = "created_at"
    case updatedAt = "updated_at"
  }

  /// Creates a comment.
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

/// The outcome of a like or unlike.
public struct LikeDocument: NativeDocument {
  /// Whether the caller likes the post now.
  public var isLiked: Bool
  /// The number of likes.
  public var likeCount: Int

  enum CodingKeys: String, CodingKey {
    case isLiked = "is_liked"
    case likeCount = "like_count"
  }

  /// Creates an outcome.
  public init(isLiked: Bool, likeCount: Int) {
    self.isLiked = isLiked
    self.likeCount = likeCount
  }
}
