public import Accounts
public import Basics
public import Tokens
public import WebClient

/// How Apple is reached, and for which applications.
public struct AppleConnection: Sendable {
  /// Where everything is (`https://appleid.apple.com`).
  public var address: WebAddress
  /// The applications for which tokens are taken. The first exchanges codes.
  public var audiences: [String]
  /// With which the applications of a team prove themselves; nil: nothing can be ended when people leave.
  public var signature: AppleSignature?
  /// What an exchange may cost.
  public var limits = WebLimits()

  /// A connection; see the properties.
  public init(_ address: WebAddress, audiences: [String]) {
    self.address = address
    self.audiences = audiences
  }
}

/// With which a team's applications prove themselves to Apple.
public struct AppleSignature: Sendable {
  /// The team's name.
  public var team: String
  /// The key's name and the key itself; secret.
  public var key: PrivateKey

  /// A signature from its parts.
  public init(team: String, key: PrivateKey) {
    self.team = team
    self.key = key
  }
}

/// Apple: by an identity token.
public struct Apple: IdentityProvider {
  /// `.apple`.
  public var name: ProviderName { .apple }

  private let connection: AppleConnection
  private let issuer: TokenIssuer
  private let codes: CodeExchange
  private let now: @Sendable () -> Timestamp

  private static let itself = "https://appleid.apple.com"
  /// Seconds for which an application's proof of itself is good: as long as one exchange takes.
  private static let proofLifetime: Int64 = 300

  /// A provider.
  public init(_ connection: AppleConnection, clock: @escaping @Sendable () -> Timestamp) {
    self.connection = connection
    now = clock
    let exchange = ProviderExchange(.apple, limits: connection.limits)
    issuer = TokenIssuer(
      provider: .apple, issuers: [Self.itself], audiences: Set(connection.audiences),
      keys: KeyCache(exchange, connection.address, "/auth/keys", clock: clock), now: clock)
    codes = CodeExchange(
      exchange: exchange, address: connection.address, tokenPath: "/auth/token", revocationPath: "/auth/revoke",
      issuer: issuer)
  }

  /// Whom a proof stands for.
  public func identity(proving proof: IdentityProof) async throws -> ProviderIdentity {
    guard case .identity(let text) = proof.token else { throw Refusal.proofUnsupported(.apple, "access_token") }
    var identity = try await issuer.identity(of: text, nonce: proof.nonce)
    if let code = proof.consent, let client {
      identity.grant = await codes.grant(code, of: identity.subject, client)
    }
    return identity
  }

  /// Ends the refresh token that was had for a code, and with it the consent.
  public func revoke(_ subject: String, grant: String?) async throws -> RevocationOutcome {
    guard let grant, let client else { return .impossible }
    return try await codes.revoke(grant, client)
  }

  /// The application as it proves itself (a client secret is a token that the team signs).
  private var client: [WebRequest.Field]? {
    guard let signature = connection.signature, let application = connection.audiences.first else { return nil }
    let secret = signature.key.token(
      issuer: signature.team, subject: application, audience: Self.itself, at: now(), lifetime: Self.proofLifetime)
    return [("client_id", application), ("client_secret", secret)]
  }
}
