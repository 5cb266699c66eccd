public import Basics

/// Where an order stands. A client may meet words that it does not know yet.
public struct OrderStateWord: RawRepresentable, Codable, Hashable, Sendable {
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

  /// Writes the document.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.text("store", orNull: store)
    writer.text("channel", orNull: channel)
    writer.text("method", orNull: method)
    writer.text("window", orNull: window)
    writer.endObject()
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
  /// Which interface of which gateway it is to be paid at: `portone-v1` or `portone-v2`.
  public var gateway: String
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
    case id, post, name, amount, currency, gateway, reference, state, checkout
    case createdAt = "created_at"
    case payBy = "pay_by"
    case paidAt = "paid_at"
  }

  /// An order from its parts.
  public init(
    id: OrderID, post: PostID, name: String, amount: Int, currency: String, gateway: String, reference: String?,
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

  /// Writes the document.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.text("id", id.description)
    writer.text("post", post.description)
    writer.text("name", name)
    writer.number("amount", amount)
    writer.text("currency", currency)
    writer.text("gateway", gateway)
    writer.text("reference", orNull: reference)
    writer.text("state", state.rawValue)
    writer.moment("created_at", createdAt)
    writer.moment("pay_by", payBy)
    writer.moment("paid_at", orNull: paidAt)
    writer.key("checkout")
    if let checkout { checkout.write(to: &writer) } else { writer.null() }
    writer.endObject()
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
