public import Basics

/// An account that was made.
public struct PartyQuestSignUp: PartyQuestDocument, Hashable {
  /// The account's number.
  public var id: AccountNumber
  /// In lower case.
  public var email: String

  /// An account from its parts.
  public init(id: AccountNumber, email: String) {
    self.id = id
    self.email = email
  }

  /// Writes the document.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.number("id", id)
    writer.text("email", email)
    writer.endObject()
  }
}

/// The answer of a login and of a refresh: every value is a text.
public struct PartyQuestLogin: PartyQuestDocument, Hashable {
  /// Goes with each request, behind `Bearer`.
  public var accessToken: String
  /// When the access token ends.
  public var accessExpiresAt: Timestamp
  /// To be sent to refresh, as often as one likes.
  public var refreshToken: String
  /// When the refresh token ends.
  public var refreshExpiresAt: Timestamp
  /// In lower case; empty where none is known.
  public var email: String

  /// A login from its parts.
  public init(
    accessToken: String, accessExpiresAt: Timestamp, refreshToken: String, refreshExpiresAt: Timestamp, email: String
  ) {
    self.accessToken = accessToken
    self.accessExpiresAt = accessExpiresAt
    self.refreshToken = refreshToken
    self.refreshExpiresAt = refreshExpiresAt
    self.email = email
  }

  /// Writes the document.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.text("accessExpiredAt", PartyQuestTime.text(accessExpiresAt))
    writer.text("refreshExpiredAt", PartyQuestTime.text(refreshExpiresAt))
    writer.text("accessToken", accessToken)
    writer.text("refreshToken", refreshToken)
    writer.text("email", email)
    writer.endObject()
  }
}

/// By what an account is entered.
public enum PartyQuestLoginKind: String, Hashable, Sendable, CaseIterable {
  case local = "LOCAL"
  case kakao = "KAKAO"
  case naver = "NAVER"
  case google = "GOOGLE"
  case apple = "APPLE"
}

/// One's own account.
public struct PartyQuestAccount: PartyQuestDocument, Hashable {
  /// The account's number.
  public var id: AccountNumber
  /// In lower case; empty where none is known.
  public var email: String
  /// As the person wrote it.
  public var nickname: String
  /// By what it is entered. Its key is not told anywhere for sure: `sns`, as everything beside it is spelt.
  public var loginKind: PartyQuestLoginKind

  /// An account from its parts.
  public init(id: AccountNumber, email: String, nickname: String, loginKind: PartyQuestLoginKind) {
    self.id = id
    self.email = email
    self.nickname = nickname
    self.loginKind = loginKind
  }

  /// Writes the document.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.number("id", id)
    writer.text("email", email)
    writer.text("nickname", nickname)
    writer.text("sns", loginKind.rawValue)
    writer.endObject()
  }
}

extension JSONWriter {
  /// A key with the number of something.
  mutating func number<Subject>(_ key: StaticString, _ number: Number<Subject>) {
    self.key(key)
    integer(number.value)
  }

  /// A key with the path of an image; empty where there is none, for clients read a text.
  mutating func photo(_ key: StaticString, _ photo: PhotoName?) {
    text(key, photo.map { "/api/photos/\($0)" } ?? "")
  }
}
