/// A person beside what they made, in the lists of a profile, and after login.
public struct LSLPPerson: LSLPDocument, Hashable {
  /// 24 hexadecimal digits.
  public var id: String
  /// As the person wrote it.
  public var nickname: String
  /// The path of their image.
  public var image: String?

  /// A person from their parts.
  public init(id: String, nickname: String, image: String?) {
    self.id = id
    self.nickname = nickname
    self.image = image
  }

  /// Writes the document. The second generation always names an image, because 4cuts asks for a text there; the first
  /// leaves it out where there is none, as its clients expect.
  public func write(to writer: inout JSONWriter, as generation: LSLPGeneration) {
    writer.beginObject()
    writer.text(generation.keys.account, id)
    writer.text("nick", nickname)
    writer.image(image, as: generation)
    writer.endObject()
  }
}

extension JSONWriter {
  fileprivate mutating func image(_ path: String?, as generation: LSLPGeneration) {
    let standing = generation == .v1 ? LSLPPath.defaultProfile : nil
    text(generation.keys.image, ifAny: path ?? standing)
  }
}

/// An account, as it is answered when it was made and when it was given up.
public struct LSLPAccount: LSLPDocument, Hashable {
  /// 24 hexadecimal digits.
  public var id: String
  /// In lower case.
  public var email: String
  /// As the person wrote it.
  public var nickname: String

  /// An account from its parts.
  public init(id: String, email: String, nickname: String) {
    self.id = id
    self.email = email
    self.nickname = nickname
  }

  /// Writes the document.
  public func write(to writer: inout JSONWriter, as generation: LSLPGeneration) {
    writer.beginObject()
    writer.text(generation.keys.account, id)
    writer.text("email", email)
    writer.text("nick", nickname)
    writer.endObject()
  }
}

/// The answer of a login.
public struct LSLPLogin: LSLPDocument, Hashable {
  /// Whose it is.
  public var person: LSLPPerson
  /// In lower case.
  public var email: String
  /// To be sent with each request.
  public var accessToken: String
  /// To be sent to refresh, as often as one likes.
  public var refreshToken: String

  /// A login from its parts.
  public init(person: LSLPPerson, email: String, accessToken: String, refreshToken: String) {
    self.person = person
    self.email = email
    self.accessToken = accessToken
    self.refreshToken = refreshToken
  }

  /// Writes the document; the first generation tells nothing but the identifier.
  public func write(to writer: inout JSONWriter, as generation: LSLPGeneration) {
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
public struct LSLPRefreshed: LSLPDocument, Hashable {
  /// To be sent with each request.
  public var accessToken: String

  /// An answer.
  public init(accessToken: String) { self.accessToken = accessToken }

  /// Writes the document.
  public func write(to writer: inout JSONWriter, as generation: LSLPGeneration) {
    writer.beginObject()
    writer.text(generation.keys.accessToken, accessToken)
    writer.endObject()
  }
}

/// What follows from following somebody, or from ceasing to.
public struct LSLPFollow: LSLPDocument, Hashable {
  /// The nickname of whoever asked.
  public var nickname: String
  /// The nickname of the other one.
  public var opponent: String
  /// Whether whoever asked follows the other one now.
  public var isFollowing: Bool

  /// An answer from its parts.
  public init(nickname: String, opponent: String, isFollowing: Bool) {
    self.nickname = nickname
    self.opponent = opponent
    self.isFollowing = isFollowing
  }

  /// Writes the document. What the first generation's two texts hold is not told anywhere; nicknames, as in the second.
  public func write(to writer: inout JSONWriter, as generation: LSLPGeneration) {
    writer.beginObject()
    writer.text(generation == .v0 ? "user" : "nick", nickname)
    writer.text(generation == .v0 ? "following" : "opponent_nick", opponent)
    writer.flag("following_status", isFollowing)
    writer.endObject()
  }
}

/// A profile.
public struct LSLPProfile: LSLPDocument, Hashable {
  /// What a profile tells its owner only.
  public struct Private: Hashable, Sendable {
    /// In lower case.
    public var email: String
    /// As the person wrote it.
    public var phone: String?
    /// As the person wrote it.
    public var birthday: String?

    /// From the parts.
    public init(email: String, phone: String?, birthday: String?) {
      self.email = email
      self.phone = phone
      self.birthday = birthday
    }
  }

  /// How many people and posts a profile lists at most; the newest are.
  public static let most = 1000

  /// Whose it is.
  public var person: LSLPPerson
  /// Nil in somebody else's.
  public var own: Private?
  /// Latest first.
  public var followers: [LSLPPerson]
  /// Latest first.
  public var following: [LSLPPerson]
  /// The identifiers of their posts, newest first.
  public var posts: [String]

  /// A profile from its parts.
  public init(
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
  public func write(to writer: inout JSONWriter, as generation: LSLPGeneration) {
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
