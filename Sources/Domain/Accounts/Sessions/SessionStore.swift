package import Basics

/// A session as it is kept.
package struct LoginSession: Hashable, Sendable {
  /// Given once, never reused.
  package let id: SessionID
  /// Whose it is.
  package let account: AccountID
  /// How its refresh token behaves.
  package let kind: SessionKind
  /// When somebody logged in.
  package let openedAt: Timestamp

  /// A session from its parts.
  package init(id: SessionID, account: AccountID, kind: SessionKind, openedAt: Timestamp) {
    self.id = id
    self.account = account
    self.kind = kind
    self.openedAt = openedAt
  }
}

/// A refresh token as it is kept: the token itself is nowhere.
package struct StoredRefreshToken: Hashable, Sendable {
  /// What stands for the token, of which it does not tell.
  package let hash: String
  /// From then on it is refused.
  package let expiresAt: Timestamp

  /// A token from its parts.
  package init(hash: String, expiresAt: Timestamp) {
    self.hash = hash
    self.expiresAt = expiresAt
  }
}

/// What became of the wish to put another refresh token in the place of one.
package enum Rotation: Hashable, Sendable {
  /// The new one is good from now on.
  case done
  /// The old one had been used too long ago; its session was ended.
  case replayed
  /// The old one's time is over.
  case expired
  /// There is no such token.
  case unknown
}

/// What became of the wish to open a session.
package enum SessionOpening: Hashable, Sendable {
  case opened
  case accountGone
  case accountSuspended
}

/// Where sessions are kept. Every method is one transaction.
package protocol SessionStore: Sendable {
  /// Keeps a new session with its first refresh token, and remembers from where it was opened.
  /// Nothing is kept unless it is opened.
  func open(
    _ session: LoginSession, _ token: StoredRefreshToken, from clients: [ClientTag]
  ) async throws -> SessionOpening

  /// Which of some clients have logged in to an account before. Complexity: O(clients log n).
  func known(_ clients: [ClientTag], to account: AccountID) async throws -> Set<ClientTag>

  /// Remembers that an account was used from some clients; of those the 16 latest are kept.
  func remember(_ clients: [ClientTag], of account: AccountID, at instant: Timestamp) async throws

  /// Whether a session of an account goes on, and the account as well. Complexity: O(log n), one indexed read.
  func isOpen(_ session: SessionID, of account: AccountID) async throws -> Bool

  /// Those of some callers whose session goes on. Complexity: O(callers).
  func open(among callers: Set<Caller>) async throws -> Set<Caller>

  /// The session that a refresh token belongs to, used or not, and when the token expires; nil where there is none.
  /// Complexity: O(log n).
  func session(ofTokenHashed hash: String) async throws -> (session: LoginSession, expiresAt: Timestamp)?

  /// Puts a new refresh token in the place of one.
  ///
  /// An unused one counts as used from `instant` on. One that was used at most `grace` seconds ago gives a further new
  /// one and stays as it was. One that was used longer ago ends its session, whether it has expired or not.
  func rotate(
    _ hash: String, into new: StoredRefreshToken, at instant: Timestamp, grace: Int64
  ) async throws -> Rotation

  /// Ends a session, if it goes on.
  func end(_ session: SessionID) async throws

  /// Ends all sessions of an account.
  func endAll(of account: AccountID) async throws

  /// When a session was opened; nil where it has ended.
  func openedAt(_ session: SessionID) async throws -> Timestamp?

  /// Forgets sessions none of whose tokens is good any more since a moment, used tokens that have expired before
  /// another, and clients from which nobody has come since a third.
  /// - Returns: How many of all.
  func removeExpired(sessionsBefore: Timestamp, usedTokensBefore: Timestamp, clientsBefore: Timestamp) async throws
    -> Int
}
