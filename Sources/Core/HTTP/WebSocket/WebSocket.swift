import Basics

package enum WebSocketMessage: Hashable, Sendable {
  case text(String)
  case binary([UInt8])
}

/// The status code of a closing WebSocket (RFC 6455 §7.4).
package enum WebSocketCloseCode: UInt16, Sendable {
  case normal = 1000
  case goingAway = 1001
  case protocolError = 1002
  case unsupportedData = 1003
  case policyViolation = 1008
  case internalError = 1011
  /// The client may reconnect later.
  case tryAgainLater = 1013
}

/// A WebSocket, as its handler uses it. Any task that holds it may send. The WebSocket closes when the handler
/// returns.
package struct WebSocket: Sendable, Hashable {
  let key: ConnectionKey
  let loop: EventLoop
  let inbox: MessagePipe

  /// The next message of the client; nil at the end. Only one task may read.
  ///
  /// Unread messages are bounded: the loop stops reading from the client until there is room again.
  package func next() async -> WebSocketMessage? { await inbox.next() }

  /// Queues a message for the client. The queue is bounded by `ServerLimits.webSocketBacklog`: a client that is too
  /// slow is disconnected and has to reconnect.
  package func send(_ message: WebSocketMessage) {
    send(WebSocketFrame(message))
  }

  /// Queues a frame that was encoded before.
  package func send(_ frame: WebSocketFrame) {
    loop.perform { [key] in $0.send(frame, to: key) }
  }

  /// Closes the WebSocket after everything that was sent before. Only the first call counts.
  /// - Parameter reason: for the client's log; truncated to 120 bytes.
  package func close(_ closing: WebSocketCloseCode = .normal, reason: String = "") {
    loop.perform { [key] in $0.closeWebSocket(key, closing, reason) }
  }

  /// Broadcasts a frame: encoded once, one task for each event loop.
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

  package static func == (left: WebSocket, right: WebSocket) -> Bool {
    left.key == right.key && left.loop === right.loop
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(key)
    hasher.combine(ObjectIdentifier(loop))
  }
}

extension Response {
  /// Upgrades the connection to a WebSocket if the request is a valid handshake (RFC 6455 §4.2.1); otherwise the
  /// response is 426 or 400. Only GET requests can be upgraded.
  /// - Parameters:
  ///   - subprotocol: the selected one of the client's `Sec-WebSocket-Protocol`.
  ///   - serve: the handler, a task on the global pool.
  package static func webSocket(
    subprotocol: String? = nil, _ serve: @escaping @Sendable (WebSocket) async -> Void
  ) -> Response {
    var headers = Headers()
    if let subprotocol { headers.add("Sec-WebSocket-Protocol", subprotocol) }
    return Response(status: 101, headers: headers, body: .webSocket(serve))
  }
}
