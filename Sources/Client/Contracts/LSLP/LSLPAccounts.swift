/// A person beside what they made, in the lists of a profile, and after login.
package struct LSLPPerson: LSLPDocument, Hashable {
  /// 24 hexadecimal digits.
  package var id: String
  /// As the person wrote it.
  package var nickname: String
  /// The path of their image.
  package var image: String?

  /// A person from their parts.
  package init(id: String, nickname: String, image: String?) {
    self.id = id
    self.nickname = nickname
    self.image = image
  }

  /// Writes the document. The second generation always names an image, because 4cuts asks for a text there; the first
  /// leaves it out where there is none, as its clients expect.
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

/// An account, as it is answered when it was made and when it was given up.
package struct LSLPAccount: LSLPDocument, Hashable {
  /// 24 hexadecimal digits.
  package var id: String
  /// In lower case.
  package var email: String
  /// As the person wrote it.
  package var nickname: String

  /// An account from its parts.
  package init(id: String, email: String, nickname: String) {
    self.id = id
    self.email = email
    self.nickname = nickname
  }

  /// Writes the document.
  package func write(to writer: inout JSONWriter, as generation: LSLPGeneration) {
    writer.beginObject()
    writer.text(generation.keys.account, id)
    writer.text("email", email)
    writer.text("nick", nickname)
    writer.endObject()
  }
}

/// The answer of a login.
package struct LSLPLogin: LSLPDocument, Hashable {
  /// Whose it is.
  package var person: LSLPPerson
  /// In lower case.
  package var email: String
  /// To be sent with each request.
  package var accessToken: String
  /// To be sent to refresh, as often as one likes.
  package var refreshToken: String

  /// A login from its parts.
  package init(person: LSLPPerson, email: String, accessToken: String, refreshToken: String) {
    self.person = person
    self.email = email
    self.accessToken = accessToken
    self.refreshToken = refreshToken
  }

  /// Writes the document; the first generation tells nothing but the identifier.
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

/// The answer of a refresh: there is no new refresh token in it, so the old one has to stay good.
package struct LSLPRefreshed: LSLPDocument, Hashable {
  /// To be sent with each request.
  package var accessToken: String

  /// An answer.
  package init(accessToken: String) { self.accessToken = accessToken }

  /// Writes the document.
  package func write(to writer: inout JSONWriter, as generation: LSLPGeneration) {
    writer.beginObject()
    writer.text(generation.keys.accessToken, accessToken)
    writer.endObject()
  }
}

/// What follows from following somebody, or from ceasing to.
package struct LSLPFollow: LSLPDocument, Hashable {
  /// The nickname of whoever asked.
  package var nickname: String
  /// The nickname of the other one.
  package var opponent: String
  /// Whether whoever asked follows the other one now.
  package var isFollowing: Bool

  /// An answer from its parts.
  package init(nickname: String, opponent: String, isFollowing: Bool) {
    self.nickname = nickname
    self.opponent = opponent
    self.isFollowing = isFollowing
  }

  /// Writes the document. What the first generation's two texts hold is not told anywhere; nicknames, as in the second.
  package func write(to writer: inout JSONWriter, as generation: LSLPGeneration) {
    writer.beginObject()
    writer.text(generation == .v0 ? "user" : "nick", nickname)
    writer.text(generation == .v0 ? "following" : "opponent_nick", opponent)
    writer.flag("following_status", isFollowing)
    writer.endObject()
  }
}

/// A profile.
package struct LSLPProfile: LSLPDocument, Hashable {
  /// What a profile tells its owner only.
  package struct Private: Hashable, Sendable {
    /// In lower case.
    package var email: String
    /// As the person wrote it.
    package var phone: String?
    /// As the person wrote it.
    package var birthday: String?

    /// From the parts.
    package init(email: String, phone: String?, birthday: String?) {
      self.email = email
      self.phone = phone
      self.birthday = birthday
    }
  }

  /// How many people and posts a profile lists at most; the newest are.
  package static let maxListed = 1000

  /// Whose it is.
  package var person: LSLPPerson
  /// Nil in somebody else's.
  package var own: Private?
  /// Latest first.
  package var followers: [LSLPPerson]
  /// Latest first.
  package var following: [LSLPPerson]
  /// The identifiers of their posts, newest first.
  package var posts: [String]

  /// A profile from its parts.
  package init(
    person: LSLPPerson, own: Private?, followers: [LSLPPerson], following: [LSLPPerson], posts: [String]
  ) {
    self.person = person
    self.own = own
    self.followers = followers
    self.following = following
    self.posts = posts
  }

  /// Writes the document. The first generation has one model for one's own profile and for others', with an e-mail
  /// address that has to be there: in others' it is empty.
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
