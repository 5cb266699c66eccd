package import Basics

/// A person's account.
package struct Account: Hashable, Sendable {
  /// Given once, never reused.
  package let id: AccountID
  /// Unique. Nil where the person came by somebody else's word, who vouched for no address.
  package var email: EmailAddress?
  /// Unique in its folded form.
  package var nickname: Nickname
  /// What the person says of themselves; at most 500 characters, may be empty.
  package var bio: String
  /// The profile's image.
  package var photo: PhotoName?
  /// As the person wrote it; nil where it was never given. Only old clients ask for it.
  package var phone: String?
  /// As the person wrote it; nil where it was never given. Only old clients ask for it.
  package var birthday: String?
  /// When the person signed up.
  package let createdAt: Timestamp

  /// An account from its parts.
  package init(
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
package struct NumberedAccount: Hashable, Sendable {
  /// Given once, never reused.
  package let number: AccountNumber
  /// Whose number it is.
  package var account: Account
  /// Whether the person has used a client of the contract SLP.
  package var usesSLP: Bool

  /// A numbered account from its parts.
  package init(number: AccountNumber, account: Account, usesSLP: Bool) {
    self.number = number
    self.account = account
    self.usesSLP = usesSLP
  }
}

/// A profile as somebody sees it.
package struct Profile: Hashable, Sendable {
  /// Whose it is. The e-mail address, phone and birthday are for that person alone.
  package var account: Account
  /// How many follow the person.
  package var followerCount: Int
  /// How many the person follows.
  package var followingCount: Int
  /// How many posts the person has.
  package var postCount: Int
  /// Whether whoever looks follows the person.
  package var isFollowed: Bool

  /// A profile from its parts.
  package init(account: Account, followerCount: Int, followingCount: Int, postCount: Int, isFollowed: Bool) {
    self.account = account
    self.followerCount = followerCount
    self.followingCount = followingCount
    self.postCount = postCount
    self.isFollowed = isFollowed
  }
}

/// What a person wants to be known by from now on; nil leaves what is there.
package struct ProfileChange: Hashable, Sendable {
  /// Another nickname.
  package var nickname: Nickname?
  /// At most 500 characters.
  package var bio: String?
  /// `.some(nil)` takes the image away. A photo that the person uploaded.
  package var photo: PhotoName??
  /// At most 30 characters, as the person wrote it.
  package var phone: String?
  /// At most 30 characters, as the person wrote it.
  package var birthday: String?

  /// A change of nothing.
  package init() {}
}
