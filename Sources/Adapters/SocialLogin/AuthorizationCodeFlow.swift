import Accounts
import Basics
import Crypto
import JSON
import WebClient

/// A provider's page from which people come back with a code, and where that is exchanged (RFC 6749, 4.1; RFC 7636).
struct AuthorizationCodeFlow: OAuthProvider {
  /// By what a provider knows, when a code is exchanged, that it is still the same visit.
  enum Binding {
    /// By a secret of which it was told the digest before.
    case challenge
    /// By the state, once more.
    case state
    /// By nothing but what its statement holds.
    case nonce
  }

  let exchange: ProviderExchange
  /// Where people are sent.
  let authorizationPage: (address: WebAddress, path: String)
  /// Where codes are exchanged.
  let tokens: (address: WebAddress, path: String)
  /// The application's name there.
  let clientID: String
  /// What proves that it is the application; nil where the provider does not ask for it.
  let secret: @Sendable () -> String?
  /// What else the provider's page is told.
  var parameters: [WebRequest.Field] = []
  var binding = Binding.challenge

  func address(for authorization: AuthorizationRequest) -> String {
    var query: [WebRequest.Field] = [
      ("response_type", "code"), ("client_id", clientID), ("redirect_uri", authorization.redirectURI),
      ("state", authorization.state), ("nonce", authorization.nonce),
    ]
    if binding == .challenge {
      let challenge = Base64URL.encode(Digest.bytes(of: Array(authorization.verifier.utf8)))
      query += [("code_challenge", challenge), ("code_challenge_method", "S256")]
    }
    return "\(authorizationPage.address)\(authorizationPage.path)?\(WebRequest.escaped(query + parameters))"
  }

  private static let maxTokenLength = 2048
  /// Errors that speak of the code (RFC 6749, 5.2; the second is Naver's word for it).
  private static let codeErrors: Set = ["invalid_grant", "invalid_request"]
  /// Errors that pass (RFC 6749, 4.1.2.1).
  private static let transientErrors: Set = ["server_error", "temporarily_unavailable"]

  func proof(_ code: String, of authorization: AuthorizationRequest) async throws -> IdentityProof {
    guard (1...Self.maxTokenLength).contains(code.utf8.count) else { throw DomainError.proofRefused(exchange.provider) }
    var request = WebRequest(tokens.address, tokens.path)
    request.headers = [("Accept", "application/json")]
    request.body = .form(fields(code, authorization))
    let response = try await exchange.send(request)
    guard let document = try? JSONReader.value(of: response.body) else {
      throw DomainError.providerUnavailable(exchange.provider)
    }
    // Naver says what is wrong with status 200.
    if let error = document.text("error") { throw fault(error) }
    guard response.status == 200, var proof = Self.proof(document, nonce: authorization.nonce) else {
      throw DomainError.providerUnavailable(exchange.provider)
    }
    proof.grant = document.text("refresh_token").flatMap { $0.utf8.count <= Self.maxTokenLength ? $0 : nil }
    return proof
  }

  private func fields(_ code: String, _ authorization: AuthorizationRequest) -> [WebRequest.Field] {
    var fields: [WebRequest.Field] = [
      ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", authorization.redirectURI),
      ("client_id", clientID),
    ]
    if let secret = secret() { fields.append(("client_secret", secret)) }
    switch binding {
    case .challenge: fields.append(("code_verifier", authorization.verifier))
    case .state: fields.append(("state", authorization.state))
    case .nonce: break
    }
    return fields
  }

  private func fault(_ error: String) -> any Error {
    if Self.codeErrors.contains(error) { return DomainError.proofRefused(exchange.provider) }
    if Self.transientErrors.contains(error) { return DomainError.providerUnavailable(exchange.provider) }
    return ApplicationRefused(exchange.provider, word: error)
  }

  /// What came for a code: a signed statement where there is one, which says for whom it was made and for which visit.
  private static func proof(_ document: JSONValue, nonce: String) -> IdentityProof? {
    if let token = document.text("id_token") { return IdentityProof(.identity(token), nonce: nonce) }
    return document.text("access_token").map { IdentityProof(.access($0)) }
  }
}
