import JSON
import WebClient

struct PortOneRequest: Sendable {
  /// The maximum size of a response with one item, in bytes.
  static let smallResponse = 1 << 20
  /// The maximum size of a response with a list, in bytes.
  static let largeResponse = 8 << 20

  /// The path segments, unescaped.
  var path: [String]
  var query: [WebRequest.Field] = []
  /// The body of a POST request; nil: GET.
  var body: JSONValue?
  var headers: [WebRequest.Field] = []
  /// Whether the request is idempotent.
  var isRepeatable: Bool
  /// The maximum size of the response's body, in bytes.
  var maxResponseBytes = PortOneRequest.smallResponse

  static func get(_ path: String..., query: [WebRequest.Field] = []) -> PortOneRequest {
    PortOneRequest(path: path, query: query, isRepeatable: true)
  }

  static func post(_ path: String..., body: JSONValue, isRepeatable: Bool) -> PortOneRequest {
    PortOneRequest(path: path, body: body, isRepeatable: isRepeatable)
  }

  func request(below address: WebAddress, authorization: GatewaySecret?) -> WebRequest {
    var request = WebRequest(address, segments: path, query: query)
    request.headers = [("Accept", "application/json")]
    if let authorization { request.headers.append(("Authorization", authorization.text)) }
    request.headers += headers
    request.body = body.map { .json($0.bytes) }
    request.maxBytes = maxResponseBytes
    return request
  }
}

/// Whether a text can be a path segment. Dot segments cannot, even escaped: clients and proxies resolve them to another
/// resource.
func isPathSegment(_ text: String) -> Bool {
  !text.isEmpty && text != "." && text != ".." && text.utf8.count <= 200
    && text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
}
