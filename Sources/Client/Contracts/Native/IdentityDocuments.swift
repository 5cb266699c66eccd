public import Basics

/// A login provider. Clients must accept unknown values.
public struct ProviderValue: OpenEnum {
  /// The value on the wire.
  public let rawValue: String

  /// Creates a provider from its raw value.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// All known values.
  public static let all: [ProviderValue] = ["kakao", "naver", "google", "apple", "partyquest"]
}

/// An external identity that can log in to an account.
public struct IdentityDocument: NativeDocument {
  /// The login provider.
  public var provider: ProviderValue
  /// The e-mail address from the provider, verified or not; nil without one.
  public var email: String?
  /// The time of linking.
  public var linkedAt: Timestamp

  enum CodingKeys: String, CodingKey {
    case provider, email
    case linkedAt = "linked_at"
  }

  /// Creates an identity.
  public init(provider: ProviderValue, email: String?, linkedAt: Timestamp) {
    self.provider = provider
    self.email = email
    self.linkedAt = linkedAt
  }
}

/// The identities of an account.
public struct IdentityListDocument: NativeDocument {
  /// Oldest first.
  public var identities: [IdentityDocument]

  /// Creates a list.
  public init(identities: [IdentityDocument]) { self.identities = identities }
}
