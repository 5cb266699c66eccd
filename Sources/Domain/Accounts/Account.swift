public import Basics

/// A person's account.
public struct Account: Hashable, Sendable {
  /// Given once, never reused.
  public let id: AccountID
  /// Unique. Nil where the person came by somebody else's word, who vouched for no address.
  public var email: EmailAddress?
  /// Unique in its folded form.
  public var nickname: Nickname
  /// What the person says of themselves; at most 500 characters, may be empty.
  public var bio: String
  /// The profile's image.
  public var photo: PhotoName?
  /// As the person wrote it; nil where it was never given. Only old clients ask for it.
  public var phone: String?
  /// As the person wrote it; nil where it was never given. Only old clients ask for it.
  public var birthday: String?
  /// When the person signed up.
  public let createdAt: Timestamp

  /// An account from its parts.
  public init(
    id: AccountID, email: EmailAddress?, nickname: Nickname, bio: String = "", photo: PhotoName? = nil,
    phone: String? = nil, birthday: String? = nil, createdAt: Timestamp
  ) {
    self.id = id
    self.email = email
    self.nickname = nickname
    self.bio = bio
    self.photo = photo
    self.phone = phone
    self.birthday = birthday
    self.createdAt = createdAt
  }
}

/// An account as old clients know it that count people.
///
/// It holds the e-mail address: whoever hands it on decides who may read that.
public struct NumberedAccount: Hashable, Sendable {
  /// Given once, never reused.
  public let number: AccountNumber
  /// Whose number it is.
  public var account: Account
  /// Whether the person has used a client of the contract SLP.
  public var usesSLP: Bool

  /// A numbered account from its parts.
  public init(number: AccountNumber, account: Account, usesSLP: Bool) {
    self.number = number
    self.account = account
    self.usesSLP = usesSLP
  }
}

/// A profile as somebody sees it.
public struct Profile: Hashable, Sendable {
  /// Whose it is. The e-mail address, phone and birthday are for that person alone.
  public var account: Account
  /// How many follow the person.
  public var followerCount: Int
  /// How many the person follows.
  public var followingCount: Int
  /// How many posts the person has.
  public var postCount: Int
  /// Whether whoever looks follows the person.
  public var isFollowed: Bool

  /// A profile from its parts.
  public init(account: Account, followerCount: Int, followingCount: Int, postCount: Int, isFollowed: Bool) {
    self.account = account
    self.followerCount = followerCount
    self.followingCount = followingCount
    self.postCount = postCount
    self.isFollowed = isFollowed
  }
}

/// What a person wants to be known by from now on; nil leaves what is there.
public struct ProfileChange: Hashable, Sendable {
  /// Another nickname.
  public var nickname: Nickname?
  /// At most 500 characters.
  public var bio: String?
  /// `.some(nil)` takes the image away. A photo that the person uploaded.
  public var photo: PhotoName??
  /// At most 30 characters, as the person wrote it.
  public var phone: String?
  /// At most 30 characters, as the person wrote it.
  public var birthday: String?

  /// A change of nothing.
  public init() {}
}
