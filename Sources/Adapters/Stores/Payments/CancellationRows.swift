import Basics
import Payments
import SQL

/// Reads and writes cancellations within one transaction.
enum CancellationRows {
  /// The columns of `cancellation(of:from:)`, in its order.
  static let columns = """
    cancellation.id, cancellation.payment_id, cancellation.amount, cancellation.before_amount, cancellation.reason,
    cancellation.requested_at, cancellation.state
    """
  private static let select = "SELECT \(columns) FROM cancellation"
  static let ofPayment = "\(select) WHERE payment_id = $1 ORDER BY requested_at, id"

  static func cancellations(of payment: PaymentID, on connection: any DatabaseConnection) throws -> [Cancellation] {
    var cancellations: [Cancellation] = []
    try connection.each(ofPayment, [.id(payment)]) { cancellations.append(try cancellation(of: $0)) }
    return cancellations
  }

  /// Adds a cancellation, or completes the one with its identifier. The keys reject a second open one.
  /// - Throws: `ImpossibleChange` if it differs, or has already ended otherwise.
  static func write(_ new: Cancellation, on connection: any DatabaseConnection) throws -> [BoundStatement] {
    let old = try connection.first("\(select) WHERE id = $1", [.id(new.id)]) { try cancellation(of: $0) }
    guard let old else { return [add(new)] }
    guard old != new else { return [] }
    var ended = old
    ended.state = new.state
    guard ended == new, old.state == .requested else { throw ImpossibleChange(what: "a cancellation") }
    return [
      BoundStatement("UPDATE cancellation SET state = $2 WHERE id = $1", [.id(new.id), .text(new.state.rawValue)])
    ]
  }

  private static func add(_ new: Cancellation) -> BoundStatement {
    BoundStatement(
      """
      INSERT INTO cancellation (id, payment_id, amount, before_amount, reason, requested_at, state)
      VALUES ($1, $2, $3, $4, $5, $6, $7)
      """,
      [
        .id(new.id), .id(new.payment), .integer(Int64(new.amount)), .integer(Int64(new.refundedBefore)),
        .text(new.reason),
        .instant(new.requestedAt), .text(new.state.rawValue),
      ])
  }

  static func cancellation(of row: any Row, from first: Int = 0) throws -> Cancellation {
    Cancellation(
      id: try row.identifier(first), payment: try row.identifier(first + 1), amount: Int(row.integer(first + 2)),
      refundedBefore: Int(row.integer(first + 3)), reason: row.text(first + 4), requestedAt: row.instant(first + 5),
      state: try row.rawValue(first + 6))
  }
}
