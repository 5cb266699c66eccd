import Basics
import Foundation
import JSON
import Payments
import Support
import Testing

@testable import PortOne

@Suite("Secrets and personal data")
struct SecrecyTests {
  private static func texts(of value: Any) -> String {
    var dumped = ""
    dump(value, to: &dumped)
    return dumped + String(describing: value) + String(reflecting: value)
  }

  @Test("Printed clients show no secret, before and after use")
  func printed() async throws {
    let server = try RawServer { request, _ in
      .answer(200, request.path == "/users/getToken" ? Documents.token : Documents.v1(Documents.v1Payment()))
    }
    defer { server.stop() }
    let first = v1(server.url)
    _ = try await first.payment(.transaction("imp_1"))
    let webhooks = try PortOneV2Webhooks(secrets: ["whsec_c2FuZGJveC13ZWJob29rLXNlY3JldA=="])
    let token = V1AccessToken(number: 1, text: "token-1", expiresAt: theInstant)
    let gateways: [any PaymentGateway] = [first, v2(server.url)]
    for value in [first, v2(server.url), webhooks, gateways, token, GatewaySecret("the-secret")] as [Any] {
      let text = Self.texts(of: value)
      for secret in ["the-secret", "the-key", "token-1", "whsec", "115, 97, 110, 100"] {
        #expect(!text.contains(secret))
      }
    }
  }

