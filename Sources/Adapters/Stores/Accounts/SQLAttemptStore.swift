package import Accounts
package import Basics
package import SQL

package final class SQLAttemptStore: AttemptStore {
  private let database: any Database
  private let rows: ExpiringRows

  /// - Parameters:
  ///   - database: its schema must be up to date.
  ///   - maxRows: how many counters are kept; between two checks there may be some thousands more.
  package init(_ database: any Database, maxRows: Int = 30_000) {
    self.database = database
    rows = ExpiringRows(
      database, in: "attempt_counter", until: "ends_at", leastFirst: "attempts, ends_at", maxCount: maxRows)
  }

  package func count(_ counters: [AttemptCounter], at instant: Timestamp) async throws -> CountedAttempt {
    try await rows.bound(at: instant.milliseconds)
    // In one order everywhere, so that attempts don't wait for each other in a circle.
    let sorted = counters.sorted { $0.key < $1.key }
    do {
      return .counted(try await database.write { try Self.count(sorted, at: instant, on: $0) })
    } catch let full as FullCounters {
      return .full(until: full.until)
    }
  }

  /// Thrown so that the transaction counts nothing.
  private struct FullCounters: Error {
    let until: Timestamp
  }

  private static func count(
    _ counters: [AttemptCounter], at instant: Timestamp, on connection: any DatabaseConnection
  ) throws -> [AttemptCounter] {
    var ends: [String: Timestamp] = [:]
    try connection.each(increment(counters.count), values(counters) + [.instant(instant)]) {
      ends[$0.text(0)] = $0.instant(1)
    }
    let full = counters.map(\.key).filter { ends[$0] == nil }
    guard full.isEmpty else {
      let query =
        "SELECT MAX(ends_at) FROM attempt_counter WHERE key IN (\(ValueList.placeholders(from: 1, count: full.count)))"
      let end = try connection.integer(query, full.map { .text($0) })
      throw FullCounters(until: Timestamp(milliseconds: end ?? instant.milliseconds))
    }
    return counters.map { AttemptCounter(key: $0.key, maxCount: $0.maxCount, endsAt: ends[$0.key] ?? $0.endsAt) }
  }

  private static func values(_ counters: [AttemptCounter]) -> [Value] {
    counters.flatMap { [.text($0.key), .integer(Int64($0.maxCount)), .instant($0.endsAt)] }
  }

  /// Adds rows of `values` for new counters; those that exist are locked in the same order.
  private static func insert(_ count: Int, attempts: Int) -> String {
    let rows = (0..<count).map { "($\($0 * 3 + 1), \(attempts), $\($0 * 3 + 2), $\($0 * 3 + 3))" }
    return """
      INSERT INTO attempt_counter (key, attempts, max_attempts, ends_at) VALUES \(rows.joined(separator: ", "))
      ON CONFLICT (key) DO UPDATE SET
      """
  }

  /// Milliseconds by which the clocks of nodes may differ. A period that ends later than one that begins now was begun
  /// before the clock was set back, and has ended: it would lock people out until the clock is there again.
  private static let maxClockDifference = 60_000

  /// Counts by several counters; a full one is left as it is and not returned.
  private static func increment(_ count: Int) -> String {
    let hasEnded = """
      (attempt_counter.ends_at <= $\(count * 3 + 1) OR attempt_counter.ends_at > excluded.ends_at + \(maxClockDifference))
      """
    return """
      \(insert(count, attempts: 1))
        attempts = CASE WHEN \(hasEnded) THEN 1 ELSE attempt_counter.attempts + 1 END,
        ends_at = CASE WHEN \(hasEnded) THEN excluded.ends_at ELSE attempt_counter.ends_at END,
        max_attempts = excluded.max_attempts
      WHERE \(hasEnded) OR attempt_counter.attempts < excluded.max_attempts
      RETURNING key, ends_at
      """
  }

  package func takeBack(_ counters: [AttemptCounter]) async throws {
    let sorted = counters.sorted { $0.key < $1.key }
    _ = try await database.write { try $0.run(Self.decrement(sorted.count), Self.values(sorted)) }
  }

  package func removeEnded(at instant: Timestamp) async throws {
    try await rows.removeExpired(at: instant.milliseconds)
  }

  /// A counter that is gone comes back with no attempts: one statement locks in one order.
  private static func decrement(_ count: Int) -> String {
    """
    \(insert(count, attempts: 0)) attempts = attempt_counter.attempts - 1
    WHERE attempt_counter.ends_at = excluded.ends_at AND attempt_counter.attempts > 0
    """
  }
}
