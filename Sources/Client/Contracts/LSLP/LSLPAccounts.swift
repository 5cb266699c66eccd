package import JSON

/// A user as author, in the lists of a profile, and after login.
package struct LSLPPerson: LSLPDocument, Hashable {
  /// 24 hexadecimal digits.
  package var id: String
  package var nickname: String
  package var image: String?

  package init(id: String, nickname: String, image: String?) {
    self.id = id
    self.nickname = nickname
    self.image = image
  }

  /// Writes the document. The second generation always has an image, because 4cuts requires a string there; the first
  /// leaves an absent one out, as its clients expect.
  package func write(to writer: inout JSONWriter, as generation: LSLPGeneration) {
    writer.beginObject()
    writer.text(generation.keys.account, id)
    writer.text("nick", nickname)
    writer.image(image, as: generation)
    writer.endObject()
  }
}

extension JSONWriter {
  fileprivate mutating func image(_ path: String?, as generation: LSLPGeneration) {
    let fallback = generation == .v1 ? LSLPPath.defaultProfile : nil
    text(generation.keys.image, ifAny: path ?? fallback)
  }
}

/// An account, in the responses of sign-up and deletion.
package struct LSLPAccount: LSLPDocument, Hashable {
  /// 24 hexadecimal digits.
  package var id: String
  /// In lower case.
  package var email: String
  package var nickname: String

  package init(id: String, email: String, nickname: String) {
    self.id = id
    self.email = email
    self.nickname = nickname
  }

  package func write(to writer: inout JSONWriter, as generation: LSLPGeneration) {
    writer.beginObject()
    writer.text(generation.keys.account, id)
    writer.text("email", email)
    writer.text("nick", nickname)
    writer.endObject()
  }
}

package struct LSLPLogin: LSLPDocument, Hashable {
  package var person: LSLPPerson
  /// In lower case.
  package var email: String
  package var accessToken: String
  /// Can be used for any number of refreshes.
  package var refreshToken: String

  package init(person: LSLPPerson, email: String, accessToken: String, refreshToken: String) {
    self.person = person
    self.email = email
    self.accessToken = accessToken
    self.refreshToken = refreshToken
  }

  /// Writes the document; the first generation has only the identifier.
  package func write(to writer: inout JSONWriter, as generation: LSLPGeneration) {
    writer.beginObject()
    writer.text(generation.keys.account, person.id)
    if generation == .v1 {
      writer.text("email", email)
      writer.text("nick", person.nickname)
      writer.image(person.image, as: generation)
    }
    writer.text(generation.keys.accessToken, accessToken)
    writer.text("refreshToken", refreshToken)
    writer.endObject()
  }
}

/// The answer of a refresh. It has no new refresh token, so the old one stays valid.
package struct LSLPRefreshed: LSLPDocument, Hashable {
  package var accessToken: String

  package init(accessToken: String) { self.accessToken = accessToken }

  package func write(to writer: inout JSONWriter, as generation: LSLPGeneration) {
    writer.beginObject()
    writer.text(generation.keys.accessToken, accessToken)
    writer.endObject()
  }
}

package struct LSLPFollow: LSLPDocument, Hashable {
  /// The caller's nickname.
  package var nickname: String
  /// The other account's nickname.
  package var opponent: String
  package var isFollowing: Bool

  package init(nickname: String, opponent: String, isFollowing: Bool) {
    self.nickname = nickname
    self.opponent = opponent
    self.isFollowing = isFollowing
  }

  /// Writes the document. The first generation's two texts are undocumented; they are nicknames, as in the second.
  package func write(to writer: inout JSONWriter, as generation: LSLPGeneration) {
    writer.beginObject()
    writer.text(generation == .v0 ? "user" : "nick", nickname)
    writer.text(generation == .v0 ? "following" : "opponent_nick", opponent)
    writer.flag("following_status", isFollowing)
    writer.endObject()
  }
}

package struct LSLPProfile: LSLPDocument, Hashable {
  /// The fields that only the owner sees.
  package struct Private: Hashable, Sendable {
    /// In lower case.
    package var email: String
    package var phone: String?
    package var birthday: String?

    package init(email: String, phone: String?, birthday: String?) {
      self.email = email
      self.phone = phone
      self.birthday = birthday
    }
  }

  /// The maximum length of each list of a profile, which holds the newest.
  package static let maxListed = 1000

  package var person: LSLPPerson
  /// Nil in another account's profile.
  package var own: Private?
  /// Most recent first.
  package var followers: [LSLPPerson]
  /// Most recent first.
  package var following: [LSLPPerson]
  /// Post identifiers, newest first.
  package var posts: [String]

  package init(
    person: LSLPPerson, own: Private?, followers: [LSLPPerson], following: [LSLPPerson], posts: [String]
  ) {
    self.person = person
    self.own = own
    self.followers = followers
    self.following = following
    self.posts = posts
  }

  /// Writes the document. The first generation has one model for the caller's and others' profiles, which requires an
  /// e-mail address: others' is empty.
  package func write(to writer: inout JSONWriter, as generation: LSLPGeneration) {
    writer.beginObject()
    writer.text(generation.keys.account, person.id)
    writer.text("nick", person.nickname)
    writer.text("email", ifAny: own?.email ?? (generation == .v0 ? "" : nil))
    writer.text("phoneNum", ifAny: own?.phone)
    writer.text("birthDay", ifAny: own?.birthday)
    writer.image(person.image, as: generation)
    writer.list("followers", followers) { $0.write(to: &$1, as: generation) }
    writer.list("following", following) { $0.write(to: &$1, as: generation) }
    writer.texts("posts", posts)
    writer.endObject()
  }
}
