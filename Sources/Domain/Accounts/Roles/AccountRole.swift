package import Basics

/// What an account may do beyond what every account may.
package enum AccountRole: String, Hashable, Sendable, CaseIterable, Comparable {
  /// Decides about what people report and propose.
  case moderator
  /// May do everything that a moderator may, and changes the catalogue and the service.
  case `operator`

  package static func < (left: AccountRole, right: AccountRole) -> Bool { left == .moderator && right == .operator }
}

/// An account with a role.
package struct RoleHolder: Hashable, Sendable {
  package let account: AccountID
  package let nickname: String
  package let role: AccountRole
  /// Whether an authenticator app has been set up and confirmed.
  package let hasSecondFactor: Bool

  package init(account: AccountID, nickname: String, role: AccountRole, hasSecondFactor: Bool) {
    (self.account, self.nickname, self.role, self.hasSecondFactor) = (account, nickname, role, hasSecondFactor)
  }
}

/// A session in which an account acts with its role. It belongs to a login session and ends with that.
package struct RoleSession: Hashable, Sendable {
  /// The digest of its present token, which cannot be reversed.
  package let tokenHash: String
  package let account: AccountID
  /// That of the account now.
  package let role: AccountRole
  package let openedAt: Timestamp
  /// The last use; written at most once a minute.
  package let usedAt: Timestamp
  /// When a code was last entered.
  package let codeAt: Timestamp

  package init(
    tokenHash: String, account: AccountID, role: AccountRole, openedAt: Timestamp, usedAt: Timestamp, codeAt: Timestamp
  ) {
    (self.tokenHash, self.account, self.role) = (tokenHash, account, role)
    (self.openedAt, self.usedAt, self.codeAt) = (openedAt, usedAt, codeAt)
  }

  package var expiresAt: Timestamp { openedAt.advanced(seconds: RoleService.lifetime) }
}
