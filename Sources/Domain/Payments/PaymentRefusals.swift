public import Basics

/// What the shop refuses.
extension Refusal {
  static let orderUnknown = Refusal(.missing, "order-unknown", "There is no such order of yours.")
  /// That a payment is another order's: for stores, which find it out.
  public static let paymentUsed = Refusal(
    .conflict, "payment-used", "This payment belongs to another order: pay for this one.")
  static let goodsUnknown = Refusal(
    .missing, "goods-unknown", "There is no such post, or it sells nothing; it may have been removed.")
  static let goodsFree = Refusal(.invalid, "goods-free", "This costs nothing: there is nothing to pay.")
  static let shopClosed = Refusal(.unavailable, "shop-closed", "Nothing can be paid here at the moment.")
  static let ordersWaiting = Refusal(
    .overCall, "orders-waiting", "Too many of your orders wait to be paid: pay them, or wait until they run out.")
  static let orderTaken = Refusal(
    .conflict, "order-taken", "The same request was made for something else before: make a new one.")
  static let orderClosed = Refusal(.conflict, "order-closed", "The order ran out before it was paid: order again.")
  static let transactionInvalid = Refusal(
    .invalid, "transaction-invalid", "That is no number of a payment: give the one that the gateway gave.",
    field: "transaction")
  static let paymentUnknown = Refusal(.missing, "payment-unknown", "There is no such payment.")
  static let paymentValidated = Refusal(
    .conflict, "payment-validated", "This payment has been validated already.")
  static let paymentNotFound = Refusal(
    .invalid, "payment-unknown", "The gateway knows no such payment: pay first, then ask again.")
  static let paymentUnpaid = Refusal(.invalid, "payment-unpaid", "Nothing is paid: pay first, then ask again.")
  static let paymentGivenBack = Refusal(
    .invalid, "payment-unpaid", "The money was given back: order again to pay anew.")
  static let queueFull = Refusal(
    .overCall, "queue-full", "Too many payments wait to be looked at: try again in a few minutes.")
  static let referenceInvalid = Refusal(.invalid, "reference-invalid", "That is no name of a payment.")
  static let reasonInvalid = Refusal(
    .invalid, "reason-invalid", "The reason must have 1 to 200 characters.", field: "reason")
  static let amountInvalid = Refusal(
    .invalid, "amount-invalid", "The amount must be at least 1 and at most what is left of the payment.",
    field: "amount")
  static let nothingLeft = Refusal(
    .conflict, "cancel-impossible", "Nothing is left of this payment that could be given back.")
  static let cancelUnderWay = Refusal(
    .conflict, "cancel-impossible", "Some of this payment is being given back: wait until that is done.")
  static let cancelRefused = Refusal(
    .conflict, "cancel-refused", "The gateway refuses to give this back: look at the payment there.")
  static let periodInvalid = Refusal(
    .invalid, "period-invalid", "The period must end after it begins, at most 31 days later.")
  static let pagesEndless = Refusal(
    .unavailable, "gateway-not-understood", "The gateway's list of payments does not end: try a shorter period.")
  static let paymentVanished = Refusal(
    .unavailable, "gateway-not-understood", "The gateway does not know a payment that it told of before.")

  /// The payment is one of the order's, and something is wrong with it.
  static func paymentMismatch(_ failed: [PaymentCheck]) -> Refusal {
    let names = failed.map(\.rawValue).joined(separator: ", ")
    return Refusal(
      .invalid, "payment-mismatch", "The payment does not pay this order (\(names)): an operator will look at it.")
  }
}
