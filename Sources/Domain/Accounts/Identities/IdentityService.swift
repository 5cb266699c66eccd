package import Basics
package import Crypto
import TextForms

/// Social logins, and the identities linked to accounts.
///
/// Accounts are never merged by e-mail address: a user who wants two logins for one account proves both.
package struct IdentityService: Sendable {
  private let accounts: AccountService
  let identities: any IdentityStore
  let providers: [ProviderName: any IdentityProvider]
  private let box: SecretBox
  let now: @Sendable () -> Timestamp
  private let random: RandomBytes

  /// - Parameters:
  ///   - accounts: opens the sessions.
  ///   - providers: at most one of each name.
  ///   - box: encrypts the grants.
  package init(
    accounts: AccountService, identities: any IdentityStore, providers: [any IdentityProvider], box: SecretBox,
    clock: @escaping @Sendable () -> Timestamp, random: @escaping RandomBytes = systemRandom
  ) {
    self.accounts = accounts
    self.identities = identities
    self.providers = Dictionary(uniqueKeysWithValues: providers.map { ($0.name, $0) })
    self.box = box
    self.now = clock
    self.random = random
  }

  // MARK: Logging in

  /// Logs in with a proof; the first login creates an account.
  ///
  /// A new account has the address that the provider has verified, or none. Its nickname is the preferred one, or
  /// else the provider's, with a number appended if it is taken, or else a random one.
  /// - Parameter nickname: the preferred nickname, as reported by the user's device; ignored if it is not valid.
  /// - Returns: The account, its tokens, and whether it is new.
  /// - Throws: `DomainError` `provider-not-configured` (invalid), `identity-email-taken` (conflict),
  ///   `account-suspended` (forbidden), and the errors of `IdentityProvider.identity`. Nothing is stored then.
  package func logIn(
    _ provider: ProviderName, _ proof: IdentityProof, nickname: String? = nil, _ kind: SessionKind,
    from client: LoginClient
  ) async throws -> (account: Account, tokens: SessionTokens, isNew: Bool) {
    let identity = try await accounts.recordingFailure(of: .logIn, nil, method: provider.rawValue, from: client) {
      try await self.provider(provider).identity(proving: proof)
    }
    let instant = now()
    let newcomer = NewAccount(
      id: AccountID(at: instant, random: random), email: identity.isEmailVerified ? identity.email : nil,
      nicknames: nicknames(preferred: nickname ?? identity.nickname), createdAt: instant)
    let (account, isNew) = try await identities.account(stored(identity, at: instant), orCreate: newcomer)
    if isNew { await accounts.onEvent(AccountEvent(.signUp, of: account.id, method: identity.provider.rawValue)) }
    let tokens = try await accounts.openSession(
      for: account.id, kind, method: identity.provider.rawValue, from: client)
    return (account, tokens, isNew)
  }

  /// The providers with an OAuth login for browsers.
  package var oauthProviders: [ProviderName] { ProviderName.external.filter { providers[$0]?.oauth != nil } }

  /// The OAuth login of a provider; nil if it offers none.
  package func oauthProvider(of provider: ProviderName) -> (any OAuthProvider)? { providers[provider]?.oauth }

  private func provider(_ name: ProviderName) throws(DomainError) -> any IdentityProvider {
    guard let provider = providers[name] else { throw .providerNotConfigured(name) }
    return provider
  }

  private func stored(_ identity: ProviderIdentity, at instant: Timestamp) -> StoredIdentity {
    let key = IdentityKey(provider: identity.provider, subject: identity.subject)
    return StoredIdentity(
      key: key, email: identity.email, isEmailVerified: identity.isEmailVerified, linkedAt: instant,
      sealedGrant: identity.grant.map { box.encrypt(Array($0.utf8), label: key.label) })
  }

  /// Nicknames in order of preference. The preferred one is truncated to leave room for a number, and ignored if it is
  /// not valid or not allowed.
  private func nicknames(preferred: String?) -> [Nickname] {
    let preferred = preferred.map { String(trimmed($0).prefix(NicknameWords.maxNumberedLength)) }
    let nickname = preferred.flatMap { try? Nickname($0) }.flatMap { NicknameRules.allows($0) ? $0 : nil }
    return NicknameWords.choices(preferred: nickname, random)
  }

  // MARK: Login without a proof

  /// Logs in a user named by an old application, without a proof of identity.
  ///
  /// Any client that speaks for the application can log in to any account of this kind. So this opens no other account:
  /// neither one with a password nor one of a provider. A new account has no e-mail address: nobody has verified it,
  /// and its owner can still sign up with it.
  /// - Parameter nickname: as for `logIn`.
  /// - Returns: As for `logIn`.
  /// - Throws: `DomainError` `identity-email-taken` (conflict) if an account has the address and no identity of this
  ///   kind was created with it before.
  package func logIn(
    named email: EmailAddress, nickname: String?, _ kind: SessionKind, from client: LoginClient
  ) async throws -> (account: Account, tokens: SessionTokens, isNew: Bool) {
    let instant = now()
    let identity = ProviderIdentity(
      provider: .partyQuest, subject: email.description, email: email.description, nickname: nickname)
    let newcomer = NewAccount(
      id: AccountID(at: instant, random: random), email: nil, nicknames: nicknames(preferred: nickname),
      createdAt: instant,
      reservedEmail: email)
    let (account, isNew) = try await identities.account(stored(identity, at: instant), orCreate: newcomer)
    if isNew { await accounts.onEvent(AccountEvent(.signUp, of: account.id, method: identity.provider.rawValue)) }
    let tokens = try await accounts.openSession(
      for: account.id, kind, method: identity.provider.rawValue, from: client)
    return (account, tokens, isNew)
  }

  // MARK: Linking

  /// Links another identity to the caller's account, proven as for `logIn`.
  /// - Throws: `DomainError` `identity-taken`, `identity-provider-linked` (conflict), `token-unusable` if the account
  ///   is gone, `provider-not-configured`, and the errors of `IdentityProvider.identity`.
  package func link(
    _ provider: ProviderName, _ proof: IdentityProof, to caller: Caller
  ) async throws -> LinkedIdentity {
    let identity = try await self.provider(provider).identity(proving: proof)
    let linked = try await identities.link(stored(identity, at: now()), to: caller.account)
    await accounts.onEvent(AccountEvent(.identityLink, of: caller.account, method: provider.rawValue))
    return linked
  }

  /// The identities linked to the caller's account, oldest first.
  package func identities(of caller: Caller) async throws -> [LinkedIdentity] {
    try await identities.identities(of: caller.account)
  }

  /// Unlinks an identity from the caller's account; the provider is notified later. Sessions stay open.
  /// - Throws: `DomainError` `identity-unknown` (notFound), `identity-last` (conflict).
  package func unlink(_ provider: ProviderName, from caller: Caller) async throws {
    try await identities.unlink(provider, from: caller.account)
    await accounts.onEvent(AccountEvent(.identityUnlink, of: caller.account, method: provider.rawValue))
  }

  func decryptedGrant(_ revocation: Revocation) -> String? {
    revocation.sealedGrant.flatMap { box.decrypt($0, label: revocation.key.label) }
      .map { String(decoding: $0, as: UTF8.self) }
  }
}

extension IdentityKey {
  /// The label that binds an encrypted grant to its identity.
  var label: String { "\(provider.rawValue) \(subject)" }
}
