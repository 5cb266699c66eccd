package import Basics

package struct IdentityKey: Hashable, Sendable {
  package let provider: ProviderName
  /// The user's identifier at the provider (`sub` in OpenID Connect).
  package let subject: String

  package init(provider: ProviderName, subject: String) {
    self.provider = provider
    self.subject = subject
  }
}

package struct StoredIdentity: Hashable, Sendable {
  package let key: IdentityKey
  /// As reported by the provider, verified or not; only displayed.
  package let email: EmailAddress?
  package let isEmailVerified: Bool
  /// The time of the proof.
  package let linkedAt: Timestamp
  /// Encrypted; revokes the consent later. Nil leaves the stored one.
  package let sealedGrant: [UInt8]?

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

package struct NewAccount: Hashable, Sendable {
  package let id: AccountID
  package let email: EmailAddress?
  /// In order of preference; the first free one is used.
  package let nicknames: [Nickname]
  package let createdAt: Timestamp
  /// An address that the account does not get, and that no other account may have either; nil for none.
  package let reservedEmail: EmailAddress?

  package init(
    id: AccountID, email: EmailAddress?, nicknames: [Nickname], createdAt: Timestamp, reservedEmail: EmailAddress? = nil
  ) {
    self.id = id
    self.email = email
    self.nicknames = nicknames
    self.createdAt = createdAt
    self.reservedEmail = reservedEmail
  }
}

/// A provider to be notified that a consent is revoked.
package struct Revocation: Hashable, Sendable {
  package let key: IdentityKey
  /// The encrypted grant to revoke.
  package let sealedGrant: [UInt8]?
  /// Attempts so far, including this one.
  package let attempts: Int
  /// No other process leases it until then.
  package let lease: Timestamp

  package init(key: IdentityKey, sealedGrant: [UInt8]?, attempts: Int, lease: Timestamp) {
    self.key = key
    self.sealedGrant = sealedGrant
    self.attempts = attempts
    self.lease = lease
  }
}

/// The store of linked identities. Every method is one transaction; of two conflicting ones the later is rejected.
package protocol IdentityStore: Sendable {
  /// The account of an identity, created if no account has it.
  /// - Returns: The account, and whether it is new.
  /// - Throws: `DomainError` `identity-email-taken` if an address of the newcomer is another account's,
  ///   `nickname-taken` if none of the nicknames is free.
  func account(_ identity: StoredIdentity, orCreate newcomer: NewAccount) async throws -> (
    account: Account, isNew: Bool
  )

  /// Links an identity to an account. Idempotent.
  /// - Throws: `DomainError` `identity-taken` if it is another account's, `identity-provider-linked` if the account has
  ///   another identity of that provider, `token-unusable` if the account is gone.
  func link(_ identity: StoredIdentity, to account: AccountID) async throws -> LinkedIdentity

  /// The identities of an account, oldest first; empty if there is no such account.
  func identities(of account: AccountID) async throws -> [LinkedIdentity]

  /// Unlinks an identity from an account and queues its revocation.
  /// - Throws: `DomainError` `identity-unknown` if the account has none of that provider, `identity-last` if no other
  ///   login would be left.
  func unlink(_ provider: ProviderName, from account: AccountID) async throws

  /// Leases at most `limit` revocations that are due at an instant, until `lease`. No other process gets them
  /// meanwhile, and they are due again should this process crash.
  func leaseRevocations(dueAt instant: Timestamp, until lease: Timestamp, limit: Int) async throws -> [Revocation]

  /// Deletes a revocation, unless it was postponed or requested again since it was leased.
  func finish(_ revocation: Revocation) async throws

  /// Postpones a revocation, unless it was requested again since it was leased.
  func postpone(_ revocation: Revocation, until instant: Timestamp) async throws
}
