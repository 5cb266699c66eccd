import JSON
package import Workload

/// A Socket.IO client with the polling transport.
package struct PollingClient: Sendable {
  package let port: Int
  /// The session ID.
  package let id: String

  /// Opens a session.
  /// - Parameter headers: Header lines of the handshake request, each with its line end.
  package init(_ port: Int, _ headers: String = "") throws {
    self.port = port
    let response = try PollingClient.send(port, "GET", "EIO=4&transport=polling", headers: headers)
    guard response.status == 200, response.text.first == "0" else { throw Client.Failure(reason: response.text) }
    id = try sessionID(of: response.text)
  }

  /// Sends a request on a new connection and returns the response.
  package static func send(
    _ port: Int, _ method: String, _ query: String, _ body: String = "", headers: String = ""
  ) throws -> Client.ClientResponse {
    let client = try Client(port)
    client.send(request(method, query, body, headers: headers))
    return try client.response()
  }

  /// The bytes of a request.
  package static func request(
    _ method: String, _ query: String, _ body: String = "", headers: String = ""
  ) -> String {
    let length = method == "GET" ? "" : "Content-Length: \(body.utf8.count)\r\n"
    return "\(method) /socket.io/?\(query) HTTP/1.1\r\nHost: test\r\n\(headers)\(length)\r\n\(body)"
  }

  /// The query of its requests.
  package var query: String { "EIO=4&transport=polling&sid=\(id)" }

  /// Waits for the next packets.
  package func poll() throws -> Client.ClientResponse { try PollingClient.send(port, "GET", query) }

  /// Sends packets.
  @discardableResult
  package func post(_ body: String) throws -> Client.ClientResponse {
    try PollingClient.send(port, "POST", query, body)
  }

  /// Joins a namespace and reads its acknowledgement.
  package func join(_ namespace: String) throws {
    try post("40\(namespace),")
    let welcome = try poll().text
    guard welcome.hasPrefix("40\(namespace),{\"sid\":\"") else { throw Client.Failure(reason: welcome) }
  }
}

/// A Socket.IO client with the WebSocket transport.
package final class SocketIOClient {
  package let socket: WebSocketClient
  /// The opening packet.
  package let openPacket: String

  /// Opens a session.
  /// - Parameter header: A header line of the handshake request.
  package init(_ port: Int, with header: String = "") throws {
    socket = try WebSocketClient(port, path: "/socket.io/?EIO=4&transport=websocket", with: header)
    openPacket = try socket.frame().text
  }

  package func send(_ text: String) { socket.send(text) }

  /// Waits for the next packet.
  package func receive() throws -> String {
    while true {
      let frame = try socket.frame()
      switch frame.opcode {
      case 1: return frame.text
      // A ping; answered by a pong.
      case 9: socket.send(10, frame.payload)
      default: throw Client.Failure(reason: "frame \(frame.opcode) \(frame.code ?? 0)")
      }
    }
  }

  /// Joins a namespace and reads its acknowledgement.
  package func join(_ namespace: String) throws {
    send("40\(namespace),")
    let welcome = try receive()
    guard welcome.hasPrefix("40\(namespace),{\"sid\":\"") else { throw Client.Failure(reason: welcome) }
  }
}

/// The session ID in an opening packet.
package func sessionID(of welcome: String) throws -> String {
  guard case .string(let id)? = try JSONReader.value(of: Array(welcome.utf8.dropFirst()))["sid"] else {
    throw Client.Failure(reason: welcome)
  }
  return id
}
