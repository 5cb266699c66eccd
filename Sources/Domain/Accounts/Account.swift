package import Basics

package struct Account: Hashable, Sendable {
  /// Assigned once, never reused.
  package let id: AccountID
  /// Unique. Nil if the account was created by a provider login without a verified address.
  package var email: EmailAddress?
  /// When its owner was found to have the address; nil: not yet.
  package var emailVerifiedAt: Timestamp?
  /// Unique in its folded form.
  package var nickname: Nickname
  /// The bio: at most 500 characters, may be empty.
  package var bio: String
  package var photo: PhotoName?
  /// As typed; nil if never given. Only old clients use it.
  package var phone: String?
  /// As typed; nil if never given. Only old clients use it.
  package var birthday: String?
  package let createdAt: Timestamp

  package init(
    id: AccountID, email: EmailAddress?, emailVerifiedAt: Timestamp? = nil, nickname: Nickname, bio: String = "",
    photo: PhotoName? = nil, phone: String? = nil, birthday: String? = nil, createdAt: Timestamp
  ) {
    self.id = id
    self.email = email
    self.emailVerifiedAt = emailVerifiedAt
    self.nickname = nickname
    self.bio = bio
    self.photo = photo
    self.phone = phone
    self.birthday = birthday
    self.createdAt = createdAt
  }
}

/// An account with its number, for old clients whose user ids are numbers.
///
/// It contains the e-mail address: the caller decides who may see that.
package struct NumberedAccount: Hashable, Sendable {
  /// Assigned once, never reused.
  package let number: AccountNumber
  package var account: Account
  package var usesSLP: Bool

  package init(number: AccountNumber, account: Account, usesSLP: Bool) {
    self.number = number
    self.account = account
    self.usesSLP = usesSLP
  }
}

package struct Profile: Hashable, Sendable {
  /// E-mail address, phone and birthday are for the owner only.
  package var account: Account
  package var followerCount: Int
  package var followingCount: Int
  package var postCount: Int
  package var isFollowed: Bool

  package init(account: Account, followerCount: Int, followingCount: Int, postCount: Int, isFollowed: Bool) {
    self.account = account
    self.followerCount = followerCount
    self.followingCount = followingCount
    self.postCount = postCount
    self.isFollowed = isFollowed
  }
}

/// Changes to a profile. Nil leaves a field unchanged.
package struct ProfileChange: Hashable, Sendable {
  package var nickname: Nickname?
  /// At most 500 characters.
  package var bio: String?
  /// A photo that the account uploaded; `.some(nil)` removes the image.
  package var photo: PhotoName??
  /// At most 30 characters, as typed.
  package var phone: String?
  /// At most 30 characters, as typed.
  package var birthday: String?

  package init() {}
}
