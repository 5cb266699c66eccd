public import Basics

/// Somebody's wish to buy goods, with everything fixed before money moves.
public struct Order: Hashable, Sendable {
  /// Stable, and sorts by time.
  public let id: OrderID
  /// Nil where the client did not say who it is, or the account is gone.
  public let buyer: AccountID?
  /// What is bought; name and price are those of the moment of the order.
  public let goods: Goods
  /// ISO 4217; always `KRW` so far.
  public let currency: String
  /// Where it is to be paid.
  public let gateway: GatewayName
  /// What the gateway calls the order: `merchant_uid` (V1) or `paymentId` (V2). Unique here and there, at most 40
  /// visible ASCII characters. Nil for a claim whose payment has not been seen yet.
  public var reference: String?
  /// The gateway's own number of the payment that is claimed to have paid it (`imp_uid`), where the client named one
  /// before the order was there; nil for orders that were made first.
  public let claimed: String?
  /// When it was made.
  public let createdAt: Timestamp
  /// A payment after this is not taken for it.
  public let payBy: Timestamp
  /// Where it stands.
  public var state: OrderState
  /// When money moved, by the gateway's clock; nil until then.
  public var paidAt: Timestamp?
  /// When a client was first told that it is paid: a second validation is refused. Nil until then, also where a webhook
  /// settled the order before.
  public var validatedAt: Timestamp?

  /// An order from its parts.
  public init(
    id: OrderID, buyer: AccountID?, goods: Goods, currency: String = "KRW", gateway: GatewayName, reference: String?,
    claimed: String? = nil, createdAt: Timestamp, payBy: Timestamp, state: OrderState = .pending,
    paidAt: Timestamp? = nil, validatedAt: Timestamp? = nil
  ) {
    self.id = id
    self.buyer = buyer
    self.goods = goods
    self.currency = currency
    self.gateway = gateway
    self.reference = reference
    self.claimed = claimed
    self.createdAt = createdAt
    self.payBy = payBy
    self.state = state
    self.paidAt = paidAt
    self.validatedAt = validatedAt
  }

  /// In the currency's smallest unit: won.
  public var amount: Int { goods.price }
}

/// Where an order stands: the one state machine.
public enum OrderState: String, Hashable, Sendable, CaseIterable {
  /// Nothing is paid, and may still be.
  case pending
  case paid
  /// Some of the money was given back.
  case partlyCancelled
  /// All of it was given back.
  case cancelled
  /// It was never paid and will not be.
  case closed

  /// Whether an order may go from here to another state. Staying is no transition, but for a further partial
  /// cancellation.
  public func canBecome(_ next: OrderState) -> Bool {
    switch (self, next) {
    case (.pending, .paid), (.pending, .closed), (.paid, .partlyCancelled), (.paid, .cancelled),
      (.partlyCancelled, .partlyCancelled), (.partlyCancelled, .cancelled):
      true
    default: false
    }
  }
}
