package import Basics
package import Payments
package import SQL

package struct SQLWaitingTasks: Sendable {
  private let database: any Database

  /// - Parameter database: its schema must be up to date.
  package init(_ database: any Database) {
    self.database = database
  }

  /// The tasks of some references of a gateway, by due time. Complexity: O(references × log n).
  package func tasks(about references: [String], at gateway: GatewayName) async throws -> [WaitingTask] {
    try await database.read { connection in
      var tasks: [WaitingTask] = []
      try connection.each(in: Set(references).map(Value.text), after: [.text(gateway.rawValue)]) { list in
        """
        SELECT kind, due_at, attempts, reason, reference FROM payment_task
        WHERE gateway = $1 AND kind IN ('transaction', 'order') AND reference IN (\(list))
        """
      } _: { row in
        tasks.append(
          WaitingTask(
            kind: row.text(0), reference: row.text(4), dueAt: Timestamp(milliseconds: row.integer(1)),
            attempts: Int(row.integer(2)), reason: row.text(3)))
      }
      return tasks.sorted { ($0.dueAt, $0.kind) < ($1.dueAt, $1.kind) }
    }
  }
}

package struct WaitingTask: Hashable, Sendable {
  /// The kind of the reference: `transaction` or `order`.
  package let kind: String
  package let reference: String
  /// The earliest time of the next attempt.
  package let dueAt: Timestamp
  package let attempts: Int
  /// The error code of the last postponement; empty without one.
  package let reason: String
}
