import Basics
import Foundation
import JSON
import Payments
import Support
import Testing

@testable import PortOne

@Suite("The second interface")
struct V2Tests {
  private static func server(_ answers: [String: [RawServer.Step]]) throws -> RawServer {
    try RawServer { request, _ in
      answers[request.line] ?? .answer(404, #"{"type":"PAYMENT_NOT_FOUND","message":"-"}"#)
    }
  }

  @Test("A payment is looked up by its order, with the secret and the store")
  func payment() async throws {
    let server = try Self.server(["GET /payments/order-1": .answer(200, Documents.v2Payment())])
    defer { server.stop() }
    let payment = try #require(try await v2(server.url, store: "store 1").payment(.order("order-1")))
    #expect(payment.status == .paid)
    #expect(payment.transaction == "0190-1")
    #expect(payment.reference == "order-1")
    #expect(payment.amount == 3000)
    #expect(payment.currency == "KRW")
    #expect(payment.provider == "html5_inicis")
    #expect(payment.method == "card")
    #expect(payment.store == "store-1")
    #expect(payment.paidAt == Timestamp(rfc3339: "2027-01-15T08:01:40Z"))
    #expect(payment.gateway == .portOneV2)
    #expect(server.requests.map(\.target) == ["/payments/order-1?storeId=store%201"])
    #expect(server.requests[0].headers["authorization"] == "PortOne the-secret")
  }

  @Test("The gateway's own error means that there is no payment, and a lookup by transaction is not sent")
  func missing() async throws {
    let server = try Self.server([:])
    defer { server.stop() }
    #expect(try await v2(server.url).payment(.order("order-1")) == nil)
    #expect(await code { try await v2(server.url).payment(.transaction("tx")) } == "payment-reference-invalid")
    #expect(server.requests.count == 1)
  }

  @Test(
    "Each status follows from the gateway's status",
    arguments: [
      ("READY", .ready), ("PENDING", .payPending), ("PAY_PENDING", .payPending),
      ("VIRTUAL_ACCOUNT_ISSUED", .virtualAccountIssued), ("PAID", .paid), ("FAILED", .failed),
      ("PARTIAL_CANCELLED", .partlyCancelled), ("CANCELLED", .cancelled), ("paid", .unknown("paid")),
      ("CAPTURED", .unknown("CAPTURED")), ("지불 됨", .unknown("unreadable")),
    ] as [(String, GatewayStatus)])
  func states(word: String, status: GatewayStatus) throws {
    let document = try Documents.value(Documents.v2Payment(["status": "\"\(word)\""]))
    #expect(try V2Payment.payment(document, acceptsTests: false).status == status)
  }

  @Test(
    "The amount is the order's total, also after a card promotion, and a full refund returns all of it",
    arguments: [
      ("PAID", 0, 0), ("PARTIAL_CANCELLED", 1000, 1000), ("CANCELLED", 2700, 3000), ("CANCELLED", 3000, 3000),
      ("CANCELLED", 0, 0),
    ])
  func amounts(word: String, reported: Int, cancelled: Int) throws {
    let amount = #"{"total":3000,"discount":300,"paid":2700,"cancelled":\#(reported)}"#
    let document = try Documents.value(Documents.v2Payment(["status": "\"\(word)\"", "amount": amount]))
    let payment = try V2Payment.payment(document, acceptsTests: false)
    #expect(payment.amount == 3000)
    #expect(payment.cancelledAmount == cancelled)
  }

  @Test(
    "Payment methods have the names of the first interface if it has them",
    arguments: [
      ("PaymentMethodCard", "card"), ("PaymentMethodTransfer", "trans"), ("PaymentMethodVirtualAccount", "vbank"),
      ("PaymentMethodMobile", "phone"), ("PaymentMethodEasyPay", "easy_pay"),
      ("PaymentMethodGiftCertificate", "gift_certificate"), ("PaymentMethodMoon", "PaymentMethodMoon"),
    ])
  func methods(type: String, word: String) throws {
    let document = try Documents.value(Documents.v2Payment(["method": #"{"type":"\#(type)"}"#]))
    let payment = try V2Payment.payment(document, acceptsTests: false)
    #expect(payment.method == word)
    #expect(payment.isVirtualAccount == (word == "vbank"))
  }

  @Test("A payment that was only begun has neither channel nor method yet")
  func begun() throws {
    let changes: KeyValuePairs = ["status": #""READY""#, "channel": "null", "method": "null", "paidAt": "null"]
    let payment = try V2Payment.payment(Documents.value(Documents.v2Payment(changes)), acceptsTests: false)
    #expect(payment.status == .ready)
    #expect(payment.provider == nil)
    #expect(payment.method == nil)
    #expect(payment.paidAt == nil)
  }

  @Test("A payment of a test channel counts only for shops in test mode")
  func testChannel() throws {
    let document = try Documents.value(Documents.v2Payment(["channel": #"{"type":"TEST","pgProvider":"NICE"}"#]))
    #expect(try V2Payment.payment(document, acceptsTests: false).status == .unknown("test"))
    #expect(try V2Payment.payment(document, acceptsTests: true).status == .paid)
  }

  @Test("An order is registered with its amount, unless it is paid already")
  func prepare() async throws {
    let server = try Self.server([
      "POST /payments/order-1/pre-register": .answer(200, "{}"),
      "POST /payments/order-2/pre-register": .answer(409, #"{"type":"ALREADY_PAID","message":"-"}"#),
    ])
    defer { server.stop() }
    let client = v2(server.url)
    try await client.prepare("order-1", amount: 3000, currency: "KRW")
    #expect(server.requests[0].json == .object(["totalAmount": 3000, "currency": "KRW"]))
    #expect(await code { try await client.prepare("order-2", amount: 3000, currency: "KRW") } == "order-paid-there")
  }

  private static let cancellation = GatewayCancellation(
    id: CancellationID("0123456789abcdef01234567")!, transaction: "0190-1", reference: "order-1", amount: 1000,
    remaining: 3000, reason: "사정")

  @Test(
    "A refund carries the remaining amount and an idempotency key, and the payment is then polled")
  func cancel() async throws {
    let amount = #"{"total":3000,"paid":3000,"cancelled":1000}"#
    let server = try Self.server([
      "POST /payments/order-1/cancel": .answer(200, #"{"cancellation":{"status":"SUCCEEDED","id":"c"}}"#),
      "GET /payments/order-1": .answer(
        200, Documents.v2Payment(["status": #""PARTIAL_CANCELLED""#, "amount": amount])),
    ])
    defer { server.stop() }
    let payment = try await v2(server.url).cancel(Self.cancellation)
    #expect(payment.status == .partlyCancelled)
    #expect(payment.cancelledAmount == 1000)
    #expect(server.requests[0].headers["idempotency-key"] == "0123456789abcdef01234567")
    #expect(server.requests[0].json == .object(["amount": 1000, "reason": "사정", "currentCancellableAmount": 3000]))
  }

  @Test(
    "An unknown outcome of a refund is an error that says so",
    arguments: [
      (409, #"{"type":"CANCELLABLE_AMOUNT_CONSISTENCY_BROKEN"}"#, "cancel-refused"),
      (409, #"{"type":"PAYMENT_ALREADY_CANCELLED"}"#, "cancel-refused"),
      (404, #"{"type":"PAYMENT_NOT_FOUND"}"#, "cancel-refused"),
      (400, #"{"type":"INVALID_REQUEST"}"#, "cancel-refused"),
      (502, #"{"type":"PG_PROVIDER","pgCode":"1234","pgMessage":"홍길동"}"#, "cancel-refused"),
      (200, #"{"cancellation":{"status":"FAILED"}}"#, "cancel-refused"),
      (409, #"{"type":"IDEMPOTENCY_OUTSTANDING_REQUEST"}"#, "gateway-unavailable"), (502, "", "gateway-unavailable"),
      (500, #"{"type":"UNKNOWN"}"#, "gateway-unavailable"), (401, #"{"type":"UNAUTHORIZED"}"#, "gateway-unauthorized"),
      (403, #"{"type":"FORBIDDEN"}"#, "gateway-unauthorized"), (404, "<html>", "gateway-not-understood"),
      (200, "{}", "gateway-not-understood"), (200, #"{"cancellation":{"status":"ODD"}}"#, "gateway-not-understood"),
    ])
  func cancelRejected(status: Int, body: String, expected: String) async throws {
    let server = try Self.server(["POST /payments/order-1/cancel": .answer(status, body)])
    defer { server.stop() }
    #expect(await code { try await v2(server.url).cancel(Self.cancellation) } == expected)
    #expect(server.requests.count == 1)
  }

  @Test("Payments of the first interface in this list are left to that interface")
  func otherVersion() async throws {
    let items = [Documents.v2Payment(), Documents.v2Payment(["version": #""V1""#])].joined(separator: ",")
    let server = try Self.server(["GET /payments": .answer(200, #"{"items":[\#(items)],"page":{}}"#)])
    defer { server.stop() }
    let page = try await v2(server.url).payments(from: theInstant, until: theInstant.advanced(seconds: 1), page: nil)
    #expect(page.payments.count == 1)
  }

  @Test("All payments that changed in a period are listed, page by page")
  func list() async throws {
    let full = [String](repeating: Documents.v2Payment(), count: 100).joined(separator: ",")
    let server = try RawServer { _, number in
      .answer(200, #"{"items":[\#(number == 1 ? full : "")],"page":{"number":0,"size":100,"totalCount":100}}"#)
    }
    defer { server.stop() }
    let client = v2(server.url, store: "store-1")
    let (from, until) = (theInstant, theInstant.advanced(seconds: 60))
    let first = try await client.payments(from: from, until: until, page: nil)
    #expect(first.payments.count == 100)
    #expect(first.next == "1")
    let second = try await client.payments(from: from, until: until, page: first.next)
    #expect(second == GatewayPage(payments: [], next: nil))
    let query = try #require(URLComponents(string: server.requests[1].target)?.queryItems?.first)
    let asked = try Documents.value(try #require(query.value))
    #expect(query.name == "requestBody")
    #expect(asked["page"] == .object(["number": 1, "size": 100]))
    #expect(asked["filter"]?["from"] == "2027-01-15T08:00:00Z")
    #expect(asked["filter"]?["until"] == "2027-01-15T08:01:00Z")
    #expect(asked["filter"]?["storeId"] == "store-1")
    for page in ["x", "-1", "999999999"] {
      #expect(
        await code { try await client.payments(from: from, until: until, page: page) } == "gateway-page-invalid")
    }
  }
}
