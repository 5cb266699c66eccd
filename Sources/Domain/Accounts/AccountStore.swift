package import Basics

/// Which sessions of an account outlive a change.
package enum KeptSessions: Hashable, Sendable {
  case all
  case only(SessionID)
}

/// Where accounts are kept. Every method is one transaction: all of it happens or nothing does, and of two that
/// contradict each other the second to come is refused.
package protocol AccountStore: Sendable {
  /// Keeps a new account.
  /// - Throws: `DomainError` `email-taken`, or else `nickname-taken` where somebody has the nickname's folded form.
  func add(_ account: Account, passwordHash: String) async throws

  /// Whether no account has an address.
  func isFree(_ email: EmailAddress) async throws -> Bool

  /// Whether no account has a nickname's folded form.
  func isFree(_ nickname: Nickname) async throws -> Bool

  /// An account with what is kept of its password, if it has one; nil where there is no such account.
  func credentials(of email: EmailAddress) async throws -> (account: Account, passwordHash: String?)?

  /// What is kept of an account's password; nil where it has none, or where there is no such account.
  func passwordHash(of account: AccountID) async throws -> String?

  /// Replaces what is kept of a password, if it still is what it was, and ends the sessions that are not kept.
  /// - Returns: Whether it was replaced.
  func replacePasswordHash(
    of account: AccountID, _ old: String, by new: String, keeping sessions: KeptSessions
  ) async throws -> Bool

  /// Whose reset link it is; nil where it is unknown, was used, has expired, or the account is suspended.
  func account(ofResetLinkHashed hash: String, at instant: Timestamp) async throws -> AccountID?

  /// Sets a password by a reset link, which is of no use afterwards; ends every session of the account, and forgets
  /// from where it was used.
  /// - Returns: False where the link is of no use.
  func resetPassword(byLinkHashed hash: String, to passwordHash: String, at instant: Timestamp) async throws -> Bool

  /// A profile; nil where there is no such account, or where it and the viewer's have blocked each other either way.
  func profile(of account: AccountID, for viewer: AccountID?) async throws -> Profile?

  /// Changes what is not nil.
  /// - Returns: The profile as its owner sees it; nil where there is no such account.
  /// - Throws: `DomainError` `nickname-taken`; `photo-unknown` for a photo that the account did not upload.
  func change(_ account: AccountID, _ change: ProfileChange) async throws -> Profile?

  /// Those of some accounts that there are, with their numbers. Complexity: O(accounts).
  func numbered(_ accounts: Set<AccountID>) async throws -> [AccountID: NumberedAccount]

  /// Those of some accounts that there are, by their numbers. Complexity: O(numbers).
  func numbered(_ numbers: Set<AccountNumber>) async throws -> [AccountNumber: NumberedAccount]

  /// Notes that somebody uses a client of the contract SLP; noting it again changes nothing.
  func recordSLPUse(by account: AccountID, at instant: Timestamp) async throws

  /// Removes an account with everything that names it: its sessions, follows, blocks, posts, comments, likes and
  /// uploads. What others count is right afterwards. Reports of it or by it stay, without the person and their words.
  /// What it said in channels leaves empty places, removed at the moment; what it owned there goes to whoever joined
  /// first. Of its identities only a `Revocation` each is left until the provider has been told.
  /// - Returns: What was removed; nil where there is no such account.
  func remove(_ account: AccountID, at instant: Timestamp) async throws -> Account?
}
