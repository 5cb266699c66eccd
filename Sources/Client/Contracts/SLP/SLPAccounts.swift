public import Basics

/// Somebody as others see them.
public struct SLPMember: SLPDocument {
  /// 0 for whoever is gone.
  public var id: Int
  /// In lower case; empty where it is not known, or not for whoever reads this.
  public var email: String
  /// As the person wrote it.
  public var nickname: String
  /// The path of their image.
  public var image: String?

  /// Somebody from their parts.
  public init(id: Int, email: String, nickname: String, image: String?) {
    self.id = id
    self.email = email
    self.nickname = nickname
    self.image = image
  }

  /// Whoever has given up their account: what they said stays, and clients cannot read it without an author.
  public static let gone = SLPMember(id: 0, email: "", nickname: "알 수 없는 사용자", image: nil)

  /// Writes the document.
  public func write(to writer: inout JSONWriter) {
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
public struct SLPTokens: SLPDocument {
  /// To be sent with each request.
  public var access: String
  /// To be sent to refresh, as often as one likes.
  public var refresh: String

  /// Tokens.
  public init(access: String, refresh: String) {
    self.access = access
    self.refresh = refresh
  }

  /// Writes the document.
  public func write(to writer: inout JSONWriter) {
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
public struct SLPUser: SLPDocument {
  /// What others see, with their own address.
  public var member: SLPMember
  /// As the person wrote it.
  public var phone: String?
  /// Who vouches for them, in small letters; nil for whoever signed up with an address.
  public var vendor: String?
  /// Written with three decimals.
  public var createdAt: Timestamp
  /// Given after signing up and logging in only; left out otherwise.
  public var tokens: SLPTokens?

  /// Somebody from their parts.
  public init(member: SLPMember, phone: String?, vendor: String?, createdAt: Timestamp, tokens: SLPTokens? = nil) {
    self.member = member
    self.phone = phone
    self.vendor = vendor
    self.createdAt = createdAt
    self.tokens = tokens
  }

  /// Writes the document. There are no coins here: nothing costs any, and everybody has none.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member(member)
    writer.text("phone", orNull: phone)
    writer.text("vendor", orNull: vendor)
    writer.number("sesacCoin", 0)
    writer.moment("createdAt", createdAt)
    if let tokens { writer.slp("token", tokens) }
    writer.endObject()
  }
}

/// The answer of the first version of the login, which has everything side by side.
public struct SLPLogin: SLPDocument {
  /// Who logged in.
  public var id: Int
  /// As the person wrote it.
  public var nickname: String
  /// Both tokens.
  public var tokens: SLPTokens

  /// An answer from its parts.
  public init(id: Int, nickname: String, tokens: SLPTokens) {
    self.id = id
    self.nickname = nickname
    self.tokens = tokens
  }

  /// Writes the document.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.number("user_id", id)
    writer.text("nickname", nickname)
    writer.tokens(tokens)
    writer.endObject()
  }
}

/// The answer of a refresh: there is no new refresh token in it, so the old one has to stay good.
public struct SLPRefreshed: SLPDocument {
  /// To be sent with each request.
  public var accessToken: String

  /// An answer.
  public init(accessToken: String) { self.accessToken = accessToken }

  /// Writes the document.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.text("accessToken", accessToken)
    writer.endObject()
  }
}
