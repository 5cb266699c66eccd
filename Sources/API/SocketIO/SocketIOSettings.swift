/// The limits of a server. Times are milliseconds.
public struct SocketIOSettings: Hashable, Sendable {
  /// How often a client is asked whether it is there.
  public var pingInterval: Int64 = 25_000
  /// How long it has to answer.
  public var pingTimeout: Int64 = 20_000
  /// How long a WebSocket has to take over a session that polls.
  public var upgradeTimeout: Int64 = 10_000
  /// How long a client has to join a namespace.
  public var joinTimeout: Int64 = 45_000
  /// Bytes of one request's body, and of one message.
  public var maxPayload = 65_536
  /// Bytes that wait for a client that polls; above, it is given up.
  public var backlog = 1_048_576
  /// Open sessions; above, none is opened.
  public var sessions = 20_000
  /// Open sessions of one client's network; above, it is opened none.
  public var sessionsOfNetwork = 1_000
  /// Namespaces that one client is in; above, it is refused.
  public var namespaces = 100

  /// The usual limits: those of the reference implementation, but for the sizes.
  public init() {}
}
