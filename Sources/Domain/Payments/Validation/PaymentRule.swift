public import Basics

/// Decides what follows from a gateway's report of a payment and the current state here. This is the whole decision
/// about money: a pure function without clock, randomness or store.
///
/// Reports that arrive out of order or twice lead to the same result: an outdated report changes nothing.
public struct PaymentRule: Hashable, Sendable {
  /// Which payments are accepted.
  public var policy: PaymentPolicy
  /// The time of the decision.
  public var now: Timestamp
  /// The identifier for a payment that is seen for the first time.
  public var newPayment: PaymentID
  /// The order made first that the payment's reference names, found before masking; nil if none.
  public var named: OrderID?
  /// The order to decide about; nil for the one that is found by the payment.
  public var requested: OrderID?
  /// Whether a client waits for the outcome, which is a success only once.
  public var isValidating: Bool

  /// Creates a rule.
  public init(
    policy: PaymentPolicy, now: Timestamp, newPayment: PaymentID, named: OrderID? = nil, requested: OrderID? = nil,
    isValidating: Bool = false
  ) {
    self.policy = policy
    self.now = now
    self.newPayment = newPayment
    self.named = named
    self.requested = requested
    self.isValidating = isValidating
  }

  /// The changes to write.
  /// - Parameter payment: the gateway's report; nil if it knows none.
  public func decision(about payment: GatewayPayment?, where snapshot: PaymentSnapshot) -> PaymentDecision {
    guard let payment else { return unknown(snapshot) }
    // An outdated report is replaced by the stored one.
    let current = snapshot.record.flatMap { payment.isOlder(than: $0.lastReport) ? $0.lastReport : nil } ?? payment
    var decision = decision(current, snapshot)
    if var cancellation = snapshot.cancellation, cancellation.state == .requested, cancellation.isDone(by: current) {
      cancellation.state = .done
      decision.cancellation = cancellation
    }
    return decision
  }

  private func decision(_ payment: GatewayPayment, _ snapshot: PaymentSnapshot) -> PaymentDecision {
    guard let order = snapshot.order else { return PaymentDecision(record: record(payment, nil, [], snapshot)) }
    if let record = snapshot.record, record.state.hasSettled {
      return record.order == order.id
        ? bookRefunds(payment, record, order) : rejectPayment(payment, order, settled: record.order)
    }
    guard policy.isPayment(payment, of: order, named: named) else {
      return order.id == requested
        ? rejectPayment(payment, order, settled: nil)
        : PaymentDecision(record: record(payment, nil, [], snapshot))
    }
    let checks = policy.verify(payment, for: order, settled: nil, named: named)
    let settles =
      order.state.canBecome(.paid) && snapshot.settledBy == nil && checks.allSatisfy { $0.outcome != .failed }
    return settles ? settle(payment, order, checks, snapshot) : recordUnsettled(payment, order, checks, snapshot)
  }

  // MARK: Outcomes

  /// The gateway knows no payment.
  private func unknown(_ snapshot: PaymentSnapshot) -> PaymentDecision {
    guard let order = snapshot.order else { return PaymentDecision() }
    var decision = ended(order, nil, [])
    if isValidating {
      decision.error =
        order.validatedAt != nil ? .paymentValidated : order.state == .closed ? .orderClosed : .paymentNotFound
    }
    return decision
  }

  private func settle(
    _ payment: GatewayPayment, _ order: Order, _ checks: [CheckResult], _ snapshot: PaymentSnapshot
  ) -> PaymentDecision {
    var (order, record) = (order, record(payment, order.id, checks, snapshot))
    record.state = .settled
    order.state = .paid
    order.paidAt = payment.paidAt
    order.reference = order.reference ?? payment.reference
    let entry = LedgerTransaction.paid(order, by: record.id, at: now)
    return validated(PaymentDecision(order: order, record: record, ledger: [entry].compactMap(\.self)), order)
  }

  /// It is the order's payment, but does not settle it, or not yet.
  private func recordUnsettled(
    _ payment: GatewayPayment, _ order: Order, _ checks: [CheckResult], _ snapshot: PaymentSnapshot
  ) -> PaymentDecision {
    var decision = ended(order, payment, checks)
    decision.record = record(payment, order.id, checks, snapshot)
    let failed = checks.filter { $0.outcome == .failed }.map(\.check)
    decision.error = order.state == .closed ? .orderClosed : domainError(payment, failed)
    // Another payment has paid the order already: the client gets that result.
    if order.state == .paid || order.state == .partlyCancelled { return validated(decision, order) }
    if !isValidating { decision.error = nil }
    return decision
  }

