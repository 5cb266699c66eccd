public import Basics

/// Who moves the money. Every call may be slow; none is made inside a transaction.
///
/// All throw `DomainError` `gateway-unavailable` (unavailable) where it did not answer or not in time, is overloaded or
/// at fault: nothing is known then about what it did. `gateway-unauthorized` (unavailable) where it does not take the
/// secret, `gateway-not-understood` (unavailable) where its answer is none of its contract. No sentence holds a secret.
public protocol PaymentGateway: Sendable {
  /// Which it is.
  var name: GatewayName { get }

  /// Fixes what an order costs before it is paid, so that the gateway itself refuses another amount. Saying the same
  /// twice is no error.
  /// - Throws: `DomainError` `order-paid-there` (conflict) where the reference is paid already.
  func prepare(_ reference: String, amount: Int, currency: String) async throws

  /// A payment as it stands now; nil where there is none. Safe to repeat.
  func payment(_ reference: PaymentReference) async throws -> GatewayPayment?

  /// Gives money back. Whoever does not learn the outcome looks at the payment before asking again.
  /// - Throws: `DomainError` `cancel-refused` (conflict) where the gateway refuses: nothing was given back.
  func cancel(_ order: GatewayCancellation) async throws -> GatewayPayment

  /// Payments that were begun or changed from a moment (included) up to another (excluded), page by page.
  /// - Parameter page: what the page before gave as `next`; nil for the first.
  func payments(from: Timestamp, until: Timestamp, page: String?) async throws -> GatewayPage
}

/// What to give back.
public struct GatewayCancellation: Hashable, Sendable {
  /// Makes repetitions of the same request one, where the gateway knows such keys.
  public let id: CancellationID
  /// The gateway's own number of the payment.
  public let transaction: String
  /// The reference of its order.
  public let reference: String
  /// In the currency's smallest unit.
  public let amount: Int
  /// What can still be given back before this: the gateway refuses where it knows another number, so that a repetition
  /// gives nothing back twice.
  public let remaining: Int
  /// For the receipt.
  public let reason: String

  /// What to give back; see the properties.
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

/// Some of a gateway's payments.
public struct GatewayPage: Hashable, Sendable {
  /// In the gateway's order.
  public let payments: [GatewayPayment]
  /// Asks for more; nil at the end.
  public let next: String?

  /// A page from its parts.
  public init(payments: [GatewayPayment], next: String?) {
    self.payments = payments
    self.next = next
  }
}
