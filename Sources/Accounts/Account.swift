public import Basics

/// A person's account.
public struct Account: Hashable, Sendable {
  public let id: AccountID
  public var email: EmailAddress
  public var nickname: Nickname
  /// What the person says of themselves; at most 500 characters, may be empty.
  public var bio: String
  /// The profile's image.
  public var photo: PhotoName?
  /// As the person wrote it; nil where it was never given. Only old clients ask for it.
  public var phone: String?
  /// As the person wrote it; nil where it was never given. Only old clients ask for it.
  public var birthday: String?
  public let createdAt: Timestamp

  /// An account from its parts.
  public init(
    id: AccountID, email: EmailAddress, nickname: Nickname, bio: String = "", photo: PhotoName? = nil,
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

/// An account as it is named beside what someone made.
public struct Person: Hashable, Sendable {
  public let id: AccountID
  public var nickname: String
  public var photo: PhotoName?

  /// A person from their parts.
  public init(id: AccountID, nickname: String, photo: PhotoName? = nil) {
    self.id = id
    self.nickname = nickname
    self.photo = photo
  }
}

/// A profile as somebody sees it.
public struct Profile: Hashable, Sendable {
  /// Whose it is. The e-mail address, phone and birthday are for that person alone.
  public var account: Account
  public var followerCount: Int
  public var followingCount: Int
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
  public var nickname: Nickname?
  public var bio: String?
  /// `.some(nil)` takes the image away. A photo that the person uploaded.
  public var photo: PhotoName??
  public var phone: String?
  public var birthday: String?

  /// A change of nothing.
  public init() {}
}

/// An e-mail address in the form in which it is compared: trimmed, the whole in lower case.
public struct EmailAddress: Hashable, Sendable, CustomStringConvertible {
  public let description: String

  /// Reads an address: one `@`, a local part of 1 to 64 ASCII characters out of letters, digits and `._%+-` , a domain
  /// with a dot whose last label has two letters or more; 254 characters in all. Every address that the clients'
  /// patterns take is taken.
  /// - Throws: `Refusal` `email-invalid`, field `email`.
  public init(_ text: String) throws(Refusal) {
    fatalError("skeleton")
  }
}

/// A name that people are shown by: 1 to 40 characters, unique over all accounts in its folded form.
public struct Nickname: Hashable, Sendable, CustomStringConvertible {
  /// As the person wrote it, in Unicode's composed form (NFC), trimmed.
  public let description: String
  /// By which two nicknames are the same: without regard to case, width, composition and blanks' kinds.
  public let folded: String

  /// Reads a nickname. Control, direction, zero-width and unassigned characters are refused, as are names of blanks.
  /// - Throws: `Refusal` `nickname-invalid`, field `nickname`.
  public init(_ text: String) throws(Refusal) {
    fatalError("skeleton")
  }

  /// Whether it holds white space: some contracts refuse that.
  public var hasWhiteSpace: Bool { description.contains(where: \.isWhitespace) }
}
