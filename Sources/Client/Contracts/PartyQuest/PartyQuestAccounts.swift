package import Basics
package import JSON

package struct PartyQuestSignUp: PartyQuestDocument, Hashable {
  package var id: AccountNumber
  /// In lower case.
  package var email: String

  package init(id: AccountNumber, email: String) {
    self.id = id
    self.email = email
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.number("id", id)
    writer.text("email", email)
    writer.endObject()
  }
}

/// The answer of a login and of a refresh: every value is a text.
package struct PartyQuestLogin: PartyQuestDocument, Hashable {
  /// Sent with each request as `Bearer`.
  package var accessToken: String
  package var accessExpiresAt: Timestamp
  /// Can be used for any number of refreshes.
  package var refreshToken: String
  package var refreshExpiresAt: Timestamp
  /// In lower case; empty when unknown.
  package var email: String

  package init(
    accessToken: String, accessExpiresAt: Timestamp, refreshToken: String, refreshExpiresAt: Timestamp, email: String
  ) {
    self.accessToken = accessToken
    self.accessExpiresAt = accessExpiresAt
    self.refreshToken = refreshToken
    self.refreshExpiresAt = refreshExpiresAt
    self.email = email
  }

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

package enum PartyQuestLoginKind: String, Hashable, Sendable, CaseIterable {
  case local = "LOCAL"
  case kakao = "KAKAO"
  case naver = "NAVER"
  case google = "GOOGLE"
  case apple = "APPLE"
}

package struct PartyQuestAccount: PartyQuestDocument, Hashable {
  package var id: AccountNumber
  /// In lower case; empty when unknown.
  package var email: String
  package var nickname: String
  /// The login method. Its key is undocumented: `sns` follows the spelling of the other keys.
  package var loginKind: PartyQuestLoginKind

  package init(id: AccountNumber, email: String, nickname: String, loginKind: PartyQuestLoginKind) {
    self.id = id
    self.email = email
    self.nickname = nickname
    self.loginKind = loginKind
  }

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
  mutating func number<Subject>(_ key: StaticString, _ number: Number<Subject>) {
    self.key(key)
    integer(number.value)
  }

  /// A key with the path of an image; empty when absent, since clients expect a string.
  mutating func photo(_ key: StaticString, _ photo: PhotoName?) {
    text(key, photo.map { "/api/photos/\($0)" } ?? "")
  }
}
