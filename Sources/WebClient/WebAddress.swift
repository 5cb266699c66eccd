public import Basics
import FoundationEssentials

/// Where somebody else's service is reached, to which paths are appended: `https` anywhere, `http` on this machine only.
public struct WebAddress: Hashable, Sendable, CustomStringConvertible {
  /// Without a slash at its end.
  public let description: String
  /// Whether it is on this machine and goes over no network.
  let isLocal: Bool

  /// Reads an address.
  /// - Parameter field: what a refusal names.
  /// - Throws: `Refusal` (invalid) `address-invalid`, or `address-insecure` for `http` to another machine.
  public init(_ text: String, field: String) throws(Refusal) {
    guard let parts = URLComponents(string: text), let scheme = parts.scheme?.lowercased(),
      ["http", "https"].contains(scheme), let host = parts.host?.lowercased(), !host.isEmpty, parts.user == nil,
      parts.password == nil, parts.query == nil, parts.fragment == nil,
      text.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else {
      throw Refusal(
        .invalid, "address-invalid", "'\(field)' must be an address such as https://example.com.", field: field)
    }
    isLocal = ["localhost", "127.0.0.1", "::1", "[::1]"].contains(host)
    guard scheme == "https" || isLocal else {
      throw Refusal(
        .invalid, "address-insecure",
        "'\(field)' must be an https address: over http others could read and change what is said.", field: field)
    }
    description = text.hasSuffix("/") ? String(text.dropLast()) : text
  }
}

/// A request to somebody else's service.
public struct WebRequest: Sendable {
  /// A name with its value.
  public typealias Field = (name: String, value: String)

  /// Address and path.
  let target: String
  /// Whether it stays on this machine.
  let isLocal: Bool
  /// Headers; a value that holds a line break is never sent.
  public var headers: [Field] = []
  /// The fields of a form, which is then sent by POST; nil: GET.
  public var form: [Field]?

  /// A request for a path that starts with a slash and needs no escaping.
  public init(_ address: WebAddress, _ path: String) {
    target = address.description + path
    isLocal = address.isLocal
  }

  /// The form as it is sent (`application/x-www-form-urlencoded`), every byte but unreserved ones escaped.
  var body: [UInt8]? {
    form.map { fields in
      let pairs = fields.map { "\(Self.escaped($0.name))=\(Self.escaped($0.value))" }
      return Array(pairs.joined(separator: "&").utf8)
    }
  }

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

/// What a service answered, whatever that says.
public struct WebAnswer: Sendable {
  /// The status; that of a redirection too, for none is followed.
  public let status: Int
  /// The body as it came.
  public let body: [UInt8]
  private let headers: [String: String]

  init(status: Int, body: [UInt8], headers: [String: String]) {
    self.status = status
    self.body = body
    self.headers = headers
  }

  /// The value of a header, its first where there are several; nil where there is none.
  public subscript(header name: String) -> String? { headers[name.lowercased()] }
}

/// Why there is no answer. None of it tells what was asked or answered.
public enum WebFailure: Error, Hashable, Sendable {
  /// No connection, no name, no trust, or it broke off; in the library's words.
  case unreachable(String)
  /// It took longer than is waited.
  case tooSlow
  /// It is larger than is taken.
  case tooLarge
  /// A header's value could not be sent as it is.
  case unsendable
}
