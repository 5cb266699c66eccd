public import Basics

/// An account's public data, shown beside what it created.
public struct PersonDocument: NativeDocument {
  /// The identifier.
  public var id: AccountID
  /// As the person wrote it.
  public var nickname: String
  /// The profile's image, served at `/api/photos/{name}`.
  public var photo: PhotoName?

  /// Creates a person.
  public init(id: AccountID, nickname: String, photo: PhotoName?) {
    self.id = id
    self.nickname = nickname
    self.photo = photo
  }
}

/// An account as its owner sees it.
public struct AccountDocument: NativeDocument {
  /// The identifier.
  public var id: AccountID
  /// In lower case; nil for an account without one.
  public var email: String?
  /// Whether its owner has confirmed the address.
  public var isEmailVerified: Bool
  /// As the person wrote it.
  public var nickname: String
  /// May be empty.
  public var bio: String
  /// The profile's image, served at `/api/photos/{name}`.
  public var photo: PhotoName?
  /// The time of sign-up.
  public var createdAt: Timestamp
  /// The number of followers.
  public var followerCount: Int
  /// The number of followed accounts.
  public var followingCount: Int
  /// The number of posts.
  public var postCount: Int

  enum CodingKeys: String, CodingKey {
    case id, email, nickname, bio, photo
    case isEmailVerified = "email_verified"
    case createdAt = "created_at"
    case followerCount = "follower_count"
    case followingCount = "following_count"
    case postCount = "post_count"
  }

  /// Creates an account.
  public init(
    id: AccountID, email: String?, isEmailVerified: Bool, nickname: String, bio: String, photo: PhotoName?,
    createdAt: Timestamp, followerCount: Int, followingCount: Int, postCount: Int
  ) {
    self.id = id
    self.email = email
    self.isEmailVerified = isEmailVerified
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
  /// The identifier.
  public var id: AccountID
  /// As the person wrote it.
  public var nickname: String
  /// May be empty.
  public var bio: String
  /// The profile's image, served at `/api/photos/{name}`.
  public var photo: PhotoName?
  /// The time of sign-up.
  public var createdAt: Timestamp
  /// The number of followers.
  public var followerCount: Int
  /// The number of followed accounts.
  public var followingCount: Int
  /// The number of posts.
  public var postCount: Int
  /// Whether the caller follows the account; false without login.
  public var isFollowed: Bool

  enum CodingKeys: String, CodingKey {
    case id, nickname, bio, photo
    case createdAt = "created_at"
    case followerCount = "follower_count"
    case followingCount = "following_count"
    case postCount = "post_count"
    case isFollowed = "is_followed"
  }

  /// Creates a profile.
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

/// The availability of an e-mail address for sign-up.
public struct EmailCheckDocument: NativeDocument {
  /// False when the address is taken.
  public var available: Bool

  /// Creates an answer.
  public init(available: Bool) { self.available = available }
}

/// What became of an address that its owner confirmed.
public struct AddressConfirmationDocument: NativeDocument {
  /// `verified`; `waiting` until the other address of a change is confirmed; or `changed`.
  public var state: String

  /// Creates an answer.
  public init(state: String) { self.state = state }
}

/// A free nickname.
public struct NicknameDocument: NativeDocument {
  /// As the person wrote it.
  public var nickname: String

  /// Creates a suggestion.
  public init(nickname: String) { self.nickname = nickname }
}
