public import Basics

/// An identity by which an account can be entered.
public struct IdentityDocument: NativeDocument {
  /// `kakao`, `naver`, `google` or `apple`.
  public var provider: String
  /// The address that the provider told, verified or not; nil where it told none.
  public var email: String?
  /// Since when.
  public var linkedAt: Timestamp

  enum CodingKeys: String, CodingKey {
    case provider, email
    case linkedAt = "linked_at"
  }

  /// An identity from its parts.
  public init(provider: String, email: String?, linkedAt: Timestamp) {
    self.provider = provider
    self.email = email
    self.linkedAt = linkedAt
  }

  /// Writes the document.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.text("provider", provider)
    writer.text("email", orNull: email)
    writer.moment("linked_at", linkedAt)
    writer.endObject()
  }
}

/// The identities of an account.
public struct IdentityListDocument: NativeDocument {
  /// Oldest first.
  public var identities: [IdentityDocument]

  /// A list.
  public init(identities: [IdentityDocument]) { self.identities = identities }

  /// Writes the document.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.list("identities", identities) { $0.write(to: &$1) }
    writer.endObject()
  }
}
