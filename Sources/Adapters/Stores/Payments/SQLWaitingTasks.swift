package import Basics
package import Payments
package import SQL

/// What waits for payments in a database, for an operator to look at.
package struct SQLWaitingTasks: Sendable {
  private let database: any Database

  /// A view of a database whose schema is up to date.
  package init(_ database: any Database) {
    self.database = database
  }

  /// The tasks that name one of some references of a gateway, those due first before others.
  /// Complexity: O(references × log n).
  package func tasks(about references: [String], at gateway: GatewayName) async throws -> [WaitingTask] {
    try await database.read { connection in
      var tasks: [WaitingTask] = []
      for reference in Set(references) {
        try connection.each(
          """
          SELECT kind, due_at, attempts, reason FROM payment_task
          WHERE gateway = $1 AND kind IN ('transaction', 'order') AND reference = $2
          """, [.text(gateway.rawValue), .text(reference)]
        ) { row in
          tasks.append(
            WaitingTask(
              kind: row.text(0), reference: reference, dueAt: Timestamp(milliseconds: row.integer(1)),
              attempts: Int(row.integer(2)), reason: row.text(3)))
        }
      }
      return tasks.sorted { ($0.dueAt, $0.kind) < ($1.dueAt, $1.kind) }
    }
  }
}

/// A task as an operator sees it.
package struct WaitingTask: Hashable, Sendable {
  /// `transaction` or `order`: what the reference is.
  package let kind: String
  /// What is to be asked for.
  package let reference: String
  /// Not before.
  package let dueAt: Timestamp
  /// How often it was tried.
  package let attempts: Int
  /// The code of why it was put off last; empty where it was not.
  package let reason: String
}
