package import Accounts
package import Basics
package import Crypto
package import WebClient

/// How Apple is reached, and for which applications.
package struct AppleConfiguration: Sendable {
  /// Where everything is (`https://appleid.apple.com`).
  package var address: WebAddress
  /// The applications for which tokens are taken. The first exchanges codes.
  package var audiences: [String]
  /// The application by which people log in with a browser ("Services ID"), for which a signature is needed too; nil:
  /// they cannot. Tokens for it are taken too.
  package var pageClientID: String?
  /// With which the applications of a team prove themselves; nil: nothing can be ended when people leave.
  package var signature: AppleSignature?
  /// What an exchange may cost.
  package var limits = WebLimits()

  /// A connection; see the properties.
  package init(_ address: WebAddress, audiences: [String]) {
    self.address = address
    self.audiences = audiences
  }
}

/// With which a team's applications prove themselves to Apple.
package struct AppleSignature: Sendable {
  /// The team's name.
  package var team: String
  /// The key's name and the key itself; secret.
  package var key: PrivateKey

  /// A signature from its parts.
  package init(team: String, key: PrivateKey) {
    self.team = team
    self.key = key
  }

  /// Seconds for which an application's proof of itself is good: as long as one exchange takes.
  private static let lifetime: Int64 = 300

  /// The client secret of an application: a token that the team signs.
  fileprivate func secret(of application: String, at instant: Timestamp) -> String {
    key.token(issuer: team, subject: application, audience: Apple.itself, at: instant, lifetime: Self.lifetime)
  }
}

/// Apple: by an identity token.
package struct Apple: IdentityProvider {
  /// `.apple`.
  package var name: ProviderName { .apple }

  private let connection: AppleConfiguration
  private let issuer: TokenIssuer
  private let codes: CodeExchange
  private let now: @Sendable () -> Timestamp
  /// For people who come with a browser.
  package let oauth: (any OAuthProvider)?

  /// As it spells itself, wherever it is reached.
  fileprivate static let itself = "https://appleid.apple.com"

  /// A provider.
  package init(_ connection: AppleConfiguration, clock: @escaping @Sendable () -> Timestamp) {
    self.connection = connection
    now = clock
    let exchange = ProviderExchange(.apple, limits: connection.limits)
    issuer = TokenIssuer(
      provider: .apple, issuers: [Self.itself],
      audiences: Set(connection.audiences + [connection.pageClientID].compactMap { $0 }),
      keys: KeyCache(exchange, connection.address, "/auth/keys", clock: clock), now: clock)
    codes = CodeExchange(
      exchange: exchange, address: connection.address, tokenPath: "/auth/token", revocationPath: "/auth/revoke",
      issuer: issuer)
    oauth = Self.oauth(connection, exchange, clock)
  }

  private static func oauth(
    _ connection: AppleConfiguration, _ exchange: ProviderExchange, _ clock: @escaping @Sendable () -> Timestamp
  ) -> (any OAuthProvider)? {
    guard let id = connection.pageClientID, let signature = connection.signature else { return nil }
    return AuthorizationCodeFlow(
      exchange: exchange, authorizationPage: (connection.address, "/auth/authorize"),
      tokens: (connection.address, "/auth/token"),
      clientID: id, secret: { signature.secret(of: id, at: clock()) },
      // Whoever asks for a name or an address is answered by a form of another site's, without our cookies.
      parameters: [("response_mode", "query")], binding: .nonce)
  }

  /// Whom a proof stands for.
  package func identity(proving proof: IdentityProof) async throws -> ProviderIdentity {
    guard case .identity(let text) = proof.token else { throw DomainError.proofUnsupported(.apple, "access_token") }
    var identity = try await issuer.identity(of: text, nonce: proof.nonce)
    if let grant = proof.grant, let id = connection.pageClientID { identity.grant = "\(id) \(grant)" }
    if let code = proof.consent, let client = client(connection.audiences.first) {
      identity.grant = await codes.grant(code, of: identity.subject, client)
    }
    return identity
  }

  /// Ends the refresh token that was had for a code, and with it the consent.
  package func revoke(_ subject: String, grant: String?) async throws -> RevocationOutcome {
    // Only the application that was given it can end it, which is named in front of those that came by a browser.
    let parts = grant?.split(separator: " ", maxSplits: 1).map(String.init) ?? []
    let application = parts.count == 2 ? parts[0] : connection.audiences.first
    guard let token = parts.last, let client = client(application) else { return .impossible }
    return try await codes.revoke(token, client)
  }

  /// An application as it proves itself.
  private func client(_ application: String?) -> [WebRequest.Field]? {
    guard let signature = connection.signature, let application else { return nil }
    return [("client_id", application), ("client_secret", signature.secret(of: application, at: now()))]
  }
}
