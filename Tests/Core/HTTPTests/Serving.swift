import HTTP
import Support
import Workload

/// Runs a server on a free port while `body` runs on another thread.
func withServer<Value: Sendable>(
  _ routes: [Route], _ configure: (inout ServerConfiguration) -> Void = { _ in },
  _ body: @escaping @Sendable (Int) throws -> Value
) async throws -> Value {
  var configuration = ServerConfiguration(port: 0, routes: routes)
  configuration.loops = 2
  configure(&configuration)
  let server = try Server(configuration)
  try server.start()
  let outcome: Result<Value, any Error>
  do {
    outcome = .success(try await onThread { try body(server.port) })
  } catch {
    outcome = .failure(error)
  }
  await server.stop(within: .zero)
  return try outcome.get()
}

/// Sends a request on a new connection and returns the first response.
func exchange(_ port: Int, _ request: String, isHead: Bool = false) throws -> Client.ClientResponse {
  let client = try Client(port)
  client.send(request)
  return try client.response(isHead: isHead)
}

/// A GET request with further header lines.
func get(_ path: String, _ headers: String...) -> String {
  "GET \(path) HTTP/1.1\r\nHost: test\r\n" + headers.map { $0 + "\r\n" }.joined() + "\r\n"
}

/// A plain text response.
func plain(_ text: String, status: Int = 200) -> Response {
  Response(status: status, headers: Headers([("Content-Type", "text/plain")]), body: .bytes(Array(text.utf8)))
}

/// Echoes the request.
let echo = Route(
  .post, "/echo",
  .immediate { request in
    guard case .bytes(let bytes) = request.body else { return plain("nothing") }
    return Response(status: 200, body: .bytes(bytes))
  })

/// The simplest route.
let hello = Route(.get, "/hello", .immediate { _ in plain("hello") })

/// Answers once a gate is open.
/// - Parameter begin: called for each request.
func gated(_ path: String = "/slow", by gate: Gate, begin: @escaping @Sendable () -> Void = {}) -> Route {
  Route(
    .get, path,
    .deferred { _ in
      begin()
      await gate.wait()
      return plain("slow")
    })
}
