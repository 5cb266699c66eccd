package import Accounts
import Basics
import JSON
package import WebClient

package struct NaverConfiguration: Sendable {
  /// The address of the user API (`https://openapi.naver.com`).
  package var address: WebAddress
  /// The address of login in a browser, and of obtaining and revoking tokens (`https://nid.naver.com`).
  package var authAddress: WebAddress
  package var clientID: String
  /// The client secret, for login in a browser and for revoking tokens.
  package var clientSecret: String?
  package var limits = WebLimits()

  package init(_ address: WebAddress, auth authAddress: WebAddress, clientID: String) {
    self.address = address
    self.authAddress = authAddress
    self.clientID = clientID
  }
}

/// Naver, with access tokens, which Naver is asked about.
///
/// Naver does not say for which application a token was made. Users are protected because Naver gives each user a
/// different identifier in each application: another application's token does not open an account made with our tokens,
/// it only makes a new one. Naver does not verify the email address (users can enter any contact address), so it never
/// counts as verified.
package struct Naver: IdentityProvider {
  package var name: ProviderName { .naver }

  private let connection: NaverConfiguration
  private let exchange: ProviderClient
  package let oauth: (any OAuthProvider)?

  package init(_ connection: NaverConfiguration) {
    self.connection = connection
    let exchange = ProviderClient(.naver, limits: connection.limits)
    self.exchange = exchange
    oauth = connection.clientSecret.map { secret in
      AuthorizationCodeFlow(
        exchange: exchange, authorizationPage: (connection.authAddress, "/oauth2.0/authorize"),
        tokens: (connection.authAddress, "/oauth2.0/token"), clientID: connection.clientID, secret: { secret },
        binding: .state)
    }
  }

  package func identity(proving proof: IdentityProof) async throws -> ProviderIdentity {
    guard case .access(let token) = proof.token else { throw DomainError.proofUnsupported(.naver, "id_token") }
    return try Self.identity(
      try await exchange.document(connection.address, "/v1/nid/me", accessToken: token),
      grant: proof.grant ?? proof.consent)
  }

  static func identity(_ response: JSONValue, grant: String?) throws(DomainError) -> ProviderIdentity {
    guard response["resultcode"]?.string == "00", let person = response["response"], let id = person["id"]?.string,
      (1...Self.maxIDLength).contains(id.utf8.count)
    else { throw DomainError.proofRejected(.naver) }
    return ProviderIdentity(
      provider: .naver, subject: id, email: person["email"]?.string, nickname: person["nickname"]?.string,
      grant: grant)
  }

  private static let maxIDLength = 255
  /// Errors caused by the application or by Naver (RFC 6749, 5.2 and 4.1.2.1): the token may still be valid.
  private static let clientOrServerErrors: Set = [
    "invalid_client", "unauthorized_client", "unsupported_grant_type", "server_error", "temporarily_unavailable",
  ]

  /// Revokes a user's consent: exchanges the stored refresh token for an access token, which is then deleted.
  package func revoke(_ subject: String, grant: String?) async throws -> RevocationOutcome {
    guard let grant, let secret = connection.clientSecret else { return .impossible }
    let client = [("client_id", connection.clientID), ("client_secret", secret)]
    let renewed = try await exchange.form(
      connection.authAddress, "/oauth2.0/token",
      [("grant_type", "refresh_token")] + client + [("refresh_token", grant)])
    // The user has revoked it.
    if let error = renewed["error"]?.string, !Self.clientOrServerErrors.contains(error) { return .done }
    guard let token = renewed["access_token"]?.string else { throw DomainError.providerUnavailable(.naver) }
    let deleted = try await exchange.form(
      connection.authAddress, "/oauth2.0/token",
      [("grant_type", "delete")] + client + [("access_token", token), ("service_provider", "NAVER")])
    guard deleted["result"]?.string == "success" else { throw DomainError.providerUnavailable(.naver) }
    return .done
  }
}
