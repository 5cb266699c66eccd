package import Accounts
package import Basics
import Crypto
import JSON
package import WebClient

/// How Kakao is reached, and for which application.
package struct KakaoConfiguration: Sendable {
  /// Where users are asked about (`https://kapi.kakao.com`).
  package var address: WebAddress
  /// Where people log in with a browser, and where the keys of identity tokens are (`https://kauth.kakao.com`).
  package var authAddress: WebAddress
  /// The application's number: only access tokens made for it are taken, and none without it.
  package var appID: Int?
  /// The application's keys: only identity tokens made for one of them are taken.
  package var audiences: Set<String> = []
  /// The application's key by which people log in with a browser (REST API); nil: they cannot. Identity tokens for it
  /// are taken too.
  package var clientID: String?
  /// What proves that it is the application, where Kakao was told to ask for it; secret.
  package var clientSecret: String?
  /// With which people are unlinked when they leave; secret.
  package var adminKey: String?
  /// What an exchange may cost.
  package var limits = WebLimits()

  /// A connection; see the properties.
  package init(_ address: WebAddress, auth authAddress: WebAddress) {
    self.address = address
    self.authAddress = authAddress
  }
}

/// Kakao: by an access token, about which Kakao is asked, or by an identity token.
package struct Kakao: IdentityProvider {
  /// `.kakao`.
  package var name: ProviderName { .kakao }

  private let connection: KakaoConfiguration
  private let exchange: ProviderExchange
  private let issuer: TokenIssuer
  /// For people who come with a browser.
  package let oauth: (any OAuthProvider)?

  /// A provider.
  package init(_ connection: KakaoConfiguration, clock: @escaping @Sendable () -> Timestamp) {
    self.connection = connection
    let exchange = ProviderExchange(.kakao, limits: connection.limits)
    self.exchange = exchange
    issuer = TokenIssuer(
      provider: .kakao, issuers: ["https://kauth.kakao.com"],
      audiences: connection.audiences.union([connection.clientID].compactMap { $0 }),
      keys: KeyCache(exchange, connection.authAddress, "/.well-known/jwks.json", clock: clock), now: clock)
    oauth = connection.clientID.map { id in
      AuthorizationCodeFlow(
        exchange: exchange, authorizationPage: (connection.authAddress, "/oauth/authorize"),
        tokens: (connection.authAddress, "/oauth/token"), clientID: id, secret: { connection.clientSecret })
    }
  }

  /// Whom a proof stands for.
  package func identity(proving proof: IdentityProof) async throws -> ProviderIdentity {
    switch proof.token {
    case .identity(let text): try await issuer.identity(of: text, nonce: proof.nonce)
    case .access(let token): try await identity(showing: token)
    }
  }

  /// Any application's token tells who somebody is: it has to be ours, or another application could log in as each of
  /// its users.
  private func identity(showing token: String) async throws -> ProviderIdentity {
    guard let appID = connection.appID else { throw DomainError.proofUnsupported(.kakao, "access_token") }
    let information = try await exchange.document(
      connection.address, "/v1/user/access_token_info", accessToken: token)
    guard information.wholeNumber("app_id") == appID, let number = information.wholeNumber("id") else {
      throw DomainError.proofRefused(.kakao)
    }
    let user = try await exchange.document(connection.address, "/v2/user/me", accessToken: token)
    guard user.wholeNumber("id") == number else { throw DomainError.proofRefused(.kakao) }
    let account = user["kakao_account"]
    return ProviderIdentity(
      provider: .kakao, subject: String(number), email: account?.text("email"),
      isEmailVerified: account?["is_email_valid"] == true && account?["is_email_verified"] == true,
      nickname: account?["profile"]?.text("nickname") ?? user["properties"]?.text("nickname"))
  }

  /// Unlinks a person from the application by its administrator's key, for which nothing of the person has to be kept.
  package func revoke(_ subject: String, grant: String?) async throws -> RevocationOutcome {
    guard let key = connection.adminKey else { return .impossible }
    var request = WebRequest(connection.address, "/v1/user/unlink")
    request.headers = [("Authorization", "KakaoAK \(key)")]
    request.body = .form([("target_id_type", "user_id"), ("target_id", subject)])
    let response = try await exchange.send(request)
    if response.status == 200 { return .done }
    // The person is not linked (any more).
    let code = (try? JSONReader.value(of: response.body))?.wholeNumber("code")
    guard response.status == 400, code == -101 else { throw DomainError.providerUnavailable(.kakao) }
    return .done
  }
}
