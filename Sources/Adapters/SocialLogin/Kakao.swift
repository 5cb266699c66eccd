package import Accounts
package import Basics
import Crypto
import JSON
package import WebClient

package struct KakaoConfiguration: Sendable {
  /// The address of the user API (`https://kapi.kakao.com`).
  package var address: WebAddress
  /// The address of login in a browser and of the keys of identity tokens (`https://kauth.kakao.com`).
  package var authAddress: WebAddress
  /// The application's id: only its access tokens are accepted; nil: no access tokens are accepted.
  package var appID: Int?
  /// The application's keys: only identity tokens for one of them are accepted.
  package var audiences: Set<String> = []
  /// The application's REST API key for login in a browser; nil: no login in a browser. Identity tokens for it are
  /// accepted too.
  package var clientID: String?
  /// The client secret, if it is enabled at Kakao.
  package var clientSecret: String?
  /// The admin key, which unlinks users; secret.
  package var adminKey: String?
  package var limits = WebLimits()

  package init(_ address: WebAddress, auth authAddress: WebAddress) {
    self.address = address
    self.authAddress = authAddress
  }
}

/// Kakao, with access tokens, which Kakao verifies, or identity tokens.
package struct Kakao: IdentityProvider {
  package var name: ProviderName { .kakao }

  private let connection: KakaoConfiguration
  private let exchange: ProviderClient
  private let issuer: IdentityTokenVerifier
  package let oauth: (any OAuthProvider)?

  package init(_ connection: KakaoConfiguration, clock: @escaping @Sendable () -> Timestamp) {
    self.connection = connection
    let exchange = ProviderClient(.kakao, limits: connection.limits)
    self.exchange = exchange
    issuer = IdentityTokenVerifier(
      provider: .kakao, issuers: ["https://kauth.kakao.com"],
      audiences: connection.audiences.union([connection.clientID].compactMap { $0 }),
      keys: KeyCache(exchange, connection.authAddress, "/.well-known/jwks.json", clock: clock), now: clock)
    oauth = connection.clientID.map { id in
      AuthorizationCodeFlow(
        exchange: exchange, authorizationPage: (connection.authAddress, "/oauth/authorize"),
        tokens: (connection.authAddress, "/oauth/token"), clientID: id, secret: { connection.clientSecret })
    }
  }

  package func identity(proving proof: IdentityProof) async throws -> ProviderIdentity {
    switch proof.token {
    case .identity(let text): try await issuer.identity(of: text, nonce: proof.nonce)
    case .access(let token): try await identity(showing: token)
    }
  }

  /// Any application's access token identifies a user. It must be for ours, or another application could log in as any
  /// of its users.
  private func identity(showing token: String) async throws -> ProviderIdentity {
    guard let appID = connection.appID else { throw DomainError.proofUnsupported(.kakao, "access_token") }
    let information = try await exchange.document(
      connection.address, "/v1/user/access_token_info", accessToken: token)
    guard information["app_id"]?.integer == appID, let number = information["id"]?.integer else {
      throw DomainError.proofRejected(.kakao)
    }
    return try Self.identity(
      number, try await exchange.document(connection.address, "/v2/user/me", accessToken: token))
  }

  /// The identity in a profile, which must be that of the user with a number.
  static func identity(_ number: Int, _ user: JSONValue) throws(DomainError) -> ProviderIdentity {
    guard user["id"]?.integer == number else { throw DomainError.proofRejected(.kakao) }
    let account = user["kakao_account"]
    return ProviderIdentity(
      provider: .kakao, subject: String(number), email: account?["email"]?.string,
      isEmailVerified: account?["is_email_valid"] == true && account?["is_email_verified"] == true,
      nickname: account?["profile"]?["nickname"]?.string ?? user["properties"]?["nickname"]?.string)
  }

  /// Unlinks a user from the application with the admin key, which needs no stored token of the user.
  package func revoke(_ subject: String, grant: String?) async throws -> RevocationOutcome {
    guard let key = connection.adminKey else { return .impossible }
    var request = WebRequest(connection.address, "/v1/user/unlink")
    request.headers = [("Authorization", "KakaoAK \(key)")]
    request.body = .form([("target_id_type", "user_id"), ("target_id", subject)])
    let response = try await exchange.send(request)
    if response.status == 200 { return .done }
    // The user is not linked (any more).
    let code = (try? JSONReader.value(of: response.body))?["code"]?.integer
    guard response.status == 400, code == -101 else { throw DomainError.providerUnavailable(.kakao) }
    return .done
  }
}
