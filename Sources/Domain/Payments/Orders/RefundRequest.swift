public import Basics

/// A buyer's request for the money of an order. An order has at most one; what is refunded is in the ledger.
public struct RefundRequest: Hashable, Sendable {
  /// The state machine of a request.
  public enum State: String, Hashable, Sendable, CaseIterable {
    /// Neither the seller nor an operator has decided.
    case requested
    /// The rest of the payment is being refunded; done once the order is `cancelled`.
    case accepted
    case declined

    /// Whether the transition to another state is allowed. Accepting again repeats a refund that the gateway has
    /// rejected; accepting what was declined is up to operators.
    public func canBecome(_ next: State) -> Bool {
      switch (self, next) {
      case (.requested, .accepted), (.requested, .declined), (.accepted, .accepted), (.declined, .accepted): true
      default: false
      }
    }
  }

  /// In the buyer's words; 1...200 characters.
  public let reason: String
  /// When the buyer has asked.
  public let requestedAt: Timestamp
  /// The state.
  public var state: State
  /// When it was last decided; nil until then.
  public var decidedAt: Timestamp?
  /// The message to the buyer with the decision; at most 200 characters, may be empty.
  public var answer: String

  /// Creates a request.
  public init(
    reason: String, requestedAt: Timestamp, state: State = .requested, decidedAt: Timestamp? = nil, answer: String = ""
  ) {
    self.reason = reason
    self.requestedAt = requestedAt
    self.state = state
    self.decidedAt = decidedAt
    self.answer = answer
  }

  /// Whether an order may have this request after another, or after none.
  package func canFollow(_ old: RefundRequest?) -> Bool {
    guard let old else { return state == .requested && decidedAt == nil }
    guard old != self else { return true }
    return reason == old.reason && requestedAt == old.requestedAt && old.state.canBecome(state)
  }
}

/// The sales of a seller.
public struct SalesTotal: Hashable, Sendable {
  /// The orders that were paid, also those refunded since.
  public var count: Int
  /// In won, before refunds.
  public var amount: Int
  /// A part of the amount, in won.
  public var refunded: Int

  /// Creates a total.
  public init(count: Int = 0, amount: Int = 0, refunded: Int = 0) {
    self.count = count
    self.amount = amount
    self.refunded = refunded
  }
}

/// The amounts paid and refunded for an order.
public struct Receipt: Hashable, Sendable {
  /// A refund that was carried out.
  public struct Refund: Hashable, Sendable {
    /// In the currency's smallest unit.
    public let amount: Int
    /// When it was booked.
    public let instant: Timestamp

    /// Creates a refund.
    public init(amount: Int, instant: Timestamp) {
      self.amount = amount
      self.instant = instant
    }
  }

  /// The order.
  public let order: Order
  /// The payment that has settled it.
  public let payment: PaymentRecord
  /// Oldest first.
  public let refunds: [Refund]

  /// Creates a receipt.
  public init(order: Order, payment: PaymentRecord, refunds: [Refund]) {
    self.order = order
    self.payment = payment
    self.refunds = refunds
  }
}
