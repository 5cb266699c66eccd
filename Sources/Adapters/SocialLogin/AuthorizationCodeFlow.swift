import Accounts
import Basics
import Crypto
import JSON
import WebClient

/// The authorization code flow of a provider (RFC 6749, 4.1; RFC 7636).
struct AuthorizationCodeFlow: OAuthProvider {
  /// How the code exchange is bound to the authorization request.
  enum Binding {
    /// By the verifier of a challenge sent before (PKCE).
    case challenge
    /// By repeating the state.
    case state
    /// Only by the nonce in the identity token.
    case nonce
  }

  let exchange: ProviderClient
  /// The page to which users are redirected.
  let authorizationPage: (address: WebAddress, path: String)
  let tokens: (address: WebAddress, path: String)
  let clientID: String
  /// The client secret; nil if the provider does not require it.
  let secret: @Sendable () -> String?
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
  /// Errors that concern the code (RFC 6749, 5.2; the second is Naver's).
  private static let codeErrors: Set = ["invalid_grant", "invalid_request"]
  /// Transient errors (RFC 6749, 4.1.2.1).
  private static let transientErrors: Set = ["server_error", "temporarily_unavailable"]

  func proof(_ code: String, of authorization: AuthorizationRequest) async throws -> IdentityProof {
    guard (1...Self.maxTokenLength).contains(code.utf8.count) else {
      throw DomainError.proofRejected(exchange.provider)
    }
    var request = WebRequest(tokens.address, tokens.path)
    request.headers = [("Accept", "application/json")]
    request.body = .form(fields(code, authorization))
    let response = try await exchange.send(request)
    guard let document = try? JSONReader.value(of: response.body) else {
      throw DomainError.providerUnavailable(exchange.provider)
    }
    // Naver reports errors with status 200.
    if let error = document["error"]?.string { throw fault(error) }
    guard response.status == 200, var proof = Self.proof(document, nonce: authorization.nonce) else {
      throw DomainError.providerUnavailable(exchange.provider)
    }
    proof.grant = document["refresh_token"]?.string.flatMap { $0.utf8.count <= Self.maxTokenLength ? $0 : nil }
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
    if Self.codeErrors.contains(error) { return DomainError.proofRejected(exchange.provider) }
    if Self.transientErrors.contains(error) { return DomainError.providerUnavailable(exchange.provider) }
    return ProviderRejectedApplication(exchange.provider, errorCode: error)
  }

  /// The proof in a token response: an identity token if present, which names its audience and nonce; otherwise the
  /// access token.
  private static func proof(_ document: JSONValue, nonce: String) -> IdentityProof? {
    if let token = document["id_token"]?.string { return IdentityProof(.identity(token), nonce: nonce) }
    return document["access_token"]?.string.map { IdentityProof(.access($0)) }
  }
}
