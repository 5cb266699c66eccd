package import HTTP
import JSON

extension SocketIOServer {
  /// The server's routes, at `/socket.io/`: clients cannot be configured with another path.
  package var routes: [Route] {
    let limit = settings.maxPayload
    var get = Route(.get, Self.path, bodyLimit: 0, .deferred { await self.get($0) })
    get.isLongLived = true
    let post = Route(.post, Self.path, bodyLimit: limit, .deferred { await self.post($0) })
    let others = [HTTP.Method.put, .patch, .delete].map { method in
      Route(method, Self.path, bodyLimit: limit, .immediate { _ in EngineFault.badMethod.response })
    }
    return [get, post] + others
  }

  private static let path = "/socket.io/"

  private func get(_ request: Request) async -> Response {
    if isForeign(request) { return EngineFault.forbidden.response }
    let query = EngineQuery(request.query)
    guard query.transport == "polling" || query.transport == "websocket" else {
      return EngineFault.unknownTransport.response
    }
    guard query.version == "4" else { return EngineFault.unsupportedVersion.response }
    if query.transport == "websocket" { return webSocket(request, query.session) }
    guard let id = query.session else { return handshake(request) }
    guard let session = session(id) else { return EngineFault.unknownSession.response }
    return await poll(session)
  }

  // MARK: Polling

  private func handshake(_ request: Request) -> Response {
    guard let session = open(request) else { return EngineFault.full.response }
    return .packets(welcome(session, upgrades: ["websocket"]))
  }

  private func welcome(_ session: EngineSession, upgrades: [JSONValue]) -> String {
    let handshake = JSONValue.object([
      "sid": .string(session.id), "upgrades": .array(upgrades), "pingInterval": .integer(Int(settings.pingInterval)),
      "pingTimeout": .integer(Int(settings.pingTimeout)), "maxPayload": .integer(settings.maxPayload),
    ])
    return "0" + handshake.text
  }

  private func poll(_ session: EngineSession) async -> Response {
    // If a client aborts a request, packets of its answer may be lost.
    let outcome = await withTaskCancellationHandler {
      await session.poll()
    } onCancel: {
      close(session, .close)
    }
    switch outcome {
    case .packets(let text): return .packets(text)
    case .notPolling: return EngineFault.badRequest.response
    case .concurrentPoll:
      close(session, .close)
      return EngineFault.badRequest.response
    }
  }

  private func post(_ request: Request) async -> Response {
    if isForeign(request) { return EngineFault.forbidden.response }
    let query = EngineQuery(request.query)
    guard query.transport == "polling" else { return EngineFault.unknownTransport.response }
    guard query.version == "4" else { return EngineFault.unsupportedVersion.response }
    guard let id = query.session else { return EngineFault.badMethod.response }
    guard let session = session(id), !session.isClosed else { return EngineFault.unknownSession.response }
    guard case .bytes(let bytes) = request.body, let text = String(validating: bytes, as: UTF8.self),
      let packets = EnginePacket.packets(of: text, maxCount: Self.maxPackets)
    else {
      close(session, .close)
      return EngineFault.badRequest.response
    }
    for packet in packets {
      if packet == .close {
        // A pending poll request ends as usual.
        close(session, .noop)
      } else if await !receive(packet, from: session) {
        close(session, .close)
        return EngineFault.badRequest.response
      }
    }
    return .plain("ok")
  }

  private static let maxPackets = 1_000

  // MARK: WebSocket

  private func webSocket(_ request: Request, _ id: String?) -> Response {
    guard let id else { return .webSocket { socket in await self.serve(socket, request) } }
    guard let session = session(id), !session.isClosed else { return EngineFault.unknownSession.response }
    return .webSocket { socket in await self.upgrade(session, to: socket) }
  }

  private func serve(_ socket: WebSocket, _ request: Request) async {
    guard let session = open(request) else { return socket.close(.tryAgainLater) }
    session.begin(on: socket)
    socket.send(.text(welcome(session, upgrades: [])))
    await receive(from: socket, for: session)
  }

  private func upgrade(_ session: EngineSession, to socket: WebSocket) async {
    expect(socket, for: session)
    let hasReplaced = await replace(session, by: socket)
    forget(socket)
    if hasReplaced { await receive(from: socket, for: session) }
  }

  private func replace(_ session: EngineSession, by socket: WebSocket) async -> Bool {
    guard case .text("2probe")? = await socket.next(), session.probe(socket) else { return false }
    if case .text("5")? = await socket.next(), session.upgrade(to: socket) { return true }
    session.forget(socket)
    return false
  }

  private func receive(from socket: WebSocket, for session: EngineSession) async {
    while let message = await socket.next() {
      guard let packet = EnginePacket(message), packet != .close, await receive(packet, from: session) else { break }
    }
    if session.isTransport(by: socket) { close(session, .close) }
  }
}

private struct EngineQuery {
  var version: String?
  var transport: String?
  var session: String?

  init(_ query: String?) {
    for pair in (query ?? "").split(separator: "&") {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { continue }
      switch parts[0] {
      case "EIO": version = String(parts[1])
      case "transport": transport = String(parts[1])
      case "sid": session = String(parts[1])
      default: break
      }
    }
  }
}

/// An error of Engine.IO, with the codes and messages of the reference implementation.
private struct EngineFault {
  let code: Int
  let message: String
  var status = 400

  static let unknownTransport = EngineFault(code: 0, message: "Transport unknown")
  static let unknownSession = EngineFault(code: 1, message: "Session ID unknown")
  static let badMethod = EngineFault(code: 2, message: "Bad handshake method")
  static let badRequest = EngineFault(code: 3, message: "Bad request")
  static let full = EngineFault(code: 4, message: "Forbidden", status: 503)
  static let forbidden = EngineFault(code: 4, message: "Forbidden", status: 403)
  static let unsupportedVersion = EngineFault(code: 5, message: "Unsupported protocol version")

  var response: Response {
    let document = JSONValue.object(["code": .integer(code), "message": .string(message)])
    return Response(
      status: status, headers: Headers([("Content-Type", "application/json"), ("Cache-Control", "no-store")]),
      body: .bytes(document.bytes))
  }
}

extension Response {
  fileprivate static func packets(_ text: String) -> Response { plain(text) }

  fileprivate static func plain(_ text: String) -> Response {
    Response(
      status: 200,
      headers: Headers([("Content-Type", "text/plain; charset=UTF-8"), ("Cache-Control", "no-store")]),
      body: .bytes(Array(text.utf8)))
  }
}
