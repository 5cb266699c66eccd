public import Basics

/// The state of an order. Clients must accept unknown values.
public struct OrderStateValue: OpenEnum {
  /// The value on the wire.
  public let rawValue: String

  /// Creates a state from its raw value.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Not paid yet.
  public static let pending = OrderStateValue(rawValue: "pending")
  /// Paid.
  public static let paid = OrderStateValue(rawValue: "paid")
  /// Partly refunded.
  public static let partlyCancelled = OrderStateValue(rawValue: "partlyCancelled")
  /// Fully refunded.
  public static let cancelled = OrderStateValue(rawValue: "cancelled")
  /// Never paid, and can no longer be.
  public static let closed = OrderStateValue(rawValue: "closed")

  /// All known values.
  public static let all = [pending, paid, partlyCancelled, cancelled, closed]
}

/// A payment gateway and its API version. Clients must accept unknown values.
public struct GatewayValue: OpenEnum {
  /// The value on the wire.
  public let rawValue: String

  /// Creates a gateway from its raw value.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// All known values.
  public static let all: [GatewayValue] = ["portone-v1", "portone-v2"]
}

/// The data that opens the payment window, beside the order's: with the gateway's library, or by an address.
public struct CheckoutDocument: NativeDocument {
  /// API v1: the merchant code (`imp…`); v2: the store id. Null when not configured.
  public var store: String?
  /// The payment channel; null: the gateway's default.
  public var channel: String?
  /// The payment method as the gateway's library names it (`CARD`); null: its default.
  public var method: String?
  /// The address to open instead of the library's window, with `api` (`v1` or `v2`), `reference`, `amount`, `name` and
  /// `return` in the query; null when the library opens the window.
  public var window: String?

  /// Creates a checkout.
  public init(store: String?, channel: String?, method: String? = nil, window: String? = nil) {
    self.store = store
    self.channel = channel
    self.method = method
    self.window = window
  }
}

/// An order of goods.
public struct OrderDocument: NativeDocument {
  /// The identifier.
  public var id: OrderID
  /// The post whose goods are bought.
  public var post: PostID
  /// The name on the receipt, fixed when the order was created.
  public var name: String
  /// In the currency's smallest unit, fixed when the order was created.
  public var amount: Int
  /// ISO 4217.
  public var currency: String
  /// The gateway that takes the payment.
  public var gateway: GatewayValue
  /// The order's reference at the gateway: `merchant_uid` or `paymentId`. Null before the payment is known.
  public var reference: String?
  /// The state.
  public var state: OrderStateValue
  /// The time of creation.
  public var createdAt: Timestamp
  /// The deadline: a later payment is not accepted.
  public var payBy: Timestamp
  /// The time of payment; null until paid.
  public var paidAt: Timestamp?
  /// For the payment window; null when no gateway is configured.
  public var checkout: CheckoutDocument?
  /// A photo of the goods as of the order, for lists; null without one.
  public var photo: PhotoName?
  /// The end of the time for requesting a refund; null if nothing is paid or left, or it was requested.
  public var refundBy: Timestamp?
  /// The request for a refund; null without one. The order is `cancelled` once it is refunded.
  public var refund: RefundRequestDocument?

  enum CodingKeys: String, CodingKey {
    case id, post, name, amount, currency, gateway, reference, state
    case createdAt = "created_at"
    case payBy = "pay_by"
    case paidAt = "paid_at"
    case checkout, photo
    case refundBy = "refund_by"
    case refund
  }

  /// Creates an order.
  public init(
    id: OrderID, post: PostID, name: String, amount: Int, currency: String, gateway: GatewayValue, reference: String?,
    state: OrderStateValue, createdAt: Timestamp, payBy: Timestamp, paidAt: Timestamp?, checkout: CheckoutDocument?,
    photo: PhotoName? = nil, refundBy: Timestamp? = nil, refund: RefundRequestDocument? = nil
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
    self.photo = photo
    self.refundBy = refundBy
    self.refund = refund
  }
}

/// `POST /api/orders`
public struct OrderRequest: Codable, Hashable, Sendable {
  /// The post whose goods are bought.
  public var post: PostID

  /// Creates an order request.
  public init(post: PostID) { self.post = post }
}

/// `POST /api/orders/{id}/validation`
public struct OrderValidationRequest: Codable, Hashable, Sendable {
  /// The gateway's transaction id (`imp_uid`), if its library returned one; nil: the payment is looked up by the
  /// order's reference.
  public var transaction: String?

  /// Creates a validation request.
  public init(transaction: String? = nil) { self.transaction = transaction }
}
