// Connections that became WebSockets.

/// What a connection holds once it is a WebSocket.
final class WebSocketState {
  let codec: WebSocketCodec
  let inbox: MessagePipe
  var task: Task<Void, Never>?
  /// Reading stopped until the task has read.
  var isPaused = false
  /// When the client last said something, or was last asked whether it is there.
  var lastReceived: Int64
  /// Asked, and not answered yet.
  var isPingPending = false
  /// When we said that it ends; nil until then.
  var closedAt: Int64?

  init(_ codec: WebSocketCodec, _ inbox: MessagePipe, now: Int64) {
    self.codec = codec
    self.inbox = inbox
    lastReceived = now
  }
}

extension Reactor {
  /// Answers a request that asks for a WebSocket: with one, or with what is wrong.
  func upgrade(
    _ connection: ClientConnection, _ exchange: Exchange, _ handled: Response,
    _ serve: @escaping @Sendable (WebSocket) async -> Void
  ) {
    guard !isStopping else { return respond(connection, exchange, plan.answer(.slowHandler, exchange.request)) }
    switch Handshake.acceptance(exchange.request, isOldVersion: exchange.isOldVersion) {
    case .failure(let fault):
      var error = plan.answer(fault, exchange.request)
      if fault == .upgradeRequired { error.headers["Upgrade"] = "websocket" }
      if fault == .webSocketVersion { error.headers["Sec-WebSocket-Version"] = "13" }
      respond(connection, exchange, error)
    case .success(let acceptance):
      var response = handled
      plan.decorate?(exchange.request, &response)
      response.headers["Upgrade"] = "websocket"
      response.headers["Sec-WebSocket-Accept"] = acceptance
      out.append(head: response, date: clock.dateLine, framing: .none, option: .upgrade)
      exchange.status = response.status
      exchange.responseState = .done
      report(exchange)
      connection.exchange = nil
      connection.stage = .webSocket
      start(connection, serve)
    }
  }

  private func start(_ connection: ClientConnection, _ serve: @escaping @Sendable (WebSocket) async -> Void) {
    let (key, loop) = (connection.key, loop)
    let inbox = MessagePipe(capacity: plan.limits.streamBuffer) { loop.perform { $0.resumeWebSocket(key) } }
    let codec = WebSocketCodec(maxMessageBytes: plan.limits.webSocketMessage, output: out)
    let state = WebSocketState(codec, inbox, now: clock.now)
    connection.webSocket = state
    let socket = WebSocket(key: key, loop: loop, inbox: inbox)
    state.task = Task {
      await serve(socket)
      socket.close()
    }
  }

  /// Takes bytes of the client; all of them, whatever comes. What answers them is to be sent.
  func receiveFrames(_ connection: ClientConnection, _ bytes: UnsafeRawBufferPointer) {
    guard let state = connection.webSocket else { return }
    state.lastReceived = clock.now
    state.isPingPending = false
    for message in state.codec.receive(bytes) where state.inbox.push(message) { state.isPaused = true }
    afterFrames(connection, state)
  }

  /// Looks where a WebSocket stands after something was said.
  private func afterFrames(_ connection: ClientConnection, _ state: WebSocketState) {
    if !state.codec.isReading { state.inbox.end() }
    guard !state.codec.isOpen else { return }
    if state.closedAt == nil { state.closedAt = clock.now }
    // Both have said that it ends, or the client is not to be believed any more.
    if !state.codec.isReading, connection.ending == .none { connection.ending = .linger }
  }

  private func resumeWebSocket(_ key: ConnectionKey) {
    guard let connection = connection(key), let state = connection.webSocket else { return }
    state.isPaused = false
    proceed(connection)
  }

  /// Sends a frame, unless the WebSocket has ended.
  func send(_ frame: WebSocketFrame, to key: ConnectionKey) {
    guard let connection = connection(key), let state = connection.webSocket, state.codec.isOpen else { return }
    sendInPlace(connection, frame.bytes)
    flush(connection)
  }

  func closeWebSocket(_ key: ConnectionKey, _ closing: WebSocketClosing, _ reason: String) {
    guard let connection = connection(key), let state = connection.webSocket, state.codec.isOpen else { return }
    state.codec.close(closing.rawValue, reason)
    afterFrames(connection, state)
    flush(connection)
  }

  /// On each tick: a client that says nothing is asked, and given up when it does not answer either.
  func checkWebSocketDeadline(_ connection: ClientConnection) {
    guard let state = connection.webSocket else { return }
    if let closedAt = state.closedAt {
      if clock.now - closedAt > plan.times.linger { close(connection, .clientGone) }
    } else if clock.now - state.lastReceived > plan.times.webSocketPing {
      if state.isPingPending { return close(connection, .clientGone) }
      state.isPingPending = true
      state.lastReceived = clock.now
      state.codec.ping()
      flush(connection)
    }
  }
}

extension Fault {
  static let upgradeRequired = Fault(
    426, "upgrade-required", "This address is a WebSocket: ask for an upgrade as RFC 6455 has it.")
  static let webSocketVersion = Fault(
    426, "websocket-version", "Only version 13 of the WebSocket protocol is spoken here: ask for it.")
  static let webSocketKey = Fault(
    400, "websocket-key", "Exactly one Sec-WebSocket-Key of 16 bytes in Base64 is needed: send one.")
}
