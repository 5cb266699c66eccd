public import Basics

/// The tokens of a session.
public struct TokensDocument: NativeDocument {
  /// Sent with each request as `Authorization: Bearer`.
  public var accessToken: String
  /// The expiry of the access token.
  public var accessExpiresAt: Timestamp
  /// Valid for one refresh, which returns the next one.
  public var refreshToken: String
  /// The expiry of the refresh token.
  public var refreshExpiresAt: Timestamp

  enum CodingKeys: String, CodingKey {
    case accessToken = "access_token"
    case accessExpiresAt = "access_expires_at"
    case refreshToken = "refresh_token"
    case refreshExpiresAt = "refresh_expires_at"
  }

  /// Creates a token pair.
  public init(accessToken: String, accessExpiresAt: Timestamp, refreshToken: String, refreshExpiresAt: Timestamp) {
    self.accessToken = accessToken
    self.accessExpiresAt = accessExpiresAt
    self.refreshToken = refreshToken
    self.refreshExpiresAt = refreshExpiresAt
  }
}

/// A new session, after sign-up or login.
public struct SessionDocument: NativeDocument {
  /// The account.
  public var account: AccountDocument
  /// The tokens.
  public var tokens: TokensDocument

  /// Creates a session.
  public init(account: AccountDocument, tokens: TokensDocument) {
    self.account = account
    self.tokens = tokens
  }
}

/// The expiry of a session's tokens that the browser keeps in cookies.
public struct SessionExpiryDocument: NativeDocument {
  /// The expiry of the access token.
  public var accessExpiresAt: Timestamp
  /// The expiry of the refresh token; then the user must log in again.
  public var refreshExpiresAt: Timestamp

  enum CodingKeys: String, CodingKey {
    case accessExpiresAt = "access_expires_at"
    case refreshExpiresAt = "refresh_expires_at"
  }

  /// Creates an expiry.
  public init(accessExpiresAt: Timestamp, refreshExpiresAt: Timestamp) {
    self.accessExpiresAt = accessExpiresAt
    self.refreshExpiresAt = refreshExpiresAt
  }
}

/// A new session of the service's own web pages.
public struct BrowserSessionDocument: NativeDocument {
  /// The account.
  public var account: AccountDocument
  /// The expiry of the tokens.
  public var expires: SessionExpiryDocument

  /// Creates a session.
  public init(account: AccountDocument, expires: SessionExpiryDocument) {
    self.account = account
    self.expires = expires
  }
}

/// A device or program on which the caller is logged in.
public struct DeviceDocument: NativeDocument {
  /// The identifier of its session.
  public var id: SessionID
  /// Its program and system, such as "Chrome, Android"; empty if it did not say.
  public var name: String
  /// The time of the login.
  public var openedAt: Timestamp
  /// When it last got tokens; of programs that keep their token to the day.
  public var usedAt: Timestamp
  /// Whether it made this request.
  public var isCurrent: Bool

  enum CodingKeys: String, CodingKey {
    case id, name
    case openedAt = "opened_at"
    case usedAt = "used_at"
    case isCurrent = "is_current"
  }

  /// Creates a device.
  public init(id: SessionID, name: String, openedAt: Timestamp, usedAt: Timestamp, isCurrent: Bool) {
    self.id = id
    self.name = name
    self.openedAt = openedAt
    self.usedAt = usedAt
    self.isCurrent = isCurrent
  }
}
