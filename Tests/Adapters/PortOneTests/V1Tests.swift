import Basics
import Foundation
import JSON
import Payments
import Support
import Testing

@testable import PortOne

@Suite("The first interface")
struct V1Tests {
  /// A server that gives tokens, and answers anything else by its line; 404 in the gateway's words to the rest.
  private static func server(_ answers: [String: [RawServer.Step]]) throws -> RawServer {
    try RawServer { request, _ in
      if request.line == "POST /users/getToken" { return .answer(200, Documents.token) }
      return answers[request.line] ?? .answer(404, Documents.v1Missing)
    }
  }

  @Test("A payment is looked up by its number, with the token for key and secret")
  func payment() async throws {
    let server = try Self.server(["GET /payments/imp_1": .answer(200, Documents.v1(Documents.v1Payment()))])
    defer { server.stop() }
    let payment = try #require(try await v1(server.url).payment(.transaction("imp_1")))
    #expect(payment.status == .paid)
    #expect(payment.transaction == "imp_1")
    #expect(payment.reference == "order-1")
    #expect(payment.amount == 3000)
    #expect(payment.cancelledAmount == 0)
    #expect(payment.currency == "KRW")
    #expect(payment.provider == "html5_inicis")
    #expect(payment.method == "card")
    #expect(payment.paidAt == Timestamp(seconds: 1_800_000_100))
    #expect(payment.gateway == .portOneV1)
    #expect(server.requests.map(\.line) == ["POST /users/getToken", "GET /payments/imp_1"])
    #expect(server.requests[0].json == .object(["imp_key": "the-key", "imp_secret": "the-secret"]))
    #expect(server.requests[0].headers["authorization"] == nil)
    #expect(server.requests[1].headers["authorization"] == "Bearer token-1")
  }

  @Test("The gateway's own error means that there is no payment, by number or by order")
  func missing() async throws {
    let server = try Self.server([:])
    defer { server.stop() }
    let client = v1(server.url)
    #expect(try await client.payment(.transaction("imp_1")) == nil)
    #expect(try await client.payment(.order("order-1")) == nil)
  }

