package import Basics

package struct LoginSession: Hashable, Sendable {
  /// Assigned once, never reused.
  package let id: SessionID
  package let account: AccountID
  /// Whether its refresh token rotates.
  package let kind: SessionKind
  package let openedAt: Timestamp
  package let device: DeviceName
  /// When tokens were last issued; of a fixed session to the day.
  package let usedAt: Timestamp

  /// - Parameter usedAt: nil for when it is opened.
  package init(
    id: SessionID, account: AccountID, kind: SessionKind, openedAt: Timestamp, device: DeviceName = .unknown,
    usedAt: Timestamp? = nil
  ) {
    self.id = id
    self.account = account
    self.kind = kind
    self.openedAt = openedAt
    self.device = device
    self.usedAt = usedAt ?? openedAt
  }
}

/// A stored refresh token: only its hash is kept.
package struct StoredRefreshToken: Hashable, Sendable {
  /// The digest of the token, which cannot be reversed.
  package let hash: String
  /// The token is rejected from then on.
  package let expiresAt: Timestamp

  package init(hash: String, expiresAt: Timestamp) {
    self.hash = hash
    self.expiresAt = expiresAt
  }
}

/// The result of replacing a refresh token by a new one.
package enum RotationResult: Hashable, Sendable {
  /// The new token is valid now.
  case done
  /// The old token had been used longer ago than the grace period; its session was ended.
  case replayed
  /// The old token has expired.
  case expired
  /// There is no such token.
  case unknown
}

package enum OpenSessionResult: Hashable, Sendable {
  case opened
  case accountGone
  case accountSuspended
}

/// The session store. Every method is one transaction.
package protocol SessionStore: Sendable {
  /// Stores a new session with its first refresh token, and records the clients it was opened from. Nothing is stored
  /// unless the result is `opened`.
  func open(
    _ session: LoginSession, _ token: StoredRefreshToken, from clients: [ClientTag], language: Language?
  ) async throws -> OpenSessionResult

  /// Whether an account was used before, but not from this client. Complexity: O(log n).
  func isNew(_ client: ClientTag, to account: AccountID) async throws -> Bool

  /// The clients among some that have logged in to an account before. Complexity: O(clients log n).
  func known(_ clients: [ClientTag], to account: AccountID) async throws -> Set<ClientTag>

  /// Records that an account was used from some clients; the latest `ClientTag.maxCount` are kept.
  func remember(_ clients: [ClientTag], of account: AccountID, at instant: Timestamp) async throws

  /// Whether a session is open and its account exists. Complexity: O(log n), one indexed read.
  func isOpen(_ session: SessionID, of account: AccountID) async throws -> Bool

  /// The callers among some whose session is open. Complexity: O(callers).
  func open(among callers: Set<Caller>) async throws -> Set<Caller>

  /// The session of a refresh token, used or not, and when the token expires; nil if there is none.
  /// Complexity: O(log n).
  func session(ofTokenHashed hash: String) async throws -> (session: LoginSession, expiresAt: Timestamp)?

  /// Replaces a refresh token by a new one.
  ///
  /// An unused token counts as used from `instant` on. A token used at most `grace` seconds ago yields a further new
  /// one and stays as it was. A token used longer ago ends its session, whether expired or not.
  func rotate(
    _ hash: String, into new: StoredRefreshToken, at instant: Timestamp, grace: Int64
  ) async throws -> RotationResult

  /// Records that tokens were issued for a session.
  func use(_ session: SessionID, at instant: Timestamp) async throws

  /// The sessions of an account that have not expired, the last used first; at most `limit`.
  func sessions(of account: AccountID, at instant: Timestamp, limit: Int) async throws -> [LoginSession]

  /// Ends a session of an account.
  /// - Returns: Whether it was open.
  func end(_ session: SessionID, of account: AccountID) async throws -> Bool

  /// - Parameter kept: the session that stays open; nil for none.
  func endAll(of account: AccountID, but kept: SessionID?) async throws

  /// When a session was opened; nil if it has ended.
  func openedAt(_ session: SessionID) async throws -> Timestamp?

  /// Deletes the sessions whose last token expired before the first instant, used tokens that expired before the
  /// second, and clients not seen since the third.
  /// - Returns: The number of deleted rows.
  func removeExpired(sessionsBefore: Timestamp, usedTokensBefore: Timestamp, clientsBefore: Timestamp) async throws
    -> Int
}
