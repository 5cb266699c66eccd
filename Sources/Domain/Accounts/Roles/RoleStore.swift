package import Basics

/// A stored second factor.
package struct StoredSecondFactor: Hashable, Sendable {
  /// The secret, encrypted.
  package let sealed: [UInt8]
  /// Nil until a first code has shown that the app has the secret.
  package let confirmedAt: Timestamp?
  /// The step of the last accepted code.
  package let lastStep: Int64

  package init(sealed: [UInt8], confirmedAt: Timestamp?, lastStep: Int64) {
    (self.sealed, self.confirmedAt, self.lastStep) = (sealed, confirmedAt, lastStep)
  }
}

/// The instants after which a session must have been opened and used to be open now.
package struct RoleSessionLimits: Hashable, Sendable {
  package let openedAfter: Timestamp
  package let usedAfter: Timestamp
}

/// The store of roles, second factors and the sessions of roles. Every method is one transaction.
package protocol RoleStore: Sendable {
  /// The role of an account; nil if it has none or is suspended. Complexity: O(log n).
  func holder(_ account: AccountID) async throws -> RoleHolder?

  /// Stores a secret that is to be confirmed, in place of one that was not.
  /// - Returns: False if there is a confirmed one, or the account has no role.
  func beginSecondFactor(of account: AccountID, sealed: [UInt8], at instant: Timestamp) async throws -> Bool

  func secondFactor(of account: AccountID) async throws -> StoredSecondFactor?

  /// Confirms the secret if it is still the same, with the step of its first code and the hashes of recovery codes.
  /// - Returns: Whether it was confirmed now.
  func confirmSecondFactor(
    of account: AccountID, sealed: [UInt8], step: Int64, recoveryHashes: [String], at instant: Timestamp
  ) async throws -> Bool

  /// Records that the code of a step was accepted.
  /// - Returns: False if one of that or a later step was before.
  func useStep(_ step: Int64, of account: AccountID) async throws -> Bool

  /// Removes a recovery code.
  /// - Returns: False if there is none with this hash.
  func useRecoveryCode(hashed hash: String, of account: AccountID) async throws -> Bool

  /// Opens a session for the account of a login session.
  /// - Returns: Nil if the login session, the role or the account is gone.
  func open(tokenHash: String, for caller: Caller, at instant: Timestamp) async throws -> RoleSession?

  /// A session that is open. Complexity: O(log n).
  func session(tokenHash: String, _ limits: RoleSessionLimits) async throws -> RoleSession?

  /// Records the use of a session.
  func touch(tokenHash: String, at instant: Timestamp) async throws

  /// Gives an open session another token, which counts as its use.
  /// - Returns: Nil if no open session has the token.
  func replaceToken(
    hash: String, by new: String, _ limits: RoleSessionLimits, at instant: Timestamp
  ) async throws -> RoleSession?

  /// Records that a code was entered.
  func confirm(tokenHash: String, at instant: Timestamp) async throws -> RoleSession?

  /// Ends a session. Idempotent.
  func end(tokenHash: String) async throws

  /// Deletes the sessions that are not open any more.
  /// - Returns: Their number.
  func removeEnded(_ limits: RoleSessionLimits) async throws -> Int
}
