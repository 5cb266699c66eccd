package import Basics

/// How a session's refresh token behaves.
package enum SessionKind: String, Hashable, Sendable, CaseIterable {
  /// Each refresh gives a new refresh token and ends the one used; the replay of an ended one ends the session
  /// (RFC 9700, 4.14.2).
  case rotating
  /// The refresh token stays as it is until it expires: what the old clients were written for.
  case fixed
}

/// What a client shows from now on.
package struct SessionTokens: Hashable, Sendable {
  /// A JWT; goes with each request.
  package var access: String
  /// When the access token ends.
  package var accessExpiresAt: Timestamp
  /// Opaque; only ever shown to refresh.
  package var refresh: String
  /// When the refresh token ends.
  package var refreshExpiresAt: Timestamp

  /// Tokens from their parts.
  package init(access: String, accessExpiresAt: Timestamp, refresh: String, refreshExpiresAt: Timestamp) {
    self.access = access
    self.accessExpiresAt = accessExpiresAt
    self.refresh = refresh
    self.refreshExpiresAt = refreshExpiresAt
  }
}

/// Who makes a request.
package struct Caller: Hashable, Sendable {
  /// The person.
  package let account: AccountID
  /// The device or program.
  package let session: SessionID

  /// A caller from the parts.
  package init(account: AccountID, session: SessionID) {
    self.account = account
    self.session = session
  }
}

/// How long sessions last.
package struct SessionPolicy: Hashable, Sendable {
  /// Seconds; 900 by default.
  package var accessLifetime: Int64 = 900
  /// Seconds, counted from each rotation, or for a fixed token from the login; 30 days by default.
  package var refreshLifetime: Int64 = 30 * 86_400
  /// Seconds in which a used refresh token is still taken, for two refreshes that cross on the wire.
  package var grace: Int64 = 10

  /// The usual lifetimes.
  package init() {}
}
