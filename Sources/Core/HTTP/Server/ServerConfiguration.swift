import Basics

package struct ServerConfiguration: Sendable {
  /// A numeric address or a name of this machine.
  package var address: String
  /// 0 for any free port; see `Server.port`.
  package var port: Int
  /// The routes; no two may have the same method and pattern.
  package var routes: [Route]
  package var limits = ServerLimits()
  /// Nil: connections are not encrypted.
  package var tls: ServerTLS?
  package var proxies = TrustedProxies.none
  /// The number of event loops, each a thread; nil for one per core.
  package var loops: Int?
  /// The steps around the router, the outermost first.
  package var middleware: [Middleware] = []
  /// The response to a fault that the engine finds; nil for problem JSON (RFC 9457). The request is nil when its head
  /// could not be parsed. Runs on the event loop.
  package var errorBody: (@Sendable (Fault, Request?) -> Response)?
  /// Called when connections have to wait or were closed because of a shortage, at most once a minute; runs on the
  /// event loop and must not block.
  package var onShortage: (@Sendable (Shortage) -> Void)?

  package init(address: String = "127.0.0.1", port: Int, routes: [Route]) {
    self.address = address
    self.port = port
    self.routes = routes
  }
}

package enum Shortage: Sendable, Hashable {
  /// `ServerLimits.connections` is reached.
  case connections(Int)
  /// No descriptors are left, or only the reserved ones; the number is the process's limit.
  case descriptors(Int)
  /// `ServerLimits.backlogOfAll` bytes are unsent: the slowest clients are disconnected.
  case output(Int)

  /// What is wrong, and what to do about it.
  package var message: String {
    switch self {
    case .connections(let count):
      "\(count) connections are open; idle ones are closed for others, which have to wait otherwise: serve from another "
        + "process, too."
    case .descriptors(let count):
      "No more than \(count) files can be open at a time; idle connections are closed for others, which have to wait "
        + "otherwise: raise the process's limit "
        + "('ulimit -n', LimitNOFILE= of systemd)."
    case .output(let count):
      "More than \(count / 1_000_000) MB of output wait for slow clients, and some are disconnected: put a proxy "
        + "in front that buffers responses."
    }
  }
}

/// An error that the engine itself finds in a request.
package struct Fault: Error, Sendable, Hashable {
  package let status: Int
  /// Stable, lower case with hyphens.
  package let code: String
  /// One sentence that says what is wrong and what to do.
  package let message: String
  /// A header field that helps the client to correct the request.
  private(set) var remedyHeader: RemedyHeader?

  struct RemedyHeader: Sendable, Hashable {
    let name: String
    let value: String
  }

  /// - Parameter message: without quotation marks and backslashes.
  package init(_ status: Int, _ code: String, _ message: String, _ name: String? = nil, _ value: String = "") {
    self.status = status
    self.code = code
    self.message = message
    remedyHeader = name.map { RemedyHeader(name: $0, value: value) }
  }

  /// The default response: problem JSON (RFC 9457) with `code` as an extension member.
  package var problem: Response {
    let json =
      #"{"type":"about:blank","title":"\#(reasonPhrase(status))","status":\#(status),"#
      + #""code":"\#(code)","detail":"\#(message)"}"#
    return Response(
      status: status, headers: Headers([("Content-Type", "application/problem+json")]), body: .bytes(Array(json.utf8)))
  }
}

// The messages are inserted into JSON unescaped: no quotation marks, no backslashes.
extension Fault {
  static let malformedRequest = Fault(
    400, "malformed-request", "The request line or a header violates RFC 9112 (HTTP/1.1): send a correct one.")
  static let tooManyMarks = Fault(
    400, "text-invalid",
    "The request line or a header has more than \(CombiningMarks.maxCount) combining marks in a row: remove some.")
  static let httpsRequired = Fault(
    400, "https-required", "This port speaks HTTPS: use an address that begins with https.")
  static let unencodedTarget = Fault(
    400, "unencoded-target",
    "The path or query holds characters that must be percent-encoded: curl does it with -G --data-urlencode q=TEXT.")
  static let malformedPath = Fault(
    400, "malformed-path",
    "The path has a broken escape, an encoded slash or NUL, a dot segment, a fragment or too many combining marks in a "
      + "row: send it without.")
  static let host = Fault(400, "host", "Exactly one valid Host header is required: send one.")
  static let framing = Fault(
    400, "framing", "The length of the body is given twice, wrongly or in two ways: give it once.")
  static let chunk = Fault(400, "chunk", "The chunked body is malformed: send chunks as RFC 9112 defines them.")
  static let notFound = Fault(404, "not-found", "No resource at this path: see the description of the API.")
  static func wrongMethod(allow: String) -> Fault {
    Fault(405, "method-not-allowed", "The method is not allowed here: use one of \(allow).", "Allow", allow)
  }
  static let slowHead = Fault(408, "slow-request", "The head of the request took too long: send it at once.")
  static let slowBody = Fault(408, "slow-body", "The body arrived too slowly: try again on a better connection.")
  static let lengthRequired = Fault(411, "length-required", "A body is expected: send Content-Length or chunks.")
  static let tooLarge = Fault(413, "body-too-large", "The body exceeds the size limit: send less.")
  static let contentCoding = Fault(
    415, "content-coding", "Compressed bodies are not accepted: send the body without Content-Encoding.",
    "Accept-Encoding", "identity")
  static let targetTooLong = Fault(414, "target-too-long", "The path with its query is too long: send a shorter one.")
  static let range = Fault(416, "range", "The range lies outside of the content: ask for one inside.")
  static let expectation = Fault(
    417, "expectation", "Only the expectation 100-continue is supported: send no other.")
  static let headersTooLarge = Fault(431, "headers-too-large", "The headers are too large or too many: send fewer.")
  static let handler = Fault(500, "internal", "Internal error: try again later.")
  static let unknownMethod = Fault(501, "unknown-method", "The method is not supported: use another one.")
  static let unknownCoding = Fault(
    501, "unknown-coding", "Only the transfer coding chunked is supported: use it alone.")
  static let slowHandler = Fault(
    503, "too-slow", "The request took too long: try again later.", "Retry-After", "5")
  static let version = Fault(505, "http-version", "Only HTTP/1.1 and HTTP/1.0 are supported: use one of them.")
}
