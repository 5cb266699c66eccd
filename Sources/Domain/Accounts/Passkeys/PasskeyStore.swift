package import Basics

/// A challenge that is used up.
package struct UsedChallenge: Hashable, Sendable {
  /// Its digest.
  package let hash: String
  package let expiresAt: Timestamp
}

/// The store of passkeys. Every method is one transaction, which uses up the challenge it is given if it succeeds.
package protocol PasskeyStore: Sendable {
  /// The passkey with an identifier of its authenticator; nil if there is none. Complexity: O(log n).
  func passkey(_ credential: [UInt8]) async throws -> Passkey?

  /// The passkeys of an account, oldest first.
  func passkeys(of account: AccountID) async throws -> [Passkey]

  /// Adds a passkey to an account.
  /// - Throws: `DomainError` `challenge-unusable`, `passkey-taken`, `passkeys-too-many`, `token-unusable` if the session
  ///   has ended.
  func add(_ passkey: Passkey, in session: SessionID, using challenge: UsedChallenge) async throws

  /// Adds an account with its first passkey and without a password, and a mail to its owner if there is one.
  /// - Throws: `DomainError` `challenge-unusable`, `passkey-taken`, `email-taken`, `nickname-taken`.
  func add(_ account: Account, with passkey: Passkey, mail: QueuedMail?, using challenge: UsedChallenge) async throws

  /// Records the use of a passkey.
  /// - Returns: False if its count does not grow from the stored one, unless both are 0.
  /// - Throws: `DomainError` `challenge-unusable`, `passkey-rejected` if it is gone.
  func use(
    _ passkey: PasskeyID, signCount: UInt32, isBackedUp: Bool, at instant: Timestamp, using challenge: UsedChallenge
  ) async throws -> Bool

  /// - Returns: The renamed passkey; nil if the account has no such one.
  func rename(_ passkey: PasskeyID, of account: AccountID, to name: String) async throws -> Passkey?

  /// - Throws: `DomainError` `passkey-unknown`, `passkey-last` if no other login would be left.
  func remove(_ passkey: PasskeyID, of account: AccountID) async throws

  /// Sets whether a passkey opens operator sessions.
  /// - Returns: False if the account has no such passkey, or no confirmed second factor.
  func setSecondFactor(_ isSecondFactor: Bool, _ passkey: PasskeyID, of account: AccountID) async throws -> Bool

  /// Forgets challenges that have expired.
  func removeChallenges(before instant: Timestamp) async throws
}
