package import Basics

/// An account that was made.
package struct PartyQuestSignUp: PartyQuestDocument, Hashable {
  /// The account's number.
  package var id: AccountNumber
  /// In lower case.
  package var email: String

  /// An account from its parts.
  package init(id: AccountNumber, email: String) {
    self.id = id
    self.email = email
  }

  /// Writes the document.
  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.number("id", id)
    writer.text("email", email)
    writer.endObject()
  }
}

/// The answer of a login and of a refresh: every value is a text.
package struct PartyQuestLogin: PartyQuestDocument, Hashable {
  /// Goes with each request, behind `Bearer`.
  package var accessToken: String
  /// When the access token ends.
  package var accessExpiresAt: Timestamp
  /// To be sent to refresh, as often as one likes.
  package var refreshToken: String
  /// When the refresh token ends.
  package var refreshExpiresAt: Timestamp
  /// In lower case; empty where none is known.
  package var email: String

  /// A login from its parts.
  package init(
    accessToken: String, accessExpiresAt: Timestamp, refreshToken: String, refreshExpiresAt: Timestamp, email: String
  ) {
    self.accessToken = accessToken
    self.accessExpiresAt = accessExpiresAt
    self.refreshToken = refreshToken
    self.refreshExpiresAt = refreshExpiresAt
    self.email = email
  }

  /// Writes the document.
  package func write(to writer: inout JSONWriter) {
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
package enum PartyQuestLoginKind: String, Hashable, Sendable, CaseIterable {
  case local = "LOCAL"
  case kakao = "KAKAO"
  case naver = "NAVER"
  case google = "GOOGLE"
  case apple = "APPLE"
}

/// One's own account.
package struct PartyQuestAccount: PartyQuestDocument, Hashable {
  /// The account's number.
  package var id: AccountNumber
  /// In lower case; empty where none is known.
  package var email: String
  /// As the person wrote it.
  package var nickname: String
  /// By what it is entered. Its key is not told anywhere for sure: `sns`, as everything beside it is spelt.
  package var loginKind: PartyQuestLoginKind

  /// An account from its parts.
  package init(id: AccountNumber, email: String, nickname: String, loginKind: PartyQuestLoginKind) {
    self.id = id
    self.email = email
    self.nickname = nickname
    self.loginKind = loginKind
  }

  /// Writes the document.
  package func write(to writer: inout JSONWriter) {
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
