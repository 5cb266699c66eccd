public import Basics

/// A buyer's order, with everything fixed before money moves.
public struct Order: Hashable, Sendable {
  /// Stable, and sorts by time.
  public let id: OrderID
  /// Nil if the client did not say who buys, or the account is gone.
  public let buyer: AccountID?
  /// The goods, with name and price as of the order.
  public let goods: Goods
  /// ISO 4217; always `KRW` so far.
  public let currency: String
  /// The gateway at which it is to be paid.
  public let gateway: GatewayName
  /// The order's reference at the gateway: `merchant_uid` (V1) or `paymentId` (V2). Unique, at most 40 visible ASCII
  /// characters. Nil for a claim whose payment has not been seen yet.
  public var reference: String?
  /// The gateway's transaction number (`imp_uid`) of the payment that the client claims to have made before the order
  /// existed; nil for orders made first.
  public let claimedTransaction: String?
  /// The time of the order.
  public let createdAt: Timestamp
  /// Later payments are not accepted for it.
  public let payBy: Timestamp
  /// The state of the order.
  public var state: OrderState
  /// When money moved, by the gateway's clock; nil until then.
  public var paidAt: Timestamp?
  /// When a client first received the confirmation: a second validation fails. Nil until then, even if a webhook
  /// settled the order before.
  public var validatedAt: Timestamp?
  /// The buyer's request for a refund; nil without one.
  public var refund: RefundRequest?

  /// Creates an order.
  public init(
    id: OrderID, buyer: AccountID?, goods: Goods, currency: String = "KRW", gateway: GatewayName, reference: String?,
    claimedTransaction: String? = nil, createdAt: Timestamp, payBy: Timestamp, state: OrderState = .pending,
    paidAt: Timestamp? = nil, validatedAt: Timestamp? = nil, refund: RefundRequest? = nil
  ) {
    self.id = id
    self.buyer = buyer
    self.goods = goods
    self.currency = currency
    self.gateway = gateway
    self.reference = reference
    self.claimedTransaction = claimedTransaction
    self.createdAt = createdAt
    self.payBy = payBy
    self.state = state
    self.paidAt = paidAt
    self.validatedAt = validatedAt
    self.refund = refund
  }

  /// In the currency's smallest unit: won.
  public var amount: Int { goods.price }
}

/// The state machine of an order.
public enum OrderState: String, Hashable, Sendable, CaseIterable {
  /// Not paid yet.
  case pending
  case paid
  /// Partly refunded.
  case partlyCancelled
  /// Fully refunded.
  case cancelled
  /// Never paid, and cannot be paid any more.
  case closed

  /// Whether the buyer has the goods.
  public var isPurchased: Bool { self == .paid || self == .partlyCancelled }

  /// Whether it was paid, also if it was refunded since.
  public var wasPaid: Bool { isPurchased || self == .cancelled }

  /// Whether the transition to another state is allowed. Staying is no transition, except for a further partial refund.
  public func canBecome(_ next: OrderState) -> Bool {
    switch (self, next) {
    case (.pending, .paid), (.pending, .closed), (.paid, .partlyCancelled), (.paid, .cancelled),
      (.partlyCancelled, .partlyCancelled), (.partlyCancelled, .cancelled):
      true
    default: false
    }
  }
}
