import Crypto
import Foundation
package import JSON
import Synchronization

/// The pages on which people log in at the providers, and the exchange of the codes with which they are sent back: a
/// code is good once, and only for whoever set out with it.
package final class StubPages: Sendable {
  /// What an application asked for, for which a code stands.
  package struct Authorization: Sendable {
    /// Everything that the page was told.
    package var query: [String: String]

    /// The application.
    package var client: String { query["client_id"] ?? "" }
    /// What the statement has to hold.
    package var nonce: String? { query["nonce"] }
  }

  private struct State {
    var tokens: (@Sendable (Authorization) -> JSONValue)?
    var visits: [String: Authorization] = [:]
    var count = 0
  }

  private let state = Mutex(State())

  /// The paths of the pages, as the providers have them.
  static let paths = ["/oauth/authorize", "/oauth2.0/authorize", "/o/oauth2/v2/auth", "/auth/authorize"]
  static let exchanges = ["/oauth/token", "/oauth2.0/token", "/token", "/auth/token"]

  /// Somebody is logged in there who says yes to everything; what is answered for their codes.
  package func welcome(_ tokens: @escaping @Sendable (Authorization) -> JSONValue) {
    state.withLock { $0.tokens = tokens }
  }

  /// Where somebody is sent back to who was sent to an address of a page; nil where nobody is logged in there.
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

  /// What comes for a form with a code; nil where there is none in it, or nobody is logged in.
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
