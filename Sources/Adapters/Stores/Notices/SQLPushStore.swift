import Accounts
package import Basics
package import Notices
package import SQL

package struct SQLPushStore: PushStore {
  private let database: any Database

  /// - Parameter database: its schema must be up to date.
  package init(_ database: any Database) { self.database = database }

  private static let columns =
    "endpoint, account_id, session_id, public_key, secret, language, shown_up_to, attempts, due_at"

  package func add(_ subscription: PushSubscription) async throws {
    try await database.write { connection in
      try connection.run(
        "DELETE FROM push_subscription WHERE endpoint = $1 OR session_id = $2",
        [.text(subscription.endpoint), .id(subscription.session)])
      let added = try connection.run(
        """
        INSERT INTO push_subscription (\(Self.columns))
        SELECT $1, account_id, id, $4, $5, $6, CAST($7 AS BIGINT), 0, CAST($8 AS BIGINT) FROM session
        WHERE id = $3 AND account_id = $2
        """,
        [
          .text(subscription.endpoint), .id(subscription.account), .id(subscription.session),
          .text(subscription.publicKey), .text(subscription.secret), .text(subscription.language),
          .instant(subscription.shownUpTo), .instant(subscription.dueAt),
        ])
      guard added > 0 else { throw DomainError.tokenUnusable }
    }
  }

  package func endpoint(of session: SessionID) async throws -> String? {
    try await database.read {
      try $0.first("SELECT endpoint FROM push_subscription WHERE session_id = $1", [.id(session)]) { $0.text(0) }
    }
  }

  package func remove(_ session: SessionID) async throws {
    try await database.write {
      _ = try $0.run("DELETE FROM push_subscription WHERE session_id = $1", [.id(session)])
    }
  }

  /// Complexity: O(subscriptions log n); nothing is locked or written if none is due.
  package func lease(
    dueAt instant: Timestamp, since: Timestamp, until lease: Timestamp
  ) async throws -> PushSubscription? {
    let due = """
      SELECT endpoint FROM push_subscription WHERE due_at <= $1 AND EXISTS (
        SELECT 1 FROM notice WHERE recipient_id = account_id AND read_at IS NULL AND updated_at > shown_up_to
          AND updated_at > $2)
      ORDER BY due_at, endpoint LIMIT 1
      """
    let values: [Value] = [.instant(instant), .instant(since)]
    guard try await database.read({ try $0.first(due, values) { _ in } }) != nil else { return nil }
    return try await database.write {
      try $0.first(
        """
        UPDATE push_subscription SET due_at = $3, attempts = attempts + 1
        WHERE endpoint = (\(due)) AND due_at <= $1 RETURNING \(Self.columns)
        """, values + [.instant(lease)], Self.subscription)
    }
  }

  package func finish(_ leased: PushSubscription, shownUpTo: Timestamp, next instant: Timestamp) async throws {
    try await update(
      leased, "attempts = 0, due_at = $4, shown_up_to = $3", [.instant(shownUpTo), .instant(instant)])
  }

  package func postpone(_ leased: PushSubscription, shownUpTo: Timestamp, until instant: Timestamp) async throws {
    try await update(leased, "due_at = $4, shown_up_to = $3", [.instant(shownUpTo), .instant(instant)])
  }

  private func update(_ leased: PushSubscription, _ changes: String, _ values: [Value]) async throws {
    try await database.write {
      _ = try $0.run(
        "UPDATE push_subscription SET \(changes) WHERE endpoint = $1 AND due_at = $2",
        [.text(leased.endpoint), .instant(leased.dueAt)] + values)
    }
  }

  package func remove(_ leased: PushSubscription) async throws {
    try await database.write {
      _ = try $0.run(
        "DELETE FROM push_subscription WHERE endpoint = $1 AND due_at = $2",
        [.text(leased.endpoint), .instant(leased.dueAt)])
    }
  }

  private static func subscription(of row: any Row) throws -> PushSubscription {
    PushSubscription(
      endpoint: row.text(0), account: try row.identifier(1), session: try row.identifier(2), publicKey: row.text(3),
      secret: row.text(4), language: row.text(5), shownUpTo: row.instant(6), attempts: Int(row.integer(7)),
      dueAt: row.instant(8))
  }
}
