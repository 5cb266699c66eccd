import Basics

/// A request to an external service.
///
/// A POST request is sent once, over a new connection: when a reused connection breaks, libcurl retries the request by
/// itself. Any other request may therefore arrive twice.
package struct WebRequest: Sendable, CustomReflectable {
  package typealias Field = (name: String, value: String)

  /// A method other than GET and POST.
  package enum Method: String, Sendable {
    case head = "HEAD"
    case put = "PUT"
    case delete = "DELETE"
  }

  package enum Body: Sendable {
    /// Form fields (`application/x-www-form-urlencoded`).
    case form([Field])
    case json([UInt8])
    /// Bytes of a media type.
    case bytes([UInt8], contentType: String)
  }

  /// The key with which a request is signed by Signature Version 4 of AWS. Libcurl 7.88 signs method, path, query and
  /// all `headers`; the query must be sorted by name, with `=` after each name, as `init(_:segments:query:)` writes it.
  package struct SigningKey: Sendable, CustomReflectable {
    let identifier: String
    let secret: String
    /// `aws:amz:region:service`, as libcurl takes it.
    let scope: String

    /// A key for a region and a service, such as `s3`.
    package init(identifier: String, secret: String, region: String, service: String) {
      self.identifier = identifier
      self.secret = secret
      scope = "aws:amz:\(region):\(service)"
    }

    /// Empty: it is secret.
    package var customMirror: Mirror { Mirror(self, children: []) }
  }

  /// The complete URL.
  let target: String
  /// Whether the host is this machine.
  let isLocal: Bool
  let host: String
  /// The headers; a value with a line break is rejected when sending.
  package var headers: [Field] = []
  /// The body; nil for none.
  package var body: Body?
  /// Nil for POST with a body, and GET without.
  package var method: Method?
  /// Signs the request; nil for no signature.
  package var signingKey: SigningKey?
  /// Receives the body of a response of status 200 in pieces, on the thread of the request, in place of the response's
  /// `body`. False aborts the request.
  package var receive: (@Sendable (UnsafeRawBufferPointer) -> Bool)?
  /// Whether only addresses of the Internet are connected to, and none of private networks or of this machine.
  package var isPublicOnly = false
  /// The maximum size of the response body in bytes; nil for the client's limit.
  package var maxBytes: Int?
  /// The deadline for the complete response; nil for the client's timeout.
  package var deadline: ContinuousClock.Instant?

  /// A request for the address itself, or a path that starts with a slash and needs no escaping.
  package init(_ address: WebAddress, _ path: String = "") {
    target = address.description + path
    (isLocal, host) = (address.isLocal, address.host)
  }

  /// A request for a path of segments and a query, all of which are percent-encoded.
  ///
  /// No segment may be `.` or `..`: they change the path even when they are encoded.
  package init(_ address: WebAddress, segments: [String], query: [Field] = []) {
    let path = segments.map { "/" + percentEncoded($0) }.joined()
    self.init(address, query.isEmpty ? path : "\(path)?\(Self.escaped(query))")
  }

  /// Empty: headers and bodies contain secrets.
  package var customMirror: Mirror { Mirror(self, children: []) }

  /// Encodes fields as a form or a query: every byte except RFC 3986's unreserved ones is percent-encoded.
  package static func escaped(_ fields: [Field]) -> String {
    fields.map { "\(percentEncoded($0.name))=\(percentEncoded($0.value))" }.joined(separator: "&")
  }
}

extension WebRequest.Body {
  var bytes: [UInt8] {
    switch self {
    case .form(let fields): Array(WebRequest.escaped(fields).utf8)
    case .json(let bytes), .bytes(let bytes, _): bytes
    }
  }

  var contentType: String {
    switch self {
    case .form: "application/x-www-form-urlencoded"
    case .json: "application/json"
    case .bytes(_, let contentType): contentType
    }
  }
}
