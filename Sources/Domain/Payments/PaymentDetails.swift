/// A payment with everything known about it.
public struct PaymentDetails: Hashable, Sendable {
  /// The payment.
  public let payment: PaymentRecord
  /// Nil if it belongs to no order.
  public let order: Order?
  /// Its refund requests.
  public let cancellations: [Cancellation]
  /// The ledger entries of its order.
  public let ledger: [LedgerTransaction]

  /// Creates the details.
  public init(
    payment: PaymentRecord, order: Order?, cancellations: [Cancellation], ledger: [LedgerTransaction]
  ) {
    self.payment = payment
    self.order = order
    self.cancellations = cancellations
    self.ledger = ledger
  }
}
