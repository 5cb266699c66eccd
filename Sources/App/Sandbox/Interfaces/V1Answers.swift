import Basics
import HTTP
import JSON

extension Response {
  /// A successful response in the V1 envelope.
  static func v1(_ response: JSONValue) -> Response {
    .json(.object(["code": 0, "message": .null, "response": response]))
  }

  /// An error response of V1. Many of them have status 200.
  static func v1(status: Int = 200, code: Int = 1, _ message: String) -> Response {
    .json(.object(["code": .integer(code), "message": .string(message), "response": .null]), status: status)
  }
}

extension SandboxStatus {
  /// The status value of V1, which has none for a virtual account awaiting its deposit, nor for a partial refund.
  var v1Value: String {
    switch self {
    case .virtualAccountIssued: "ready"
    case .partialCancelled: "cancelled"
    case .payPending: "pending"
    case .ready, .paid, .cancelled, .failed, .other: word
    }
  }
}

extension SandboxPayment {
  /// The payment as a V1 document, including personal data.
  func v1(amountOffset: Int) -> JSONValue {
    .object(
      v1Order(lie: amountOffset) + v1Method + v1Buyer
        + JSONValue.members([
          "status": .string(status.v1Value), "started_at": .unix(startedAt), "paid_at": .unix(paidAt),
          "failed_at": .unix(failedAt), "cancelled_at": .unix(cancelledAt),
          "fail_reason": status == .failed ? "잔액이 부족합니다." : .null,
          "cancel_reason": cancellations.last.map { .string($0.reason) } ?? .null,
          "cancel_history": .array(cancellations.map { v1Cancellation($0) }),
          "receipt_url": .string(receiptURL),
          "cancel_receipt_urls": .array(cancellations.map { _ in .string(receiptURL) }),
          "cash_receipt_issued": false, "customer_uid": .null, "customer_uid_usage": .null,
        ]))
  }

  private func v1Order(lie: Int) -> [JSONMember] {
    JSONValue.members([
      "imp_uid": .string(transaction), "merchant_uid": .string(reference), "name": .string(name),
      "amount": .integer(amount + lie), "cancel_amount": .integer(cancelledAmount), "currency": .string(currency),
      "channel": "pc", "pg_provider": .string(provider), "emb_pg_provider": .null, "pg_id": "INIpayTest",
      "pg_tid": .string(providerTransactionID), "escrow": false, "sandbox": .bool(isTest),
      "pay_method": .string(method), "custom_data": .null,
    ])
  }

  private var v1Method: [JSONMember] {
    let isCard = method == "card"
    let isAccount = method == "vbank"
    return JSONValue.members([
      "apply_num": isCard ? "30017203" : .null, "card_code": isCard ? "366" : .null,
      "card_name": isCard ? "신한카드" : .null, "card_number": isCard ? .string(SampleCustomer.cardNumber) : .null,
      "card_quota": 0, "card_type": isCard ? 0 : .null, "bank_code": method == "trans" ? "088" : .null,
      "bank_name": method == "trans" ? "신한은행" : .null, "vbank_code": isAccount ? "088" : .null,
      "vbank_name": isAccount ? "신한은행" : .null, "vbank_num": isAccount ? .string(SampleCustomer.accountNumber) : .null,
      "vbank_holder": isAccount ? .string(SampleCustomer.name) : .null,
      "vbank_date": isAccount ? .unix(startedAt.advanced(seconds: 259_200)) : 0,
      "vbank_issued_at": isAccount ? .unix(startedAt) : 0,
    ])
  }

  private var v1Buyer: [JSONMember] {
    JSONValue.members([
      "buyer_name": .string(SampleCustomer.name), "buyer_email": .string(SampleCustomer.email),
      "buyer_tel": .string(SampleCustomer.phone),
      "buyer_addr": .string(SampleCustomer.address), "buyer_postcode": .string(SampleCustomer.postcode),
      "user_agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)",
    ])
  }

  private func v1Cancellation(_ cancellation: Cancellation) -> JSONValue {
    .object([
      "pg_tid": .string(providerTransactionID), "amount": .integer(cancellation.amount),
      "cancelled_at": .unix(cancellation.at), "reason": .string(cancellation.reason),
      "cancellation_id": .string(cancellation.id), "receipt_url": .string(receiptURL),
    ])
  }

  /// The transaction number at the payment company.
  var providerTransactionID: String { "StdpayCARDINIpayTest\(transaction.filter { $0 != "-" })" }

  var receiptURL: String { "https://receipt.example/\(transaction)" }
}

/// The personal data of a made-up customer. Code that stores or logs gateway responses has to omit all of it.
enum SampleCustomer {
  static let name = "김네컷"
  static let email = "necut.kim@example.com"
  static let phone = "010-1234-5678"
  static let address = "서울특별시 마포구 와우산로 94"
  static let postcode = "04066"
  static let cardNumber = "536148******1234"
  static let accountNumber = "56211105948400"
}

extension JSONValue {
  /// Seconds since 1970, and 0 for nil, as in V1.
  fileprivate static func unix(_ instant: Timestamp?) -> JSONValue {
    .integer(Int((instant?.milliseconds ?? 0) / 1000))
  }
}
