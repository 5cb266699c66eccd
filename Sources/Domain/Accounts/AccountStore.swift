package import Basics

package enum KeptSessions: Hashable, Sendable {
  case all
  case only(SessionID)
}

/// The account store. Every method is one atomic transaction; of two conflicting ones the later is rejected.
package protocol AccountStore: Sendable {
  /// Adds an account, and a mail to its owner if there is one.
  /// - Throws: `DomainError` `email-taken`, or else `nickname-taken` if the nickname's folded form is taken.
  func add(_ account: Account, passwordHash: String, mail: QueuedMail?) async throws

  func isFree(_ email: EmailAddress) async throws -> Bool

  func isFree(_ nickname: Nickname) async throws -> Bool

  /// An account with its password hash, if it has one; nil if there is no such account.
  func credentials(of email: EmailAddress) async throws -> (account: Account, passwordHash: String?)?

  /// The password hash of an account; nil if it has none, or if there is no such account.
  func passwordHash(of account: AccountID) async throws -> String?

  /// Replaces the password hash if it still equals `old`, and ends the sessions that are not kept.
  /// - Returns: Whether it was replaced.
  func replacePasswordHash(
    of account: AccountID, _ old: String, by new: String, keeping sessions: KeptSessions
  ) async throws -> Bool

  /// The account of a reset link; nil if the link is unknown, used or expired, or the account is suspended.
  func account(ofResetLinkHashed hash: String, at instant: Timestamp) async throws -> AccountID?

  /// Sets the password by a reset link and consumes all links of the account. Ends every session of the account and forgets the clients
  /// from which it was used.
  /// - Returns: False if the link is not valid.
  func resetPassword(byLinkHashed hash: String, to passwordHash: String, at instant: Timestamp) async throws -> Bool

  /// A profile; nil if there is no such account, or if it and the viewer have blocked each other either way.
  func profile(of account: AccountID, for viewer: AccountID?) async throws -> Profile?

  /// Changes the fields that are not nil.
  /// - Returns: The profile as its owner sees it; nil if there is no such account.
  /// - Throws: `DomainError` `nickname-taken`; `photo-unknown` for a photo that the account did not upload.
  func change(_ account: AccountID, _ change: ProfileChange) async throws -> Profile?

  /// The accounts that exist among some, with their numbers. Complexity: O(accounts).
  func numbered(_ accounts: Set<AccountID>) async throws -> [AccountID: NumberedAccount]

  /// The accounts that exist among some, by their numbers. Complexity: O(numbers).
  func numbered(_ numbers: Set<AccountNumber>) async throws -> [AccountNumber: NumberedAccount]

  /// Records that an account uses a client of the contract SLP. Idempotent.
  func recordSLPUse(by account: AccountID, at instant: Timestamp) async throws

  /// Removes an account and everything that refers to it: sessions, follows, blocks, posts, comments, likes and
  /// uploads. The counts of other accounts are updated. Reports about it or by it stay, without the account and its
  /// texts. Its messages in channels become tombstones, removed at `instant`; workspaces, channels and parties that it
  /// owned go to the earliest member. Each of its identities leaves a `Revocation` until the provider has been
  /// notified.
  /// - Returns: The removed account; nil if there is no such account.
  func remove(_ account: AccountID, at instant: Timestamp) async throws -> Account?
}
