package import Contracts
package import HTTP
package import JSON

/// Which caches may store a response. Stored responses must be revalidated by entity tag.
package enum Caching: String {
  /// The same for every client.
  case shared = "no-cache"
  /// Differs by account, or its URL holds a person's position: shared caches must not store it.
  case personal = "private, no-cache"
  /// Errors, and answers for operators or one caller only.
  case none = "no-store"
}

extension Headers {
  /// The header fields of every response: type, caching, CORS, `nosniff`.
  package static func common(_ type: String, caching: Caching, varies: Bool = false) -> Headers {
    var headers = Headers([("Content-Type", type), ("Cache-Control", caching.rawValue)])
    headers.add(forEveryOrigin)
    headers.add("Vary", varies ? "Accept, Accept-Encoding" : "Accept-Encoding")
    return headers
  }

  private static let forEveryOrigin = Headers([
    ("Access-Control-Allow-Origin", "*"),
    (
      "Access-Control-Expose-Headers",
      "ETag, Idempotency-Replayed, Link, Location, RateLimit, RateLimit-Policy, Retry-After, WWW-Authenticate, "
        + "X-Request-Id"
    ),
    ("X-Content-Type-Options", "nosniff"),
  ])
}

extension Response {
  package static func document(
    _ bytes: [UInt8], status: Int = 200, type: String, caching: Caching, tag: String? = nil, varies: Bool = false
  ) -> Response {
    var headers = Headers.common(type, caching: caching, varies: varies)
    if let tag { headers.add("ETag", tag) }
    return Response(status: status, headers: headers, body: .bytes(bytes))
  }

  package static func json(_ value: JSONValue, caching: Caching, tag: String? = nil) -> Response {
    document(value.bytes, type: MediaType.json, caching: caching, tag: tag)
  }

  package static func json(_ document: some NativeDocument, caching: Caching, tag: String? = nil) -> Response {
    .document(document.bytes, type: MediaType.json, caching: caching, tag: tag)
  }

  /// A JSON document for the caller only: no cache stores it.
  package static func uncached(_ document: some NativeDocument, status: Int = 200) -> Response {
    .document(document.bytes, status: status, type: MediaType.json, caching: .none)
  }

  package static func varyingByCaller(_ document: some NativeDocument) -> Response {
    Response(status: 200, headers: varyingByCallerHeaders, body: .bytes(document.bytes))
  }

  private static let varyingByCallerHeaders: Headers = {
    var headers = Headers.common(MediaType.json, caching: .personal)
    headers["Vary"] = "Authorization, Cookie, Fourcuts-Session, Accept-Encoding"
    return headers
  }()

  /// 201 with the created document; `Location` is its path.
  package static func created(_ document: some NativeDocument, at path: String) -> Response {
    var response = Response.uncached(document, status: 201)
    response.headers.add("Location", path)
    return response
  }

  /// 204 without content.
  package static let noContent = Response(
    status: 204, headers: Headers([("Cache-Control", "no-store"), ("Access-Control-Allow-Origin", "*")]))

  /// An HTML page: it loads nothing but its own style, and no other page may frame it.
  /// - Parameter runsScripts: whether it also loads its own scripts and images, and they ask this service.
  package static func page(_ html: String, runsScripts: Bool = false) -> Response {
    let own = runsScripts ? "script-src 'self'; img-src 'self'; connect-src 'self'; " : ""
    return Response(
      status: 200,
      headers: Headers([
        ("Content-Type", "text/html; charset=utf-8"), ("Cache-Control", "no-cache"),
        ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"),
        (
          "Content-Security-Policy",
          "default-src 'none'; \(own)style-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
        ),
      ]), body: .bytes(Array(html.utf8)))
  }

  /// The answer to a CORS preflight request. Every origin is allowed, as cookies count only with `Fourcuts-Session`,
  /// which is not among the allowed headers: a page of another origin can do no more than a client without cookies.
  package static func preflight(_ methods: String) -> Response {
    Response(
      status: 204,
      headers: Headers([
        ("Access-Control-Allow-Origin", "*"), ("Access-Control-Allow-Methods", methods),
        ("Access-Control-Allow-Headers", "Accept, Authorization, Content-Type, Idempotency-Key, If-None-Match, Range"),
        ("Access-Control-Max-Age", "86400"),
      ]))
  }
}
