import Basics
import JSON
import Payments

enum V2Payment {
  /// Excluded are the customer, numbers of cards and accounts, billing keys, receipts, goods, and texts of the shop,
  /// the customer or a payment company.
  private static let evidence = StoredFields.object(
    StoredFields.scalars(
      "status", "transactionId", "merchantId", "storeId", "version", "currency", "requestedAt", "updatedAt",
      "statusChangedAt", "paidAt", "failedAt", "cancelledAt", "pgTxId", "promotionId"
    ).merging(
      [
        "method": .object(StoredFields.scalars("type", "provider")),
        "channel": .object(StoredFields.scalars("type", "id", "pgProvider", "pgMerchantId")),
        "amount": .object(
          StoredFields.scalars(
            "total", "taxFree", "vat", "supply", "discount", "paid", "cancelled", "cancelledTaxFree")),
        "cancellations": .list(
          .object(
            StoredFields.scalars(
              "status", "id", "pgCancellationId", "totalAmount", "taxFreeAmount", "vatAmount", "requestedAt",
              "cancelledAt"))),
      ], uniquingKeysWith: { first, _ in first }))

  /// Reads a payment.
  ///
  /// Its amount is `amount.total`, the registered price of the order. `amount.paid` is less if a card's promotion, a
  /// coupon or points paid a part, for which others compensate the shop; comparing it with the price would reject paid
  /// orders.
  /// - Throws: `gateway-not-understood`.
  static func payment(_ document: JSONValue, acceptsTests: Bool) throws(DomainError) -> GatewayPayment {
    guard let amounts = try document.object("amount") else {
      throw GatewayError.malformedResponse("'amount' is missing")
    }
    let total = try amounts.requiredAmount("total")
    let cancelled = try amounts.amount("cancelled") ?? 0
    guard cancelled <= total else { throw GatewayError.malformedResponse("more is refunded than was to be paid") }
    let channel = try document.object("channel")
    let method = try document.object("method")?.word("type")
    guard let word = try document.word("status") else { throw GatewayError.malformedResponse("'status' is missing") }
    let isTest = try channel?.word("type") == "TEST" && !acceptsTests
    let status = isTest ? .unknown("test") : status(word)
    return GatewayPayment(
      gateway: .portOneV2, transaction: try document.requiredIdentifier("transactionId"),
      reference: try document.requiredText("id"), status: status, amount: total,
      // The part paid by a promotion is not refunded to the customer, but is no longer the shop's either.
      cancelledAmount: status == .cancelled && cancelled > 0 ? total : cancelled,
      currency: try document.requiredIdentifier("currency"), provider: try channel?.word("pgProvider")?.lowercased(),
      method: method.map(methodName), isVirtualAccount: method == "PaymentMethodVirtualAccount",
      store: try document.word("storeId"), paidAt: try instant(document, "paidAt"),
      evidence: evidence.text(of: document)
    )
  }

  private static func status(_ word: String) -> GatewayStatus {
    switch word {
    case "READY": .ready
    case "PENDING", "PAY_PENDING": .payPending
    case "VIRTUAL_ACCOUNT_ISSUED": .virtualAccountIssued
    case "PAID": .paid
    case "FAILED": .failed
    case "PARTIAL_CANCELLED": .partlyCancelled
    case "CANCELLED": .cancelled
    default: .unknown(word)
    }
  }

  /// The first interface's value, so that a policy names payment methods once for both; the gateway's own value if the
  /// first interface has none.
  private static func methodName(_ type: String) -> String {
    switch type {
    case "PaymentMethodCard": "card"
    case "PaymentMethodTransfer": "trans"
    case "PaymentMethodVirtualAccount": "vbank"
    case "PaymentMethodMobile": "phone"
    case "PaymentMethodEasyPay": "easy_pay"
    case "PaymentMethodGiftCertificate": "gift_certificate"
    default: type
    }
  }

  private static func instant(_ document: JSONValue, _ key: String) throws(DomainError) -> Timestamp? {
    guard let text = try document.text(key) else { return nil }
    guard let instant = Timestamp(rfc3339: text) else { throw GatewayError.malformedResponse("'\(key)' is not a time") }
    return instant
  }
}
