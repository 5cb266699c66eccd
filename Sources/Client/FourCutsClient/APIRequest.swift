import Contracts

/// A request of the server, without its address and the token.
package struct APIRequest: Sendable {
  /// Whether a request sends the access token.
  package enum TokenUse: Sendable {
    /// Never.
    case none
    /// When there is a session: the response then includes fields for the caller.
    case optional
    /// Always: the request requires a login.
    case required
  }

  enum Body {
    case none
    case json(any Encodable & Sendable)
    case photos([PhotoUpload])
  }

  typealias Parameters = [(name: String, value: String?)]

  var method: String
  /// Path components; each is percent-encoded, so that none can contain a slash.
  var path: [String]
  /// Parameters without a value are omitted.
  var query: Parameters = []
  var body = Body.none
  var token: TokenUse
  /// The idempotency key; nil when a retry is harmless or must not happen.
  var key: String?

  /// - Parameter path: Below `/api`.
  package init(
    _ method: String, _ path: String..., query: [(name: String, value: String?)] = [],
    json: (any Encodable & Sendable)? = nil, token: TokenUse = .required, key: String? = nil
  ) {
    self.method = method
    self.path = ["api"] + path
    self.query = query
    body = json.map(Body.json) ?? .none
    self.token = token
    self.key = key
  }

  /// A page of a list.
  /// - Parameters:
  ///   - cursor: The previous page's `next`; nil for the first page.
  ///   - limit: 1...100.
  package func page(_ cursor: String? = nil, limit: Int) -> APIRequest {
    var page = self
    page.query += [("cursor", cursor), ("limit", String(limit))]
    return page
  }
}
