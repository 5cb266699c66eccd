/// Every limit of the server. All durations are checked on a tick, thus exact to one tick.
package struct ServerLimits: Sendable, Hashable {
  /// The maximum number of open connections; for more, idle ones are closed, or else they wait in the listen queue.
  package var connections = 10_000
  /// The maximum number of open connections of a client network that is no proxy; more are closed at once.
  package var connectionsPerClient = Int.max
  /// The maximum number of requests of a client network that hold their connection (`Route.isLongLived`); above: 429.
  package var listenersPerClient = Int.max
  /// The maximum number of handlers that run or wait, without those that answer at once and those of long-lived
  /// requests; above: 503.
  package var work = 1024
  /// The maximum size of a request target in bytes; above: 414.
  package var targetBytes = 8192
  /// The maximum size of a request head in bytes; above: 431.
  package var headBytes = 32_768
  /// The maximum number of header fields of a request; above: 431.
  package var headerCount = 100
  /// The timeout for a complete head, from its first byte or from the opening of the connection; above: 408.
  package var headTime: Duration = .seconds(15)
  /// The keep-alive timeout of a connection that has had a request; above, it is closed.
  package var idleTime: Duration = .seconds(60)
  /// The minimum rate of a request body, in bytes per second over each `bodyWindow`; below: 408.
  package var bodyRate = 512
  /// The interval over which `bodyRate` is measured.
  package var bodyWindow: Duration = .seconds(10)
  /// The default timeout of a handler, from the complete body to its response; above: 503, and the task is cancelled.
  package var handlerTime: Duration = .seconds(30)
  /// The timeout of a client that accepts none of its unsent bytes; above, the connection is reset.
  package var writeStall: Duration = .seconds(30)
  /// How long a client may go on sending after an error response before the connection is closed.
  package var lingerTime: Duration = .seconds(2)
  /// Unread bytes of a streamed body at which reading stops; it resumes at half.
  package var streamBuffer = 262_144
  /// The maximum size of a WebSocket message in bytes; above, the WebSocket closes with 1009.
  package var webSocketMessage = 65_536
  /// The maximum of unsent bytes of a WebSocket client; above, it is disconnected.
  package var webSocketBacklog = 1_048_576
  /// The maximum of unsent bytes in memory for all clients together; above, clients are disconnected until a quarter
  /// of it is free, longest stalled first. Bytes shared by several clients count for each of them; files do not
  /// count.
  package var backlogOfAll = 268_435_456
  /// The silence of a WebSocket client after which it is pinged, and after which an unanswered ping closes the
  /// connection.
  package var webSocketPing: Duration = .seconds(25)
  /// The smallest body in bytes that is compressed, if type and client allow.
  package var compressionThreshold = 1024
  /// The interval at which deadlines are checked.
  package var tick: Duration = .seconds(1)

  package init() {}
}

extension Duration {
  /// Whole milliseconds, rounded down, never below 0.
  var milliseconds: Int64 {
    let (seconds, attoseconds) = components
    return max(0, seconds * 1000 + attoseconds / 1_000_000_000_000_000)
  }
}
