package import Basics

/// A request method.
package enum Method: String, Hashable, Sendable, CaseIterable {
  case get = "GET"
  case head = "HEAD"
  case post = "POST"
  case put = "PUT"
  case patch = "PATCH"
  case delete = "DELETE"
  case options = "OPTIONS"
}

/// A request as a handler sees it.
package struct Request: Sendable {
  /// HEAD arrives as `get`; the engine leaves the body out.
  package var method: Method
  /// The path as sent, percent-encoded.
  package var path: String
  /// What the route's `{name}` segments matched, percent-decoded.
  package var parameters: [String: String]
  /// The query as sent, without `?`; nil where there is no `?`.
  package var query: String?
  /// The fields in the order sent, without those of a chunked body's trailer.
  package var headers: Headers
  /// Nothing, whole, or a stream, as the route's handler has it.
  package var body: RequestBody
  /// The other side of the connection; see also `clientAddress`. Nil where it has no address.
  package var peer: IPAddress?

  /// A request, as a test would send it.
  package init(
    method: Method, path: String, parameters: [String: String] = [:], query: String? = nil,
    headers: Headers = Headers(), body: RequestBody = .none, peer: IPAddress? = nil
  ) {
    self.method = method
    self.path = path
    self.parameters = parameters
    self.query = query
    self.headers = headers
    self.body = body
    self.peer = peer
  }
}

/// The body of a request.
package enum RequestBody: Sendable {
  case none
  /// Whole, within the route's limit.
  case bytes([UInt8])
  /// For routes that stream: chunks with back-pressure. Reading throws a `BodyFailure` when the client goes away or is
  /// too slow.
  case stream(AsyncThrowingStream<[UInt8], any Error>)
}

/// The body of a response.
package enum ResponseBody: Sendable {
  case empty
  case bytes([UInt8])
  /// A part of a file, sent by the kernel from its cache: nothing of it is read into this process. The connection is
  /// reset where the file turns out to be shorter. Never compressed.
  case file(OpenFile, Range<Int>)
  /// Chunks as they come, with back-pressure: the producer is asked for the next one when the last was sent, until it
  /// gives nil. It runs on the global pool; when it throws, the connection is reset, so that the client sees the fault.
  case stream(@Sendable () async throws -> [UInt8]?)
  /// Nothing is sent, the head neither: the connection is closed. For servers that stand in for broken ones.
  case abort
  /// See `Response.webSocket`.
  case webSocket(@Sendable (WebSocket) async -> Void)

  /// A whole file.
  package static func file(_ file: OpenFile) -> ResponseBody { .file(file, 0..<file.size) }
}

/// What a handler answers. The engine adds Date, Content-Length or Transfer-Encoding, gzip where the client takes it.
package struct Response: Sendable {
  /// 200 to 599; anything else is answered as 500.
  package var status: Int
  /// Date, Content-Length, Transfer-Encoding and Connection are the engine's and left out here.
  package var headers: Headers
  /// Left out for HEAD, 204 and 304.
  package var body: ResponseBody
  /// Bytes that the producer of a streamed body holds until the client has taken them.
  var heldBytes = 0

  /// An answer; by default without a body.
  package init(status: Int, headers: Headers = Headers(), body: ResponseBody = .empty) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}

/// How a route is served.
package enum Handler: Sendable {
  /// Answers at once on the event loop: must not block, await or take longer than a few hundred microseconds.
  case immediate(@Sendable (Request) -> Response)
  /// Runs as a task; the body is there whole (at most the route's limit). Between its awaits the task runs on the
  /// event loop, which is fastest for short work: it must not block, and heavy work belongs on an executor of its own.
  /// The task is cancelled when the connection breaks or the handler's time is up; a client that only shuts its sending
  /// side still gets its answer.
  case deferred(@Sendable (Request) async -> Response)
  /// Runs as a task on the global pool as soon as the head is there; the body is streamed. The task is not cancelled
  /// while the body is read: reading throws a `BodyFailure` instead, so that half a body never looks like a whole one.
  case streaming(@Sendable (Request) async -> Response)
}

/// One route: `GET /api/booths/{id}`.
package struct Route: Sendable {
  /// GET serves HEAD too where it is safe; OPTIONS is answered by the engine unless there is a route for it.
  package var method: Method
  /// Segments separated by `/`; `{name}` matches one segment.
  package var pattern: String
  /// Largest body in bytes.
  package var bodyLimit: Int
  /// Whether a GET changes nothing, as it should; where it does, HEAD is not served.
  package var isSafe = true
  /// From the complete body until the handler answers; above: 503. Nil: `ServerLimits.handlerTime`.
  package var handlerTime: Duration?
  /// What answers.
  package var handler: Handler

  /// A route; see the properties.
  package init(_ method: Method, _ pattern: String, bodyLimit: Int = 65536, _ handler: Handler) {
    self.method = method
    self.pattern = pattern
    self.bodyLimit = bodyLimit
    self.handler = handler
  }
}
