public import Basics

/// Where an order stands. A client may meet words that it does not know yet.
public struct OrderStateWord: OpenWord {
  /// The word on the wire.
  public let rawValue: String

  /// A state by its word.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Nothing is paid, and may still be.
  public static let pending = OrderStateWord(rawValue: "pending")
  /// It is paid.
  public static let paid = OrderStateWord(rawValue: "paid")
  /// Some of the money was given back.
  public static let partlyCancelled = OrderStateWord(rawValue: "partlyCancelled")
  /// All of it was given back.
  public static let cancelled = OrderStateWord(rawValue: "cancelled")
  /// It was never paid and will not be.
  public static let closed = OrderStateWord(rawValue: "closed")

  /// Those that there are.
  public static let all = [pending, paid, partlyCancelled, cancelled, closed]
}

/// Which interface of which gateway. A client may meet words that it does not know yet.
public struct GatewayWord: OpenWord {
  /// The word on the wire.
  public let rawValue: String

  /// A gateway by its word.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Those that there are.
  public static let all: [GatewayWord] = ["portone-v1", "portone-v2"]
}

/// What opens a gateway's window, beside what stands in the order: the gateway's own library, or an address.
public struct CheckoutDocument: NativeDocument {
  /// The first interface: the shop's code (`imp…`); the second: the store. Null where none is configured.
  public var store: String?
  /// Which channel pays; null: the gateway's usual one.
  public var channel: String?
  /// How to pay, in the word of the gateway's library (`CARD`); null: its usual way.
  public var method: String?
  /// Where a browser is to be sent instead of opening a library's window, with `api` (`v1` or `v2`), `reference`,
  /// `amount`, `name` and `return` in the query; null where the library opens the window.
  public var window: String?

  /// A checkout from its parts.
  public init(store: String?, channel: String?, method: String? = nil, window: String? = nil) {
    self.store = store
    self.channel = channel
    self.method = method
    self.window = window
  }
}

/// Somebody's order of goods.
public struct OrderDocument: NativeDocument {
  /// The order's.
  public var id: OrderID
  /// The post whose goods are bought.
  public var post: PostID
  /// What people read on their receipt, as it was when the order was made.
  public var name: String
  /// In the currency's smallest unit, as it was when the order was made.
  public var amount: Int
  /// ISO 4217.
  public var currency: String
  /// Which interface of which gateway it is to be paid at.
  public var gateway: GatewayWord
  /// What the gateway calls the order: `merchant_uid` or `paymentId`. Null where the payment was not seen yet.
  public var reference: String?
  /// Where it stands.
  public var state: OrderStateWord
  /// When it was made.
  public var createdAt: Timestamp
  /// A payment after this is not taken for it.
  public var payBy: Timestamp
  /// When money moved; null until then.
  public var paidAt: Timestamp?
  /// For the gateway's own library; null where nothing is configured.
  public var checkout: CheckoutDocument?

  enum CodingKeys: String, CodingKey {
    case id, post, name, amount, currency, gateway, reference, state
    case createdAt = "created_at"
    case payBy = "pay_by"
    case paidAt = "paid_at"
    case checkout
  }

  /// An order from its parts.
  public init(
    id: OrderID, post: PostID, name: String, amount: Int, currency: String, gateway: GatewayWord, reference: String?,
    state: OrderStateWord, createdAt: Timestamp, payBy: Timestamp, paidAt: Timestamp?, checkout: CheckoutDocument?
  ) {
    self.id = id
    self.post = post
    self.name = name
    self.amount = amount
    self.currency = currency
    self.gateway = gateway
    self.reference = reference
    self.state = state
    self.createdAt = createdAt
    self.payBy = payBy
    self.paidAt = paidAt
    self.checkout = checkout
  }
}

/// `POST /api/orders`
public struct OrderRequest: Codable, Hashable, Sendable {
  /// The post whose goods are bought.
  public var post: PostID

  /// A wish to buy.
  public init(post: PostID) { self.post = post }
}

/// `POST /api/orders/{id}/validation`
public struct OrderValidationRequest: Codable, Hashable, Sendable {
  /// The gateway's own number of the payment (`imp_uid`), where its library told one; nil: the gateway is asked by the
  /// order's reference.
  public var transaction: String?

  /// A question whether an order is paid.
  public init(transaction: String? = nil) { self.transaction = transaction }
}
