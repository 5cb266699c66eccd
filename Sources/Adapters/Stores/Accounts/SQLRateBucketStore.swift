package import Accounts
package import Basics
package import SQL

/// A database store of token buckets.
///
/// A row is the microsecond at which its bucket is full, as a place of `TokenBuckets` is.
package final class SQLRateBucketStore: RateBucketStore {
  private let database: any Database
  private let rows: ExpiringRows

  /// - Parameters:
  ///   - database: its schema must be up to date.
  ///   - maxRows: how many buckets are kept; between two checks there may be some thousands more.
  package init(_ database: any Database, maxRows: Int = 30_000) {
    self.database = database
    rows = ExpiringRows(
      database, in: "rate_bucket", until: "full_at", leastFirst: "full_at", maxCount: maxRows)
  }

  package func take(
    _ cost: Int, of limit: RateLimit, from keys: [String], at instant: Timestamp
  ) async throws -> RefusedTokens? {
    try await rows.bound(at: Self.now(instant))
    // In one order everywhere, so that takers don't wait for each other in a circle.
    let sorted = Set(keys).sorted()
    do {
      try await database.write { try Self.take(cost, of: limit, from: sorted, at: Self.now(instant), on: $0) }
      return nil
    } catch let refused as Refusal {
      return refused.tokens
    }
  }

  package func removeFull(at instant: Timestamp) async throws {
    try await rows.removeExpired(at: Self.now(instant))
  }

  private static func now(_ instant: Timestamp) -> Int64 { instant.milliseconds * 1000 }

  /// Thrown so that the transaction takes nothing.
  private struct Refusal: Error {
    let tokens: RefusedTokens
  }

  private static func take(
    _ cost: Int, of limit: RateLimit, from keys: [String], at now: Int64, on connection: any DatabaseConnection
  ) throws {
    let (price, fill) = (limit.microseconds(of: cost), limit.microsecondsToFill)
    let values: [Value] =
      keys.flatMap { [.text($0), .integer(now + price)] }
      + [now, price, now + fill - price, now + fill + maxClockDifference].map { .integer($0) }
    var taken: Set<String> = []
    try connection.each(statement(keys.count), values) { taken.insert($0.text(0)) }
    let refused = keys.filter { !taken.contains($0) }
    guard !refused.isEmpty else { return }
    let last = try connection.first(
      """
      SELECT key, full_at FROM rate_bucket WHERE key IN (\(ValueList.placeholders(from: 1, count: refused.count)))
      ORDER BY full_at DESC LIMIT 1
      """, refused.map { .text($0) }, { ($0.text(0), $0.integer(1)) })
    let untilFull = (last?.1 ?? now) - now
    throw Refusal(
      tokens: RefusedTokens(
        key: last?.0 ?? refused[0], remaining: limit.remaining(untilFull: untilFull),
        seconds: limit.wait(for: cost, untilFull: untilFull)))
  }

  /// Microseconds by which the clocks of nodes may differ. A bucket that is full later than that was taken from before
  /// the clock was set back, and is full: it would lock people out until the clock is there again.
  private static let maxClockDifference: Int64 = 60_000_000

  /// Takes from several buckets; one with too few tokens is left as it is and not returned.
  private static func statement(_ count: Int) -> String {
    let rows = (0..<count).map { "($\($0 * 2 + 1), $\($0 * 2 + 2))" }
    let (now, price, latest, impossible) = (count * 2 + 1, count * 2 + 2, count * 2 + 3, count * 2 + 4)
    return """
      INSERT INTO rate_bucket (key, full_at) VALUES \(rows.joined(separator: ", "))
      ON CONFLICT (key) DO UPDATE SET full_at =
        CASE WHEN rate_bucket.full_at > $\(now) AND rate_bucket.full_at <= $\(impossible)
        THEN rate_bucket.full_at + $\(price) ELSE excluded.full_at END
      WHERE rate_bucket.full_at <= $\(latest) OR rate_bucket.full_at > $\(impossible)
      RETURNING key
      """
  }
}
