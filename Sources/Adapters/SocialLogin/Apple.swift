package import Accounts
package import Basics
package import Crypto
package import WebClient

package struct AppleConfiguration: Sendable {
  /// The base address (`https://appleid.apple.com`).
  package var address: WebAddress
  /// The applications whose tokens are accepted. The first exchanges codes.
  package var audiences: [String]
  /// The application for login in a browser ("Services ID"), which also needs a signature; nil: no login in a browser.
  /// Its tokens are accepted too.
  package var pageClientID: String?
  /// The key that signs client secrets; nil: consents cannot be revoked.
  package var signature: AppleSignature?
  package var limits = WebLimits()

  package init(_ address: WebAddress, audiences: [String]) {
    self.address = address
    self.audiences = audiences
  }
}

/// The key that signs the client secrets of a team's applications.
package struct AppleSignature: Sendable {
  package var team: String
  /// The key with its identifier; secret.
  package var key: PrivateKey

  package init(team: String, key: PrivateKey) {
    self.team = team
    self.key = key
  }

  /// The lifetime of a client secret in seconds: enough for one exchange.
  private static let lifetime: Int64 = 300

  /// The client secret of an application: a token signed by the team's key.
  fileprivate func secret(of application: String, at instant: Timestamp) -> String {
    key.token(issuer: team, subject: application, audience: Apple.issuer, at: instant, lifetime: Self.lifetime)
  }
}

package struct Apple: IdentityProvider {
  package var name: ProviderName { .apple }

  private let connection: AppleConfiguration
  private let issuer: IdentityTokenVerifier
  private let codes: CodeExchange
  private let now: @Sendable () -> Timestamp
  package let oauth: (any OAuthProvider)?

  /// The issuer in tokens, whatever the connection's address.
  fileprivate static let issuer = "https://appleid.apple.com"

  package init(_ connection: AppleConfiguration, clock: @escaping @Sendable () -> Timestamp) {
    self.connection = connection
    now = clock
    let exchange = ProviderClient(.apple, limits: connection.limits)
    issuer = IdentityTokenVerifier(
      provider: .apple, issuers: [Self.issuer],
      audiences: Set(connection.audiences + [connection.pageClientID].compactMap { $0 }),
      keys: KeyCache(exchange, connection.address, "/auth/keys", clock: clock), now: clock)
    codes = CodeExchange(
      exchange: exchange, address: connection.address, tokenPath: "/auth/token", revocationPath: "/auth/revoke",
      issuer: issuer)
    oauth = Self.oauth(connection, exchange, clock)
  }

  private static func oauth(
    _ connection: AppleConfiguration, _ exchange: ProviderClient, _ clock: @escaping @Sendable () -> Timestamp
  ) -> (any OAuthProvider)? {
    guard let id = connection.pageClientID, let signature = connection.signature else { return nil }
    return AuthorizationCodeFlow(
      exchange: exchange, authorizationPage: (connection.address, "/auth/authorize"),
      tokens: (connection.address, "/auth/token"),
      clientID: id, secret: { signature.secret(of: id, at: clock()) },
      // Requesting the name or email address would make Apple reply with a cross-site form, which is sent without our
      // cookies.
      parameters: [("response_mode", "query")], binding: .nonce)
  }

  package func identity(proving proof: IdentityProof) async throws -> ProviderIdentity {
    guard case .identity(let text) = proof.token else { throw DomainError.proofUnsupported(.apple, "access_token") }
    var identity = try await issuer.identity(of: text, nonce: proof.nonce)
    if let grant = proof.grant, let id = connection.pageClientID { identity.grant = "\(id) \(grant)" }
    if let code = proof.consent, let client = client(connection.audiences.first) {
      identity.grant = await codes.grant(code, of: identity.subject, client)
    }
    return identity
  }

  /// Revokes the refresh token that a code was exchanged for, and with it the consent.
  package func revoke(_ subject: String, grant: String?) async throws -> RevocationOutcome {
    // Only the application that received the token can revoke it. For login in a browser its identifier precedes the
    // token.
    let parts = grant?.split(separator: " ", maxSplits: 1).map(String.init) ?? []
    let application = parts.count == 2 ? parts[0] : connection.audiences.first
    guard let token = parts.last, let client = client(application) else { return .impossible }
    return try await codes.revoke(token, client)
  }

  private func client(_ application: String?) -> [WebRequest.Field]? {
    guard let signature = connection.signature, let application else { return nil }
    return [("client_id", application), ("client_secret", signature.secret(of: application, at: now()))]
  }
}
