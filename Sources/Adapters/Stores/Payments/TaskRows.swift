import Basics
import Payments
import SQL

/// Reads and writes rows of payment tasks.
///
/// Two numbers identify a lease: how often the task was requested, and how often it was leased since. So a worker that
/// returns late, after another has leased the task, changes nothing.
enum TaskRows {
  static func due(_ lanes: String) -> String {
    "SELECT 1 FROM payment_task WHERE due_at <= $1 AND lane IN (\(lanes)) LIMIT 1"
  }

  static func isDue(
    in lanes: [PaymentLane], at instant: Timestamp, on connection: any DatabaseConnection
  ) throws -> Bool {
    var isDue = false
    try connection.each(in: lanes.map { .integer(Int64($0.rawValue)) }, after: [.instant(instant)], due) { _ in
      isDue = true
    }
    return isDue
  }

  /// Adds tasks, or brings waiting ones forward. A leased task is not touched until it is returned: then it is due at
  /// the requested time.
  static func add(_ tasks: [PaymentTask]) -> [BoundStatement] {
    tasks.map { task in
      BoundStatement(
        """
        INSERT INTO payment_task (gateway, kind, reference, due_at, lane) VALUES ($1, $2, $3, $4, $5)
        ON CONFLICT (gateway, kind, reference) DO UPDATE SET
          again_at = CASE
            WHEN payment_task.is_taken = 0 THEN NULL
            WHEN payment_task.again_at < excluded.due_at THEN payment_task.again_at
            ELSE excluded.due_at END,
          due_at = CASE
            WHEN payment_task.is_taken = 0 AND excluded.due_at < payment_task.due_at THEN excluded.due_at
            ELSE payment_task.due_at END,
          lane = CASE WHEN excluded.lane < payment_task.lane THEN excluded.lane ELSE payment_task.lane END,
          attempts = 0, generation = payment_task.generation + 1
        """, key(task) + [.instant(task.dueAt), .integer(Int64(task.lane.rawValue))])
    }
  }

  /// Leases the tasks of a lane that are due longest, in one statement.
  ///
  /// The condition on `due_at` is written twice: an engine that runs leases beside each other looks again at a task
  /// that another lease has just changed, but does not run the inner query again.
  static let lease = """
    UPDATE payment_task SET due_at = $4, is_taken = 1, again_at = NULL, attempts = attempts + 1
    WHERE due_at <= $2 AND (gateway, kind, reference) IN (
      SELECT gateway, kind, reference FROM payment_task WHERE lane = $1 AND due_at <= $2 ORDER BY due_at LIMIT $3)
    RETURNING gateway, kind, reference, due_at, attempts, generation, lane
    """

  static func lease(
    at instant: Timestamp, until end: Timestamp, limit: Int, from lanes: [PaymentLane],
    on connection: any DatabaseConnection
  ) throws -> [LeasedTask] {
    var leased: [LeasedTask] = []
    for lane in lanes where leased.count < limit {
      let values: [Value] = [
        .integer(Int64(lane.rawValue)), .instant(instant), .integer(Int64(limit - leased.count)), .instant(end),
      ]
      try connection.each(lease, values) { leased.append(try lease(of: $0)) }
    }
    return leased
  }

  /// Reads a lease from a task that counts it as an attempt already.
  private static func lease(of row: any Row) throws -> LeasedTask {
    let reference: PaymentReference
    switch row.text(1) {
    case "transaction": reference = .transaction(row.text(2))
    case "order": reference = .order(row.text(2))
    default: throw Unreadable(what: "a task's kind")
    }
    return LeasedTask(
      task: PaymentTask(
        gateway: try row.rawValue(0), reference: reference, dueAt: row.instant(3),
        lane: PaymentLane(rawValue: Int(row.integer(6))) ?? .unproven),
      attempts: Int(row.integer(4)) - 1, generation: row.integer(5))
  }

  /// Removes a task, or returns it to the queue if it was requested again since it was leased.
  static func finish(_ lease: LeasedTask, on connection: any DatabaseConnection) throws {
    let removed = try connection.run(
      """
      DELETE FROM payment_task
      WHERE gateway = $1 AND kind = $2 AND reference = $3 AND is_taken = 1 AND generation = $4 AND attempts = $5 + 1
      """, values(lease))
    guard removed == 0 else { return }
    try connection.run(
      """
      UPDATE payment_task SET due_at = again_at, is_taken = 0, again_at = NULL
      WHERE gateway = $1 AND kind = $2 AND reference = $3 AND is_taken = 1 AND generation > $4
        AND attempts = 0
      """, key(lease.task) + [.integer(lease.generation)])
  }

  /// Returns a task to the queue, due at an instant, or earlier if it was requested again since it was leased.
  static func postpone(
    _ lease: LeasedTask, until instant: Timestamp, because reason: String, on connection: any DatabaseConnection
  ) throws {
    try connection.run(
      """
      UPDATE payment_task SET due_at = CASE WHEN again_at < $6 THEN again_at ELSE $6 END, is_taken = 0,
        again_at = NULL, reason = $7
      WHERE gateway = $1 AND kind = $2 AND reference = $3 AND is_taken = 1
        AND ((generation = $4 AND attempts = $5 + 1) OR (generation > $4 AND attempts = 0))
      """, values(lease) + [.instant(instant), .text(reason)])
  }

  private static func values(_ lease: LeasedTask) -> [Value] {
    key(lease.task) + [.integer(lease.generation), .integer(Int64(lease.attempts))]
  }

  private static func key(_ task: PaymentTask) -> [Value] {
    let (kind, reference) =
      switch task.reference {
      case .transaction(let transaction): ("transaction", transaction)
      case .order(let reference): ("order", reference)
      }
    return [.text(task.gateway.rawValue), .text(kind), .text(reference)]
  }
}
