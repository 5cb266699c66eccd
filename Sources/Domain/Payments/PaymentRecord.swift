public import Basics

/// A gateway's payment as recorded here: the last report about it and the outcome.
public struct PaymentRecord: Hashable, Sendable {
  /// Stable, and sorts by the time of the first report.
  public let id: PaymentID
  /// The gateway's last report. `transaction` is unique for each gateway.
  public var lastReport: GatewayPayment
  /// The outcome.
  public var state: PaymentState
  /// The order that it settled or was checked for; nil if it belongs to none.
  public var order: OrderID?
  /// The results of the last verification; empty if there was none.
  public var checks: [CheckResult]
  /// The time of the first report.
  public let firstReportAt: Timestamp
  /// The time of the last check.
  public var lastReportAt: Timestamp

  /// Creates a record.
  public init(
    id: PaymentID, lastReport: GatewayPayment, state: PaymentState, order: OrderID?, checks: [CheckResult],
    firstReportAt: Timestamp, lastReportAt: Timestamp
  ) {
    self.id = id
    self.lastReport = lastReport
    self.state = state
    self.order = order
    self.checks = checks
    self.firstReportAt = firstReportAt
    self.lastReportAt = lastReportAt
  }
}

/// The outcome of a payment.
public enum PaymentState: String, Hashable, Sendable, CaseIterable {
  /// Nothing has been paid (yet).
  case unpaid
  /// Money moved, but no order for it is known.
  case unclaimed
  /// Money moved, but a check failed: an operator has to decide.
  case refused
  /// It settled its order.
  case settled
  /// It settled its order, and was partly refunded.
  case partlyCancelled
  /// It settled its order, and was fully refunded.
  case cancelled
  /// It settled no order, and was fully refunded.
  case returned

  /// Whether it settles its order, or did before a refund.
  public var hasSettled: Bool { self == .settled || self == .partlyCancelled || self == .cancelled }

  /// Whether the transition to another state is allowed. Staying is no transition, except for a further partial refund.
  public func canBecome(_ next: PaymentState) -> Bool {
    switch (self, next) {
    case (.unpaid, .unclaimed), (.unpaid, .refused), (.unpaid, .settled), (.unpaid, .returned),
      (.unclaimed, .refused), (.unclaimed, .settled), (.unclaimed, .returned), (.refused, .settled),
      (.refused, .returned), (.settled, .partlyCancelled), (.settled, .cancelled),
      (.partlyCancelled, .partlyCancelled), (.partlyCancelled, .cancelled):
      true
    default: false
    }
  }
}

/// A refund request, from before the gateway is called until it is done.
public struct Cancellation: Hashable, Sendable {
  /// The state of a refund request.
  public enum State: String, Hashable, Sendable, CaseIterable {
    /// The gateway has been or will be called.
    case requested
    case done
    /// The gateway rejected it: nothing was refunded.
    case refused
  }

  /// Stable; used as the gateway's idempotency key.
  public let id: CancellationID
  /// The payment to refund.
  public let payment: PaymentID
  /// In the currency's smallest unit.
  public let amount: Int
  /// The amount refunded before: the request is done when the gateway reports at least `amount` more.
  public let refundedBefore: Int
  /// For the receipt; at most 200 characters.
  public let reason: String
  /// The time of the request.
  public let requestedAt: Timestamp
  /// The state of the request.
  public var state: State

  /// Creates a request.
  public init(
    id: CancellationID, payment: PaymentID, amount: Int, refundedBefore: Int, reason: String, requestedAt: Timestamp,
    state: State = .requested
  ) {
    self.id = id
    self.payment = payment
    self.amount = amount
    self.refundedBefore = refundedBefore
    self.reason = reason
    self.requestedAt = requestedAt
    self.state = state
  }

  /// Whether it was carried out, judging by the gateway's report of the payment. A smaller increase than `amount` comes
  /// from another refund.
  public func isDone(by reported: GatewayPayment) -> Bool {
    reported.refunded - refundedBefore >= amount
  }
}
