import HTTP
import Synchronization

/// Takes the gateway's messages and keeps them until somebody asks.
final class WebhookReceiver: Sendable {
  /// A message as it was sent.
  struct Letter: Sendable {
    var headers: [(name: String, value: String)]
    var body: [UInt8]
    let path: String

    /// The same on its way to the shop, with headers changed.
    func request(_ changes: [String: String?] = [:]) -> OldRequest {
      let stored = headers.filter { !changes.keys.contains($0.name.lowercased()) }
      let added = changes.compactMap { name, value in value.map { (name: name, value: $0) } }
      let path = path == "/v1" ? "portone-v1" : "portone-v2"
      return OldRequest("POST /api/webhooks/\(path)", (stored + added).map { ($0.name, $0.value) }, body)
    }
  }

  private struct State {
    var letters: [Letter] = []
    var waiting: [CheckedContinuation<Letter, Never>] = []
  }

  private let state: StoredDeliveries
  private let server: Server

  var port: Int { server.port }

  init() throws {
    let stored = StoredDeliveries()
    state = stored
    let routes = ["/v1", "/v2"].map { path in
      Route(.post, path, .deferred { request in stored.read(request) })
    }
    var configuration = ServerConfiguration(port: 0, routes: routes)
    configuration.loops = 1
    server = try Server(configuration)
    try server.start()
  }

  func stop() async { await server.stop(within: .zero) }

  /// The message that came first and was not asked for yet; waits for one.
  func next() async -> Letter { await state.next() }

  private final class StoredDeliveries: Sendable {
    private let state = Mutex(State())

    func read(_ request: Request) -> Response {
      var body: [UInt8] = []
      if case .bytes(let bytes) = request.body { body = bytes }
      let ours = ["content-type", "webhook-id", "webhook-timestamp", "webhook-signature"]
      let headers = request.headers.fields.filter { ours.contains($0.name.lowercased()) }
      let letter = Letter(headers: headers, body: body, path: request.path)
      let waiter = state.withLock { state -> CheckedContinuation<Letter, Never>? in
        if !state.waiting.isEmpty { return state.waiting.removeFirst() }
        state.letters.append(letter)
        return nil
      }
      waiter?.resume(returning: letter)
      return Response(status: 200)
    }

    func next() async -> Letter {
      await withCheckedContinuation { continuation in
        let letter = state.withLock { state -> Letter? in
          if !state.letters.isEmpty { return state.letters.removeFirst() }
          state.waiting.append(continuation)
          return nil
        }
        if let letter { continuation.resume(returning: letter) }
      }
    }
  }
}
