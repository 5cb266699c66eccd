public import Basics

// The bodies that the native interface takes. Fields that are nil are left out.

/// `POST /api/accounts`
public struct SignUpRequest: Codable, Hashable, Sendable {
  /// As the person wrote it.
  public var email: String
  /// 8 to 128 characters, none of the commonest passwords.
  public var password: String
  /// 1 to 40 characters.
  public var nickname: String

  /// A sign-up.
  public init(email: String, password: String, nickname: String) {
    self.email = email
    self.password = password
    self.nickname = nickname
  }
}

/// `POST /api/accounts/email-check`
public struct EmailCheckRequest: Codable, Hashable, Sendable {
  /// As the person wrote it.
  public var email: String

  /// A question.
  public init(email: String) { self.email = email }
}

/// `POST /api/sessions`
public struct LoginRequest: Codable, Hashable, Sendable {
  /// As the person wrote it.
  public var email: String
  /// As typed.
  public var password: String

  /// A login.
  public init(email: String, password: String) {
    self.email = email
    self.password = password
  }
}

/// `POST /api/sessions/refresh`
public struct RefreshRequest: Codable, Hashable, Sendable {
  /// The newest that was given.
  public var refreshToken: String

  enum CodingKeys: String, CodingKey {
    case refreshToken = "refresh_token"
  }

  /// A refresh.
  public init(refreshToken: String) { self.refreshToken = refreshToken }
}

/// `PATCH /api/me`: what is nil stays as it is.
public struct ProfileChangeRequest: Codable, Hashable, Sendable {
  /// The new one: 1 to 40 characters.
  public var nickname: String?
  /// At most 500 characters; empty takes it away.
  public var bio: String?
  /// A photo that the caller uploaded; `.some(nil)` takes the image away, and is null on the wire.
  public var photo: PhotoName??

  enum CodingKeys: String, CodingKey {
    case nickname, bio, photo
  }

  /// A change.
  public init(nickname: String? = nil, bio: String? = nil, photo: PhotoName?? = nil) {
    self.nickname = nickname
    self.bio = bio
    self.photo = photo
  }

  /// Reads a change: a photo that is null is another thing than one that is not there.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    nickname = try container.decodeIfPresent(String.self, forKey: .nickname)
    bio = try container.decodeIfPresent(String.self, forKey: .bio)
    photo =
      container.contains(.photo) ? .some(try container.decodeIfPresent(PhotoName.self, forKey: .photo)) : nil
  }

  /// Writes a change.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(nickname, forKey: .nickname)
    try container.encodeIfPresent(bio, forKey: .bio)
    if let photo { try container.encode(photo, forKey: .photo) }
  }
}

/// `PUT /api/me/password`
public struct PasswordChangeRequest: Codable, Hashable, Sendable {
  /// The one until now, as typed.
  public var currentPassword: String
  /// The new one: 8 to 128 characters, none of the commonest passwords.
  public var password: String

  enum CodingKeys: String, CodingKey {
    case currentPassword = "current_password"
    case password = "new_password"
  }

  /// A change.
  public init(currentPassword: String, password: String) {
    self.currentPassword = currentPassword
    self.password = password
  }
}

/// `DELETE /api/me`.
public struct WithdrawalRequest: Codable, Hashable, Sendable {
  /// The password, as typed; nil where the account has none.
  public var currentPassword: String?

  enum CodingKeys: String, CodingKey {
    case currentPassword = "current_password"
  }

  /// A withdrawal.
  public init(currentPassword: String?) {
    self.currentPassword = currentPassword
  }
}

/// `POST /api/posts` and `PUT /api/posts/{id}`: everything that the author decides. What is nil is not there, also
/// where it was before.
public struct PostRequest: Codable, Hashable, Sendable {
  /// What it is.
  public var kind: PostKindWord
  /// Which wall of an application; without it the service's own. At most 100 characters.
  public var board: String?
  /// At most 200 characters.
  public var title: String?
  /// At most 10,000 characters.
  public var text: String?
  /// At most five, each of at most 10,000 characters.
  public var notes: [String?]?
  /// In won; for goods only, and needed there.
  public var price: Int?
  /// 1 to 20; for poses only.
  public var people: Int?
  /// The number of the booth that it is about.
  public var booth: BoothID?
  /// At most five that the caller uploaded, none twice.
  public var photos: [PhotoName]?

  /// A post with nothing but a kind and a text.
  public init(kind: PostKindWord, text: String? = nil) {
    self.kind = kind
    self.text = text
  }
}

/// `POST /api/posts/{id}/comments` and `PUT /api/posts/{id}/comments/{comment}`
public struct CommentRequest: Codable, Hashable, Sendable {
  /// 1 to 2,000 characters.
  public var text: String

  /// A comment.
  public init(text: String) { self.text = text }
}

/// `POST /api/reports`
public struct ReportRequest: Codable, Hashable, Sendable {
  /// The post that is reported, or that the reported comment stands on.
  public var post: PostID
  /// Nil where the post itself is reported.
  public var comment: CommentID?
  /// Why.
  public var reason: ReportReasonWord
  /// At most 1,000 characters.
  public var note: String?

  /// A report.
  public init(post: PostID, comment: CommentID? = nil, reason: ReportReasonWord, note: String? = nil) {
    self.post = post
    self.comment = comment
    self.reason = reason
    self.note = note
  }
}
