package import Basics
package import Crypto
import TextForms

/// Logging in by somebody else's word, and what belongs to it.
///
/// Accounts are never joined by an e-mail address: whoever wants two ways into one account proves both.
package struct IdentityService: Sendable {
  private let accounts: AccountService
  let identities: any IdentityStore
  let providers: [ProviderName: any IdentityProvider]
  private let box: SecretBox
  let now: @Sendable () -> Timestamp
  private let random: RandomBytes

  /// A service over a store.
  /// - Parameters:
  ///   - accounts: opens the sessions.
  ///   - providers: by whom people can log in, at most one of each name.
  ///   - box: keeps what ends a provider's consent.
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

  /// Opens a session for whom a proof stands for, in an account that is made at the first time.
  ///
  /// A new account has the address that the provider has verified, or none; and the nickname wished for, or else the
  /// provider's, with a number where somebody has it, or else a random one.
  /// - Parameter nickname: how the person is called, as their device was told; what cannot be a nickname is passed
  ///   over.
  /// - Returns: The account, its tokens, and whether it is new.
  /// - Throws: `DomainError` `provider-not-configured` (invalid), `identity-email-taken` (conflict),
  ///   `account-suspended` (forbidden), and what `IdentityProvider.identity` refuses. Nothing is kept then.
  package func logIn(
    _ provider: ProviderName, _ proof: IdentityProof, nickname: String? = nil, _ kind: SessionKind,
    from client: LoginClient
  ) async throws -> (account: Account, tokens: SessionTokens, isNew: Bool) {
    let identity = try await self.provider(provider).identity(proving: proof)
    let instant = now()
    let newcomer = Newcomer(
      id: AccountID(at: instant, random: random), email: identity.isEmailVerified ? identity.email : nil,
      nicknames: nicknames(preferred: nickname ?? identity.nickname), createdAt: instant)
    let (account, isNew) = try await identities.enter(stored(identity, at: instant), orAs: newcomer)
    return (account, try await accounts.openSession(for: account.id, kind, from: client), isNew)
  }

  /// By whose pages people can log in with a browser.
  package var oauthProviders: [ProviderName] { ProviderName.external.filter { providers[$0]?.oauth != nil } }

  /// The page by which people log in with a browser; nil where they cannot.
  package func oauthProvider(of provider: ProviderName) -> (any OAuthProvider)? { providers[provider]?.oauth }

  private func provider(_ name: ProviderName) throws(DomainError) -> any IdentityProvider {
    guard let provider = providers[name] else { throw .providerNotConfigured(name) }
    return provider
  }

  private func stored(_ identity: ProviderIdentity, at instant: Timestamp) -> StoredIdentity {
    let key = IdentityKey(provider: identity.provider, subject: identity.subject)
    return StoredIdentity(
      key: key, email: identity.email, isEmailVerified: identity.isEmailVerified, linkedAt: instant,
      sealedGrant: identity.grant.map { box.closed(Array($0.utf8), label: key.label) })
  }

  /// Nicknames in order of preference; a wish that cannot be one, or not with a number behind it, is cut or passed
  /// over.
  private func nicknames(preferred: String?) -> [Nickname] {
    let preferred = preferred.map { String(trimmed($0).prefix(NicknameWords.maxNumberedLength)) }
    let nickname = preferred.flatMap { try? Nickname($0) }.flatMap { NicknameRules.allows($0) ? $0 : nil }
    return NicknameWords.choices(preferred: nickname, random)
  }

  // MARK: Coming without a proof

  /// Opens a session for somebody who is named by an old application, without a proof that it is them.
  ///
  /// Whoever can speak for the application can be anybody who came in this way, so that nothing else is opened by it:
  /// accounts with a password or of a provider are not. A new account has no address of its own: nobody has verified
  /// it, and whoever has it can still sign up with it.
  /// - Parameter nickname: as at `logIn`.
  /// - Returns: As at `logIn`.
  /// - Throws: `DomainError` `identity-email-taken` (conflict) where an account has the address and nobody came with it
  ///   in this way before.
  package func logIn(
    named email: EmailAddress, nickname: String?, _ kind: SessionKind, from client: LoginClient
  ) async throws -> (account: Account, tokens: SessionTokens, isNew: Bool) {
    let instant = now()
    let identity = ProviderIdentity(
      provider: .partyQuest, subject: email.description, email: email.description, nickname: nickname)
    let newcomer = Newcomer(
      id: AccountID(at: instant, random: random), email: nil, nicknames: nicknames(preferred: nickname),
      createdAt: instant,
      unclaimed: email)
    let (account, isNew) = try await identities.enter(stored(identity, at: instant), orAs: newcomer)
    return (account, try await accounts.openSession(for: account.id, kind, from: client), isNew)
  }

  // MARK: Linking

  /// Lets the caller's account be entered by another identity as well, which is proven like the session is.
  /// - Throws: `DomainError` `identity-taken`, `identity-provider-linked` (conflict), `token-unusable` where the
  ///   account is gone, `provider-not-configured`, and what `IdentityProvider.identity` refuses.
  package func link(
    _ provider: ProviderName, _ proof: IdentityProof, to caller: Caller
  ) async throws -> LinkedIdentity {
    let identity = try await self.provider(provider).identity(proving: proof)
    return try await identities.link(stored(identity, at: now()), to: caller.account)
  }

  /// By which identities the caller's account can be entered, oldest first.
  package func identities(of caller: Caller) async throws -> [LinkedIdentity] {
    try await identities.identities(of: caller.account)
  }

  /// Takes an identity away from the caller's account; the provider is told in a while. Sessions go on.
  /// - Throws: `DomainError` `identity-unknown` (notFound), `identity-last` (conflict).
  package func unlink(_ provider: ProviderName, from caller: Caller) async throws {
    try await identities.unlink(provider, from: caller.account)
  }

  func opened(_ revocation: Revocation) -> String? {
    revocation.sealedGrant.flatMap { box.opened($0, label: revocation.key.label) }
      .map { String(decoding: $0, as: UTF8.self) }
  }
}

extension IdentityKey {
  /// What a grant belongs to.
  var label: String { "\(provider.rawValue) \(subject)" }
}
