import Basics
import Payments
import SQL

/// Writes a decision based on a snapshot. Throws `ImpossibleChange` if it violates an invariant of the store; the
/// transaction is then rolled back.
struct DecisionWriter {
  let snapshot: PaymentSnapshot
  /// The payment that was decided about; nil if the gateway knows none.
  let payment: GatewayPayment?
  let notices: NoticeWriter
  private var connection: any DatabaseConnection { notices.connection }

  /// Complexity: O(log n) for each row.
  func write(_ decision: PaymentDecision) throws {
    var statements: [BoundStatement] = []
    if let order = decision.order { statements.append(try write(order)) }
    if let record = decision.record { statements += try write(record) }
    let record = decision.record?.id ?? snapshot.record?.id
    if let cancellation = decision.cancellation {
      guard cancellation.payment == record else { throw ImpossibleChange(what: "another payment's cancellation") }
      statements += try CancellationRows.write(cancellation, on: connection)
    }
    for transaction in decision.ledger {
      guard transaction.order == snapshot.order?.id, transaction.payment == nil || transaction.payment == record else {
        throw ImpossibleChange(what: "a ledger transaction of another order or payment")
      }
      statements += LedgerRows.append(transaction)
    }
    if let receipt = OrderNotices.receipt(of: decision, from: snapshot.order) { statements.append(receipt) }
    try notices.add(
      OrderNotices.all(of: decision, from: snapshot.order), after: statements + TaskRows.add(decision.tasks))
    try checkAgreement(after: decision)
  }

  private func write(_ order: Order) throws -> BoundStatement {
    guard let old = snapshot.order else { throw ImpossibleChange(what: "an absent order") }
    return try OrderRows.replace(old, by: order)
  }

  private func write(_ record: PaymentRecord) throws -> [BoundStatement] {
    guard record.lastReport.gateway == payment?.gateway, record.lastReport.transaction == payment?.transaction else {
      throw ImpossibleChange(what: "another payment")
    }
    if let old = snapshot.record { try check(old, record) }
    let written = PaymentRows.write(record)
    // No checks were made this time: the last ones remain.
    guard !record.checks.isEmpty, record.checks != snapshot.record?.checks else { return [written] }
    return [written, PaymentRows.add(record.checks, to: record.id, at: record.lastReportAt)]
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
  private func checkAgreement(after decision: PaymentDecision) throws {
    let record = decision.record ?? snapshot.record
    if let order = decision.order ?? snapshot.order {
      // The keys prevent that a second payment settles the order, so what this transaction has read is enough.
      let isSettling = record.map { $0.order == order.id && $0.state.hasSettled } ?? false
      let other = snapshot.settledBy == nil ? nil : try PaymentRows.settling(order.id, on: connection)?.state
      try checkAgreement(order.state, isSettling ? record?.state : other)
    }
    guard let other = decision.record?.order, other != snapshot.order?.id else { return }
    try checkAgreement(
      OrderRows.order(other, on: connection)?.state, PaymentRows.settling(other, on: connection)?.state)
  }

  private func checkAgreement(_ order: OrderState?, _ payment: PaymentState?) throws {
    switch (order, payment) {
    case (.pending, nil), (.closed, nil), (.paid, .settled), (.partlyCancelled, .partlyCancelled),
      (.cancelled, .cancelled):
      break
    default: throw ImpossibleChange(what: "an order and its payment that do not agree")
    }
  }
}
