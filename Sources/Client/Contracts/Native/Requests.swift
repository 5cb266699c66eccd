public import Basics

// The request bodies of the native API. Nil fields are omitted.

/// `POST /api/accounts`
public struct SignUpRequest: Codable, Hashable, Sendable {
  /// As the person wrote it.
  public var email: String
  /// 8 to 128 characters, none of the commonest passwords.
  public var password: String
  /// 1 to 40 characters.
  public var nickname: String

  /// Creates a sign-up request.
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

  /// Creates a request.
  public init(email: String) { self.email = email }
}

/// `POST /api/sessions`
public struct LoginRequest: Codable, Hashable, Sendable {
  /// As the person wrote it.
  public var email: String
  /// As typed.
  public var password: String

  /// Creates a login request.
  public init(email: String, password: String) {
    self.email = email
    self.password = password
  }
}

/// `POST /api/sessions/refresh`
public struct RefreshRequest: Codable, Hashable, Sendable {
  /// The latest refresh token of the session.
  public var refreshToken: String

  enum CodingKeys: String, CodingKey {
    case refreshToken = "refresh_token"
  }

  /// Creates a refresh request.
  public init(refreshToken: String) { self.refreshToken = refreshToken }
}

/// `PATCH /api/me`: nil fields stay.
public struct ProfileChangeRequest: Codable, Hashable, Sendable {
  /// The new one: 1 to 40 characters.
  public var nickname: String?
  /// At most 500 characters; empty clears it.
  public var bio: String?
  /// A photo that the caller uploaded; `.some(nil)` removes the image, and is null on the wire.
  public var photo: PhotoName??

  enum CodingKeys: String, CodingKey {
    case nickname, bio, photo
  }

  /// Creates a change.
  public init(nickname: String? = nil, bio: String? = nil, photo: PhotoName?? = nil) {
    self.nickname = nickname
    self.bio = bio
    self.photo = photo
  }

  /// Decodes a change: a null photo differs from an absent one.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    nickname = try container.decodeIfPresent(String.self, forKey: .nickname)
    bio = try container.decodeIfPresent(String.self, forKey: .bio)
    photo =
      container.contains(.photo) ? .some(try container.decodeIfPresent(PhotoName.self, forKey: .photo)) : nil
  }

  /// Encodes a change.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(nickname, forKey: .nickname)
    try container.encodeIfPresent(bio, forKey: .bio)
    if let photo { try container.encode(photo, forKey: .photo) }
  }
}

/// `PUT /api/me/password`
public struct PasswordChangeRequest: Codable, Hashable, Sendable {
  /// The current password, as typed.
  public var currentPassword: String
  /// The new one: 8 to 128 characters, none of the commonest passwords.
  public var password: String

  enum CodingKeys: String, CodingKey {
    case currentPassword = "current_password"
    case password = "new_password"
  }

  /// Creates a change.
  public init(currentPassword: String, password: String) {
    self.currentPassword = currentPassword
    self.password = password
  }
}

/// `DELETE /api/me`.
public struct WithdrawalRequest: Codable, Hashable, Sendable {
  /// The password, as typed; nil for an account without one.
  public var currentPassword: String?

  enum CodingKeys: String, CodingKey {
    case currentPassword = "current_password"
  }

  /// Creates a deletion request.
  public init(currentPassword: String?) {
    self.currentPassword = currentPassword
  }
}

/// `POST /api/posts` and `PUT /api/posts/{id}`: the whole content. A change clears nil fields.
public struct PostRequest: Codable, Hashable, Sendable {
  /// The kind.
  public var kind: PostKindValue
  /// The board of an application; nil for the service's own. At most 100 characters.
  public var board: String?
  /// At most 200 characters.
  public var title: String?
  /// At most 10,000 characters.
  public var text: String?
  /// At most five, each of at most 10,000 characters.
  public var notes: [String?]?
  /// In won; required for goods, and only for them.
  public var price: Int?
  /// 1 to 20; for poses only.
  public var people: Int?
  /// The booth, if any.
  public var booth: BoothID?
  /// At most five photos that the caller uploaded, without duplicates.
  public var photos: [PhotoName]?

  /// Creates a post with a kind and a text.
  public init(kind: PostKindValue, text: String? = nil) {
    self.kind = kind
    self.text = text
  }
}

