/// Every limit of the server in one value. All durations are checked on a tick, thus exact to one tick.
package struct ServerLimits: Sendable, Hashable {
  /// Open connections; above, new ones wait in the listener's queue.
  package var connections = 10_000
  /// Bytes of a request target; above: 414.
  package var targetBytes = 8192
  /// Bytes of a request's head; above: 431.
  package var headBytes = 32_768
  /// Header fields of a request; above: 431.
  package var headerCount = 100
  /// From its first byte, or from the connection's opening, until a head is complete; above: 408.
  package var headTime: Duration = .seconds(15)
  /// Without a request on a connection that has had one; above, it is closed.
  package var idleTime: Duration = .seconds(60)
  /// Bytes a second of a request's body that must arrive in each window of `bodyWindow`; below: 408.
  package var bodyRate = 512
  /// How long a body is watched before it is judged.
  package var bodyWindow: Duration = .seconds(10)
  /// From the complete body until the handler answers, where the route says nothing else; above: 503 and the task is
  /// cancelled.
  package var handlerTime: Duration = .seconds(30)
  /// Without the client taking a byte that waits for it; above, the connection is reset.
  package var writeStall: Duration = .seconds(30)
  /// How long a refused client may go on sending before the connection is closed under it.
  package var lingerTime: Duration = .seconds(2)
  /// Bytes of a streamed body that wait for the handler before reading stops; it goes on at half.
  package var streamBuffer = 262_144
  /// Bytes of a WebSocket's message; above, the WebSocket ends with 1009.
  package var webSocketMessage = 65_536
  /// Bytes that wait for a WebSocket's client; above, it is disconnected.
  package var webSocketBacklog = 1_048_576
  /// Bytes of memory that wait for all clients together; above, clients are disconnected until a quarter of it is free,
  /// those first that have taken nothing for longest. What waits for several counts for each of them; files count for
  /// nothing.
  package var backlogOfAll = 268_435_456
  /// Without a word from a WebSocket's client, until it is asked whether it is there; and again, until it is given up.
  package var webSocketPing: Duration = .seconds(25)
  /// Bodies of at least this many bytes are compressed where type and client allow.
  package var compressionThreshold = 1024
  /// How often deadlines are looked at.
  package var tick: Duration = .seconds(1)

  /// The usual limits.
  package init() {}
}

extension Duration {
  /// Whole milliseconds, rounded down, never below 0.
  var milliseconds: Int64 {
    let (seconds, attoseconds) = components
    return max(0, seconds * 1000 + attoseconds / 1_000_000_000_000_000)
  }
}
