import SQL
import Synchronization

/// The rows of a table that expire, and of which only a limited number is kept.
final class ExpiringRows: Sendable {
  /// How many rows a process adds before it bounds the table again.
  private static let checkInterval = 1000

  private let database: any Database
  private let table: String
  private let end: String
  private let order: String
  private let maxCount: Int64
  /// Rows that were added since this process bounded the table.
  private let uncheckedCount = Atomic(0)

  /// - Parameters:
  ///   - end: the column of the instant.
  ///   - order: the columns by which those that matter least come first.
  init(_ database: any Database, in table: String, until end: String, leastFirst order: String, maxCount: Int) {
    (self.database, self.table, self.end, self.order) = (database, table, end, order)
    self.maxCount = Int64(maxCount)
  }

  /// To be called for each row that may be added. Every thousandth time it deletes rows that have expired and, of too
  /// many others, those that matter least.
  func bound(at instant: Int64) async throws {
    guard uncheckedCount.add(1, ordering: .relaxed).newValue.isMultiple(of: Self.checkInterval) else { return }
    try await database.write { [self] connection in
      try connection.run(removal, [.integer(instant)])
      let excess = (try connection.integer("SELECT COUNT(*) FROM \(table)") ?? 0) - maxCount
      guard excess > 0 else { return }
      try connection.run(
        "DELETE FROM \(table) WHERE key IN (SELECT key FROM \(table) ORDER BY \(order) LIMIT $1)", [.integer(excess)])
    }
  }

  func removeExpired(at instant: Int64) async throws {
    _ = try await database.write { [self] in try $0.run(removal, [.integer(instant)]) }
  }

  private var removal: String { "DELETE FROM \(table) WHERE \(end) <= $1" }
}
