public import Basics

/// A payment at a gateway as it is known here: the last thing that was seen and what became of it.
public struct PaymentRecord: Hashable, Sendable {
  /// Stable, and sorts by the time of the first sight.
  public let id: PaymentID
  /// As the gateway told it last. `transaction` of one gateway is here once.
  public var seen: GatewayPayment
  /// What became of it.
  public var state: PaymentState
  /// The order that it settles or was looked at for; nil where it belongs to none.
  public var order: OrderID?
  /// What the last verification found; empty where there was none.
  public var checks: [CheckResult]
  /// When it was first seen.
  public let firstSeenAt: Timestamp
  /// When it was last looked at.
  public var seenAt: Timestamp

  /// A record from its parts.
  public init(
    id: PaymentID, seen: GatewayPayment, state: PaymentState, order: OrderID?, checks: [CheckResult],
    firstSeenAt: Timestamp, seenAt: Timestamp
  ) {
    self.id = id
    self.seen = seen
    self.state = state
    self.order = order
    self.checks = checks
    self.firstSeenAt = firstSeenAt
    self.seenAt = seenAt
  }
}

/// What became of a payment.
public enum PaymentState: String, Hashable, Sendable, CaseIterable {
  /// Nothing is paid (yet).
  case unpaid
  /// Money moved, and no order is known that it is for.
  case unclaimed
  /// Money moved, and a check failed: an operator has to decide.
  case refused
  /// It paid its order.
  case settled
  /// It paid its order, and some was given back.
  case partlyCancelled
  /// It paid its order, and all was given back.
  case cancelled
  /// It settled no order, and all was given back.
  case returned

  /// Whether it settles its order, or did.
  public var hasSettled: Bool { self == .settled || self == .partlyCancelled || self == .cancelled }

  /// Whether a payment may go from here to another state. Staying is no transition, but for a further partial
  /// cancellation.
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

/// A request to give money back, from before the gateway is asked until it is done.
public struct Cancellation: Hashable, Sendable {
  /// How far it came.
  public enum State: String, Hashable, Sendable, CaseIterable {
    /// The gateway is or will be asked.
    case requested
    case done
    /// The gateway refused: nothing was given back.
    case refused
  }

  /// Stable; the gateway's idempotency key.
  public let id: CancellationID
  /// Of which payment.
  public let payment: PaymentID
  /// In the currency's smallest unit.
  public let amount: Int
  /// What was given back of the payment before: it is done when the gateway tells of as much more.
  public let before: Int
  /// For the receipt; at most 200 characters.
  public let reason: String
  /// When it was asked for.
  public let requestedAt: Timestamp
  /// How far it came.
  public var state: State

  /// A cancellation from its parts.
  public init(
    id: CancellationID, payment: PaymentID, amount: Int, before: Int, reason: String, requestedAt: Timestamp,
    state: State = .requested
  ) {
    self.id = id
    self.payment = payment
    self.amount = amount
    self.before = before
    self.reason = reason
    self.requestedAt = requestedAt
    self.state = state
  }

  /// Whether it was carried out, by what the gateway tells of its payment. Less than the whole amount was given back by
  /// somebody else.
  public func isDone(by seen: GatewayPayment) -> Bool {
    seen.refunded - before >= amount
  }
}
