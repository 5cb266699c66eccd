/// A request to somebody else's service.
///
/// One that has a body goes over a connection of its own, once: where a connection that was used before breaks, libcurl
/// sends a request again by itself, whatever that does. One without a body may come twice then.
package struct WebRequest: Sendable, CustomReflectable {
  /// A name with its value.
  package typealias Field = (name: String, value: String)

  /// What is sent by POST.
  package enum Body: Sendable {
    /// Fields, as browsers send them (`application/x-www-form-urlencoded`).
    case form([Field])
    /// A JSON text.
    case json([UInt8])
  }

  /// Address, path and query.
  let target: String
  /// Whether it stays on this machine.
  let isLocal: Bool
  /// Headers; a value that holds a line break is never sent.
  package var headers: [Field] = []
  /// What is sent, by POST; nil: GET.
  package var body: Body?
  /// The most bytes that the answer's body may have; nil: what the client's limits say.
  package var maxBytes: Int?
  /// Until when the answer has to be there whole; nil: what the client's limits say.
  package var deadline: ContinuousClock.Instant?

  /// A request for the address itself, or a path that starts with a slash and needs no escaping.
  package init(_ address: WebAddress, _ path: String = "") {
    target = address.description + path
    isLocal = address.isLocal
  }

  /// A request for a path of segments and a query, all of them escaped.
  ///
  /// No segment may be `.` or `..`: these lead elsewhere, however they are escaped.
  package init(_ address: WebAddress, segments: [String], query: [Field] = []) {
    let path = segments.map { "/" + Self.escaped($0) }.joined()
    self.init(address, query.isEmpty ? path : "\(path)?\(Self.escaped(query))")
  }

  /// Nothing: headers and bodies hold secrets.
  package var customMirror: Mirror { Mirror(self, children: []) }

  /// Fields as a form or a query: in every one each byte but RFC 3986's unreserved ones is escaped.
  package static func escaped(_ fields: [Field]) -> String {
    fields.map { "\(escaped($0.name))=\(escaped($0.value))" }.joined(separator: "&")
  }

  /// A text in which every byte but RFC 3986's unreserved ones is escaped.
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
  /// What goes over the line.
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
