/// The limits of a server. Times are in milliseconds.
package struct SocketIOSettings: Hashable, Sendable {
  package var pingInterval: Int64 = 25_000
  package var pingTimeout: Int64 = 20_000
  package var upgradeTimeout: Int64 = 10_000
  package var joinTimeout: Int64 = 45_000
  /// The maximum bytes of a request's body, and of a message.
  package var maxPayload = 65_536
  /// The maximum bytes queued for a polling client; above, its session is closed.
  package var maxQueuedBytes = 1_048_576
  package var maxSessions = 20_000
  /// The maximum number of open sessions of a client network.
  package var maxSessionsPerNetwork = 1_000
  /// The maximum number of namespaces of a session; above, it is closed.
  package var maxNamespaces = 100

  /// The defaults: those of the reference implementation, except for the sizes.
  package init() {}
}
