import Basics

/// What is said over a WebSocket.
package enum WebSocketMessage: Hashable, Sendable {
  case text(String)
  case binary([UInt8])
}

/// How a WebSocket ended (RFC 6455 §7.4).
package enum WebSocketClosing: UInt16, Sendable {
  case normal = 1000
  case goingAway = 1001
  case unsupportedData = 1003
  case policyViolation = 1008
  case internalError = 1011
  /// The client may come back.
  case tryAgainLater = 1013
}

/// One WebSocket in the hands of the task that serves it. It may be passed on: whoever has it may send.
///
/// When the task ends, so does the WebSocket.
package struct WebSocket: Sendable, Hashable {
  let key: ConnectionKey
  let loop: EventLoop
  let inbox: MessagePipe

  /// The next message of the client; nil when there will be none. One task reads.
  ///
  /// What is not read yet is bounded: the client is read no further until there is room again.
  package func next() async -> WebSocketMessage? { await inbox.next() }

  /// Puts a message behind what waits for the client. What waits is bounded by `ServerLimits.webSocketBacklog`: a
  /// client that takes less than it is sent is disconnected, and catches up when it comes back.
  package func send(_ message: WebSocketMessage) {
    send(WebSocketFrame(message))
  }

  /// Sends what was framed before.
  package func send(_ frame: WebSocketFrame) {
    loop.perform { [key] in $0.send(frame, to: key) }
  }

  /// Ends it; what was sent before still arrives. Only the first counts.
  /// - Parameter reason: for the client's log; cut to 120 bytes.
  package func close(_ closing: WebSocketClosing = .normal, reason: String = "") {
    loop.perform { [key] in $0.closeWebSocket(key, closing, reason) }
  }

  /// Sends a frame to many: framed once, one errand for each event loop.
  /// Complexity: O(receivers).
  package static func send(_ frame: WebSocketFrame, to receivers: some Sequence<WebSocket>) {
    var byLoop: [ObjectIdentifier: (loop: EventLoop, keys: [ConnectionKey])] = [:]
    for receiver in receivers {
      byLoop[ObjectIdentifier(receiver.loop), default: (receiver.loop, [])].keys.append(receiver.key)
    }
    for (loop, keys) in byLoop.values {
      loop.perform { reactor in for key in keys { reactor.send(frame, to: key) } }
    }
  }

  /// The same connection of the same server.
  package static func == (left: WebSocket, right: WebSocket) -> Bool {
    left.key == right.key && left.loop === right.loop
  }

  /// Feeds the hasher.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(key)
    hasher.combine(ObjectIdentifier(loop))
  }
}

extension Response {
  /// Turns the connection into a WebSocket, where the request asks for one as RFC 6455 §4.2.1 has it; else the answer
  /// is 426 or 400. Only a GET can ask.
  /// - Parameters:
  ///   - subprotocol: what of the client's `Sec-WebSocket-Protocol` is spoken.
  ///   - serve: serves it, as a task on the global pool.
  package static func webSocket(
    subprotocol: String? = nil, _ serve: @escaping @Sendable (WebSocket) async -> Void
  ) -> Response {
    var headers = Headers()
    if let subprotocol { headers.add("Sec-WebSocket-Protocol", subprotocol) }
    return Response(status: 101, headers: headers, body: .webSocket(serve))
  }
}
