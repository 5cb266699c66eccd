package import Basics

/// Somebody as others see them.
package struct SLPMember: SLPDocument {
  /// 0 for whoever is gone.
  package var id: Int
  /// In lower case; empty where it is not known, or not for whoever reads this.
  package var email: String
  /// As the person wrote it.
  package var nickname: String
  /// The path of their image.
  package var image: String?

  /// Somebody from their parts.
  package init(id: Int, email: String, nickname: String, image: String?) {
    self.id = id
    self.email = email
    self.nickname = nickname
    self.image = image
  }

  /// Whoever has given up their account: what they said stays, and clients cannot read it without an author.
  package static let gone = SLPMember(id: 0, email: "", nickname: "알 수 없는 사용자", image: nil)

  /// Writes the document.
  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member(self)
    writer.endObject()
  }
}

extension JSONWriter {
  /// The fields of a person, inside of an object.
  fileprivate mutating func member(_ member: SLPMember) {
    number("user_id", member.id)
    text("email", member.email)
    text("nickname", member.nickname)
    text("profileImage", orNull: member.image)
  }
}

/// What opens the service to a client.
package struct SLPTokens: SLPDocument {
  /// To be sent with each request.
  package var access: String
  /// To be sent to refresh, as often as one likes.
  package var refresh: String

  /// Tokens.
  package init(access: String, refresh: String) {
    self.access = access
    self.refresh = refresh
  }

  /// Writes the document.
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

/// Somebody as they see themselves.
package struct SLPUser: SLPDocument {
  /// What others see, with their own address.
  package var member: SLPMember
  /// As the person wrote it.
  package var phone: String?
  /// Who vouches for them, in small letters; nil for whoever signed up with an address.
  package var vendor: String?
  /// Written with three decimals.
  package var createdAt: Timestamp
  /// Given after signing up and logging in only; left out otherwise.
  package var tokens: SLPTokens?

  /// Somebody from their parts.
  package init(member: SLPMember, phone: String?, vendor: String?, createdAt: Timestamp, tokens: SLPTokens? = nil) {
    self.member = member
    self.phone = phone
    self.vendor = vendor
    self.createdAt = createdAt
    self.tokens = tokens
  }

  /// Writes the document. There are no coins here: nothing costs any, and everybody has none.
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

/// The answer of the first version of the login, which has everything side by side.
package struct SLPLogin: SLPDocument {
  /// Who logged in.
  package var id: Int
  /// As the person wrote it.
  package var nickname: String
  /// Both tokens.
  package var tokens: SLPTokens

  /// An answer from its parts.
  package init(id: Int, nickname: String, tokens: SLPTokens) {
    self.id = id
    self.nickname = nickname
    self.tokens = tokens
  }

  /// Writes the document.
  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.number("user_id", id)
    writer.text("nickname", nickname)
    writer.tokens(tokens)
    writer.endObject()
  }
}

/// The answer of a refresh: there is no new refresh token in it, so the old one has to stay good.
package struct SLPRefreshed: SLPDocument {
  /// To be sent with each request.
  package var accessToken: String

  /// An answer.
  package init(accessToken: String) { self.accessToken = accessToken }

  /// Writes the document.
  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.text("accessToken", accessToken)
    writer.endObject()
  }
}
