package import Basics
import Crypto

/// An account as an operator sees it.
package struct ControlledAccount: Hashable, Sendable {
  /// Whose it is, with what only its owner and an operator see.
  package var account: Account
  /// Whether a password opens it.
  package var hasPassword: Bool
  /// By which providers it is entered.
  package var identities: [ProviderName]
  /// Sessions that are open.
  package var sessionCount: Int
  /// Posts that there are.
  package var postCount: Int
  /// Since when it is suspended; nil: it is not.
  package var suspendedAt: Timestamp?

  /// An account from its parts.
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

/// Where an operator finds and changes accounts. Every method is one transaction.
package protocol AccountControlStore: Sendable {
  /// Accounts, newest first.
  func accounts(onlySuspended: Bool, limit: Int) async throws -> [ControlledAccount]

  /// The account with an identifier; nil where there is none.
  func account(_ id: AccountID) async throws -> ControlledAccount?

  /// The account with an e-mail address, its own or one that a provider told; nil where there is none.
  func account(of email: EmailAddress) async throws -> ControlledAccount?

  /// The account with a nickname; nil where there is none.
  func account(named nickname: Nickname) async throws -> ControlledAccount?

  /// Keeps the hash of a reset link in the place of an earlier one.
  func addResetLink(_ hash: String, for account: AccountID, until end: Timestamp) async throws

  /// Suspends an account and ends its sessions, or lets it in again where the moment is nil.
  func setSuspended(_ account: AccountID, at instant: Timestamp?) async throws
}

/// What an operator does for and about accounts.
package struct AccountControl: Sendable {
  /// Seconds for which a reset link is good.
  private static let linkLifetime: Int64 = 3600

  private let store: any AccountControlStore
  private let now: @Sendable () -> Timestamp
  private let random: RandomBytes

  /// A service over a store.
  package init(
    store: any AccountControlStore, clock: @escaping @Sendable () -> Timestamp, random: @escaping RandomBytes
  ) {
    self.store = store
    self.now = clock
    self.random = random
  }

  /// Accounts, newest first.
  package func accounts(onlySuspended: Bool, limit: Int) async throws -> [ControlledAccount] {
    try await store.accounts(onlySuspended: onlySuspended, limit: limit)
  }

  /// The account that an identifier, an e-mail address or a nickname names.
  /// - Throws: `DomainError` `account-unknown` (notFound).
  package func account(_ name: String) async throws -> ControlledAccount {
    if let id = AccountID(name), let found = try await store.account(id) { return found }
    if let email = try? EmailAddress(name), let found = try await store.account(of: email) { return found }
    if let nickname = try? Nickname(name), let found = try await store.account(named: nickname) { return found }
    throw DomainError(
      .notFound, "account-unknown",
      "No account has this identifier, e-mail address or nickname; "
        + "'fourcuts accounts list' shows them.")
  }

  /// Makes the secret part of a link by which the account's owner sets a password, once and within an hour. An earlier
  /// link is of no use any more.
  /// - Throws: `DomainError` `account-unknown`; `account-suspended`, `account-without-email` (conflict).
  package func makeResetLink(for name: String) async throws -> (
    account: ControlledAccount, token: String, expiresAt: Timestamp
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
        "Nobody logs in to this account by a password: it has no e-mail address and is entered by its provider.")
    }
    let token = ResetToken(random: random)
    let end = now().advanced(seconds: Self.linkLifetime)
    try await store.addResetLink(token.hash, for: found.account.id, until: end)
    return (found, token.text, end)
  }

  /// Ends all sessions of an account and lets nobody in to it, on any contract. Its posts stay. Suspending twice is no
  /// error.
  /// - Throws: `DomainError` `account-unknown`.
  package func suspend(_ name: String) async throws -> ControlledAccount {
    let found = try await account(name)
    if found.suspendedAt == nil { try await store.setSuspended(found.account.id, at: now()) }
    return try await account(found.account.id.description)
  }

  /// Lets the owner of a suspended account in again; restoring one that is not suspended is no error.
  /// - Throws: `DomainError` `account-unknown`.
  package func restore(_ name: String) async throws -> ControlledAccount {
    let found = try await account(name)
    try await store.setSuspended(found.account.id, at: nil)
    return try await account(found.account.id.description)
  }
}

/// The secret part of a reset link: 32 unpredictable bytes. It needs no salt to be kept as a hash.
struct ResetToken {
  private static let length = 32

  let text: String
  let hash: String

  init(random: RandomBytes) { self.init(bytes: random(Self.length)) }

  /// A token that somebody shows; nil where the text is none.
  init?(_ text: String) {
    guard text.utf8.count == 43, let bytes = Base64URL.decode(text), bytes.count == Self.length else { return nil }
    self.init(bytes: bytes)
  }

  private init(bytes: [UInt8]) {
    text = Base64URL.encode(bytes)
    hash = Base64URL.encode(Digest.bytes(of: bytes))
  }
}
