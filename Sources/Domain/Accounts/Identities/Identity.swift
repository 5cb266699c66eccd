package import Basics

/// Who vouches for people that come from elsewhere.
package enum ProviderName: String, Hashable, Sendable, CaseIterable {
  case kakao, naver, google, apple
  /// An old application that says of its people who they are: there is nobody behind it who could be asked, or told
  /// that somebody left.
  case partyQuest = "partyquest"

  /// Those that prove who people are, and are told when they leave.
  package static let external = allCases.filter(\.isExternal)

  /// Whether there is somebody to be asked, and told.
  var isExternal: Bool { self != .partyQuest }

  /// As people write it.
  package var title: String {
    self == .partyQuest ? "PartyQuest" : rawValue.prefix(1).uppercased() + rawValue.dropFirst()
  }
}

/// What somebody shows to prove who they are to a provider.
package struct IdentityProof: Sendable {
  /// What the provider has given them.
  package enum Token: Sendable {
    /// By which the provider's own interface is asked who they are.
    case access(String)
    /// A signed statement of who they are (OpenID Connect).
    case identity(String)
  }

  /// The proof itself.
  package var token: Token
  /// What the identity token was asked for with, where it was with anything.
  package var nonce: String?
  /// With which something can be had that ends the provider's consent later on: a one-time code (Apple, Google), or
  /// Naver's refresh token.
  package var consent: String?
  /// What ends the provider's consent, where the provider itself gave it to this service along with the token.
  package var grant: String?

  /// A proof; see the properties.
  package init(_ token: Token, nonce: String? = nil, consent: String? = nil) {
    self.token = token
    self.nonce = nonce
    self.consent = consent
  }
}

/// A person as a provider knows them, proven.
package struct ProviderIdentity: Hashable, Sendable {
  /// Who says so.
  package var provider: ProviderName
  /// Who it is there; never reused for somebody else.
  package var subject: String
  /// The address that the provider has of them; nil also where no account can have such a one.
  package var email: EmailAddress?
  /// Whether the provider has made sure that the address is theirs.
  package var isEmailVerified: Bool
  /// How they are called there.
  package var nickname: String?
  /// By which the provider is told later that its consent is over; secret. Nil where the subject is enough or where
  /// nothing was handed in.
  package var grant: String?

  /// An identity from its parts.
  package init(
    provider: ProviderName, subject: String, email: String? = nil, isEmailVerified: Bool = false,
    nickname: String? = nil, grant: String? = nil
  ) {
    self.provider = provider
    self.subject = subject
    self.email = email.flatMap { try? EmailAddress($0) }
    self.isEmailVerified = isEmailVerified && self.email != nil
    self.nickname = nickname
    self.grant = grant
  }
}

/// What came of telling a provider that its consent is over.
package enum RevocationOutcome: Hashable, Sendable {
  /// It is over, by us or before.
  case done
  /// Nothing was ever handed in by which it could be told: only the person can end it there.
  case impossible
}

/// Somebody who vouches for people.
package protocol IdentityProvider: Sendable {
  /// Who.
  var name: ProviderName { get }

  /// Its page for people who come with a browser; nil where they cannot come in this way.
  var oauth: (any OAuthProvider)? { get }

  /// Whom a proof stands for.
  /// - Throws: `DomainError` `proof-refused` (unauthenticated), `proof-expired` (unauthenticated), `proof-unsupported`
  ///   (invalid), `provider-unavailable` (unavailable), `too-many-logins` (rateLimited).
  func identity(proving proof: IdentityProof) async throws -> ProviderIdentity

  /// Tells that a person's consent is over.
  /// - Parameter grant: what `identity` gave.
  /// - Throws: Anything where it could not be told now: it is tried again later.
  func revoke(_ subject: String, grant: String?) async throws -> RevocationOutcome
}

extension IdentityProvider {
  /// None.
  package var oauth: (any OAuthProvider)? { nil }
}

/// An identity by which an account can be entered, as its owner sees it.
package struct LinkedIdentity: Hashable, Sendable {
  /// Who vouches.
  package let provider: ProviderName
  /// The address that the provider told when it was linked.
  package let email: EmailAddress?
  /// Since when.
  package let linkedAt: Timestamp

  /// An identity from its parts.
  package init(provider: ProviderName, email: EmailAddress?, linkedAt: Timestamp) {
    self.provider = provider
    self.email = email
    self.linkedAt = linkedAt
  }
}
