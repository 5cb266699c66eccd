package import Basics
package import JSON

package struct SLPMember: SLPDocument {
  /// 0 for a deleted account.
  package var id: Int
  /// In lower case; empty when unknown or hidden from the reader.
  package var email: String
  package var nickname: String
  package var image: String?

  package init(id: Int, email: String, nickname: String, image: String?) {
    self.id = id
    self.email = email
    self.nickname = nickname
    self.image = image
  }

  /// A deleted account: its messages stay, and clients cannot read them without an author.
  package static let gone = SLPMember(id: 0, email: "", nickname: "알 수 없는 사용자", image: nil)

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member(self)
    writer.endObject()
  }
}

extension JSONWriter {
  /// Writes a member's fields into the current object.
  fileprivate mutating func member(_ member: SLPMember) {
    number("user_id", member.id)
    text("email", member.email)
    text("nickname", member.nickname)
    text("profileImage", orNull: member.image)
  }
}

package struct SLPTokens: SLPDocument {
  package var access: String
  /// Can be used for any number of refreshes.
  package var refresh: String

  package init(access: String, refresh: String) {
    self.access = access
    self.refresh = refresh
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.tokens(self)
    writer.endObject()
  }
}

extension JSONWriter {
  fileprivate mutating func tokens(_ tokens: SLPTokens) {
    text("accessToken", tokens.access)
    text("refreshToken", tokens.refresh)
  }
}

/// The caller's own profile.
package struct SLPUser: SLPDocument {
  /// The public fields, with the e-mail address.
  package var member: SLPMember
  package var phone: String?
  /// The login provider in lower case; nil for an account with a password.
  package var vendor: String?
  /// Written with three decimals.
  package var createdAt: Timestamp
  /// Present only after sign-up and login.
  package var tokens: SLPTokens?

  package init(member: SLPMember, phone: String?, vendor: String?, createdAt: Timestamp, tokens: SLPTokens? = nil) {
    self.member = member
    self.phone = phone
    self.vendor = vendor
    self.createdAt = createdAt
    self.tokens = tokens
  }

  /// Writes the document. There are no coins here: everyone has 0.
  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member(member)
    writer.text("phone", orNull: phone)
    writer.text("vendor", orNull: vendor)
    writer.number("sesacCoin", 0)
    writer.instant("createdAt", createdAt)
    if let tokens { writer.slp("token", tokens) }
    writer.endObject()
  }
}

/// The response of the first version of the login, without nested objects.
package struct SLPLogin: SLPDocument {
  package var id: Int
  package var nickname: String
  package var tokens: SLPTokens

  package init(id: Int, nickname: String, tokens: SLPTokens) {
    self.id = id
    self.nickname = nickname
    self.tokens = tokens
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.number("user_id", id)
    writer.text("nickname", nickname)
    writer.tokens(tokens)
    writer.endObject()
  }
}

/// The answer of a refresh. It has no new refresh token, so the old one stays valid.
package struct SLPRefreshed: SLPDocument {
  package var accessToken: String

  package init(accessToken: String) { self.accessToken = accessToken }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.text("accessToken", accessToken)
    writer.endObject()
  }
}
