package import Accounts
import Basics
import JSON
package import WebClient

/// How Naver is reached, and for which application.
package struct NaverConfiguration: Sendable {
  /// Where users are asked about (`https://openapi.naver.com`).
  package var address: WebAddress
  /// Where people log in with a browser, and where tokens are had and ended (`https://nid.naver.com`).
  package var authAddress: WebAddress
  /// The application's name there.
  package var clientID: String
  /// The application's secret, with which people log in with a browser, and tokens are ended when they leave.
  package var clientSecret: String?
  /// What an exchange may cost.
  package var limits = WebLimits()

  /// A connection; see the properties.
  package init(_ address: WebAddress, auth authAddress: WebAddress, clientID: String) {
    self.address = address
    self.authAddress = authAddress
    self.clientID = clientID
  }
}

/// Naver: by an access token, about which Naver is asked.
///
/// Naver does not say for which application a token was made. What protects people is that it gives each person another
/// identifier in each application: a token that some other application got hold of opens no account that was made with
/// a token of ours, only a further one. The address is not vouched for (people write what they like as the contact's),
/// so it is never taken for verified.
package struct Naver: IdentityProvider {
  /// `.naver`.
  package var name: ProviderName { .naver }

  private let connection: NaverConfiguration
  private let exchange: ProviderExchange
  /// For people who come with a browser.
  package let oauth: (any OAuthProvider)?

  /// A provider.
  package init(_ connection: NaverConfiguration) {
    self.connection = connection
    let exchange = ProviderExchange(.naver, limits: connection.limits)
    self.exchange = exchange
    oauth = connection.clientSecret.map { secret in
      AuthorizationCodeFlow(
        exchange: exchange, authorizationPage: (connection.authAddress, "/oauth2.0/authorize"),
        tokens: (connection.authAddress, "/oauth2.0/token"), clientID: connection.clientID, secret: { secret },
        binding: .state)
    }
  }

  /// Whom a proof stands for.
  package func identity(proving proof: IdentityProof) async throws -> ProviderIdentity {
    guard case .access(let token) = proof.token else { throw DomainError.proofUnsupported(.naver, "id_token") }
    let response = try await exchange.document(connection.address, "/v1/nid/me", accessToken: token)
    guard response.text("resultcode") == "00", let person = response["response"], let id = person.text("id"),
      (1...Self.maxIDLength).contains(id.utf8.count)
    else { throw DomainError.proofRefused(.naver) }
    return ProviderIdentity(
      provider: .naver, subject: id, email: person.text("email"), nickname: person.text("nickname"),
      grant: proof.grant ?? proof.consent)
  }

  private static let maxIDLength = 255
  /// Errors that speak of the application or of Naver, and say nothing of the token (RFC 6749, 5.2 and 4.1.2.1): what
  /// is to be ended may still be good.
  private static let faultsOfOthers: Set = [
    "invalid_client", "unauthorized_client", "unsupported_grant_type", "server_error", "temporarily_unavailable",
  ]

  /// Ends a person's consent: with the refresh token that was handed in an access token is had, which is then deleted.
  package func revoke(_ subject: String, grant: String?) async throws -> RevocationOutcome {
    guard let grant, let secret = connection.clientSecret else { return .impossible }
    let client = [("client_id", connection.clientID), ("client_secret", secret)]
    let renewed = try await exchange.form(
      connection.authAddress, "/oauth2.0/token",
      [("grant_type", "refresh_token")] + client + [("refresh_token", grant)])
    // The person has ended it.
    if let error = renewed.text("error"), !Self.faultsOfOthers.contains(error) { return .done }
    guard let token = renewed.text("access_token") else { throw DomainError.providerUnavailable(.naver) }
    let deleted = try await exchange.form(
      connection.authAddress, "/oauth2.0/token",
      [("grant_type", "delete")] + client + [("access_token", token), ("service_provider", "NAVER")])
    guard deleted.text("result") == "success" else { throw DomainError.providerUnavailable(.naver) }
    return .done
  }
}
