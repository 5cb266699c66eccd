/// What a server serves, and how.
package struct ServerConfiguration: Sendable {
  /// A numeric address or a name of this machine.
  package var address: String
  /// 0 takes any free port; `Server.port` tells which.
  package var port: Int
  /// The routes; none may claim the same method and path as another.
  package var routes: [Route]
  /// Serves what no route matches; without one: 404.
  package var fallback: Handler?
  /// All limits and deadlines.
  package var limits = ServerLimits()
  /// Event loops, each a thread; nil is one a core.
  package var loops: Int?
  /// Changes each answer before it is sent, the engine's own included: for CORS, security headers and such. It runs on
  /// the event loop and must not block.
  package var decorate: (@Sendable (Request, inout Response) -> Void)?
  /// The answer for a fault that the engine itself finds; nil is problem JSON (RFC 9457). The request is there once its
  /// head could be read. Runs on the event loop.
  package var errorBody: (@Sendable (Fault, Request?) -> Response)?
  /// Told that connections have to wait or were ended for want of something, at most once a minute; runs on the event
  /// loop and must not block.
  package var onShortage: (@Sendable (Shortage) -> Void)?
  /// Told of each answer; runs on the event loop and must not block.
  package var log: (@Sendable (AccessRecord) -> Void)?

  /// A server of these routes at this address.
  package init(address: String = "127.0.0.1", port: Int, routes: [Route]) {
    self.address = address
    self.port = port
    self.routes = routes
  }
}

/// What there is too little of to serve everybody.
package enum Shortage: Sendable, Hashable {
  /// As many are open as `ServerLimits.connections` allows.
  case connections(Int)
  /// The system gives no descriptor for another, or the last ones are kept for other uses; the number is how many the
  /// process may have.
  case descriptors(Int)
  /// As many bytes as `ServerLimits.backlogOfAll` allows wait for clients: those that take nothing are disconnected.
  case output(Int)

  /// What is so, and what to do about it.
  package var message: String {
    switch self {
    case .connections(let count):
      "\(count) connections are open, and others have to wait: serve from another process, too."
    case .descriptors(let count):
      "No more than \(count) files can be open at a time, and connections have to wait: raise the process's limit "
        + "('ulimit -n', LimitNOFILE= of systemd)."
    case .output(let count):
      "More than \(count / 1_000_000) MB wait for clients that take too little, and some are disconnected: put a proxy "
        + "in front that takes answers at once."
    }
  }
}

/// What may be logged of an answer: nothing that says where or who someone is.
package struct AccessRecord: Sendable, Hashable {
  /// The method; HEAD is `HEAD` here. Nil where the head could not be read.
  package var method: Method?
  /// The route's pattern, never the path or the query; nil where no route matched.
  package var route: String?
  /// The status of the answer.
  package var status: Int
  /// Bytes of the answer's body, as sent.
  package var bytes: Int
  /// From the request's first byte until the answer was handed over.
  package var duration: Duration
}

/// What the engine itself finds wrong with a request.
package struct Fault: Error, Sendable, Hashable {
  /// The HTTP status.
  package let status: Int
  /// Stable, lower case with hyphens.
  package let code: String
  /// One sentence that says what is wrong and what to do.
  package let message: String
  /// The header field by which a client learns what would work.
  private(set) var remedy: Remedy?

  /// A header field with its value.
  struct Remedy: Sendable, Hashable {
    let name: String
    let value: String
  }

  init(_ status: Int, _ code: String, _ message: String, _ name: String? = nil, _ value: String = "") {
    self.status = status
    self.code = code
    self.message = message
    remedy = name.map { Remedy(name: $0, value: value) }
  }

  /// The built-in answer: problem JSON (RFC 9457) with `code` as an extension member.
  package var problem: Response {
    let json =
      #"{"type":"about:blank","title":"\#(reasonPhrase(status))","status":\#(status),"#
      + #""code":"\#(code)","detail":"\#(message)"}"#
    return Response(
      status: status, headers: Headers([("Content-Type", "application/problem+json")]), body: .bytes(Array(json.utf8)))
  }
}

// The sentences are JSON as they stand: no quotation marks, no backslashes.
extension Fault {
  static let malformedRequest = Fault(
    400, "malformed-request", "The request line or a header is not HTTP/1.1 as RFC 9112 has it: send a correct one.")
  static let unencodedTarget = Fault(
    400, "unencoded-target",
    "The path or query holds characters that must be percent-encoded: curl does it with -G --data-urlencode q=TEXT.")
  static let malformedPath = Fault(
    400, "malformed-path",
    "The path has a broken escape, an encoded slash or NUL, a dot segment or a fragment: send it without.")
  static let host = Fault(400, "host", "Exactly one valid Host header is needed: send one.")
  static let framing = Fault(
    400, "framing", "The length of the body is given twice, wrongly or in two ways: give it once.")
  static let chunk = Fault(400, "chunk", "The chunked body is malformed: send chunks as RFC 9112 has them.")
  static let notFound = Fault(404, "not-found", "There is nothing at this path: look into the API's description.")
  static func wrongMethod(allow: String) -> Fault {
    Fault(405, "method-not-allowed", "The method does not work here: use one of \(allow).", "Allow", allow)
  }
  static let slowHead = Fault(408, "slow-request", "The request's head took too long: send it at once.")
  static let slowBody = Fault(408, "slow-body", "The request's body came too slowly: try again on a better connection.")
  static let lengthRequired = Fault(411, "length-required", "A body is expected: send Content-Length or chunks.")
  static let tooLarge = Fault(413, "body-too-large", "The body is larger than what is taken here: send less.")
  static let contentCoding = Fault(
    415, "content-coding", "A compressed body is not taken here: send it as it is, without Content-Encoding.",
    "Accept-Encoding", "identity")
  static let targetTooLong = Fault(414, "target-too-long", "The path with its query is too long: send a shorter one.")
  static let range = Fault(416, "range", "The range lies outside of the content: ask for one inside.")
  static let expectation = Fault(417, "expectation", "Only the expectation 100-continue is known: send no other.")
  static let headersTooLarge = Fault(431, "headers-too-large", "The headers are too large or too many: send fewer.")
  static let handler = Fault(500, "internal", "The answer could not be made: this is our fault, try again later.")
  static let unknownMethod = Fault(501, "unknown-method", "The method is not known: use one that is.")
  static let unknownCoding = Fault(501, "unknown-coding", "Only the transfer coding chunked is known: use it alone.")
  static let slowHandler = Fault(
    503, "too-slow", "The answer took too long to make: try again later.", "Retry-After", "5")
  static let version = Fault(505, "http-version", "Only HTTP/1.1 and HTTP/1.0 are spoken here: use one of them.")
}
