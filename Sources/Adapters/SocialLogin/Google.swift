package import Accounts
package import Basics
import Crypto
package import WebClient

package struct GoogleConfiguration: Sendable {
  /// The address of the keys of identity tokens (`https://www.googleapis.com`).
  package var address: WebAddress
  /// The address for exchanging codes and revoking tokens (`https://oauth2.googleapis.com`).
  package var authAddress: WebAddress
  /// The address of login in a browser (`https://accounts.google.com`); nil: no login in a browser.
  package var pageAddress: WebAddress?
  /// The client identifiers whose tokens are accepted.
  package var audiences: Set<String>
  /// The server's client identifier, which exchanges codes; its tokens are accepted too.
  package var clientID: String?
  package var clientSecret: String?
  package var limits = WebLimits()

  package init(_ address: WebAddress, auth authAddress: WebAddress, audiences: Set<String>) {
    self.address = address
    self.authAddress = authAddress
    self.audiences = audiences
  }
}

package struct Google: IdentityProvider {
  package var name: ProviderName { .google }

  private let issuer: IdentityTokenVerifier
  private let codes: CodeExchange
  private let client: [WebRequest.Field]?
  package let oauth: (any OAuthProvider)?

  package init(_ connection: GoogleConfiguration, clock: @escaping @Sendable () -> Timestamp) {
    let exchange = ProviderClient(.google, limits: connection.limits)
    // Google's mobile library adds its own nonce, which the application does not know.
    issuer = IdentityTokenVerifier(
      provider: .google, issuers: ["https://accounts.google.com", "accounts.google.com"],
      audiences: connection.audiences.union([connection.clientID].compactMap { $0 }), rejectsUnexpectedNonce: false,
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
          // Google returns a refresh token, which revokes the consent later, with the first consent only.
          parameters: [("scope", "openid email profile"), ("access_type", "offline")])
      }
    } else {
      (client, oauth) = (nil, nil)
    }
  }

  package func identity(proving proof: IdentityProof) async throws -> ProviderIdentity {
    guard case .identity(let text) = proof.token else { throw DomainError.proofUnsupported(.google, "access_token") }
    var identity = try await issuer.identity(of: text, nonce: proof.nonce)
    identity.grant = proof.grant
    if let code = proof.consent, let client {
      // The mobile library requests codes without a redirect address.
      identity.grant = await codes.grant(code, of: identity.subject, client + [("redirect_uri", "")])
    }
    return identity
  }

  /// Revokes the refresh token that a code was exchanged for, and with it the consent.
  package func revoke(_ subject: String, grant: String?) async throws -> RevocationOutcome {
    guard let grant else { return .impossible }
    // Revoking needs the token only.
    return try await codes.revoke(grant, [])
  }
}
