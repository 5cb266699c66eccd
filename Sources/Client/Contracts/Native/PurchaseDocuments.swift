public import Basics

/// The state of a refund request. Clients must accept unknown values.
public struct RefundStateValue: OpenEnum {
  /// The value on the wire.
  public let rawValue: String

  /// Creates a state from its raw value.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Nobody has decided.
  public static let requested = RefundStateValue(rawValue: "requested")
  /// The money is being refunded, or was.
  public static let accepted = RefundStateValue(rawValue: "accepted")
  /// Declined.
  public static let declined = RefundStateValue(rawValue: "declined")

  /// All known values.
  public static let all = [requested, accepted, declined]
}

/// A buyer's request for a refund.
public struct RefundRequestDocument: NativeDocument {
  /// The state.
  public var state: RefundStateValue
  /// In the buyer's words.
  public var reason: String
  /// The time of the request.
  public var requestedAt: Timestamp
  /// The time of the decision; null until then.
  public var decidedAt: Timestamp?
  /// The message to the buyer with the decision; may be empty.
  public var answer: String

  enum CodingKeys: String, CodingKey {
    case state, reason
    case requestedAt = "requested_at"
    case decidedAt = "decided_at"
    case answer
  }

  /// Creates a request.
  public init(
    state: RefundStateValue, reason: String, requestedAt: Timestamp, decidedAt: Timestamp?, answer: String
  ) {
    self.state = state
    self.reason = reason
    self.requestedAt = requestedAt
    self.decidedAt = decidedAt
    self.answer = answer
  }
}

/// A file of goods.
public struct FileDocument: NativeDocument {
  /// The photo.
  public var photo: PhotoName
  /// The path that serves it, with a token: anyone with it can read the file until it expires.
  public var url: String
  /// Bytes.
  public var size: Int
  /// Pixels; 0 for documents.
  public var width: Int
  /// Pixels; 0 for documents.
  public var height: Int

  /// Creates a file.
  public init(photo: PhotoName, url: String, size: Int, width: Int, height: Int) {
    self.photo = photo
    self.url = url
    self.size = size
    self.width = width
    self.height = height
  }
}

/// The files of the goods of an order.
public struct FileListDocument: NativeDocument {
  /// In the order of the goods.
  public var files: [FileDocument]
  /// When the addresses expire.
  public var expiresAt: Timestamp

  enum CodingKeys: String, CodingKey {
    case files
    case expiresAt = "expires_at"
  }

  /// Creates a list.
  public init(files: [FileDocument], expiresAt: Timestamp) {
    self.files = files
    self.expiresAt = expiresAt
  }
}

/// A refund that was carried out.
public struct ReceiptRefundDocument: NativeDocument {
  /// In the currency's smallest unit.
  public var amount: Int
  /// When it was booked.
  public var refundedAt: Timestamp

  enum CodingKeys: String, CodingKey {
    case amount
    case refundedAt = "refunded_at"
  }

  /// Creates a refund.
  public init(amount: Int, refundedAt: Timestamp) {
    self.amount = amount
    self.refundedAt = refundedAt
  }
}

/// The receipt of an order.
public struct ReceiptDocument: NativeDocument {
  /// The order.
  public var order: OrderID
  /// The name of the goods.
  public var name: String
  /// The amount paid, in the currency's smallest unit.
  public var amount: Int
  /// ISO 4217.
  public var currency: String
  /// Who sold it; null once that account is gone.
  public var seller: AccountID?
  /// The order's reference at the gateway.
  public var reference: String
  /// The payment provider, as the gateway names it; null if unknown.
  public var provider: String?
  /// The payment method, as the gateway names it; null if unknown.
  public var method: String?
  /// The time of payment.
  public var paidAt: Timestamp?
  /// Oldest first.
  public var refunds: [ReceiptRefundDocument]

  enum CodingKeys: String, CodingKey {
    case order, name, amount, currency, seller, reference, provider, method
    case paidAt = "paid_at"
    case refunds
  }

  /// Creates a receipt.
  public init(
    order: OrderID, name: String, amount: Int, currency: String, seller: AccountID?, reference: String,
    provider: String?, method: String?, paidAt: Timestamp?, refunds: [ReceiptRefundDocument]
  ) {
    self.order = order
    self.name = name
    self.amount = amount
    self.currency = currency
    self.seller = seller
    self.reference = reference
    self.provider = provider
    self.method = method
    self.paidAt = paidAt
    self.refunds = refunds
  }
}

/// An order as its seller sees it.
public struct SaleDocument: NativeDocument {
  /// The order.
  public var id: OrderID
  /// The post that sold the goods; it may be gone.
  public var post: PostID
  /// The name of the goods as of the order.
  public var name: String
  /// In the currency's smallest unit.
  public var amount: Int
  /// ISO 4217.
  public var currency: String
  /// The state: `paid`, `partlyCancelled` or `cancelled`.
  public var state: OrderStateValue
  /// The time of payment.
  public var paidAt: Timestamp?
  /// A photo of the goods; null without one.
  public var photo: PhotoName?
  /// The buyer's request for a refund; null without one.
  public var refund: RefundRequestDocument?

  enum CodingKeys: String, CodingKey {
    case id, post, name, amount, currency, state
    case paidAt = "paid_at"
    case photo, refund
  }

  /// Creates a sale.
  public init(
    id: OrderID, post: PostID, name: String, amount: Int, currency: String, state: OrderStateValue, paidAt: Timestamp?,
    photo: PhotoName?, refund: RefundRequestDocument?
  ) {
    self.id = id
    self.post = post
    self.name = name
    self.amount = amount
    self.currency = currency
    self.state = state
    self.paidAt = paidAt
    self.photo = photo
    self.refund = refund
  }
}

/// The sales of a seller.
public struct SalesTotalDocument: NativeDocument {
  /// The paid orders, also those refunded since.
  public var count: Int
  /// In won, before refunds.
  public var amount: Int
  /// A part of the amount, in won.
  public var refunded: Int

  /// Creates a total.
  public init(count: Int, amount: Int, refunded: Int) {
    self.count = count
    self.amount = amount
    self.refunded = refunded
  }
}
