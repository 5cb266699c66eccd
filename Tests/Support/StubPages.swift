import Crypto
import Foundation
package import JSON
import Synchronization

/// Login pages of the providers and the exchange of authorization codes. A code works once, and only for the client that
/// requested it.
package final class StubPages: Sendable {
  /// The authorization request behind a code.
  package struct Authorization: Sendable {
    /// The query parameters of the page.
    package var query: [String: String]

    /// The client ID.
    package var client: String { query["client_id"] ?? "" }
    /// The nonce for the identity token.
    package var nonce: String? { query["nonce"] }
  }

  private struct State {
    var tokens: (@Sendable (Authorization) -> JSONValue)?
    var visits: [String: Authorization] = [:]
    var count = 0
  }

  private let state = Mutex(State())

  /// The paths of the providers' pages.
  static let paths = ["/oauth/authorize", "/oauth2.0/authorize", "/o/oauth2/v2/auth", "/auth/authorize"]
  static let exchanges = ["/oauth/token", "/oauth2.0/token", "/token", "/auth/token"]

  /// Logs a user in who consents to everything. `tokens` makes the response to their codes.
  package func logIn(_ tokens: @escaping @Sendable (Authorization) -> JSONValue) {
    state.withLock { $0.tokens = tokens }
  }

  /// The redirect of a page. Nil when no user is logged in.
  package func send(_ address: String) -> String? {
    guard let query = URLComponents(string: address)?.queryItems else { return nil }
    let authorization = Authorization(query: Dictionary(query.map { ($0.name, $0.value ?? "") }) { first, _ in first })
    return state.withLock { state in
      guard state.tokens != nil, authorization.query["response_type"] == "code",
        let back = authorization.query["redirect_uri"]
      else {
        return nil
      }
      state.count += 1
      let code = "code-\(state.count)"
      state.visits[code] = authorization
      return "\(back)?code=\(code)&state=\(authorization.query["state"] ?? "")&scope=openid"
    }
  }

  /// The response to a token request. Nil without a code or a logged-in user.
  func exchange(_ form: [String: String]) -> (status: Int, document: JSONValue)? {
    guard form["grant_type"] == "authorization_code", let code = form["code"] else { return nil }
    return state.withLock { state in
      guard let tokens = state.tokens else { return nil }
      guard let authorization = state.visits.removeValue(forKey: code), form["client_id"] == authorization.client,
        form["redirect_uri"] == authorization.query["redirect_uri"],
        Self.isVerifier(form["code_verifier"], of: authorization)
      else { return (400, .object(["error": "invalid_grant"])) }
      return (200, tokens(authorization))
    }
  }

  private static func isVerifier(_ verifier: String?, of authorization: Authorization) -> Bool {
    guard let challenge = authorization.query["code_challenge"] else { return verifier == nil }
    return verifier.map { Base64URL.encode(Digest.bytes(of: Array($0.utf8))) } == challenge
  }
}
