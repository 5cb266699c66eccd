public import Basics

/// A payment gateway. Every call may be slow; none is made inside a transaction.
///
/// All methods throw `DomainError` `gateway-unavailable` (unavailable) if it did not respond in time, is overloaded or
/// failed (the outcome is unknown then), `gateway-unauthorized` (unavailable) if it rejects the API secret, and
/// `gateway-not-understood` (unavailable) if its response violates its contract. No message contains a secret.
public protocol PaymentGateway: Sendable {
  /// The gateway's name.
  var name: GatewayName { get }

  /// Registers the amount of an order before it is paid, so that the gateway itself rejects another amount. Idempotent.
  /// - Throws: `DomainError` `order-paid-there` (conflict) if the reference is paid already.
  func prepare(_ reference: String, amount: Int, currency: String) async throws

  /// The current state of a payment; nil if there is none. Safe to repeat.
  func payment(_ reference: PaymentReference) async throws -> GatewayPayment?

  /// Refunds a payment. If the outcome is unknown, the caller fetches the payment before a retry.
  /// - Throws: `DomainError` `cancel-refused` (conflict) if the gateway rejects it: nothing was refunded.
  func cancel(_ order: GatewayCancellation) async throws -> GatewayPayment

  /// Payments that were begun or changed from an instant (included) up to another (excluded), page by page.
  /// - Parameter page: the `next` of the previous page; nil for the first.
  func payments(from: Timestamp, until: Timestamp, page: String?) async throws -> GatewayPage
}

/// A refund request to a gateway.
public struct GatewayCancellation: Hashable, Sendable {
  /// The idempotency key, if the gateway supports one.
  public let id: CancellationID
  /// The gateway's transaction number of the payment.
  public let transaction: String
  /// The reference of the order.
  public let reference: String
  /// In the currency's smallest unit.
  public let amount: Int
  /// The refundable amount before this request: the gateway rejects the request if it knows another one, so that a
  /// repetition refunds nothing twice.
  public let remaining: Int
  /// For the receipt.
  public let reason: String

  /// Creates a request.
  public init(
    id: CancellationID, transaction: String, reference: String, amount: Int, remaining: Int, reason: String
  ) {
    self.id = id
    self.transaction = transaction
    self.reference = reference
    self.amount = amount
    self.remaining = remaining
    self.reason = reason
  }
}

/// A page of a gateway's payments.
public struct GatewayPage: Hashable, Sendable {
  /// In the gateway's order.
  public let payments: [GatewayPayment]
  /// Fetches the next page; nil at the end.
  public let next: String?

  /// Creates a page.
  public init(payments: [GatewayPayment], next: String?) {
    self.payments = payments
    self.next = next
  }
}
