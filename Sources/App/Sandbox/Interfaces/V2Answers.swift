import Basics
import HTTP
import JSON

extension Response {
  /// An error response of V2.
  static func v2(status: Int, _ type: String, _ message: String) -> Response {
    .json(.object(["type": .string(type), "message": .string(message)]), status: status)
  }
}

extension SandboxStatus {
  /// The status value of V2. Unknown values stay unchanged.
  var v2Value: String {
    if case .other(let word) = self { word } else { word.uppercased() }
  }

  /// The event type of V2 webhooks.
  var v2Event: String {
    let parts = word.split(separator: "_").map { $0.prefix(1).uppercased() + $0.dropFirst() }
    return "Transaction.\(parts.joined())"
  }
}

extension SandboxPayment {
  /// The payment as a V2 document, including personal data.
  func v2(amountOffset: Int) -> JSONValue {
    .object(
      JSONValue.members([
        "status": .string(status.v2Value), "id": .string(reference), "transactionId": .string(transaction),
        "merchantId": "merchant-sandbox", "storeId": .string(store), "method": v2Method, "channel": v2Channel,
        "version": "V2", "webhooks": [], "requestedAt": .string(startedAt.rfc3339),
        "updatedAt": .string(changedAt.rfc3339), "statusChangedAt": .string(changedAt.rfc3339),
        "orderName": .string(name), "amount": v2Amount(lie: amountOffset), "currency": .string(currency),
        "customer": v2Customer, "origin": .object(["url": "https://shop.example/", "platformType": "MOBILE"]),
        "isCulturalExpense": false, "products": [], "customData": "{}", "country": "KR",
      ]) + v2Outcome)
  }

  /// The members that depend on the status.
  private var v2Outcome: [JSONMember] {
    let failure = JSONValue.object(["reason": "잔액이 부족합니다.", "pgCode": "0051", "pgMessage": "잔액부족"])
    return JSONValue.members([
      "paidAt": paidAt.map { .string($0.rfc3339) },
      "pgTxId": status.hasMovedMoney ? .string(providerTransactionID) : nil,
      "pgResponse": status.hasMovedMoney
        ? .string("{\"CARD_Num\":\"\(SampleCustomer.cardNumber)\",\"buyerName\":\"\(SampleCustomer.name)\"}") : nil,
      "receiptUrl": status.hasMovedMoney ? .string(receiptURL) : nil,
      "failedAt": failedAt.map { .string($0.rfc3339) }, "failure": status == .failed ? failure : nil,
      "cancelledAt": cancelledAt.map { .string($0.rfc3339) },
      "cancellations": cancellations.isEmpty ? nil : .array(cancellations.map { $0.v2 }),
      "disputes": [],
    ])
  }

  private func v2Amount(lie: Int) -> JSONValue {
    let total = amount + lie
    let tax = total / 11
    return .object([
      "total": .integer(total), "taxFree": 0, "vat": .integer(tax), "supply": .integer(total - tax), "discount": 0,
      "paid": .integer(status.hasMovedMoney ? total - cancelledAmount : 0), "cancelled": .integer(cancelledAmount),
      "cancelledTaxFree": 0,
    ])
  }

  private var v2Channel: JSONValue {
    .object([
      "type": isTest ? "TEST" : "LIVE", "id": "channel-id-sandbox", "key": "channel-key-sandbox", "name": "sandbox",
      "pgProvider": .string(provider.uppercased()), "pgMerchantId": "INIpayTest",
    ])
  }

  private var v2Customer: JSONValue {
    .object([
      "id": "customer-1", "name": .string(SampleCustomer.name), "birthYear": "1998", "gender": "FEMALE",
      "email": .string(SampleCustomer.email), "phoneNumber": .string(SampleCustomer.phone),
      "address": .object(["type": "ONE_LINE", "oneLine": .string(SampleCustomer.address)]),
      "zipcode": .string(SampleCustomer.postcode),
    ])
  }

  /// The payment method, derived from its V1 name.
  private var v2Method: JSONValue {
    switch method {
    case "card": v2Card
    case "vbank":
      .object([
        "type": "PaymentMethodVirtualAccount", "bank": "SHINHAN",
        "accountNumber": .string(SampleCustomer.accountNumber),
        "accountType": "NORMAL", "remitteeName": "네컷상점", "remitterName": .string(SampleCustomer.name),
        "issuedAt": .string(startedAt.rfc3339), "expiredAt": .string(startedAt.advanced(seconds: 259_200).rfc3339),
      ])
    case "trans":
      .object([
        "type": "PaymentMethodTransfer", "bank": "SHINHAN", "accountNumber": .string(SampleCustomer.accountNumber),
      ])
    case "phone": .object(["type": "PaymentMethodMobile", "phoneNumber": .string(SampleCustomer.phone)])
    case "kakaopay", "naverpay", "tosspay", "payco", "samsungpay", "applepay", "lpay", "ssgpay":
      .object(["type": "PaymentMethodEasyPay", "provider": .string(method.uppercased()), "easyPayMethod": v2Card])
    default: .object(["type": .string(method)])
    }
  }

  private var v2Card: JSONValue {
    .object([
      "type": "PaymentMethodCard",
      "card": .object([
        "publisher": "SHINHAN_CARD", "issuer": "SHINHAN_CARD", "brand": "MASTER", "type": "CREDIT",
        "ownerType": "PERSONAL", "bin": "536148", "name": "신한카드 Deep Dream",
        "number": .string(SampleCustomer.cardNumber),
      ]),
      "approvalNumber": "30017203", "installment": .object(["month": 0, "isInterestFree": false]), "pointUsed": false,
    ])
  }
}

extension SandboxPayment.Cancellation {
  var v2: JSONValue {
    .object([
      "status": "SUCCEEDED", "id": .string(id), "pgCancellationId": .string("INI-\(id)"),
      "totalAmount": .integer(amount), "taxFreeAmount": 0, "vatAmount": .integer(amount / 11),
      "reason": .string(reason), "cancelledAt": .string(at.rfc3339), "requestedAt": .string(at.rfc3339),
      "trigger": "API",
    ])
  }
}
