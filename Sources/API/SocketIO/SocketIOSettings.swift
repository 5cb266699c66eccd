/// The limits of a server. Times are milliseconds.
package struct SocketIOSettings: Hashable, Sendable {
  /// How often a client is asked whether it is there.
  package var pingInterval: Int64 = 25_000
  /// How long it has to answer.
  package var pingTimeout: Int64 = 20_000
  /// How long a WebSocket has to take over a session that polls.
  package var upgradeTimeout: Int64 = 10_000
  /// How long a client has to join a namespace.
  package var joinTimeout: Int64 = 45_000
  /// Bytes of one request's body, and of one message.
  package var maxPayload = 65_536
  /// Bytes that wait for a client that polls; above, it is given up.
  package var backlog = 1_048_576
  /// Open sessions; above, none is opened.
  package var sessions = 20_000
  /// Open sessions of one client's network; above, it is opened none.
  package var sessionsOfNetwork = 1_000
  /// Namespaces that one client is in; above, it is refused.
  package var namespaces = 100

  /// The usual limits: those of the reference implementation, but for the sizes.
  package init() {}
}
