package import Basics
package import Payments

/// The simplest rule for testing a store: a paid payment settles a pending order.
package struct PlainRule: Sendable {
  package let payment: GatewayPayment
  package let instant: Timestamp
  /// The identifier of a new payment.
  package let id: PaymentID

  package init(payment: GatewayPayment, instant: Timestamp, id: PaymentID) {
    self.payment = payment
    self.instant = instant
    self.id = id
  }

  /// Settles a pending order. Throws when it is settled already (`payment-validated`, by another payment
  /// `payment-used`). Records other payments.
  package func decide(_ snapshot: PaymentSnapshot) throws -> PaymentDecision {
    guard var order = snapshot.order else { return PaymentDecision(record: record(snapshot, .unclaimed, nil)) }
    guard snapshot.settledBy == nil else {
      return PaymentDecision(
        record: record(snapshot, .refused, order.id), error: DomainError(.conflict, "payment-used", "Another's."))
    }
    guard order.state == .pending else {
      return PaymentDecision(error: DomainError(.conflict, "payment-validated", "It was."))
    }
    guard payment.status == .paid else { return PaymentDecision(record: record(snapshot, .unpaid, order.id)) }
    let record = record(snapshot, .settled, order.id)
    order.state = .paid
    order.paidAt = payment.paidAt
    order.validatedAt = instant
    return PaymentDecision(order: order, record: record, ledger: [.paid(order, by: record.id, at: instant)!])
  }

  /// The record of the payment in a state, with one check of that outcome.
  package func record(_ snapshot: PaymentSnapshot, _ state: PaymentState, _ order: OrderID?) -> PaymentRecord {
    let isPaid = payment.status == .paid
    return PaymentRecord(
      id: snapshot.record?.id ?? id, lastReport: payment, state: state, order: order,
      checks: [CheckResult(.status, isPaid ? .passed : .failed, isPaid ? "" : payment.status.displayValue)],
      firstReportAt: snapshot.record?.firstReportAt ?? instant, lastReportAt: instant)
  }
}
