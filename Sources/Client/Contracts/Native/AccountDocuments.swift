public import Basics

/// Somebody, as named beside what they made.
public struct PersonDocument: NativeDocument {
  /// The account's.
  public var id: AccountID
  /// As the person wrote it.
  public var nickname: String
  /// The profile's image, served at `/api/photos/{name}`.
  public var photo: PhotoName?

  /// A person from their parts.
  public init(id: AccountID, nickname: String, photo: PhotoName?) {
    self.id = id
    self.nickname = nickname
    self.photo = photo
  }
}

/// An account as its owner sees it.
public struct AccountDocument: NativeDocument {
  /// The account's.
  public var id: AccountID
  /// In lower case; nil where the account has none.
  public var email: String?
  /// As the person wrote it.
  public var nickname: String
  /// May be empty.
  public var bio: String
  /// The profile's image, served at `/api/photos/{name}`.
  public var photo: PhotoName?
  /// When the person signed up.
  public var createdAt: Timestamp
  /// How many follow the person.
  public var followerCount: Int
  /// How many the person follows.
  public var followingCount: Int
  /// How many posts the person has made.
  public var postCount: Int

  enum CodingKeys: String, CodingKey {
    case id, email, nickname, bio, photo
    case createdAt = "created_at"
    case followerCount = "follower_count"
    case followingCount = "following_count"
    case postCount = "post_count"
  }

  /// An account from its parts.
  public init(
    id: AccountID, email: String?, nickname: String, bio: String, photo: PhotoName?, createdAt: Timestamp,
    followerCount: Int, followingCount: Int, postCount: Int
  ) {
    self.id = id
    self.email = email
    self.nickname = nickname
    self.bio = bio
    self.photo = photo
    self.createdAt = createdAt
    self.followerCount = followerCount
    self.followingCount = followingCount
    self.postCount = postCount
  }
}

/// A profile as others see it.
public struct ProfileDocument: NativeDocument {
  /// The account's.
  public var id: AccountID
  /// As the person wrote it.
  public var nickname: String
  /// May be empty.
  public var bio: String
  /// The profile's image, served at `/api/photos/{name}`.
  public var photo: PhotoName?
  /// When the person signed up.
  public var createdAt: Timestamp
  /// How many follow the person.
  public var followerCount: Int
  /// How many the person follows.
  public var followingCount: Int
  /// How many posts the person has made.
  public var postCount: Int
  /// Whether whoever asks follows the person; false where nobody is logged in.
  public var isFollowed: Bool

  enum CodingKeys: String, CodingKey {
    case id, nickname, bio, photo
    case createdAt = "created_at"
    case followerCount = "follower_count"
    case followingCount = "following_count"
    case postCount = "post_count"
    case isFollowed = "is_followed"
  }

  /// A profile from its parts.
  public init(
    id: AccountID, nickname: String, bio: String, photo: PhotoName?, createdAt: Timestamp, followerCount: Int,
    followingCount: Int, postCount: Int, isFollowed: Bool
  ) {
    self.id = id
    self.nickname = nickname
    self.bio = bio
    self.photo = photo
    self.createdAt = createdAt
    self.followerCount = followerCount
    self.followingCount = followingCount
    self.postCount = postCount
    self.isFollowed = isFollowed
  }
}

/// Whether an e-mail address can still be signed up with.
public struct EmailCheckDocument: NativeDocument {
  /// False where somebody has.
  public var available: Bool

  /// An answer.
  public init(available: Bool) { self.available = available }
}

/// A nickname that nobody has.
public struct NicknameDocument: NativeDocument {
  /// As the person wrote it.
  public var nickname: String

  /// A suggestion.
  public init(nickname: String) { self.nickname = nickname }
}