  @Test(
    "An error shows no secret and no text of the gateway, although the response holds both",
    arguments: [200, 301, 400, 401, 404, 409, 422, 500, 502, 503])
  func domainErrors(status: Int) async throws {
    let answered = "the-secret token-1 홍길동 ios_key_1"
    let server = try RawServer { request, _ in
      if request.path == "/users/getToken" { return .answer(200, Documents.token) }
      return .answer(
        status,
        #"{"code":1,"type":"\#(answered)","message":"\#(answered)","pgCode":"\#(answered)","status":"\#(answered)"}"#)
    }
    defer { server.stop() }
    let order = GatewayCancellation(
      id: CancellationID("0123456789abcdef01234567")!, transaction: "imp_1", reference: "order-1", amount: 1,
      remaining: 1, reason: "-")
    for gateway in [v1(server.url), v2(server.url)] as [any PaymentGateway] {
      let calls: [() async throws -> Void] = [
        { try await gateway.prepare("order-1", amount: 1, currency: "KRW") },
        { _ = try await gateway.payment(.order("order-1")) }, { _ = try await gateway.cancel(order) },
        { _ = try await gateway.payments(from: theInstant, until: theInstant.advanced(seconds: 1), page: nil) },
      ]
      for call in calls {
        do {
          try await call()
        } catch let domainError as DomainError {
          for word in answered.split(separator: " ") { #expect(!"\(domainError)".contains(word)) }
        }
      }
    }
  }

  @Test("Personal data of a payment in the first interface is not stored")
  func v1Evidence() throws {
    var changes: [(String, String)] = [
      "apply_num", "bank_code", "bank_name", "card_code", "card_name", "card_number", "card_issuer_name", "name",
      "vbank_code", "vbank_name", "vbank_num", "vbank_holder", "buyer_name", "buyer_email", "buyer_tel", "buyer_addr",
      "buyer_postcode", "custom_data", "user_agent", "fail_reason", "cancel_reason", "receipt_url", "customer_uid",
      "merchant_uid", "brand_new_field",
    ].map { ($0, #""personal""#) }
    changes += [
      ("cancel_receipt_urls", #"["personal"]"#), ("extension", #"{"REMITTER":"personal"}"#),
      ("deposit_history", #"[{"remitter":"personal","amount":1}]"#), ("channel", #"{"buyer_name":"personal"}"#),
      ("pg_tid", #""Hong personal""#), ("promotion", #"{"id":"p-1","discount":10,"holder":"personal"}"#),
      ("cancel_history", #"[{"pg_tid":"t-1","amount":1,"reason":"personal","receipt_url":"personal"},"personal"]"#),
    ]
    let document = "{" + changes.map { #""\#($0.0)":\#($0.1)"# }.joined(separator: ",") + ","
    let standard = Documents.v1Payment().replacingOccurrences(of: #""merchant_uid":"order-1","#, with: "").dropFirst()
    let evidence = try V1Payment.payment(Documents.value(document + standard), acceptsTests: false).evidence
    #expect(!evidence.contains("personal"))
    let stored = try Documents.value(evidence)
    #expect(stored["imp_uid"] == "imp_1")
    #expect(stored["amount"] == 3000)
    #expect(stored["cancel_history"] == .array([.object(["pg_tid": "t-1", "amount": 1])]))
    #expect(stored["promotion"] == .object(["id": "p-1", "discount": 10]))
  }

  @Test("Personal data of a payment in the second interface is not stored")
  func v2Evidence() throws {
    let person =
      #"{"id":"personal","name":"personal","email":"personal","phoneNumber":"personal","birthYear":"personal"}"#
    let changes: KeyValuePairs = [
      "customer": person, "billingKey": #""personal""#, "orderName": #""personal""#, "customData": #""personal""#,
      "products": #"[{"id":"personal","name":"personal"}]"#, "shippingAddress": #"{"oneLine":"personal"}"#,
      "method":
        #"{"type":"PaymentMethodCard","card":{"number":"personal","bin":"personal"},"approvalNumber":"personal","accountNumber":"personal","remitterName":"personal","remitteeName":"personal","phoneNumber":"personal"}"#,
      "receiptUrl": #""personal""#, "pgResponse": #""personal""#, "scheduleId": #""personal""#,
      "cashReceipt": #"{"status":"ISSUED","customerIdentity":"personal"}"#, "escrow": #"{"invoiceNumber":"personal"}"#,
      "webhooks": #"[{"request":{"body":"personal"}}]"#, "failure": #"{"reason":"personal","pgMessage":"personal"}"#,
      "origin": #"{"url":"personal","platformType":"personal"}"#, "disputes": #"[{"reason":"personal"}]"#,
      "channel": #"{"type":"LIVE","pgProvider":"NICE","key":"personal","name":"personal"}"#,
      "brandNewField": #""personal""#,
      "cancellations":
        #"[{"status":"SUCCEEDED","id":"c-1","totalAmount":1,"reason":"personal","receiptUrl":"personal","trigger":"personal"}]"#,
    ]
    let evidence = try V2Payment.payment(Documents.value(Documents.v2Payment(changes)), acceptsTests: false).evidence
    #expect(!evidence.contains("personal"))
    let stored = try Documents.value(evidence)
    #expect(stored["method"] == .object(["type": "PaymentMethodCard"]))
    #expect(stored["amount"]?["total"] == 3000)
    #expect(stored["paidAt"] == "2027-01-15T08:01:40Z")
    #expect(stored["cancellations"] == .array([.object(["status": "SUCCEEDED", "id": "c-1", "totalAmount": 1])]))
  }

  @Test("Unexpected texts in fields for codes are not stored, since they may be personal data")
  func words() throws {
    let changes: KeyValuePairs = ["pg_tid": #""홍길동""#, "pg_id": #""a@b.kr""#, "channel": #""서울시 중구 1""#]
    let evidence = try V1Payment.payment(Documents.value(Documents.v1Payment(changes)), acceptsTests: false).evidence
    let stored = try Documents.value(evidence)
    #expect(stored["pg_tid"] == nil)
    #expect(stored["pg_id"] == nil)
    #expect(stored["channel"] == nil)
  }

  @Test("At most 100 entries of a long list are stored")
  func bounded() throws {
    let history = "[" + [String](repeating: #"{"amount":1}"#, count: 5000).joined(separator: ",") + "]"
    let document = try Documents.value(Documents.v1Payment(["cancel_history": history]))
    guard
      case .array(let stored)? = try Documents.value(
        V1Payment.payment(document, acceptsTests: false).evidence)["cancel_history"]
    else {
      Issue.record("none kept")
      return
    }
    #expect(stored.count == 100)
  }

  @Test("Unexpected provider and method names are replaced before a policy sees them")
  func unreadable() throws {
    let changes: KeyValuePairs = ["pg_provider": #""홍길동""#, "pay_method": #""a@b.kr""#]
    let payment = try V1Payment.payment(Documents.value(Documents.v1Payment(changes)), acceptsTests: false)
    #expect(payment.provider == "unreadable")
    #expect(payment.method == "unreadable")
  }
}
