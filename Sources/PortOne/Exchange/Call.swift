import Basics
import Foundation
import JSON

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// One request to a gateway.
struct Call: Sendable {
  enum Method: String, Sendable {
    case get = "GET"
    case post = "POST"
  }

  /// Answers that tell of one thing.
  static let smallAnswer = 1 << 20
  /// Answers that list things.
  static let largeAnswer = 8 << 20

  var method: Method
  /// The segments of the path, not encoded yet.
  var path: [String]
  var query: [(name: String, value: String)] = []
  var body: JSONValue?
  var headers: [(name: String, value: String)] = []
  /// Whether asking twice does the same as asking once.
  var isRepeatable: Bool
  /// The most bytes that the answer's body may have.
  var largestAnswer = Call.smallAnswer

  /// Looks at something.
  static func get(_ path: String..., query: [(name: String, value: String)] = []) -> Call {
    Call(method: .get, path: path, query: query, isRepeatable: true)
  }

  /// Asks for something to be done.
  static func post(_ path: String..., body: JSONValue, isRepeatable: Bool) -> Call {
    Call(method: .post, path: path, body: body, isRepeatable: isRepeatable)
  }

  /// The request below an address.
  func request(below url: URL, authorization: Secret?) throws(Refusal) -> URLRequest {
    guard PortOneConnection.isServed(url), let address = address(below: url) else {
      throw GatewayRefusal.unavailable("has no address that can be asked")
    }
    var request = URLRequest(url: address)
    request.httpMethod = method.rawValue
    request.setValue("application/json", forHTTPHeaderField: "Accept")
    if let authorization { request.setValue(authorization.text, forHTTPHeaderField: "Authorization") }
    if let body {
      request.httpBody = Data(body.bytes)
      request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    }
    for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
    return request
  }

  private func address(below url: URL) -> URL? {
    var components = URLComponents(url: url, resolvingAgainstBaseURL: true)
    let base = components?.percentEncodedPath ?? ""
    components?.percentEncodedPath =
      (base.hasSuffix("/") ? String(base.dropLast()) : base) + path.map { "/" + percentEncoded($0) }.joined()
    if !query.isEmpty {
      components?.percentEncodedQuery = query.map { "\($0.name)=\(percentEncoded($0.value))" }.joined(separator: "&")
    }
    return components?.url
  }
}

/// Whether a text can stand for one segment of a path. Dots alone cannot, however they are encoded: clients and proxies
/// walk up the path for them, to another resource.
func isPathSegment(_ text: String) -> Bool {
  !text.isEmpty && text != "." && text != ".." && text.utf8.count <= 200
    && text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
}

/// A text in which every byte but RFC 3986's unreserved ones is escaped.
private func percentEncoded(_ text: String) -> String {
  let unreserved = CharacterSet(charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
  return text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
}
