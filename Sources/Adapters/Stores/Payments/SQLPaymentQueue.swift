package import Basics
package import Payments
package import SQL

package struct SQLPaymentQueue: PaymentQueue {
  private let database: any Database

  /// - Parameter database: its schema must be up to date.
  package init(_ database: any Database) {
    self.database = database
  }

  /// Complexity: O(tasks log n).
  package func add(_ tasks: [PaymentTask]) async throws {
    try await database.write { _ = try $0.run(TaskRows.add(tasks)) }
  }

  /// Complexity: O(tasks log n).
  package func add(_ tasks: [PaymentTask], message id: String, at instant: Timestamp) async throws -> Bool {
    try await database.write { connection in
      let added = try connection.run(
        "INSERT INTO payment_message (id, received_at) VALUES ($1, $2) ON CONFLICT DO NOTHING",
        [.text(id), .instant(instant)])
      guard added > 0 else { return false }
      try connection.run(TaskRows.add(tasks))
      return true
    }
  }

  /// Complexity: O(limit log n).
  package func lease(
    at instant: Timestamp, seconds: Int64, limit: Int, from lanes: [PaymentLane]
  ) async throws -> [LeasedTask] {
    // Checked first: while nothing is due, it does not wait for writers.
    let isDue = try await database.read { try TaskRows.isDue(in: lanes, at: instant, on: $0) }
    guard isDue else { return [] }
    return try await database.write {
      try TaskRows.lease(at: instant, until: instant.advanced(seconds: seconds), limit: limit, from: lanes, on: $0)
    }
  }

  package func finish(_ task: LeasedTask) async throws {
    try await database.write { try TaskRows.finish(task, on: $0) }
  }

  package func postpone(_ task: LeasedTask, until instant: Timestamp, because reason: String) async throws {
    try await database.write { try TaskRows.postpone(task, until: instant, because: reason, on: $0) }
  }

  /// Complexity: O(n).
  package func waiting() async throws -> (count: Int, nextDue: Timestamp?) {
    try await database.read { connection in
      try connection.first("SELECT COUNT(*), MIN(due_at) FROM payment_task", []) {
        (count: Int($0.integer(0)), nextDue: $0.instantIfAny(1))
      } ?? (count: 0, nextDue: nil)
    }
  }

  /// Complexity: O(n) of the lane.
  package func waiting(in lane: PaymentLane) async throws -> Int {
    try await database.read { connection in
      Int(
        try connection.integer(
          "SELECT COUNT(*) FROM payment_task WHERE lane = $1", [.integer(Int64(lane.rawValue))]) ?? 0)
    }
  }

  /// Complexity: O(messages).
  package func forgetMessages(before instant: Timestamp) async throws {
    try await database.write { try $0.run(Self.forget, [.instant(instant)]) }
  }

  static let forget = "DELETE FROM payment_message WHERE received_at < $1"
}
