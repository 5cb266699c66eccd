import HTTP
import Support
import Synchronization
import Testing
import Workload

/// A WebSocket to which the server sends texts on behalf of other clients' requests.
private final class Listener: Sendable {
  private let socket = Mutex<WebSocket?>(nil)

  var route: Route {
    Route(
      .get, "/socket",
      .immediate { _ in
        .webSocket { socket in
          self.socket.withLock { $0 = socket }
          socket.send(.text("ready"))
          while await socket.next() != nil {}
          // The server would never be freed.
          self.socket.withLock { $0 = nil }
        }
      })
  }

  func send(_ text: String) { socket.withLock { $0 }?.send(.text(text)) }
}

@Suite("Sending to a client while the output of another one is pending")
struct OutputSeparationTests {
  /// What the event loop calls in the middle of a request.
  enum Sender: CaseIterable {
    case immediateHandler, middleware, observer, observerOfDeferred, errorBody
  }

  @Test("Each client gets its own bytes, whichever handler sends them", arguments: Sender.allCases)
  func separated(_ sender: Sender) async throws {
    let listener = Listener()
    let handler: Handler =
      sender == .observerOfDeferred
      ? .deferred { request in plain(request.path) }
      : .immediate { request in
        if sender == .immediateHandler { listener.send(request.path) }
        return plain(request.path)
      }
    let middleware = Middleware(
      "sender",
      receive: { incoming in
        if sender == .middleware { listener.send(incoming.request.path) }
        return nil
      },
      finish: { _, request in
        if sender == .observer || sender == .observerOfDeferred { listener.send(request?.path ?? "-") }
      })
    try await withServer(
      [listener.route, Route(.get, "/names/{name}", handler)],
      { configuration in
        configuration.loops = 1
        configuration.middleware = [middleware]
        configuration.errorBody = { fault, request in
          if sender == .errorBody { listener.send(request?.path ?? "-") }
          return plain(request?.path ?? "-", status: fault.status)
        }
      }
    ) { port in
      let socket = try WebSocketClient(port)
      #expect(try socket.frame().text == "ready")
      let client = try Client(port)
      let paths = (0..<20).map { "/\(sender == .errorBody ? "unknown" : "names")/\($0)" }
      // In one piece, so that answers wait for each other in the loop's buffer.
      client.send(paths.map { get($0) }.joined())
      for path in paths { #expect(try client.response().text == path) }
      for path in paths { #expect(try socket.frame().text == path) }
    }
  }
}
