/// A payment with all that is known about it.
public struct PaymentDetails: Hashable, Sendable {
  /// The payment.
  public let payment: PaymentRecord
  /// Its order; nil where it has none.
  public let order: Order?
  /// What was or is to be given back.
  public let cancellations: [Cancellation]
  /// The book about its order.
  public let ledger: [LedgerTransaction]

  /// A dossier from its parts.
  public init(
    payment: PaymentRecord, order: Order?, cancellations: [Cancellation], ledger: [LedgerTransaction]
  ) {
    self.payment = payment
    self.order = order
    self.cancellations = cancellations
    self.ledger = ledger
  }
}
