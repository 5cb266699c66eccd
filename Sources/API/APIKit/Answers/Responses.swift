package import Contracts
package import HTTP

/// Who may keep an answer. Whoever does has to ask with its entity tag whether it still holds.
package enum Caching: String {
  /// The same for everyone.
  case shared = "no-cache"
  /// The address holds a person's place: no cache on the way may keep it.
  case personal = "private, no-cache"
  /// Errors, and what is only for operators.
  case none = "no-store"
}

extension Headers {
  /// What every answer carries: its type, who may keep it, that pages anywhere may read it, that its type is meant.
  package static func common(_ type: String, caching: Caching, varies: Bool = false) -> Headers {
    var headers = Headers([
      ("Content-Type", type), ("Cache-Control", caching.rawValue), ("Access-Control-Allow-Origin", "*"),
      ("Access-Control-Expose-Headers", "ETag, Idempotency-Replayed, Link, Location, Retry-After, WWW-Authenticate"),
      ("X-Content-Type-Options", "nosniff"),
    ])
    headers.add("Vary", varies ? "Accept, Accept-Encoding" : "Accept-Encoding")
    return headers
  }
}

extension Response {
  /// A document.
  package static func document(
    _ bytes: [UInt8], status: Int = 200, type: String, caching: Caching, tag: String? = nil, varies: Bool = false
  ) -> Response {
    var headers = Headers.common(type, caching: caching, varies: varies)
    if let tag { headers.add("ETag", tag) }
    return Response(status: status, headers: headers, body: .bytes(bytes))
  }

  /// A JSON document.
  package static func json(_ value: JSONValue, caching: Caching, tag: String? = nil) -> Response {
    document(value.bytes, type: MediaType.json, caching: caching, tag: tag)
  }

  /// A JSON document.
  package static func json(_ document: some NativeDocument, caching: Caching, tag: String? = nil) -> Response {
    .document(document.bytes, type: MediaType.json, caching: caching, tag: tag)
  }

  /// A document for whoever asked alone: nobody keeps it.
  package static func own(_ document: some NativeDocument, status: Int = 200) -> Response {
    .document(document.bytes, status: status, type: MediaType.json, caching: .none)
  }

  /// A document that differs by who asks.
  package static func seen(_ document: some NativeDocument) -> Response {
    Response(status: 200, headers: seenHeaders, body: .bytes(document.bytes))
  }

  private static let seenHeaders: Headers = {
    var headers = Headers.common(MediaType.json, caching: .personal)
    headers["Vary"] = "Authorization, Cookie, Fourcuts-Session, Accept-Encoding"
    return headers
  }()

  /// Something was made, and is to be found at a path.
  package static func made(_ document: some NativeDocument, at path: String) -> Response {
    var response = Response.own(document, status: 201)
    response.headers.add("Location", path)
    return response
  }

  /// It is done, and there is nothing to tell.
  package static let done = Response(
    status: 204, headers: Headers([("Cache-Control", "no-store"), ("Access-Control-Allow-Origin", "*")]))

  /// A page for people: it loads nothing but its own style, and no other page may frame it.
  package static func page(_ html: String) -> Response {
    Response(
      status: 200,
      headers: Headers([
        ("Content-Type", "text/html; charset=utf-8"), ("Cache-Control", "no-cache"),
        ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"),
        (
          "Content-Security-Policy",
          "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
        ),
      ]), body: .bytes(Array(html.utf8)))
  }

  /// What a browser is told that asks, before a request of a page from elsewhere, whether it may. Cookies never count
  /// there, since the header that has them count is not allowed; so any page may ask what it could ask by itself.
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
