package import HTTP
package import JSON

/// A client that wants to join a namespace.
package struct SocketIOJoin: Sendable {
  /// What it has once it is admitted.
  package let socket: SocketIOSocket
  /// What the client says with it.
  package let auth: JSONValue?
  /// The headers with which the session began.
  package let headers: Headers

  /// With its slash; `/` is the main one.
  package var namespace: String { socket.namespace }
}

/// Whether a client may join a namespace.
package enum SocketIOAdmission: Sendable {
  case admitted
  /// The message is told to the client.
  case refused(String)
}
