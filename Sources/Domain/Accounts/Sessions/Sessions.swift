package import Basics

/// Whether a session's refresh token rotates.
package enum SessionKind: String, Hashable, Sendable, CaseIterable {
  /// Each refresh issues a new refresh token and consumes the old one; the replay of a consumed token ends the session
  /// (RFC 9700, 4.14.2).
  case rotating
  /// The refresh token stays the same until it expires: the old clients expect this.
  case fixed
}

package struct SessionTokens: Hashable, Sendable {
  /// A JWT, sent with each request.
  package var access: String
  package var accessExpiresAt: Timestamp
  /// Opaque; sent only to refresh.
  package var refresh: String
  package var refreshExpiresAt: Timestamp

  package init(access: String, accessExpiresAt: Timestamp, refresh: String, refreshExpiresAt: Timestamp) {
    self.access = access
    self.accessExpiresAt = accessExpiresAt
    self.refresh = refresh
    self.refreshExpiresAt = refreshExpiresAt
  }
}

/// The authenticated account and session of a request.
package struct Caller: Hashable, Sendable {
  package let account: AccountID
  /// The session of one device or program.
  package let session: SessionID

  package init(account: AccountID, session: SessionID) {
    self.account = account
    self.session = session
  }
}

package struct SessionPolicy: Hashable, Sendable {
  /// Seconds; 900 by default.
  package var accessLifetime: Int64 = 900
  /// Seconds, counted from each rotation, or from the login for a fixed token; 30 days by default.
  package var refreshLifetime: Int64 = 30 * 86_400
  /// Seconds in which a used refresh token is still accepted, for two refreshes that cross on the wire.
  package var grace: Int64 = 10

  package init() {}
}
