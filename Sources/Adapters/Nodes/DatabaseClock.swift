package import Basics
import Concurrency
package import SQL
import Synchronization

/// The clock of a PostgreSQL server, told by the machine's own clock and its measured difference: leases and expiries
/// mean the same instant on every node, whatever their clocks say.
package final class DatabaseClock: Sendable {
  private let database: any Database
  private let machineClock: @Sendable () -> Timestamp
  /// Milliseconds that the server's clock is ahead.
  private let difference = Mutex<Int64>(0)

  /// A clock that is measured already.
  /// - Throws: Errors of the database.
  package init(_ database: any Database, _ machineClock: @escaping @Sendable () -> Timestamp) async throws {
    self.database = database
    self.machineClock = machineClock
    try await measure()
  }

  /// The server's time, to about half a round trip.
  package var now: Timestamp {
    Timestamp(milliseconds: machineClock().milliseconds + difference.withLock { $0 })
  }

  /// Measures the difference each minute until the task is cancelled; the last one holds while the server is away.
  package func run() async {
    await repeating(every: .seconds(60), onFailure: { _ in }) { try await measure() }
  }

  /// Takes the quickest of three answers: its round trip hides the least.
  private func measure() async throws {
    var best: (milliseconds: Int64, difference: Int64)?
    for _ in 0..<3 {
      let before = machineClock().milliseconds
      let server = try await database.read {
        try $0.integer("SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)") ?? before
      }
      let after = machineClock().milliseconds
      guard best.map({ after - before < $0.milliseconds }) ?? true else { continue }
      best = (after - before, server - (before + after) / 2)
    }
    if let best { difference.withLock { $0 = best.difference } }
  }
}
