package import Basics

/// Who somebody is to a provider.
package struct IdentityKey: Hashable, Sendable {
  /// Who vouches.
  package let provider: ProviderName
  /// Who it is there.
  package let subject: String

  /// A key from its parts.
  package init(provider: ProviderName, subject: String) {
    self.provider = provider
    self.subject = subject
  }
}

/// An identity as it is kept.
package struct StoredIdentity: Hashable, Sendable {
  /// Who it is.
  package let key: IdentityKey
  /// What the provider told, verified or not: it is only shown.
  package let email: EmailAddress?
  /// Whether the provider has made sure that the address is theirs.
  package let isEmailVerified: Bool
  /// When it was proven.
  package let linkedAt: Timestamp
  /// By which the consent is ended later, closed up; nil leaves what is kept.
  package let sealedGrant: [UInt8]?

  /// An identity from its parts.
  package init(
    key: IdentityKey, email: EmailAddress?, isEmailVerified: Bool = false, linkedAt: Timestamp, sealedGrant: [UInt8]?
  ) {
    self.key = key
    self.email = email
    self.isEmailVerified = isEmailVerified
    self.linkedAt = linkedAt
    self.sealedGrant = sealedGrant
  }
}

/// The account that is made for an identity that nobody has.
package struct Newcomer: Hashable, Sendable {
  /// Of the new account.
  package let id: AccountID
  /// Verified; nil where there is none.
  package let email: EmailAddress?
  /// Of which the first is taken that is free.
  package let nicknames: [Nickname]
  /// When it is made.
  package let createdAt: Timestamp
  /// An address that the account does not get, and that nobody else may have either; nil: none.
  package let unclaimed: EmailAddress?

  /// A newcomer from the parts.
  package init(
    id: AccountID, email: EmailAddress?, nicknames: [Nickname], createdAt: Timestamp, unclaimed: EmailAddress? = nil
  ) {
    self.id = id
    self.email = email
    self.nicknames = nicknames
    self.createdAt = createdAt
    self.unclaimed = unclaimed
  }
}

/// A provider that has to be told that a consent is over.
package struct Revocation: Hashable, Sendable {
  /// Whose.
  package let key: IdentityKey
  /// By which, closed up.
  package let sealedGrant: [UInt8]?
  /// How often it was tried, this time included.
  package let attempts: Int
  /// Until when nobody else takes it up.
  package let lease: Timestamp

  /// A revocation from its parts.
  package init(key: IdentityKey, sealedGrant: [UInt8]?, attempts: Int, lease: Timestamp) {
    self.key = key
    self.sealedGrant = sealedGrant
    self.attempts = attempts
    self.lease = lease
  }
}

/// Where it is kept who people are elsewhere. Every method is one transaction, and of two that contradict each other
/// the second to come is refused.
package protocol IdentityStore: Sendable {
  /// The account of an identity, which is made where nobody has it.
  /// - Returns: The account, and whether it is new.
  /// - Throws: `DomainError` `identity-email-taken` where an address of the newcomer is another account's,
  ///   `nickname-taken` where none of the nicknames is free.
  func enter(_ identity: StoredIdentity, orAs newcomer: Newcomer) async throws -> (account: Account, isNew: Bool)

  /// Lets an account be entered by an identity as well; linking again what is linked changes nothing.
  /// - Throws: `DomainError` `identity-taken` where it is another account's, `identity-provider-linked` where the
  ///   account has another identity of that provider, `token-unusable` where the account is gone.
  func link(_ identity: StoredIdentity, to account: AccountID) async throws -> LinkedIdentity

  /// The identities of an account, oldest first; empty where there is no such account.
  func identities(of account: AccountID) async throws -> [LinkedIdentity]

  /// Takes an identity away from an account and has its consent ended.
  /// - Throws: `DomainError` `identity-unknown` where it has none of that provider, `identity-last` where nothing else
  ///   would open it.
  func unlink(_ provider: ProviderName, from account: AccountID) async throws

  /// Takes up revocations that are due at a moment, at most so many, and puts them off until `lease`, so that nobody
  /// else takes them up meanwhile and they are taken up again should this process die.
  func leaseRevocations(dueAt instant: Timestamp, until lease: Timestamp, limit: Int) async throws -> [Revocation]

  /// Forgets a revocation, unless it was put off or asked for anew since it was taken up.
  func finish(_ revocation: Revocation) async throws

  /// Puts a revocation off, unless it was asked for anew since it was taken up.
  func postpone(_ revocation: Revocation, until instant: Timestamp) async throws
}
