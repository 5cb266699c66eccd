package import Basics
import Crypto

package struct ManagedAccount: Hashable, Sendable {
  /// With the fields that only its owner and operators see.
  package var account: Account
  package var hasPassword: Bool
  package var identities: [ProviderName]
  package var sessionCount: Int
  package var postCount: Int
  /// Nil if not suspended.
  package var suspendedAt: Timestamp?
  package var role: AccountRole?
  package var hasSecondFactor = false
  package var passkeyCount = 0

  package init(
    account: Account, hasPassword: Bool, identities: [ProviderName], sessionCount: Int, postCount: Int,
    suspendedAt: Timestamp?
  ) {
    self.account = account
    self.hasPassword = hasPassword
    self.identities = identities
    self.sessionCount = sessionCount
    self.postCount = postCount
    self.suspendedAt = suspendedAt
  }
}

/// The store of the operator's account commands. Every method is one transaction.
package protocol AccountAdministrationStore: Sendable {
  /// Accounts, newest first.
  func accounts(onlySuspended: Bool, limit: Int) async throws -> [ManagedAccount]

  func account(_ id: AccountID) async throws -> ManagedAccount?

  /// The account with an e-mail address, its own or one reported by a provider; nil if there is none.
  func account(of email: EmailAddress) async throws -> ManagedAccount?

  func account(named nickname: Nickname) async throws -> ManagedAccount?

  /// Stores the hash of a reset link and replaces an earlier one.
  func addResetLink(_ hash: String, for account: AccountID, until end: Timestamp) async throws

  /// Suspends an account and ends its sessions, or restores it if `instant` is nil.
  func setSuspended(_ account: AccountID, at instant: Timestamp?) async throws

  /// Gives an account a role in place of another one, or takes it away with the second factor and the sessions.
  func setRole(_ role: AccountRole?, of account: AccountID, at instant: Timestamp) async throws

  /// Removes the second factor and its recovery codes, and ends the sessions of the role.
  func removeSecondFactor(of account: AccountID) async throws
}

package struct AccountAdministration: Sendable {
  private static let linkLifetime: Int64 = 3600

  private let store: any AccountAdministrationStore
  private let now: @Sendable () -> Timestamp
  private let random: RandomBytes

  package init(
    store: any AccountAdministrationStore, clock: @escaping @Sendable () -> Timestamp, random: @escaping RandomBytes
  ) {
    self.store = store
    self.now = clock
    self.random = random
  }

  /// Accounts, newest first.
  package func accounts(onlySuspended: Bool, limit: Int) async throws -> [ManagedAccount] {
    try await store.accounts(onlySuspended: onlySuspended, limit: limit)
  }

  /// The account with an identifier. A nickname may look like one.
  /// - Throws: `DomainError` `account-unknown` (notFound).
  package func account(_ id: AccountID) async throws -> ManagedAccount {
    guard let found = try await store.account(id) else {
      throw DomainError(.notFound, "account-unknown", "No account has this identifier.")
    }
    return found
  }

  /// The account with the given identifier, e-mail address or nickname.
  /// - Throws: `DomainError` `account-unknown` (notFound).
  package func account(_ name: String) async throws -> ManagedAccount {
    if let id = AccountID(name), let found = try await store.account(id) { return found }
    if let email = try? EmailAddress(name), let found = try await store.account(of: email) { return found }
    if let nickname = try? Nickname(name), let found = try await store.account(named: nickname) { return found }
    throw DomainError(
      .notFound, "account-unknown",
      "No account has this identifier, e-mail address or nickname; "
        + "'fourcuts accounts list' shows them.")
  }

  /// Creates the token of a password reset link, valid once and for an hour. An earlier link becomes invalid.
  /// - Throws: `DomainError` `account-unknown`; `account-suspended`, `account-without-email` (conflict).
  package func makeResetLink(for name: String) async throws -> (
    account: ManagedAccount, token: String, expiresAt: Timestamp
  ) {
    let found = try await account(name)
    guard found.suspendedAt == nil else {
      throw DomainError(
        .conflict, "account-suspended",
        "This account is suspended; 'fourcuts accounts restore' lets its owner in again.")
    }
    guard found.account.email != nil else {
      throw DomainError(
        .conflict, "account-without-email",
        "This account has no e-mail address, so it has no password: its owner logs in with a provider.")
    }
    let token = ResetToken(random: random)
    let end = now().advanced(seconds: Self.linkLifetime)
    try await store.addResetLink(token.hash, for: found.account.id, until: end)
    return (found, token.text, end)
  }

  /// Ends all sessions of an account and blocks logins on every contract. Its posts stay. Idempotent.
  /// - Throws: `DomainError` `account-unknown`.
  package func suspend(_ name: String) async throws -> ManagedAccount {
    let found = try await account(name)
    if found.suspendedAt == nil { try await store.setSuspended(found.account.id, at: now()) }
    return try await account(found.account.id.description)
  }

  /// Restores a suspended account. Idempotent.
  /// - Throws: `DomainError` `account-unknown`.
  package func restore(_ name: String) async throws -> ManagedAccount {
    let found = try await account(name)
    try await store.setSuspended(found.account.id, at: nil)
    return try await account(found.account.id.description)
  }

  /// Gives an account a role in place of the one that it has. Idempotent.
  /// - Throws: `DomainError` `account-unknown`; `account-suspended` (conflict).
  package func grant(_ role: AccountRole, to name: String) async throws -> ManagedAccount {
    let found = try await account(name)
    guard found.suspendedAt == nil else {
      throw DomainError(
        .conflict, "account-suspended",
        "This account is suspended; 'fourcuts accounts restore' lets its owner in again.")
    }
    try await store.setRole(role, of: found.account.id, at: now())
    return try await account(found.account.id.description)
  }

  /// Takes the role of an account away, with its second factor; its operator sessions end at once. Idempotent.
  /// - Throws: `DomainError` `account-unknown`.
  package func revokeRole(of name: String) async throws -> ManagedAccount {
    let found = try await account(name)
    try await store.setRole(nil, of: found.account.id, at: now())
    return try await account(found.account.id.description)
  }

  /// Removes the second factor of an account, whose owner then adds another one; its operator sessions end at once.
  /// Idempotent.
  /// - Throws: `DomainError` `account-unknown`; `role-missing` (conflict).
  package func resetSecondFactor(of name: String) async throws -> ManagedAccount {
    let found = try await account(name)
    guard found.role != nil else {
      throw DomainError(
        .conflict, "role-missing", "This account has no role; 'fourcuts accounts grant' gives it one.")
    }
    try await store.removeSecondFactor(of: found.account.id)
    return try await account(found.account.id.description)
  }
}

/// The token of a reset link: 32 unpredictable bytes, so its hash needs no salt.
struct ResetToken {
  private static let length = 32

  let text: String
  let hash: String

  init(random: RandomBytes) { self.init(bytes: random(Self.length)) }

  /// Parses a token that a client sends; nil if malformed.
  init?(_ text: String) {
    guard text.utf8.count == 43, let bytes = Base64URL.decode(text), bytes.count == Self.length else { return nil }
    self.init(bytes: bytes)
  }

  init(bytes: [UInt8]) {
    text = Base64URL.encode(bytes)
    hash = Base64URL.encode(Digest.bytes(of: bytes))
  }
}
