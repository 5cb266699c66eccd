package import Basics
package import Payments

/// The plainest rule that a store can be tried with: whatever is paid settles the order that it finds pending.
package struct PlainRule: Sendable {
  /// What is decided about.
  package let payment: GatewayPayment
  /// When.
  package let instant: Timestamp
  /// For a payment that is new.
  package let id: PaymentID

  /// A rule about a payment.
  package init(payment: GatewayPayment, instant: Timestamp, id: PaymentID) {
    self.payment = payment
    self.instant = instant
    self.id = id
  }

  /// Settles a pending order; refuses where the order is settled (`payment-validated`, by another payment
  /// `payment-used`); writes down what else there is.
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

  /// The record of the payment in a state, with one check that says as much.
  package func record(_ snapshot: PaymentSnapshot, _ state: PaymentState, _ order: OrderID?) -> PaymentRecord {
    let isPaid = payment.status == .paid
    return PaymentRecord(
      id: snapshot.record?.id ?? id, seen: payment, state: state, order: order,
      checks: [CheckResult(.status, isPaid ? .passed : .failed, isPaid ? "" : payment.status.word)],
      firstSeenAt: snapshot.record?.firstSeenAt ?? instant, seenAt: instant)
  }
}