/// `POST /api/posts/{id}/comments` and `PUT /api/posts/{id}/comments/{comment}`
public struct CommentRequest: Codable, Hashable, Sendable {
  /// 1 to 2,000 characters.
  public var text: String

  /// Creates a comment.
  public init(text: String) { self.text = text }
}

/// `POST /api/reports`
public struct ReportRequest: Codable, Hashable, Sendable {
  /// The reported post, or the post of the reported comment.
  public var post: PostID
  /// The reported comment; nil when the post itself is reported.
  public var comment: CommentID?
  /// The reason.
  public var reason: ReportReasonValue
  /// At most 1,000 characters.
  public var note: String?

  /// Creates a report.
  public init(post: PostID, comment: CommentID? = nil, reason: ReportReasonValue, note: String? = nil) {
    self.post = post
    self.comment = comment
    self.reason = reason
    self.note = note
  }
}

/// `POST /api/booths/{id}/corrections`
public struct CorrectionRequest: Codable, Hashable, Sendable {
  /// What is wrong.
  public var kind: CorrectionKindValue
  /// The correct value: at most 1,000 characters. Needed unless the booth is closed or a duplicate.
  public var note: String?
  /// The same booth under another number, of a duplicate.
  public var duplicate: BoothID?
  /// Photos as evidence: at most three that the caller uploaded, without duplicates.
  public var photos: [PhotoName]?

  /// Creates a correction.
  public init(
    kind: CorrectionKindValue, note: String? = nil, duplicate: BoothID? = nil, photos: [PhotoName]? = nil
  ) {
    self.kind = kind
    self.note = note
    self.duplicate = duplicate
    self.photos = photos
  }
}

/// Whether a booth is still there. Clients must accept unknown values.
public struct ConfirmationKindValue: OpenEnum {
  /// The value on the wire.
  public let rawValue: String

  /// Creates a kind from its raw value.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// It is still there.
  public static let present = ConfirmationKindValue(rawValue: "present")
  /// It is no longer there.
  public static let gone = ConfirmationKindValue(rawValue: "gone")

  /// All known values.
  public static let all = [present, gone]
}

/// `POST /api/booths/{id}/confirmations`
public struct ConfirmationRequest: Codable, Hashable, Sendable {
  /// Whether the booth is still there.
  public var kind: ConfirmationKindValue
  /// Degrees north.
  public var latitude: Double
  /// Degrees east.
  public var longitude: Double
  /// The accuracy of the position in metres, as the device reports it.
  public var accuracy: Double

  enum CodingKeys: String, CodingKey {
    case kind, latitude, longitude
    case accuracy = "accuracy_m"
  }

  /// Creates a report with the position of the device.
  public init(kind: ConfirmationKindValue, latitude: Double, longitude: Double, accuracy: Double) {
    (self.kind, self.latitude, self.longitude, self.accuracy) = (kind, latitude, longitude, accuracy)
  }
}

/// `POST /api/proposals`
public struct ProposalRequest: Codable, Hashable, Sendable {
  /// The name on the sign.
  public var name: String
  /// Degrees north.
  public var latitude: Double
  /// Degrees east.
  public var longitude: Double
  /// The chain.
  public var brand: String?
  /// The address by road name.
  public var roadAddress: String?
  /// In the syntax of OpenStreetMap, such as `Mo-Su 10:00-22:00`.
  public var openingHours: String?
  /// The lowest price of a session, in the money of its country.
  public var price: Int?
  /// A note for the operator: at most 1,000 characters.
  public var note: String?

  enum CodingKeys: String, CodingKey {
    case name, latitude, longitude, brand, price, note
    case roadAddress = "road_address"
    case openingHours = "opening_hours"
  }

  /// Creates a proposal of which only name and place are known.
  public init(name: String, latitude: Double, longitude: Double) {
    self.name = name
    self.latitude = latitude
    self.longitude = longitude
  }
}

/// `POST /api/me/booths`
public struct SavedBoothsRequest: Codable, Hashable, Sendable {
  /// At most 100, the one saved last first.
  public var booths: [BoothID]

  /// Creates a request.
  public init(booths: [BoothID]) { self.booths = booths }
}