  @Test("The paid attempt of an order counts, although another was begun or changed later")
  func attempts() async throws {
    let server = try Self.server([
      "GET /payments/find/order-1/paid": .answer(200, Documents.v1(Documents.v1Payment())),
      "GET /payments/find/order-1": .answer(
        200, Documents.v1(Documents.v1Payment(["imp_uid": #""imp_2""#, "status": #""failed""#]))),
      "GET /payments/find/order-2": .answer(
        200, Documents.v1(Documents.v1Payment(["merchant_uid": #""order-2""#, "status": #""failed""#]))),
    ])
    defer { server.stop() }
    let client = v1(server.url)
    #expect(try await client.payment(.order("order-1"))?.transaction == "imp_1")
    #expect(try await client.payment(.order("order-2"))?.status == .failed)
  }

  @Test(
    "Each status follows from the gateway's status and amounts",
    arguments: [
      (["status": #""ready""#, "paid_at": "0"], .ready, 0),
      (["status": #""ready""#, "pay_method": #""vbank""#, "paid_at": "0"], .virtualAccountIssued, 0),
      (["status": #""pending""#, "paid_at": "0"], .payPending, 0), (["status": #""failed""#], .failed, 0),
      ([:], .paid, 0),
      (["pay_method": #""vbank""#], .paid, 0), (["cancel_amount": "1000"], .partlyCancelled, 1000),
      (["cancel_amount": "3000"], .cancelled, 3000),
      (["status": #""cancelled""#, "cancel_amount": "1000"], .partlyCancelled, 1000),
      (["status": #""cancelled""#, "cancel_amount": "3000"], .cancelled, 3000),
      (["status": #""cancelled""#, "cancel_amount": "null"], .cancelled, 3000),
      (["status": #""cancelled""#, "paid_at": "0"], .cancelled, 0),
      (["status": #""refunding""#], .unknown("refunding"), 0),
      (["status": #""PAID""#], .unknown("PAID"), 0), (["status": #""홍길동 010-1234-5678""#], .unknown("unreadable"), 0),
    ] as [(KeyValuePairs<String, String>, GatewayStatus, Int)])
  func states(changes: KeyValuePairs<String, String>, status: GatewayStatus, cancelled: Int) throws {
    let payment = try V1Payment.payment(Documents.value(Documents.v1Payment(changes)), acceptsTests: false)
    #expect(payment.status == status)
    #expect(payment.cancelledAmount == cancelled)
  }

  @Test("A deposit to a virtual account is marked, and a missing currency is KRW")
  func particulars() throws {
    let changes: KeyValuePairs = ["pay_method": #""vbank""#, "currency": "null", "pg_provider": "null"]
    let payment = try V1Payment.payment(Documents.value(Documents.v1Payment(changes)), acceptsTests: false)
    #expect(payment.isVirtualAccount)
    #expect(payment.currency == "KRW")
    #expect(payment.provider == nil)
  }

  @Test("A payment of a test channel counts only for shops in test mode")
  func testChannel() throws {
    let document = try Documents.value(Documents.v1Payment(["sandbox": "true"]))
    #expect(try V1Payment.payment(document, acceptsTests: false).status == .unknown("test"))
    #expect(try V1Payment.payment(document, acceptsTests: true).status == .paid)
  }

  @Test("Test payments count over HTTP, as in the sandbox, and over HTTPS only if configured")
  func testsAreTaken() throws {
    #expect(try PortOneConfiguration("http://127.0.0.1:8090").acceptsTestPayments)
    #expect(try !PortOneConfiguration("https://127.0.0.1:8090").acceptsTestPayments)
    #expect(try !PortOneConfiguration(PortOneConfiguration.v2URL).acceptsTestPayments)
  }

  @Test("An order is registered with its amount, and registering it again is no error")
  func prepare() async throws {
    let server = try RawServer { request, number in
      switch request.line {
      case "POST /users/getToken": .answer(200, Documents.token)
      case "POST /payments/prepare" where number == 1:
        .answer(200, Documents.v1(#"{"merchant_uid":"order-1","amount":3000}"#))
      case "POST /payments/prepare": .answer(200, #"{"code":1,"message":"이미 등록된 merchant_uid입니다.","response":null}"#)
      case "GET /payments/prepare/order-1": .answer(200, Documents.v1(#"{"merchant_uid":"order-1","amount":3000.0}"#))
      default: .answer(404, Documents.v1Missing)
      }
    }
    defer { server.stop() }
    let client = v1(server.url)
    try await client.prepare("order-1", amount: 3000, currency: "KRW")
    try await client.prepare("order-1", amount: 3000, currency: "KRW")
    #expect(
      await code { try await client.prepare("order-1", amount: 3001, currency: "KRW") } == "order-prepared-otherwise")
    #expect(
      server.requests[1].json == .object(["merchant_uid": "order-1", "amount": 3000, "currency": "KRW"]))
  }

  @Test("An order that is paid at the gateway cannot be registered")
  func preparePaid() async throws {
    let server = try Self.server([
      "POST /payments/prepare": .answer(200, #"{"code":1,"message":"-","response":null}"#),
      "GET /payments/find/order-1/paid": .answer(200, Documents.v1(Documents.v1Payment())),
    ])
    defer { server.stop() }
    #expect(
      await code { try await v1(server.url).prepare("order-1", amount: 3000, currency: "KRW") } == "order-paid-there")
  }

  private static let cancellation = GatewayCancellation(
    id: CancellationID("0123456789abcdef01234567")!, transaction: "imp_1", reference: "order-1", amount: 1000,
    remaining: 3000, reason: "사정")

  @Test("A refund carries the remaining amount as a checksum, so that the gateway detects repetitions")
  func cancel() async throws {
    let server = try Self.server([
      "POST /payments/cancel": .answer(200, Documents.v1(Documents.v1Payment(["cancel_amount": "1000"])))
    ])
    defer { server.stop() }
    let payment = try await v1(server.url).cancel(Self.cancellation)
    #expect(payment.status == .partlyCancelled)
    #expect(payment.cancelledAmount == 1000)
    #expect(
      server.requests[1].json
        == .object(["imp_uid": "imp_1", "amount": 1000, "checksum": 3000, "reason": "사정"]))
  }

  @Test(
    "A refused refund is an error with any status, and an amount of 0 is not sent",
    arguments: [200, 400, 404])
  func cancelRejected(status: Int) async throws {
    let server = try Self.server([
      "POST /payments/cancel": .answer(status, #"{"code":1,"message":"취소할 수 없습니다.","response":null}"#)
    ])
    defer { server.stop() }
    #expect(await code { try await v1(server.url).cancel(Self.cancellation) } == "cancel-refused")
    let nothing = GatewayCancellation(
      id: Self.cancellation.id, transaction: "imp_1", reference: "order-1", amount: 0, remaining: 3000, reason: "")
    #expect(await code { try await v1(server.url).cancel(nothing) } == "cancel-refused")
    #expect(server.count("POST /payments/cancel") == 1)
  }

  @Test("All payments of a period without its end are listed, page by page, 90 days at a time")
  func list() async throws {
    let page = #"{"total":3,"previous":0,"next":2,"list":[\#(Documents.v1Payment())]}"#
    let last = #"{"total":3,"previous":1,"next":0,"list":[]}"#
    let server = try RawServer { request, number in
      if request.line == "POST /users/getToken" { return .answer(200, Documents.token) }
      return .answer(200, Documents.v1(number == 1 ? page : last))
    }
    defer { server.stop() }
    let client = v1(server.url)
    let day: Int64 = 86_400_000
    let until = Timestamp(milliseconds: 100 * day + 1)
    var pages: [GatewayPage] = []
    repeat {
      pages.append(try await client.payments(from: Timestamp(milliseconds: 1), until: until, page: pages.last?.next))
    } while pages.last?.next != nil
    #expect(pages.map(\.payments.count) == [1, 0, 0])
    let queries = server.requests.dropFirst().map { $0.target.split(separator: "?").last.map(String.init) ?? "" }
    #expect(
      queries == [
        "include_sandbox=true&page=1&limit=100&from=1&to=7776000&sorting=started",
        "include_sandbox=true&page=2&limit=100&from=1&to=7776000&sorting=started",
        "include_sandbox=true&page=1&limit=100&from=7776001&to=8640000&sorting=started",
      ])
  }

  @Test(
    "An invalid page token is refused without a request",
    arguments: ["", "1", "1.", ".1", "1.0", "0.1", "99999999.1", "1.1.1", "x.1", "1.99999999999999999999"])
  func badPage(page: String) async throws {
    let server = try Self.server([:])
    defer { server.stop() }
    let client = v1(server.url)
    #expect(
      await code {
        try await client.payments(from: Timestamp(seconds: 1), until: Timestamp(seconds: 100), page: page)
      } == "gateway-page-invalid")
    #expect(server.requests.isEmpty)
  }

  @Test("An empty period has no payments, and pages in a circle are not followed")
  func oddLists() async throws {
    let server = try Self.server([
      "GET /payments/status/all": .answer(200, Documents.v1(#"{"total":1,"previous":0,"next":1,"list":[]}"#))
    ])
    defer { server.stop() }
    let client = v1(server.url)
    let instant = Timestamp(seconds: 100)
    #expect(try await client.payments(from: instant, until: instant, page: nil) == GatewayPage(payments: [], next: nil))
    #expect(
      await code { try await client.payments(from: instant, until: instant.advanced(seconds: 9), page: nil) }
        == "gateway-not-understood")
  }
}
