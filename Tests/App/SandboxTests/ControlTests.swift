import Basics
import JSON
import Support
import Testing
import Workload

@testable import Sandbox

@Suite("Controlling the sandbox")
struct ControlTests {
  private let order: JSONValue = .object(["api": "v1", "reference": "order-1", "amount": 3000])

  @Test("A payment is made and returned with all its times")
  func pays() async throws {
    try await SandboxUnderTest.run { sandbox in
      let response = try await sandbox.control("POST", "payments", order)
      #expect(response.status == 201 && response.json["reference"] == "order-1")
      guard case .string(let transaction)? = response.json["transaction"] else { throw CancellationError() }
      let reported = try await sandbox.control("GET", "payments/\(transaction)").json
      #expect(reported["status"] == "paid" && reported["amount"] == 3000 && reported["cancelled_amount"] == 0)
      #expect(reported["paid_at"] == "2027-01-15T08:00:00Z" && reported["cancelled_at"] == .null)
      #expect(
        reported["store"] == "store-sandbox" && reported["method"] == "card" && reported["provider"] == "html5_inicis")
      #expect(try await sandbox.control("GET", "payments").json["payments"] == .array([reported]))
      #expect(try await sandbox.control("GET", "payments/imp_0").status == 404)
    }
  }

  @Test("Every property of a purchase can be set")
  func purchases() async throws {
    try await SandboxUnderTest.run { sandbox in
      let response = try await sandbox.control(
        "POST", "payments",
        .object([
          "api": "v2", "reference": "order-1", "amount": 3000, "currency": "USD", "status": "partial_cancelled",
          "cancelled_amount": 1000, "method": "kakaopay", "provider": "kakaopay", "store": "store-other",
          "name": "액자", "test": true, "paid_at": "2026-11-20T10:15:00Z", "webhook": false,
        ]))
      #expect(response.status == 201)
      let reported = try await sandbox.v2("GET", "/payments/order-1").json
      #expect(
        reported["status"] == "PARTIAL_CANCELLED" && reported["currency"] == "USD"
          && reported["storeId"] == "store-other")
      #expect(reported["amount"]?["cancelled"] == 1000 && reported["paidAt"] == "2026-11-20T10:15:00Z")
      #expect(reported["method"]?["provider"] == "KAKAOPAY" && reported["orderName"] == "액자")
      #expect(reported["channel"]?["type"] == "TEST")
    }
  }

  @Test("A payment can lack its time")
  func withoutTimestamp() async throws {
    try await SandboxUnderTest.run { sandbox in
      _ = try await sandbox.control(
        "POST", "payments", .object(["api": "v1", "reference": "order-1", "amount": 3000, "paid_at": .null]))
      #expect(try await sandbox.v1("GET", "/payments/find/order-1").response["paid_at"] == 0)
    }
  }

  @Test("A reference that is paid gets 409, and after a failure it can be paid")
  func paidTwice() async throws {
    try await SandboxUnderTest.run { sandbox in
      var failing = SandboxPurchase(.v1, reference: "order-1", amount: 3000)
      failing.status = .failed
      try sandbox.gateway.pay(failing)
      #expect(try await sandbox.control("POST", "payments", order).status == 201)
      let again = try await sandbox.control("POST", "payments", order)
      #expect(again.status == 409 && again.json["code"] == "reference-paid")
      // The interfaces do not share their references.
      let other: JSONValue = .object(["api": "v2", "reference": "order-1", "amount": 3000])
      #expect(try await sandbox.control("POST", "payments", other).status == 201)
    }
  }

  @Test(
    "An invalid purchase is refused with its field",
    arguments: [
      (#"{"reference":"a","amount":1}"#, "api"), (#"{"api":"v3","reference":"a","amount":1}"#, "api"),
      (#"{"api":"v1","amount":1}"#, "reference"), (#"{"api":"v1","reference":"","amount":1}"#, "reference"),
      (#"{"api":"v1","reference":"a"}"#, "amount"), (#"{"api":"v1","reference":"a","amount":-1}"#, "amount"),
      (#"{"api":"v1","reference":"a","amount":"much"}"#, "amount"),
      (#"{"api":"v1","reference":"a","amount":0.5}"#, "amount"),
      (#"{"api":"v1","reference":"a","amount":1,"color":1}"#, "color"),
      (#"{"api":"v1","reference":"a","amount":1,"webhook":"yes"}"#, "webhook"),
      (#"{"api":"v1","reference":"a","amount":1,"paid_at":"today"}"#, "paid_at"),
      (#"{"api":"v1","reference":"a","amount":1,"cancelled_amount":2}"#, "cancelled_amount"),
      (#"{"api":"v1","reference":"a","amount":1,"status":"partial_cancelled"}"#, "cancelled_amount"),
    ])
  func wrongPurchases(body: String, field: String) async throws {
    try await SandboxUnderTest.run { sandbox in
      let response = try await sandbox.send(
        "POST", "/sandbox/payments", ["Content-Type": "application/json"], body: body)
      #expect(response.status == 400 && response.json["field"] == .string(field))
      #expect(sandbox.gateway.payments.isEmpty)
    }
  }

  @Test("A body that is no JSON object gets 400", arguments: ["", "[]", "{", #"{"api":"v1","api":"v2"}"#, "null"])
  func wrongDocuments(body: String) async throws {
    try await SandboxUnderTest.run { sandbox in
      for (method, path) in [("POST", "payments"), ("PUT", "behaviour"), ("POST", "webhooks"), ("PATCH", "payments/x")]
      {
        let response = try await sandbox.send(method, "/sandbox/\(path)", body: body)
        #expect(response.status == 400 && response.json["code"] != nil && response.json["message"] != nil)
      }
    }
  }

  @Test("A payment can change later by a deposit, a cancellation or another amount")
  func changes() async throws {
    try await SandboxUnderTest.run { sandbox in
      var issued = SandboxPurchase(.v1, reference: "order-1", amount: 3000)
      issued.status = .virtualAccountIssued
      let transaction = try sandbox.gateway.pay(issued)
      sandbox.clock.advance(seconds: 60)
      let deposited = try await sandbox.control("PATCH", "payments/\(transaction)", .object(["status": "paid"]))
      #expect(deposited.status == 200 && deposited.json["paid_at"] == "2027-01-15T08:01:00Z")
      sandbox.clock.advance(seconds: 60)
      let part = try await sandbox.control(
        "PATCH", "payments/\(transaction)", .object(["status": "partial_cancelled", "cancelled_amount": 500]))
      #expect(part.json["cancelled_amount"] == 500 && part.json["cancelled_at"] == "2027-01-15T08:02:00Z")
      #expect(part.json["paid_at"] == "2027-01-15T08:01:00Z")
      let whole = try await sandbox.control("PATCH", "payments/\(transaction)", .object(["status": "cancelled"]))
      #expect(whole.json["cancelled_amount"] == 3000)
      guard case .array(let cancellations)? = whole.json["cancellations"] else { throw CancellationError() }
      #expect(cancellations.compactMap { $0["amount"] } == [500, 2500])
      let other = try await sandbox.control(
        "PATCH", "payments/\(transaction)",
        .object(["amount": 9000, "currency": "JPY", "store": "store-other", "provider": "nice", "method": "trans"]))
      #expect(other.json["amount"] == 9000 && other.json["currency"] == "JPY" && other.json["store"] == "store-other")
      #expect(
        other.json["provider"] == "nice" && other.json["method"] == "trans" && other.json["status"] == "cancelled")
    }
  }

  @Test("An impossible change is refused, and nothing changes")
  func wrongChanges() async throws {
    try await SandboxUnderTest.run { sandbox in
      let transaction = try sandbox.gateway.pay(SandboxPurchase(.v1, reference: "order-1", amount: 3000))
      let before = sandbox.gateway.payments
      for wrong: JSONValue in [
        .object(["cancelled_amount": 3001]), .object(["status": "partial_cancelled"]), .object(["status": ""]),
        .object(["amount": -5]), .object(["reference": "order-2"]), .object(["currency": 5]),
      ] {
        #expect(try await sandbox.control("PATCH", "payments/\(transaction)", wrong).status == 400)
      }
      #expect(try await sandbox.control("PATCH", "payments/imp_0", .object([:])).status == 404)
      #expect(sandbox.gateway.payments == before)
    }
  }

  @Test("The behaviour of the sandbox is replaced as a whole and returned")
  func behaviour() async throws {
    try await SandboxUnderTest.run { sandbox in
      let all: JSONValue = .object([
        "operation": "get", "delay_ms": 5, "fault": "close_after", "times": 3, "lie_amount": -7, "webhooks": false,
        "webhook_copies": 2, "webhook_delay_ms": 9,
      ])
      #expect(try await sandbox.control("PUT", "behaviour", all).json == all)
      #expect(try await sandbox.control("GET", "behaviour").json == all)
      let standard = try await sandbox.control("PUT", "behaviour", .object([:])).json
      #expect(
        standard
          == .object([
            "operation": "all", "delay_ms": 0, "fault": "none", "times": -1, "lie_amount": 0, "webhooks": true,
            "webhook_copies": 1, "webhook_delay_ms": 0,
          ]))
      #expect(sandbox.gateway.behaviour == SandboxBehaviour())
      for wrong: JSONValue in [
        .object(["operation": "pay"]), .object(["fault": "418"]), .object(["times": -2]), .object(["delay_ms": -1]),
        .object(["delay_ms": 600_001]), .object(["webhook_copies": 101]), .object(["lies": 1]),
      ] {
        #expect(try await sandbox.control("PUT", "behaviour", wrong).status == 400)
      }
    }
  }

  @Test("Requests are counted and listed in order, without secrets")
  func requests() async throws {
    try await SandboxUnderTest.run { sandbox in
      _ = try await sandbox.v1("GET", "/payments/imp_1?include_sandbox=true")
      _ = try await sandbox.v2("GET", "/payments/order-1")
      _ = try await sandbox.v2("POST", "/payments/order-1/pre-register", .object(["totalAmount": 1]))
      sandbox.gateway.setBehaviour(SandboxBehaviour(.unavailable))
      _ = try await sandbox.v2("GET", "/payments")
      _ = try await sandbox.v2("POST", "/payments/order-1/cancel", .object([:]))
      let counts: JSONValue = .object(["token": 1, "prepare": 1, "get": 2, "cancel": 1, "list": 1])
      #expect(try await sandbox.control("GET", "requests").json == counts)
      let log = try await sandbox.control("GET", "log")
      guard case .array(let requests)? = log.json["requests"] else { throw CancellationError() }
      #expect(
        requests.compactMap { $0["request"] } == [
          "POST /users/getToken", "GET /payments/imp_1", "GET /payments/order-1", "POST /payments/order-1/pre-register",
          "GET /payments", "POST /payments/order-1/cancel",
        ])
      #expect(requests.compactMap { $0["status"] } == [200, 404, 404, 200, 503, 503])
      #expect(requests.compactMap { $0["api"] } == ["v1", "v1", "v2", "v2", "v2", "v2"])
      #expect(!log.body.contains("secret"))
    }
  }

  @Test("The number of stored payments is bounded")
  func bounds() async throws {
    var settings = SandboxSettings()
    settings.maxPayments = 2
    try await SandboxUnderTest.run(settings) { sandbox in
      for number in 1...2 {
        try sandbox.gateway.pay(SandboxPurchase(.v1, reference: "order-\(number)", amount: 1))
        let registered: JSONValue = .object(["totalAmount": 1])
        #expect(try await sandbox.v2("POST", "/payments/order-\(number)/pre-register", registered).status == 200)
      }
      let full = try await sandbox.control("POST", "payments", .object(["api": "v1", "reference": "x", "amount": 1]))
      #expect(full.status == 503 && full.json["code"] == "sandbox-full")
      #expect(try await sandbox.v2("POST", "/payments/x/pre-register", .object(["totalAmount": 1])).status == 503)
      #expect(
        try await sandbox.v1("POST", "/payments/prepare", .object(["merchant_uid": "x", "amount": 1])).status == 503)
    }
  }

  @Test("Only the last 10,000 requests are stored")
  func logBounds() {
    var state = SandboxState(SandboxSettings(), random: seededBytes(1))
    for second in 0..<25_000 {
      let entry = SandboxLogEntry(
        at: Timestamp(seconds: Int64(second)), operation: .get, interface: .v1, request: "GET /payments/imp_1",
        status: 200)
      state.record(entry)
    }
    #expect(state.log.count == 10_000)
    #expect(state.log.last?.at == Timestamp(seconds: 24_999))
    #expect(state.log.first?.at == Timestamp(seconds: 15_000))
  }
}