  /// The payment settled the order before: only further refunds are booked.
  private func bookRefunds(_ payment: GatewayPayment, _ record: PaymentRecord, _ order: Order) -> PaymentDecision {
    var (record, order) = (record, order)
    let paidAt = record.lastReport.paidAt
    let before = min(record.lastReport.refunded, order.amount)
    let after = min(payment.refunded, order.amount)
    let isLast = after == order.amount
    let (nextOrder, nextRecord): (OrderState, PaymentState) =
      isLast ? (.cancelled, .cancelled) : (.partlyCancelled, .partlyCancelled)
    record.checks = updatedChecks(record.checks, payment, order)
    record.lastReport = payment
    // A reconciliation lists settled payments by this time, also those that the gateway does not know as paid any more.
    record.lastReport.paidAt = payment.paidAt ?? paidAt
    record.lastReportAt = now
    var entry: LedgerTransaction?
    if after > before, order.state.canBecome(nextOrder), record.state.canBecome(nextRecord) {
      (order.state, record.state) = (nextOrder, nextRecord)
      entry = .refunded(after - before, of: order, paidBy: record.id, isLast: isLast, at: now)
    }
    return validated(PaymentDecision(order: order, record: record, ledger: [entry].compactMap(\.self)), order)
  }

  /// The payment is not the order's: nothing is recorded, and a claim of it ends.
  private func rejectPayment(_ payment: GatewayPayment, _ order: Order, settled: OrderID?) -> PaymentDecision {
    var decision = PaymentDecision()
    if order.claimedTransaction != nil { decision = closed(order) }
    if isValidating {
      let failed = policy.verify(payment, for: order, settled: settled, named: named).filter { $0.outcome == .failed }
      decision.error = named != nil || settled != nil ? .paymentUsed : domainError(payment, failed.map(\.check))
    }
    return decision
  }

  // MARK: Helpers

  /// Sets the client's outcome, which is a success only once.
  private func validated(_ decision: PaymentDecision, _ order: Order) -> PaymentDecision {
    var decision = decision
    decision.error = nil
    guard isValidating else { return decision }
    if order.validatedAt != nil {
      decision.error = .paymentValidated
    } else if order.state == .cancelled {
      decision.error = .paymentRefunded
    } else {
      var order = order
      order.validatedAt = now
      decision.order = order
    }
    return decision
  }

  /// The record of a payment that has not settled an order.
  private func record(
    _ payment: GatewayPayment, _ order: OrderID?, _ checks: [CheckResult], _ snapshot: PaymentSnapshot
  ) -> PaymentRecord {
    let next: PaymentState =
      !payment.moneyMoved ? .unpaid : payment.isRefunded ? .returned : order == nil ? .unclaimed : .refused
    var record =
      snapshot.record
      ?? PaymentRecord(
        id: newPayment, lastReport: payment, state: next, order: order, checks: [], firstReportAt: now,
        lastReportAt: now)
    if record.state.canBecome(next) { record.state = next }
    record.lastReport = payment
    record.lastReportAt = now
    if order != nil { (record.order, record.checks) = (order, checks) }
    return record
  }

  /// Closes an order that has ended unpaid.
  private func ended(_ order: Order, _ payment: GatewayPayment?, _ checks: [CheckResult]) -> PaymentDecision {
    policy.isOver(order, payment, checks, at: now) ? closed(order) : PaymentDecision()
  }

  private func closed(_ order: Order) -> PaymentDecision {
    guard order.state.canBecome(.closed) else { return PaymentDecision() }
    var order = order
    order.state = .closed
    return PaymentDecision(order: order, ledger: [.closed(order, at: now)].compactMap(\.self))
  }

  /// Later changes at the gateway are shown to the operator in these two checks; the other results stay as of the
  /// settlement.
  private func updatedChecks(_ checks: [CheckResult], _ payment: GatewayPayment, _ order: Order) -> [CheckResult] {
    let found = policy.verify(payment, for: order, settled: order.id, named: named)
    return checks.map { check in
      let isRenewed = check.check == .amount || check.check == .currency
      return isRenewed ? found.first { $0.check == check.check } ?? check : check
    }
  }

  private func domainError(_ payment: GatewayPayment, _ failed: [PaymentCheck]) -> DomainError {
    if !payment.moneyMoved { return .paymentUnpaid }
    return payment.isRefunded ? .paymentRefunded : .paymentMismatch(failed)
  }
}
