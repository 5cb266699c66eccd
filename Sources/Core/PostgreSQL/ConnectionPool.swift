import Basics
import Concurrency

/// A bounded number of connections, opened when they are needed; calls wait for one in the order of their coming.
final class ConnectionPool: Sendable {
  private let turns: AsyncSemaphore
  private let connector: Connector
  /// The idle connections, the most recently used last.
  private let idle = Locked<[ConnectionActor]>([])

  init(_ connector: Connector, _ options: PostgreSQLOptions) {
    precondition(options.maxConnections > 0)
    self.connector = connector
    turns = AsyncSemaphore(
      "database connections", permits: options.maxConnections, maxWaiting: options.maxWaiting)
  }

  var load: PoolLoad { turns.load }

  /// Lends a connection.
  /// - Throws: `DomainError` `database-busy` if too many wait already, or the deadline comes first.
  func withConnection<Result: Sendable>(
    before deadline: ContinuousClock.Instant, _ body: (ConnectionActor) async throws -> Result
  ) async throws -> Result {
    guard await turns.wait(before: deadline) else { throw DomainError.poolBusy }
    // The one used last: its statements and the server's caches are warm.
    let connection = idle.withLock { $0.popLast() } ?? ConnectionActor(connector)
    defer {
      idle.withLock { $0.append(connection) }
      turns.signal()
    }
    return try await body(connection)
  }

  func close() async {
    for connection in idle.withLock({ $0 }) { await connection.close() }
  }
}
