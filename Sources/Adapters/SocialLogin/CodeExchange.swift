import Accounts
import Basics
import Crypto
import JSON
import WebClient

/// Has a refresh token for the one-time code of a login, and ends it again (RFC 6749, 4.1.3; RFC 7009).
struct CodeExchange: Sendable {
  let exchange: ProviderExchange
  let address: WebAddress
  /// Where codes are exchanged.
  let tokenPath: String
  /// Where tokens are ended.
  let revocationPath: String
  let issuer: TokenIssuer

  /// The refresh token for a code, if it is the subject's own. Nil for a code that is not taken, and where the provider
  /// cannot be asked: nobody is kept out for what is needed only when they leave.
  func grant(_ code: String, of subject: String, _ client: [WebRequest.Field]) async -> String? {
    let fields = [("grant_type", "authorization_code"), ("code", code)] + client
    guard code.utf8.count <= 2048, let response = try? await exchange.form(address, tokenPath, fields),
      let token = response.text("refresh_token"), token.utf8.count <= 2048, let identity = response.text("id_token"),
      // The code's own token says whose it is; what its nonce was is the first token's affair.
      let claims = try? await withoutNonce.claims(of: identity, nonce: nil), claims.subject == subject
    else { return nil }
    return token
  }

  private var withoutNonce: TokenIssuer {
    var issuer = issuer
    issuer.needsNonceOfToken = false
    return issuer
  }

  /// Ends a refresh token, and with it the consent.
  /// - Throws: `DomainError` `provider-unavailable`.
  func revoke(_ grant: String, _ client: [WebRequest.Field]) async throws -> RevocationOutcome {
    var request = WebRequest(address, revocationPath)
    request.body = .form([("token", grant), ("token_type_hint", "refresh_token")] + client)
    let response = try await exchange.send(request)
    if response.status == 200 { return .done }
    let error = (try? JSONReader.value(of: response.body))?.text("error")
    // It was ended before, by the person or by time.
    guard response.status == 400, error == "invalid_token" || error == "invalid_grant" else {
      throw DomainError.providerUnavailable(exchange.provider)
    }
    return .done
  }
}
