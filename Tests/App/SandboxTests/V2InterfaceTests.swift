import Basics
import JSON
import Sandbox
import Support
import Testing

@Suite("The sandbox's second interface")
struct V2InterfaceTests {
  @Test("Everything needs the secret")
  func authorization() async throws {
    try await SandboxUnderTest.run { sandbox in
      try sandbox.gateway.pay(SandboxPurchase(.v2, reference: "order-1", amount: 3000))
      for (method, path) in [
        ("GET", "/payments/order-1"), ("GET", "/payments"), ("POST", "/payments/order-1/pre-register"),
        ("POST", "/payments/order-1/cancel"),
      ] {
        let body = method == "POST" ? "{}" : nil
        let response = try await sandbox.send(method, path, ["Authorization": "PortOne no"], body: body)
        #expect(response.status == 401 && response.json["type"] == "UNAUTHORIZED")
      }
    }
  }

  @Test("A payment has the personal data that a gateway has")
  func payment() async throws {
    try await SandboxUnderTest.run { sandbox in
      let transaction = try sandbox.gateway.pay(SandboxPurchase(.v2, reference: "order-1", amount: 3300))
      let reported = try await sandbox.v2("GET", "/payments/order-1?storeId=store-sandbox").json
      #expect(
        reported["status"] == "PAID" && reported["id"] == "order-1" && reported["transactionId"] == .string(transaction)
      )
      #expect(reported["storeId"] == "store-sandbox" && reported["currency"] == "KRW")
      #expect(reported["paidAt"] == "2027-01-15T08:00:00Z" && reported["requestedAt"] == "2027-01-15T08:00:00Z")
      #expect(reported["amount"]?["total"] == 3300 && reported["amount"]?["cancelled"] == 0)
      #expect(reported["amount"]?["vat"] == 300 && reported["amount"]?["supply"] == 3000)
      #expect(reported["channel"]?["pgProvider"] == "HTML5_INICIS")
      #expect(reported["method"]?["type"] == "PaymentMethodCard")
      #expect(reported["method"]?["card"]?["number"] == "536148******1234")
      #expect(reported["customer"]?["name"] == "김네컷" && reported["customer"]?["phoneNumber"] == "010-1234-5678")
    }
  }

  @Test(
    "Each status has the second interface's name, and an unknown one is returned unchanged",
    arguments: [
      ("ready", "READY"), ("virtual_account_issued", "VIRTUAL_ACCOUNT_ISSUED"), ("pay_pending", "PAY_PENDING"),
      ("paid", "PAID"), ("failed", "FAILED"), ("cancelled", "CANCELLED"), ("Mars", "Mars"),
    ])
  func statuses(word: String, reported: String) async throws {
    try await SandboxUnderTest.run { sandbox in
      var purchase = SandboxPurchase(.v2, reference: "order-1", amount: 3000)
      purchase.status = SandboxStatus(word: word)
      try sandbox.gateway.pay(purchase)
      let payment = try await sandbox.v2("GET", "/payments/order-1").json
      #expect(payment["status"] == .string(reported))
      #expect((payment["paidAt"] == nil) == !purchase.status.hasMovedMoney)
      #expect((payment["failure"] == nil) == (word != "failed"))
      #expect(payment["amount"]?["cancelled"] == (word == "cancelled" ? 3000 : 0))
    }
  }

  @Test(
    "Each payment method has the second interface's name",
    arguments: [
      ("card", "PaymentMethodCard"), ("vbank", "PaymentMethodVirtualAccount"), ("trans", "PaymentMethodTransfer"),
      ("phone", "PaymentMethodMobile"), ("kakaopay", "PaymentMethodEasyPay"),
      ("PaymentMethodShell", "PaymentMethodShell"),
    ])
  func methods(word: String, reported: String) async throws {
    try await SandboxUnderTest.run { sandbox in
      var purchase = SandboxPurchase(.v2, reference: "order-1", amount: 3000)
      purchase.method = word
      try sandbox.gateway.pay(purchase)
      #expect(try await sandbox.v2("GET", "/payments/order-1").json["method"]?["type"] == .string(reported))
    }
  }

  @Test("An unknown payment gets 404, also with a registered amount, and another store gets 403")
  func unknown() async throws {
    try await SandboxUnderTest.run { sandbox in
      try sandbox.gateway.pay(SandboxPurchase(.v1, reference: "order-1", amount: 3000))
      #expect(try await sandbox.v2("POST", "/payments/order-2/pre-register", .object(["totalAmount": 1])).status == 200)
      for path in ["/payments/order-1", "/payments/order-2", "/payments/%EB%84%A4%EC%BB%B7"] {
        let response = try await sandbox.v2("GET", path)
        #expect(response.status == 404 && response.json["type"] == "PAYMENT_NOT_FOUND")
      }
      let other = try await sandbox.v2("GET", "/payments/order-1?storeId=store-other")
      #expect(other.status == 403 && other.json["type"] == "FORBIDDEN")
    }
  }

  @Test("A registered amount binds the payment, and can be registered again until it is paid")
  func preRegister() async throws {
    try await SandboxUnderTest.run { sandbox in
      for amount: JSONValue in [3000, 4000, 4000] {
        let response = try await sandbox.v2(
          "POST", "/payments/order-1/pre-register", .object(["totalAmount": amount, "currency": "KRW"]))
        #expect(response.status == 200 && response.body == "{}")
      }
      let domainError = #expect(throws: DomainError.self) {
        try sandbox.gateway.pay(SandboxPurchase(.v2, reference: "order-1", amount: 3000))
      }
      #expect(domainError?.code == "amount-differs")
      try sandbox.gateway.pay(SandboxPurchase(.v2, reference: "order-1", amount: 4000))
      let late = try await sandbox.v2("POST", "/payments/order-1/pre-register", .object(["totalAmount": 4000]))
      #expect(late.status == 409 && late.json["type"] == "ALREADY_PAID")
      #expect(try await sandbox.v2("POST", "/payments/order-2/pre-register", "no object").status == 400)
    }
  }

  @Test("A payment is refunded in parts, then completely")
  func cancel() async throws {
    try await SandboxUnderTest.run { sandbox in
      try sandbox.gateway.pay(SandboxPurchase(.v2, reference: "order-1", amount: 3000))
      let part = try await sandbox.v2(
        "POST", "/payments/order-1/cancel",
        .object(["amount": 1000, "currentCancellableAmount": 3000, "reason": "마음이 바뀜"]))
      #expect(part.json["cancellation"]?["status"] == "SUCCEEDED")
      #expect(part.json["cancellation"]?["totalAmount"] == 1000 && part.json["cancellation"]?["reason"] == "마음이 바뀜")
      var reported = try await sandbox.v2("GET", "/payments/order-1").json
      #expect(reported["status"] == "PARTIAL_CANCELLED" && reported["amount"]?["cancelled"] == 1000)
      let rest = try await sandbox.v2("POST", "/payments/order-1/cancel", .object(["reason": "전부"]))
      #expect(rest.json["cancellation"]?["totalAmount"] == 2000)
      reported = try await sandbox.v2("GET", "/payments/order-1").json
      #expect(reported["status"] == "CANCELLED" && reported["amount"]?["cancelled"] == 3000)
      guard case .array(let cancellations)? = reported["cancellations"] else { throw CancellationError() }
      #expect(cancellations.compactMap { $0["totalAmount"] } == [1000, 2000])
    }
  }

  @Test("An impossible refund is refused by type, and nothing is refunded")
  func rejectedCancellations() async throws {
    try await SandboxUnderTest.run { sandbox in
      try sandbox.gateway.pay(SandboxPurchase(.v2, reference: "paid", amount: 3000))
      var opening = SandboxPurchase(.v2, reference: "ready", amount: 3000)
      opening.status = .ready
      try sandbox.gateway.pay(opening)
      for (reference, order, status, type): (String, JSONValue, Int, JSONValue) in [
        ("paid", .object(["amount": 3001, "reason": "a"]), 409, "CANCEL_AMOUNT_EXCEEDS_CANCELLABLE_AMOUNT"),
        (
          "paid", .object(["amount": 1, "currentCancellableAmount": 2999, "reason": "a"]), 409,
          "CANCELLABLE_AMOUNT_CONSISTENCY_BROKEN"
        ),
        ("ready", .object(["reason": "a"]), 409, "PAYMENT_NOT_PAID"),
        ("none", .object(["reason": "a"]), 404, "PAYMENT_NOT_FOUND"),
        ("paid", .object(["amount": 1]), 400, "INVALID_REQUEST"),
        ("paid", .object(["amount": 0, "reason": "a"]), 400, "INVALID_REQUEST"),
        ("paid", .object(["storeId": "store-other", "reason": "a"]), 403, "FORBIDDEN"),
      ] {
        let response = try await sandbox.v2("POST", "/payments/\(reference)/cancel", order)
        #expect(response.status == status && response.json["type"] == type)
      }
      #expect(sandbox.gateway.payments.allSatisfy { $0.cancelledAmount == 0 })
      let whole: JSONValue = .object(["reason": "a"])
      #expect(try await sandbox.v2("POST", "/payments/paid/cancel", whole).status == 200)
      let again = try await sandbox.v2("POST", "/payments/paid/cancel", whole)
      #expect(again.status == 409 && again.json["type"] == "PAYMENT_ALREADY_CANCELLED")
    }
  }

  @Test("A cancellation with a key is made once, and another request with it is refused")
  func idempotency() async throws {
    try await SandboxUnderTest.run { sandbox in
      try sandbox.gateway.pay(SandboxPurchase(.v2, reference: "order-1", amount: 3000))
      let (order, other) = (#"{"amount":1000,"reason":"a"}"#, #"{"amount":2000,"reason":"a"}"#)
      func cancel(_ body: String, key: String) async throws -> SandboxUnderTest.SandboxResponse {
        let headers = ["Authorization": "PortOne sandbox-v2-secret", "Idempotency-Key": key]
        return try await sandbox.send("POST", "/payments/order-1/cancel", headers, body: body)
      }
      let first = try await cancel(order, key: "cancellation-0001")
      sandbox.clock.advance(seconds: 60)
      let second = try await cancel(order, key: "cancellation-0001")
      #expect(first.status == 200 && second.status == 200 && second.body == first.body)
      #expect(try await cancel(other, key: "cancellation-0001").status == 422)
      #expect(sandbox.gateway.payments.first?.cancelledAmount == 1000)
      #expect(try await cancel(order, key: "cancellation-0002").status == 200)
      #expect(sandbox.gateway.payments.first?.cancelledAmount == 2000)
      for key in ["short", "with blanks in between", String(repeating: "a", count: 257)] {
        #expect(try await cancel(order, key: key).status == 400)
      }
    }
  }

  @Test("Payments of test channels are marked")
  func tests() async throws {
    try await SandboxUnderTest.run { sandbox in
      for isTest in [true, false] {
        var purchase = SandboxPurchase(.v2, reference: "\(isTest)", amount: 3000)
        purchase.isTest = isTest
        try sandbox.gateway.pay(purchase)
        let reported = try await sandbox.v2("GET", "/payments/\(isTest)").json
        #expect(reported["channel"]?["type"] == (isTest ? "TEST" : "LIVE"))
        let listed = try await list(sandbox, #"{"filter":{"isTest":\#(isTest)}}"#).json
        #expect(references(listed) == ["\(isTest)"])
      }
    }
  }

  @Test("Lists are paged by the query, and unknown filters are refused")
  func lists() async throws {
    try await SandboxUnderTest.run { sandbox in
      for number in 1...5 {
        try sandbox.gateway.pay(SandboxPurchase(.v2, reference: "order-\(number)", amount: number))
        sandbox.clock.advance(seconds: 10)
      }
      try sandbox.gateway.pay(SandboxPurchase(.v1, reference: "order-9", amount: 9))
      let first = try await list(sandbox, #"{"page":{"number":0,"size":2}}"#).json
      #expect(references(first) == ["order-5", "order-4"])
      #expect(first["page"] == .object(["number": 0, "size": 2, "totalCount": 5]))
      #expect(references(try await list(sandbox, #"{"page":{"number":2,"size":2}}"#).json) == ["order-1"])
      #expect(references(try await list(sandbox, #"{"page":{"number":9}}"#).json) == [])
      let period =
        #"{"filter":{"from":"2027-01-15T08:00:10Z","until":"2027-01-15T08:00:20Z","sortOrder":"ASC","status":["PAID"]}}"#
      #expect(references(try await list(sandbox, period).json) == ["order-2", "order-3"])
      #expect(references(try await list(sandbox, #"{"filter":{"status":["FAILED"]}}"#).json) == [])
      #expect(references(try await list(sandbox, #"{"filter":{"version":"V1"}}"#).json) == [])
      for wrong in [
        #"{"filter":{"color":"red"}}"#, #"{"page":{"size":1001}}"#, #"{"page":[]}"#, "{", #"{"sort":1}"#,
        #"{"filter":{"from":"yesterday"}}"#,
      ] {
        #expect(try await list(sandbox, wrong).status == 400, "\(wrong)")
      }
      #expect(try await list(sandbox, #"{"filter":{"storeId":"store-other"}}"#).status == 403)
    }
  }

  private func list(_ sandbox: SandboxUnderTest, _ document: String) async throws -> SandboxUnderTest.SandboxResponse {
    let unreserved = document.utf8.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    return try await sandbox.v2("GET", "/payments?requestBody=\(unreserved)")
  }

  private func references(_ page: JSONValue) -> [String] {
    guard case .array(let items)? = page["items"] else { return ["no items"] }
    return items.compactMap { if case .string(let reference)? = $0["id"] { reference } else { nil } }
  }
}
