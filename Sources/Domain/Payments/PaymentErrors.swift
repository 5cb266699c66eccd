public import Basics

extension DomainError {
  static let orderUnknown = DomainError(.notFound, "order-unknown", "You have no such order.")
  /// A payment belongs to another order. Public because stores detect it.
  public static let paymentUsed = DomainError(
    .conflict, "payment-used", "This payment belongs to another order: pay for this one.")
  static let goodsUnknown = DomainError(
    .notFound, "goods-unknown", "There is no such post, or it sells nothing; it may have been removed.")
  static let goodsFree = DomainError(.invalid, "goods-free", "This costs nothing: there is nothing to pay.")
  static let shopClosed = DomainError(.unavailable, "shop-closed", "Nothing can be paid here at the moment.")
  static let ordersWaiting = DomainError(
    .rateLimited, "orders-waiting", "Too many of your orders wait to be paid: pay them, or wait until they run out.")
  static let orderTaken = DomainError(
    .conflict, "order-taken", "The same request was made for something else before: make a new one.")
  static let orderClosed = DomainError(.conflict, "order-closed", "The order ran out before it was paid: order again.")
  static let transactionInvalid = DomainError(
    .invalid, "transaction-invalid", "This is not a transaction number: send the one that the gateway returned.",
    field: "transaction")
  static let paymentUnknown = DomainError(.notFound, "payment-unknown", "There is no such payment.")
  static let paymentValidated = DomainError(
    .conflict, "payment-validated", "This payment has been validated already.")
  static let paymentNotFound = DomainError(
    .invalid, "payment-unknown", "The gateway knows no such payment: pay first, then ask again.")
  static let paymentUnpaid = DomainError(.invalid, "payment-unpaid", "Nothing is paid: pay first, then ask again.")
  static let paymentRefunded = DomainError(
    .invalid, "payment-unpaid", "The payment was refunded: order again.")
  static let queueFull = DomainError(
    .rateLimited, "queue-full", "Too many payments are waiting to be checked: try again in a few minutes.")
  static let referenceInvalid = DomainError(.invalid, "reference-invalid", "This is not a payment reference.")
  static let reasonInvalid = DomainError(
    .invalid, "reason-invalid", "The reason must have 1 to 200 characters.", field: "reason")
  static let amountInvalid = DomainError(
    .invalid, "amount-invalid", "The amount must be at least 1 and at most the rest of the payment.",
    field: "amount")
  static let nothingToCancel = DomainError(
    .conflict, "cancel-impossible", "This payment has nothing left to refund.")
  static let cancelUnderWay = DomainError(
    .conflict, "cancel-impossible", "A refund of this payment is in progress: wait until it is done.")
  static let cancelRejected = DomainError(
    .conflict, "cancel-refused", "The gateway rejected the refund: check the payment there.")
  static let nothingPaid = DomainError(.conflict, "order-unpaid", "Nothing was paid for this order.")
  static let refundImpossible = DomainError(
    .conflict, "refund-impossible", "This order's payment has nothing left to refund.")
  static let refundTooLate = DomainError(
    .conflict, "refund-too-late", "The time for requesting a refund is over: contact the seller.")
  static let refundRequested = DomainError(
    .conflict, "refund-requested", "A refund of this order was requested before: read the order for the decision.")
  static let refundUnknown = DomainError(.notFound, "refund-unknown", "Nobody has requested a refund of this order.")
  static let refundDecided = DomainError(
    .conflict, "refund-decided", "This refund was decided before: only an operator can change that.")
  static let answerInvalid = DomainError(
    .invalid, "answer-invalid", "The answer must have at most 200 characters.", field: "answer")
  static let periodInvalid = DomainError(
    .invalid, "period-invalid", "The period must end after it begins, at most 31 days later.")
  static let pagesEndless = DomainError(
    .unavailable, "gateway-not-understood", "The gateway's list of payments does not end: try a shorter period.")
  static let paymentVanished = DomainError(
    .unavailable, "gateway-not-understood", "The gateway does not know a payment that it reported before.")

  /// The payment belongs to the order, but failed some checks.
  static func paymentMismatch(_ failed: [PaymentCheck]) -> DomainError {
    let names = failed.map(\.rawValue).joined(separator: ", ")
    return DomainError(
      .invalid, "payment-mismatch", "The payment does not pay this order (\(names)): an operator will look at it.")
  }
}
