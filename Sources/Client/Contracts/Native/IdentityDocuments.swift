public import Basics

/// A provider of logins. A client may meet words that it does not know yet.
public struct ProviderWord: OpenWord {
  /// The word on the wire.
  public let rawValue: String

  /// A provider by its word.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Those that there are.
  public static let all: [ProviderWord] = ["kakao", "naver", "google", "apple", "partyquest"]
}

/// An identity by which an account can be entered.
public struct IdentityDocument: NativeDocument {
  /// Who vouches for it.
  public var provider: ProviderWord
  /// The address that the provider told, verified or not; nil where it told none.
  public var email: String?
  /// Since when.
  public var linkedAt: Timestamp

  enum CodingKeys: String, CodingKey {
    case provider, email
    case linkedAt = "linked_at"
  }

  /// An identity from its parts.
  public init(provider: ProviderWord, email: String?, linkedAt: Timestamp) {
    self.provider = provider
    self.email = email
    self.linkedAt = linkedAt
  }
}

/// The identities of an account.
public struct IdentityListDocument: NativeDocument {
  /// Oldest first.
  public var identities: [IdentityDocument]

  /// A list.
  public init(identities: [IdentityDocument]) { self.identities = identities }
}
