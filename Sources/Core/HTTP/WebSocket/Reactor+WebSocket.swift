// Connections that were upgraded to WebSockets.

final class WebSocketState {
  let codec: WebSocketCodec
  let inbox: MessagePipe
  var task: Task<Void, Never>?

  init(_ codec: WebSocketCodec, _ inbox: MessagePipe) {
    self.codec = codec
    self.inbox = inbox
  }
}

extension Reactor {
  func upgrade(
    _ connection: ClientConnection, _ exchange: Exchange, _ handled: Response,
    _ serve: @escaping @Sendable (WebSocket) async -> Void
  ) {
    guard !isStopping else { return respond(connection, exchange, plan.answer(.slowHandler, exchange.request)) }
    switch Handshake.acceptKey(exchange.request, isOldVersion: exchange.isHTTP10) {
    case .failure(let fault):
      var error = plan.answer(fault, exchange.request)
      if fault == .upgradeRequired { error.headers["Upgrade"] = "websocket" }
      if fault == .webSocketVersion { error.headers["Sec-WebSocket-Version"] = "13" }
      respond(connection, exchange, error)
    case .success(let acceptance):
      var response = handled
      response.headers["Upgrade"] = "websocket"
      response.headers["Sec-WebSocket-Accept"] = acceptance
      out.append(head: response, exchange.addedHeaders, date: clock.dateLine, framing: .none, option: .upgrade)
      exchange.status = response.status
      finish(exchange)
      connection.exchange = nil
      handle(.upgraded, of: connection)
      start(connection, serve)
    }
  }

  private func start(_ connection: ClientConnection, _ serve: @escaping @Sendable (WebSocket) async -> Void) {
    let (key, loop) = (connection.key, loop)
    let inbox = MessagePipe(capacity: plan.limits.streamBuffer) { loop.perform { $0.resumeWebSocket(key) } }
    let codec = WebSocketCodec(maxMessageBytes: plan.limits.webSocketMessage, output: out)
    let state = WebSocketState(codec, inbox)
    connection.webSocket = state
    let socket = WebSocket(key: key, loop: loop, inbox: inbox)
    state.task = Task {
      await serve(socket)
      socket.close()
    }
  }

  /// Handles all received bytes; replies are left in the output buffer.
  func receiveFrames(_ connection: ClientConnection, _ bytes: UnsafeRawBufferPointer) {
    guard let state = connection.webSocket else { return }
    handle(.framesReceived, of: connection)
    for message in state.codec.receive(bytes) where state.inbox.push(message) { handle(.readerFull, of: connection) }
    afterFrames(connection, state)
  }

  /// Updates the connection after frames were received or sent.
  private func afterFrames(_ connection: ClientConnection, _ state: WebSocketState) {
    if !state.codec.isReading { state.inbox.finish() }
    guard !state.codec.isOpen else { return }
    // Complete when both sides have closed, or the client broke the protocol.
    handle(.webSocketClosed(isComplete: !state.codec.isReading), of: connection)
  }

  private func resumeWebSocket(_ key: ConnectionKey) {
    guard let connection = connection(key), connection.webSocket != nil else { return }
    handle(.readerReady, of: connection)
    proceed(connection)
  }

  /// Sends a frame, unless the WebSocket has closed.
  func send(_ frame: WebSocketFrame, to key: ConnectionKey) {
    guard let connection = connection(key), let state = connection.webSocket, state.codec.isOpen else { return }
    sendInPlace(connection, frame.bytes)
    flush(connection)
  }

  func closeWebSocket(_ key: ConnectionKey, _ closing: WebSocketCloseCode, _ reason: String) {
    guard let connection = connection(key), let state = connection.webSocket, state.codec.isOpen else { return }
    state.codec.close(closing.rawValue, reason)
    afterFrames(connection, state)
    flush(connection)
  }

  /// Asks a silent client whether it is there.
  func ping(_ connection: ClientConnection) {
    connection.webSocket?.codec.ping()
    flush(connection)
  }
}

extension Fault {
  static let upgradeRequired = Fault(
    426, "upgrade-required", "This path is a WebSocket: request an upgrade as RFC 6455 defines it.")
  static let webSocketVersion = Fault(
    426, "websocket-version", "Only version 13 of the WebSocket protocol is supported: request it.")
  static let webSocketKey = Fault(
    400, "websocket-key", "Exactly one Sec-WebSocket-Key of 16 bytes in Base64 is required: send one.")
}
