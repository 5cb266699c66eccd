public import Basics

/// What a client shows from now on.
public struct TokensDocument: NativeDocument {
  /// Goes with each request as `Authorization: Bearer`.
  public var accessToken: String
  /// From when on the access token is refused.
  public var accessExpiresAt: Timestamp
  /// Good for one refresh, which gives the next.
  public var refreshToken: String
  /// From when on the refresh token is refused.
  public var refreshExpiresAt: Timestamp

  enum CodingKeys: String, CodingKey {
    case accessToken = "access_token"
    case accessExpiresAt = "access_expires_at"
    case refreshToken = "refresh_token"
    case refreshExpiresAt = "refresh_expires_at"
  }

  /// Tokens from their parts.
  public init(accessToken: String, accessExpiresAt: Timestamp, refreshToken: String, refreshExpiresAt: Timestamp) {
    self.accessToken = accessToken
    self.accessExpiresAt = accessExpiresAt
    self.refreshToken = refreshToken
    self.refreshExpiresAt = refreshExpiresAt
  }
}

/// A session that has just been opened, by signing up or logging in.
public struct SessionDocument: NativeDocument {
  /// Whose session it is.
  public var account: AccountDocument
  /// What to show from now on.
  public var tokens: TokensDocument

  /// A session from its parts.
  public init(account: AccountDocument, tokens: TokensDocument) {
    self.account = account
    self.tokens = tokens
  }
}

/// When the tokens of a session end that the browser keeps in cookies.
public struct SessionExpiryDocument: NativeDocument {
  /// From when on a new access token is needed.
  public var accessExpiresAt: Timestamp
  /// From when on the person has to log in again.
  public var refreshExpiresAt: Timestamp

  enum CodingKeys: String, CodingKey {
    case accessExpiresAt = "access_expires_at"
    case refreshExpiresAt = "refresh_expires_at"
  }

  /// The ends of two tokens.
  public init(accessExpiresAt: Timestamp, refreshExpiresAt: Timestamp) {
    self.accessExpiresAt = accessExpiresAt
    self.refreshExpiresAt = refreshExpiresAt
  }
}

/// A session that has just been opened by a page of the service's own.
public struct BrowserSessionDocument: NativeDocument {
  /// Whose session it is.
  public var account: AccountDocument
  /// Until when.
  public var expires: SessionExpiryDocument

  /// A session from its parts.
  public init(account: AccountDocument, expires: SessionExpiryDocument) {
    self.account = account
    self.expires = expires
  }
}
