package import HTTP

/// A client's request to join a namespace.
package struct SocketIOJoin: Sendable {
  /// The socket that it gets when admitted.
  package let socket: SocketIOSocket
  package let headers: Headers

  /// Starts with a slash; `/` is the main namespace.
  package var namespace: String { socket.namespace }
}

/// Whether a client may join a namespace.
package enum SocketIOAdmission: Sendable {
  case admitted
  /// The message is sent to the client.
  case rejected(String)
}
