import Basics
import JSON
import Payments

/// Reads a payment of the first interface.
enum V1Payment {
  /// Excluded are names, addresses, numbers of cards, accounts and approvals, receipts, texts of the shop or the
  /// customer, and `merchant_uid`, which old clients make from a secret of theirs.
  private static let evidence = StoredFields.object(
    StoredFields.scalars(
      "imp_uid", "status", "amount", "cancel_amount", "currency", "pay_method", "channel", "pg_provider",
      "emb_pg_provider", "pg_id", "pg_tid", "escrow", "sandbox", "started_at", "paid_at", "failed_at", "cancelled_at",
      "vbank_date", "vbank_issued_at", "cash_receipt_issued"
    ).merging(
      [
        "cancel_history": .list(.object(StoredFields.scalars("pg_tid", "amount", "cancelled_at", "cancellation_id"))),
        "promotion": .object(StoredFields.scalars("id", "discount")),
      ], uniquingKeysWith: { first, _ in first }))

  /// - Throws: `gateway-not-understood`.
  static func payment(_ document: JSONValue, acceptsTests: Bool) throws(DomainError) -> GatewayPayment {
    let amount = try document.requiredAmount("amount")
    let cancelled = try document.amount("cancel_amount") ?? 0
    let method = try document.word("pay_method")
    let paidAt = try instant(document, "paid_at")
    guard cancelled <= amount else { throw GatewayError.malformedResponse("more is refunded than was to be paid") }
    guard let word = try document.word("status") else { throw GatewayError.malformedResponse("'status' is missing") }
    let isTest = document["sandbox"] == .bool(true) && !acceptsTests
    let status = isTest ? .unknown("test") : status(word, method: method, amount: amount, cancelled: cancelled)
    return GatewayPayment(
      gateway: .portOneV1, transaction: try document.requiredIdentifier("imp_uid"),
      reference: try document.requiredText("merchant_uid"), status: status, amount: amount,
      // A full cancellation without an amount refunds all that was paid.
      cancelledAmount: status == .cancelled && paidAt != nil ? amount : cancelled,
      currency: try document.word("currency") ?? "KRW", provider: try document.word("pg_provider"), method: method,
      isVirtualAccount: method == "vbank", paidAt: paidAt, evidence: evidence.text(of: document))
  }

  /// This interface has few status values and expresses the rest by amounts: a partly refunded payment stays `paid`,
  /// and one waiting for a deposit is `ready`.
  private static func status(_ word: String, method: String?, amount: Int, cancelled: Int) -> GatewayStatus {
    switch word {
    case "paid": cancelled == 0 ? .paid : cancelled < amount ? .partlyCancelled : .cancelled
    case "cancelled": 0 < cancelled && cancelled < amount ? .partlyCancelled : .cancelled
    case "ready": method == "vbank" ? .virtualAccountIssued : .ready
    case "pending": .payPending
    case "failed": .failed
    default: .unknown(word)
    }
  }

  /// Unix seconds; 0 means never.
  private static func instant(_ document: JSONValue, _ key: String) throws(DomainError) -> Timestamp? {
    guard let seconds = try document.wholeNumber(key), seconds != 0 else { return nil }
    // The year 9999 is the last with a text form.
    guard (1...253_402_300_799).contains(seconds) else {
      throw GatewayError.malformedResponse("'\(key)' is not a time")
    }
    return Timestamp(seconds: Int64(seconds))
  }
}
