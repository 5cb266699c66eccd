package import Basics

package enum ProviderName: String, Hashable, Sendable, CaseIterable {
  case kakao, naver, google, apple
  /// An old application that asserts its users' identities itself: there is no provider behind it to ask or to notify.
  case partyQuest = "partyquest"

  /// The providers that verify identities and are notified of revoked consents.
  package static let external = allCases.filter(\.isExternal)

  /// Whether there is a provider to ask and to notify.
  var isExternal: Bool { self != .partyQuest }

  package var title: String {
    self == .partyQuest ? "PartyQuest" : rawValue.prefix(1).uppercased() + rawValue.dropFirst()
  }
}

package struct IdentityProof: Sendable {
  package enum Token: Sendable {
    /// An access token, with which the provider's API returns the identity.
    case access(String)
    /// A signed ID token (OpenID Connect).
    case identity(String)
  }

  package var token: Token
  /// The nonce with which the ID token was requested, if any.
  package var nonce: String?
  /// A one-time code (Apple, Google) to be exchanged for the grant that revokes the consent later, or Naver's refresh
  /// token.
  package var consent: String?
  /// The grant that revokes the consent, if the provider issued it to this service along with the token.
  package var grant: String?

  package init(_ token: Token, nonce: String? = nil, consent: String? = nil) {
    self.token = token
    self.nonce = nonce
    self.consent = consent
  }
}

package struct ProviderIdentity: Hashable, Sendable {
  package var provider: ProviderName
  /// The user's identifier at the provider; never reused for another user.
  package var subject: String
  /// The address known to the provider; nil also if no account could have it.
  package var email: EmailAddress?
  package var isEmailVerified: Bool
  package var nickname: String?
  /// The secret with which the consent is revoked later. Nil if the subject is enough or if nothing was sent for it.
  package var grant: String?

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

/// The result of notifying a provider of a revoked consent.
package enum RevocationOutcome: Hashable, Sendable {
  /// Revoked, now or before.
  case done
  /// There is no grant to revoke: only the user can end the consent at the provider.
  case impossible
}

package protocol IdentityProvider: Sendable {
  var name: ProviderName { get }

  /// The OAuth login for browsers; nil if the provider offers none.
  var oauth: (any OAuthProvider)? { get }

  /// Verifies a proof.
  /// - Throws: `DomainError` `proof-refused` (unauthenticated), `proof-expired` (unauthenticated), `proof-unsupported`
  ///   (invalid), `provider-unavailable` (unavailable), `too-many-logins` (rateLimited).
  func identity(proving proof: IdentityProof) async throws -> ProviderIdentity

  /// Revokes a user's consent.
  /// - Parameter grant: the one that `identity` returned.
  /// - Throws: Any error if it failed now; it is retried later.
  func revoke(_ subject: String, grant: String?) async throws -> RevocationOutcome
}

extension IdentityProvider {
  package var oauth: (any OAuthProvider)? { nil }
}

/// A linked identity, as the account's owner sees it.
package struct LinkedIdentity: Hashable, Sendable {
  package let provider: ProviderName
  /// As reported by the provider when it was linked.
  package let email: EmailAddress?
  package let linkedAt: Timestamp

  package init(provider: ProviderName, email: EmailAddress?, linkedAt: Timestamp) {
    self.provider = provider
    self.email = email
    self.linkedAt = linkedAt
  }
}
