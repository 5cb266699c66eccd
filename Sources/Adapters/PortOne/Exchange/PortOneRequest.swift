import JSON
import WebClient

/// One request to a gateway.
struct PortOneRequest: Sendable {
  /// Answers that tell of one thing, in bytes.
  static let smallResponse = 1 << 20
  /// Answers that list things, in bytes.
  static let largeResponse = 8 << 20

  /// The segments of the path, not escaped yet.
  var path: [String]
  var query: [WebRequest.Field] = []
  /// What is sent by POST; nil: GET.
  var body: JSONValue?
  var headers: [WebRequest.Field] = []
  /// Whether asking twice does the same as asking once.
  var isRepeatable: Bool
  /// The most bytes that the answer's body may have.
  var maxResponseBytes = PortOneRequest.smallResponse

  /// Looks at something.
  static func get(_ path: String..., query: [WebRequest.Field] = []) -> PortOneRequest {
    PortOneRequest(path: path, query: query, isRepeatable: true)
  }

  /// Asks for something to be done.
  static func post(_ path: String..., body: JSONValue, isRepeatable: Bool) -> PortOneRequest {
    PortOneRequest(path: path, body: body, isRepeatable: isRepeatable)
  }

  /// The request below an address.
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

/// Whether a text can stand for one segment of a path. Dots alone cannot, however they are escaped: clients and proxies
/// walk up the path for them, to another resource.
func isPathSegment(_ text: String) -> Bool {
  !text.isEmpty && text != "." && text != ".." && text.utf8.count <= 200
    && text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
}
