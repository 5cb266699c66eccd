/// A request to an external service.
///
/// A request with a body is sent once, over a new connection: when a reused connection breaks, libcurl retries the
/// request by itself. A request without a body may therefore arrive twice.
package struct WebRequest: Sendable, CustomReflectable {
  package typealias Field = (name: String, value: String)

  /// The body of a POST request.
  package enum Body: Sendable {
    /// Form fields (`application/x-www-form-urlencoded`).
    case form([Field])
    case json([UInt8])
  }

  /// The complete URL.
  let target: String
  /// Whether the host is this machine.
  let isLocal: Bool
  /// The headers; a value with a line break is rejected when sending.
  package var headers: [Field] = []
  /// The body of a POST request; nil for GET.
  package var body: Body?
  /// The maximum size of the response body in bytes; nil for the client's limit.
  package var maxBytes: Int?
  /// The deadline for the complete response; nil for the client's timeout.
  package var deadline: ContinuousClock.Instant?

  /// A request for the address itself, or a path that starts with a slash and needs no escaping.
  package init(_ address: WebAddress, _ path: String = "") {
    target = address.description + path
    isLocal = address.isLocal
  }

  /// A request for a path of segments and a query, all of which are percent-encoded.
  ///
  /// No segment may be `.` or `..`: they change the path even when they are encoded.
  package init(_ address: WebAddress, segments: [String], query: [Field] = []) {
    let path = segments.map { "/" + Self.escaped($0) }.joined()
    self.init(address, query.isEmpty ? path : "\(path)?\(Self.escaped(query))")
  }

  /// Empty: headers and bodies contain secrets.
  package var customMirror: Mirror { Mirror(self, children: []) }

  /// Encodes fields as a form or a query: every byte except RFC 3986's unreserved ones is percent-encoded.
  package static func escaped(_ fields: [Field]) -> String {
    fields.map { "\(escaped($0.name))=\(escaped($0.value))" }.joined(separator: "&")
  }

  /// Percent-encodes every byte except RFC 3986's unreserved ones.
  private static func escaped(_ text: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    let bytes = text.utf8.flatMap { byte -> [UInt8] in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: [byte]
      default: [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension WebRequest.Body {
  /// The encoded body.
  var bytes: [UInt8] {
    switch self {
    case .form(let fields): Array(WebRequest.escaped(fields).utf8)
    case .json(let bytes): bytes
    }
  }

  var contentType: String {
    switch self {
    case .form: "application/x-www-form-urlencoded"
    case .json: "application/json"
    }
  }
}
