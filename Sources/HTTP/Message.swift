/// A request method.
public enum Method: String, Hashable, Sendable, CaseIterable {
  case get = "GET"
  case head = "HEAD"
  case post = "POST"
  case put = "PUT"
  case patch = "PATCH"
  case delete = "DELETE"
  case options = "OPTIONS"
}

/// Header fields in order; names are compared without regard to case.
public struct Headers: Sendable, Hashable {
  /// Name and value of each field, in order.
  public private(set) var fields: [(name: String, value: String)] = []

  /// No fields.
  public init() {}

  /// Fields from a list of pairs.
  public init(_ fields: [(String, String)]) {
    self.fields = fields.map { (name: $0.0, value: $0.1) }
  }

  /// The first value of a name; setting replaces all of that name.
  public subscript(name: String) -> String? {
    get { nil }
    set {}
  }

  /// Appends a field.
  public mutating func add(_ name: String, _ value: String) {
    fields.append((name: name, value: value))
  }

  public static func == (left: Headers, right: Headers) -> Bool {
    left.fields.elementsEqual(right.fields) { $0.name == $1.name && $0.value == $1.value }
  }

  public func hash(into hasher: inout Hasher) {
    for field in fields {
      hasher.combine(field.name)
      hasher.combine(field.value)
    }
  }
}

/// A request as a handler sees it.
public struct Request: Sendable {
  /// HEAD arrives as `get`; the engine leaves the body out.
  public var method: Method
  /// The path as sent, percent-encoded.
  public var path: String
  /// What the route's `{name}` segments matched, percent-decoded.
  public var parameters: [String: String]
  /// The query as sent, without `?`; nil where there is no `?`.
  public var query: String?
  public var headers: Headers
  public var body: RequestBody

  public init(
    method: Method, path: String, parameters: [String: String] = [:], query: String? = nil,
    headers: Headers = Headers(), body: RequestBody = .none
  ) {
    self.method = method
    self.path = path
    self.parameters = parameters
    self.query = query
    self.headers = headers
    self.body = body
  }
}

/// The body of a request.
public enum RequestBody: Sendable {
  case none
  /// Whole, within the route's limit.
  case bytes([UInt8])
  /// For routes that stream: chunks with back-pressure. Reading throws when the client goes away or is too slow.
  case stream(AsyncThrowingStream<[UInt8], any Error>)
}

/// The body of a response.
public enum ResponseBody: Sendable {
  case empty
  case bytes([UInt8])
  /// Chunks as they come, with back-pressure: the producer is asked for the next one when the last was sent.
  case stream(@Sendable () async throws -> [UInt8]?)
}

/// What a handler answers. The engine adds Date, Content-Length or Transfer-Encoding, gzip where the client takes it.
public struct Response: Sendable {
  public var status: Int
  public var headers: Headers
  public var body: ResponseBody

  public init(status: Int, headers: Headers = Headers(), body: ResponseBody = .empty) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}

/// How a route is served.
public enum Handler: Sendable {
  /// Answers at once on the event loop: must not block, await or take longer than a few hundred microseconds.
  case immediate(@Sendable (Request) -> Response)
  /// Runs as a task; the body is there whole (at most the route's limit).
  case deferred(@Sendable (Request) async -> Response)
  /// Runs as a task as soon as the head is there; the body is streamed.
  case streaming(@Sendable (Request) async -> Response)
}

/// One route: `GET /api/booths/{id}`.
public struct Route: Sendable {
  public var method: Method
  /// Segments separated by `/`; `{name}` matches one segment.
  public var pattern: String
  /// Largest body in bytes.
  public var bodyLimit: Int
  public var handler: Handler

  public init(_ method: Method, _ pattern: String, bodyLimit: Int = 65536, _ handler: Handler) {
    self.method = method
    self.pattern = pattern
    self.bodyLimit = bodyLimit
    self.handler = handler
  }
}
