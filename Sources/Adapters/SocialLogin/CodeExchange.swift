import Accounts
import Basics
import Crypto
import JSON
import WebClient

/// Exchanges the one-time code of a login for a refresh token, and revokes it later (RFC 6749, 4.1.3; RFC 7009).
struct CodeExchange: Sendable {
  let exchange: ProviderClient
  let address: WebAddress
  let tokenPath: String
  let revocationPath: String
  let issuer: IdentityTokenVerifier

  /// The refresh token for a code, if it belongs to the subject. Nil for a rejected code, and if the provider is
  /// unavailable: a login must not fail for a token that is only needed when the account is deleted.
  func grant(_ code: String, of subject: String, _ client: [WebRequest.Field]) async -> String? {
    let fields = [("grant_type", "authorization_code"), ("code", code)] + client
    guard code.utf8.count <= 2048, let response = try? await exchange.form(address, tokenPath, fields),
      let token = response["refresh_token"]?.string, token.utf8.count <= 2048,
      let identity = response["id_token"]?.string,
      // The code's own token names its subject; the nonce was already checked in the first token.
      let claims = try? await withoutNonce.claims(of: identity, nonce: nil), claims.subject == subject
    else { return nil }
    return token
  }

  private var withoutNonce: IdentityTokenVerifier {
    var issuer = issuer
    issuer.rejectsUnexpectedNonce = false
    return issuer
  }

  /// Revokes a refresh token, and with it the consent.
  /// - Throws: `DomainError` `provider-unavailable`.
  func revoke(_ grant: String, _ client: [WebRequest.Field]) async throws -> RevocationOutcome {
    var request = WebRequest(address, revocationPath)
    request.body = .form([("token", grant), ("token_type_hint", "refresh_token")] + client)
    let response = try await exchange.send(request)
    if response.status == 200 { return .done }
    let error = (try? JSONReader.value(of: response.body))?["error"]?.string
    // It was already revoked by the user, or has expired.
    guard response.status == 400, error == "invalid_token" || error == "invalid_grant" else {
      throw DomainError.providerUnavailable(exchange.provider)
    }
    return .done
  }
}
