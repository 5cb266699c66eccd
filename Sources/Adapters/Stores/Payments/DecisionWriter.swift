import Basics
import Payments
import SQL

extension PaymentSnapshot {
  /// Reads the stored state of a payment and an order.
  init(
    about payment: GatewayPayment?, for order: OrderID?, on connection: any DatabaseConnection
  ) throws {
    let record = try payment.flatMap {
      try PaymentRows.payment(transaction: $0.transaction, gateway: $0.gateway, on: connection)
    }
    let found = try Self.order(order, record?.order, payment, on: connection)
    let settling = try found.flatMap { try PaymentRows.settling($0.id, on: connection)?.id }
    self.init(
      order: found, record: record, settledBy: settling == record?.id ? nil : settling,
      cancellation: try record.flatMap { try CancellationRows.open(of: $0.id, on: connection) })
  }

  private static func order(
    _ asked: OrderID?, _ recorded: OrderID?, _ payment: GatewayPayment?, on connection: any DatabaseConnection
  ) throws -> Order? {
    if let id = asked ?? recorded { return try OrderRows.order(id, on: connection) }
    guard let payment else { return nil }
    return try OrderRows.order(reference: payment.reference, gateway: payment.gateway, on: connection)
      ?? OrderRows.order(claiming: payment.transaction, gateway: payment.gateway, on: connection)
  }
}

/// Writes a decision based on a snapshot. Throws `ImpossibleChange` if it violates an invariant of the store; the
/// transaction is then rolled back.
struct DecisionWriter {
  let snapshot: PaymentSnapshot
  /// The payment that was decided about; nil if the gateway knows none.
  let payment: GatewayPayment?
  let connection: any DatabaseConnection

  /// Complexity: O(log n) for each row.
  func write(_ decision: PaymentDecision) throws {
    if let order = decision.order { try write(order) }
    if let record = decision.record { try write(record) }
    let record = decision.record?.id ?? snapshot.record?.id
    if let cancellation = decision.cancellation {
      guard cancellation.payment == record else { throw ImpossibleChange(what: "another payment's cancellation") }
      try CancellationRows.write(cancellation, on: connection)
    }
    for transaction in decision.ledger {
      guard transaction.order == snapshot.order?.id, transaction.payment == nil || transaction.payment == record else {
        throw ImpossibleChange(what: "a ledger transaction of another order or payment")
      }
      try LedgerRows.append(transaction, on: connection)
    }
    try TaskRows.add(decision.tasks, on: connection)
    for order in Set([snapshot.order?.id, decision.record?.order].compactMap { $0 }) { try checkAgreement(on: order) }
  }

  private func write(_ order: Order) throws {
    guard let old = snapshot.order else { throw ImpossibleChange(what: "an absent order") }
    try OrderRows.replace(old, by: order, on: connection)
  }

  private func write(_ record: PaymentRecord) throws {
    guard record.lastReport.gateway == payment?.gateway, record.lastReport.transaction == payment?.transaction else {
      throw ImpossibleChange(what: "another payment")
    }
    if let old = snapshot.record { try check(old, record) }
    try PaymentRows.write(record, on: connection)
    // No checks were made this time: the last ones remain.
    guard !record.checks.isEmpty, record.checks != snapshot.record?.checks else { return }
    try PaymentRows.add(record.checks, to: record.id, at: record.lastReportAt, on: connection)
  }

  private func check(_ old: PaymentRecord, _ new: PaymentRecord) throws {
    guard new.id == old.id, new.firstReportAt == old.firstReportAt else {
      throw ImpossibleChange(what: "another payment")
    }
    guard new.state == old.state || old.state.canBecome(new.state) else {
      throw ImpossibleChange(what: "a payment from \(old.state) to \(new.state)")
    }
    guard !old.state.hasSettled || new.order == old.order else {
      throw ImpossibleChange(what: "the order that a payment has settled")
    }
  }

  /// An order is paid exactly if a payment has settled it, and both agree on the refunds.
  private func checkAgreement(on id: OrderID) throws {
    let order = try OrderRows.order(id, on: connection)?.state
    let payment = try PaymentRows.settling(id, on: connection)?.state
    switch (order, payment) {
    case (.pending, nil), (.closed, nil), (.paid, .settled), (.partlyCancelled, .partlyCancelled),
      (.cancelled, .cancelled):
      break
    default: throw ImpossibleChange(what: "an order and its payment that do not agree")
    }
  }
}
