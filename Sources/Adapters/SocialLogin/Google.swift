package import Accounts
package import Basics
import Crypto
package import WebClient

/// How Google is reached, and for which applications.
package struct GoogleConfiguration: Sendable {
  /// Where the keys of identity tokens are (`https://www.googleapis.com`).
  package var address: WebAddress
  /// Where codes are exchanged and tokens are ended (`https://oauth2.googleapis.com`).
  package var authAddress: WebAddress
  /// Where people log in with a browser (`https://accounts.google.com`); nil: they cannot.
  package var pageAddress: WebAddress?
  /// The names of the applications for which tokens are taken.
  package var audiences: Set<String>
  /// The application of the server, which exchanges codes; tokens for it are taken too.
  package var clientID: String?
  /// Its secret.
  package var clientSecret: String?
  /// What an exchange may cost.
  package var limits = WebLimits()

  /// A connection; see the properties.
  package init(_ address: WebAddress, auth authAddress: WebAddress, audiences: Set<String>) {
    self.address = address
    self.authAddress = authAddress
    self.audiences = audiences
  }
}

/// Google: by an identity token.
package struct Google: IdentityProvider {
  /// `.google`.
  package var name: ProviderName { .google }

  private let issuer: TokenIssuer
  private let codes: CodeExchange
  private let client: [WebRequest.Field]?
  /// For people who come with a browser.
  package let oauth: (any OAuthProvider)?

  /// A provider.
  package init(_ connection: GoogleConfiguration, clock: @escaping @Sendable () -> Timestamp) {
    let exchange = ProviderExchange(.google, limits: connection.limits)
    // Its library for telephones puts in a nonce of its own, of which the application is not told.
    issuer = TokenIssuer(
      provider: .google, issuers: ["https://accounts.google.com", "accounts.google.com"],
      audiences: connection.audiences.union([connection.clientID].compactMap { $0 }), needsNonceOfToken: false,
      keys: KeyCache(exchange, connection.address, "/oauth2/v3/certs", clock: clock), now: clock)
    codes = CodeExchange(
      exchange: exchange, address: connection.authAddress, tokenPath: "/token", revocationPath: "/revoke",
      issuer: issuer)
    if let id = connection.clientID, let secret = connection.clientSecret {
      client = [("client_id", id), ("client_secret", secret)]
      oauth = connection.pageAddress.map { address in
        AuthorizationCodeFlow(
          exchange: exchange, authorizationPage: (address, "/o/oauth2/v2/auth"),
          tokens: (connection.authAddress, "/token"),
          clientID: id, secret: { secret },
          // A refresh token, which ends the consent later on, comes with the first consent only.
          parameters: [("scope", "openid email profile"), ("access_type", "offline")])
      }
    } else {
      (client, oauth) = (nil, nil)
    }
  }

  /// Whom a proof stands for.
  package func identity(proving proof: IdentityProof) async throws -> ProviderIdentity {
    guard case .identity(let text) = proof.token else { throw DomainError.proofUnsupported(.google, "access_token") }
    var identity = try await issuer.identity(of: text, nonce: proof.nonce)
    identity.grant = proof.grant
    if let code = proof.consent, let client {
      // A code of a telephone's library was asked for without any address to return to.
      identity.grant = await codes.grant(code, of: identity.subject, client + [("redirect_uri", "")])
    }
    return identity
  }

  /// Ends the refresh token that was had for a code, and with it the consent.
  package func revoke(_ subject: String, grant: String?) async throws -> RevocationOutcome {
    guard let grant else { return .impossible }
    // The application proves itself by the token alone.
    return try await codes.revoke(grant, [])
  }
}
