package import Basics

package enum Method: String, Hashable, Sendable, CaseIterable {
  case get = "GET"
  case head = "HEAD"
  case post = "POST"
  case put = "PUT"
  case patch = "PATCH"
  case delete = "DELETE"
  case options = "OPTIONS"
}

package struct Request: Sendable {
  /// HEAD arrives as `get`; the engine leaves the body out.
  package var method: Method
  /// The path as sent, percent-encoded.
  package var path: String
  /// The values of the route's `{name}` segments, percent-decoded.
  package var parameters: [String: String]
  /// The query as sent, without `?`; nil when there is no `?`.
  package var query: String?
  /// The fields in the order sent, without trailer fields.
  package var headers: Headers
  /// Empty, whole or a stream, depending on the route's handler.
  package var body: RequestBody
  /// Tells requests of all nodes apart, in logs and traces.
  package var id = RequestID(0)
  /// The remote address of the connection; see also `clientAddress`. Nil when it has no IP address.
  package var peer: IPAddress?

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

package enum RequestBody: Sendable {
  case none
  /// Whole, within the route's limit.
  case bytes([UInt8])
  /// For routes that stream: chunks with back-pressure. Reading throws a `BodyFailure` when the client goes away or is
  /// too slow.
  case stream(AsyncThrowingStream<[UInt8], any Error>)
}

package enum ResponseBody: Sendable {
  case empty
  case bytes([UInt8])
  /// A range of a file, sent by `sendfile`: nothing is read into this process. The connection is reset when the file
  /// turns out to be shorter. Never compressed.
  case file(OpenFile, Range<Int>)
  /// Chunks with back-pressure: the producer is asked for the next chunk when the last one was sent, until it returns
  /// nil. It runs on the global pool. When it throws, the connection is reset, so that the client sees the error.
  case stream(@Sendable () async throws -> [UInt8]?)
  /// Closes the connection without sending anything, not even a head. For servers that imitate broken ones.
  case abort
  /// See `Response.webSocket`.
  case webSocket(@Sendable (WebSocket) async -> Void)

  package static func file(_ file: OpenFile) -> ResponseBody { .file(file, 0..<file.size) }
}

/// A handler's response. The engine adds Date, Content-Length or Transfer-Encoding, and gzip when the client accepts
/// it.
package struct Response: Sendable {
  /// 200 to 599; any other status is sent as 500.
  package var status: Int
  /// Without Date, Content-Length, Transfer-Encoding and Connection, which the engine sets.
  package var headers: Headers
  /// Not sent for HEAD, 204 and 304.
  package var body: ResponseBody
  /// Bytes that the producer of a streamed body keeps until the client has received them.
  var heldBytes = 0

  package init(status: Int, headers: Headers = Headers(), body: ResponseBody = .empty) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}

/// How a route is served.
package enum Handler: Sendable {
  /// Answers at once on the event loop: it must not block or take longer than a few hundred microseconds.
  case immediate(@Sendable (Request) -> Response)
  /// Runs as a task with the whole body (up to the route's limit). Between its awaits the task runs on the event
  /// loop, which is fastest for short work: it must not block, and heavy work belongs on another executor. The task
  /// is cancelled when the connection breaks or the handler's time is up; a client that only shuts down its sending
  /// side still receives the response.
  case deferred(@Sendable (Request) async -> Response)
  /// Runs as a task on the global pool as soon as the head is complete; the body is streamed. The task is not
  /// cancelled while it reads the body: reading throws a `BodyFailure` instead, so that half a body never looks
  /// complete.
  case streaming(@Sendable (Request) async -> Response)
}

/// One route: `GET /api/booths/{id}`.
package struct Route: Sendable {
  /// GET also serves HEAD when it is safe; the engine answers OPTIONS unless there is a route for it.
  package var method: Method
  /// Segments separated by `/`; `{name}` matches one segment.
  package var pattern: String
  /// The maximum size of the body in bytes.
  package var bodyLimit: Int
  /// Whether GET has no side effects. If it has, HEAD is not served.
  package var isSafe = true
  /// What a request costs its client, for rate limits: 1 for the cheapest. 0 is never refused, not under load either.
  package var cost = 1
  /// Whether its responses hold the connection until an event or longer: WebSockets, event streams, long polls. A
  /// client network has a share of them (`ServerLimits.listenersPerClient`).
  package var isLongLived = false
  /// The time from the complete body to the response; after it the client gets a 503. Nil:
  /// `ServerLimits.handlerTime`.
  package var handlerTime: Duration?
  package var handler: Handler

  package init(_ method: Method, _ pattern: String, bodyLimit: Int = 65536, _ handler: Handler) {
    self.method = method
    self.pattern = pattern
    self.bodyLimit = bodyLimit
    self.handler = handler
  }
}
