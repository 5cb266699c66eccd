import Basics
import JSON
import Sandbox
import Support
import Testing

@Suite("The sandbox's first interface")
struct V1InterfaceTests {
  private let json = ["Content-Type": "application/json"]

  @Test("A token is issued for key and secret, as JSON and as a form, and reused while it is valid")
  func tokens() async throws {
    try await SandboxUnderTest.run { sandbox in
      let document = #"{"imp_key":"sandbox-key","imp_secret":"sandbox-secret"}"#
      let first = try await sandbox.send("POST", "/users/getToken", json, body: document)
      #expect(first.status == 200 && first.json["code"] == 0 && first.json["message"] == .null)
      #expect(first.response["now"] == 1_800_000_000)
      #expect(first.response["expired_at"] == 1_800_001_800)
      let form = "imp_key=sandbox-key&imp_secret=sandbox-secret"
      let type = ["Content-Type": "application/x-www-form-urlencoded"]
      sandbox.clock.advance(seconds: 1739)
      #expect(
        try await sandbox.send("POST", "/users/getToken", type, body: form).response["access_token"]
          == first.response["access_token"])
      sandbox.clock.advance(seconds: 1)
      let extended = try await sandbox.send("POST", "/users/getToken", type, body: form)
      #expect(extended.response["access_token"] == first.response["access_token"])
      #expect(extended.response["expired_at"] == 1_800_002_100)
      sandbox.clock.advance(seconds: 400)
      let next = try await sandbox.send("POST", "/users/getToken", type, body: form)
      #expect(next.response["access_token"] != first.response["access_token"])
    }
  }

  @Test("A wrong or missing secret gets 401")
  func wrongSecrets() async throws {
    try await SandboxUnderTest.run { sandbox in
      for body in [#"{"imp_key":"sandbox-key","imp_secret":"no"}"#, #"{"imp_key":"sandbox-key"}"#] {
        let response = try await sandbox.send("POST", "/users/getToken", json, body: body)
        #expect(response.status == 401 && response.json["code"] == -1 && response.response == .null)
      }
      #expect(try await sandbox.send("POST", "/users/getToken", json, body: "{").status == 400)
    }
  }

  @Test("Everything needs the token, with or without Bearer, and an expired one gets 401")
  func authorization() async throws {
    try await SandboxUnderTest.run { sandbox in
      let transaction = try sandbox.gateway.pay(SandboxPurchase(.v1, reference: "order-1", amount: 3000))
      #expect(try await sandbox.send("GET", "/payments/\(transaction)").status == 401)
      let token = try await sandbox.token()
      for shown in [token, "Bearer \(token)"] {
        #expect(try await sandbox.send("GET", "/payments/\(transaction)", ["Authorization": shown]).status == 200)
      }
      sandbox.clock.advance(seconds: 1800)
      let late = try await sandbox.send("GET", "/payments/\(transaction)", ["Authorization": token])
      #expect(late.status == 401 && late.json["code"] == -1)
      for (method, path) in [
        ("GET", "/payments/find/a"), ("GET", "/payments/find/a/paid"), ("GET", "/payments/status/all"),
        ("POST", "/payments/prepare"), ("GET", "/payments/prepare/a"), ("POST", "/payments/cancel"),
      ] {
        #expect(try await sandbox.send(method, path, body: method == "POST" ? "{}" : nil).status == 401)
      }
    }
  }

  @Test("A payment has the personal data that a gateway has")
  func payment() async throws {
    try await SandboxUnderTest.run { sandbox in
      let transaction = try sandbox.gateway.pay(SandboxPurchase(.v1, reference: "ios_key_1", amount: 3000))
      #expect(transaction.wholeMatch(of: /imp_\d{12}/) != nil)
      let reported = try await sandbox.v1("GET", "/payments/\(transaction)").response
      #expect(reported["imp_uid"] == .string(transaction) && reported["merchant_uid"] == "ios_key_1")
      #expect(reported["amount"] == 3000 && reported["cancel_amount"] == 0 && reported["currency"] == "KRW")
      #expect(reported["status"] == "paid" && reported["paid_at"] == 1_800_000_000 && reported["failed_at"] == 0)
      #expect(reported["pay_method"] == "card" && reported["pg_provider"] == "html5_inicis")
      #expect(reported["buyer_name"] == "김네컷" && reported["buyer_tel"] == "010-1234-5678")
      #expect(reported["card_number"] == "536148******1234")
    }
  }

  @Test(
    "Each status has the first interface's name, and an unknown one is returned unchanged",
    arguments: [
      ("ready", "ready"), ("virtual_account_issued", "ready"), ("pay_pending", "pending"), ("paid", "paid"),
      ("failed", "failed"), ("cancelled", "cancelled"), ("settling_on_mars", "settling_on_mars"),
    ])
  func statuses(word: String, reported: String) async throws {
    try await SandboxUnderTest.run { sandbox in
      var purchase = SandboxPurchase(.v1, reference: "order-1", amount: 3000)
      purchase.status = SandboxStatus(word: word)
      let transaction = try sandbox.gateway.pay(purchase)
      let payment = try await sandbox.v1("GET", "/payments/\(transaction)").response
      #expect(payment["status"] == .string(reported))
      #expect((payment["paid_at"] == 0) == !purchase.status.hasMovedMoney)
      #expect(payment["cancel_amount"] == (word == "cancelled" ? 3000 : 0))
      #expect(payment["pay_method"] == (word == "virtual_account_issued" ? "vbank" : "card"))
    }
  }

  @Test("An unknown number gets 404, also one of the second interface")
  func unknown() async throws {
    try await SandboxUnderTest.run { sandbox in
      let other = try sandbox.gateway.pay(SandboxPurchase(.v2, reference: "order-1", amount: 3000))
      for path in ["/payments/imp_0", "/payments/\(other)", "/payments/find/order-1", "/payments/find/order-1/paid"] {
        let response = try await sandbox.v1("GET", path)
        #expect(response.status == 404 && response.json["code"] == -1 && response.response == .null)
      }
    }
  }

  @Test("A reference finds its last attempt, or the last with a given status")
  func find() async throws {
    try await SandboxUnderTest.run { sandbox in
      var failing = SandboxPurchase(.v1, reference: "order-1", amount: 3000)
      failing.status = .failed
      let failed = try sandbox.gateway.pay(failing)
      let paid = try sandbox.gateway.pay(SandboxPurchase(.v1, reference: "order-1", amount: 3000))
      for (path, found) in [("order-1", paid), ("order-1/paid", paid), ("order-1/failed", failed)] {
        let response = try await sandbox.v1("GET", "/payments/find/\(path)")
        #expect(response.response["imp_uid"] == .string(found))
      }
      #expect(try await sandbox.v1("GET", "/payments/find/order-1/cancelled").status == 404)
    }
  }

  @Test("Payments of test channels are shown on request only")
  func tests() async throws {
    try await SandboxUnderTest.run { sandbox in
      var purchase = SandboxPurchase(.v1, reference: "order-1", amount: 3000)
      purchase.isTest = true
      let transaction = try sandbox.gateway.pay(purchase)
      for path in ["/payments/\(transaction)", "/payments/find/order-1", "/payments/find/order-1/paid"] {
        #expect(try await sandbox.v1("GET", path).status == 404)
        #expect(try await sandbox.v1("GET", path + "?include_sandbox=true").response["sandbox"] == true)
      }
      #expect(try await sandbox.v1("GET", "/payments/status/all").response["total"] == 0)
      #expect(try await sandbox.v1("GET", "/payments/status/all?include_sandbox=true").response["total"] == 1)
    }
  }

  // MARK: Amounts before payment

  @Test("An amount is registered once, and found again")
  func prepare() async throws {
    try await SandboxUnderTest.run { sandbox in
      let order: JSONValue = .object(["merchant_uid": "order-1", "amount": 3000])
      #expect(try await sandbox.v1("POST", "/payments/prepare", order).response["amount"] == 3000)
      let again = try await sandbox.v1("POST", "/payments/prepare", order)
      #expect(again.status == 200 && again.json["code"] == 1 && again.response == .null)
      #expect(try await sandbox.v1("GET", "/payments/prepare/order-1").response["amount"] == 3000)
      #expect(try await sandbox.v1("GET", "/payments/prepare/order-2").json["code"] == 1)
      for wrong: JSONValue in [
        .object(["amount": 3000]), .object(["merchant_uid": "order-3"]),
        .object(["merchant_uid": "order-3", "amount": -1]),
        .object(["merchant_uid": .string(String(repeating: "a", count: 41)), "amount": 1]),
      ] {
        #expect(try await sandbox.v1("POST", "/payments/prepare", wrong).status == 400)
      }
    }
  }

  @Test("A payment needs the registered amount, and a paid reference keeps its amount")
  func preparedAmounts() async throws {
    try await SandboxUnderTest.run { sandbox in
      let order: JSONValue = .object(["merchant_uid": "order-1", "amount": 3000])
      _ = try await sandbox.v1("POST", "/payments/prepare", order)
      let domainError = #expect(throws: DomainError.self) {
        try sandbox.gateway.pay(SandboxPurchase(.v1, reference: "order-1", amount: 300))
      }
      #expect(domainError?.code == "amount-differs")
      try sandbox.gateway.pay(SandboxPurchase(.v1, reference: "order-1", amount: 3000))
      try sandbox.gateway.pay(SandboxPurchase(.v1, reference: "order-2", amount: 3000))
      let late = try await sandbox.v1(
        "POST", "/payments/prepare", .object(["merchant_uid": "order-2", "amount": 3000]))
      #expect(late.json["code"] == 1)
    }
  }

  // MARK: Cancelling

  @Test("A payment is refunded in parts, then completely")
  func cancel() async throws {
    try await SandboxUnderTest.run { sandbox in
      let transaction = try sandbox.gateway.pay(SandboxPurchase(.v1, reference: "order-1", amount: 3000))
      let first = try await sandbox.v1(
        "POST", "/payments/cancel",
        .object(["imp_uid": .string(transaction), "amount": 1000, "checksum": 3000, "reason": "마음이 바뀜"]))
      #expect(first.response["cancel_amount"] == 1000 && first.response["status"] == "cancelled")
      #expect(first.response["cancel_reason"] == "마음이 바뀜")
      #expect(sandbox.gateway.payment(transaction)?.status == .partialCancelled)
      let rest = try await sandbox.v1("POST", "/payments/cancel", .object(["merchant_uid": "order-1", "amount": 0]))
      #expect(rest.response["cancel_amount"] == 3000)
      guard case .array(let history)? = rest.response["cancel_history"] else { throw CancellationError() }
      #expect(history.compactMap { $0["amount"] } == [1000, 2000])
      #expect(sandbox.gateway.payment(transaction)?.status == .cancelled)
    }
  }

  @Test("An impossible refund gets 200 with a code, and nothing is refunded")
  func rejectedCancellations() async throws {
    try await SandboxUnderTest.run { sandbox in
      let paid = try sandbox.gateway.pay(SandboxPurchase(.v1, reference: "order-1", amount: 3000))
      var opening = SandboxPurchase(.v1, reference: "order-2", amount: 3000)
      opening.status = .ready
      let ready = try sandbox.gateway.pay(opening)
      let other = try sandbox.gateway.pay(SandboxPurchase(.v2, reference: "order-3", amount: 3000))
      for order: JSONValue in [
        .object(["imp_uid": .string(paid), "amount": 3001]),
        .object(["imp_uid": .string(paid), "amount": 1000, "checksum": 2000]),
        .object(["imp_uid": .string(ready)]), .object(["imp_uid": .string(other)]),
        .object(["imp_uid": "imp_0", "merchant_uid": "order-1"]), .object(["merchant_uid": "order-3"]),
      ] {
        let response = try await sandbox.v1("POST", "/payments/cancel", order)
        #expect(response.status == 200 && response.json["code"] == 1 && response.response == .null)
      }
      for order: JSONValue in [.object([:]), .object(["imp_uid": .string(paid), "amount": -1])] {
        #expect(try await sandbox.v1("POST", "/payments/cancel", order).status == 400)
      }
      #expect(sandbox.gateway.payments.allSatisfy { $0.cancelledAmount == 0 })
      let whole: JSONValue = .object(["imp_uid": .string(paid)])
      #expect(try await sandbox.v1("POST", "/payments/cancel", whole).json["code"] == 0)
      #expect(try await sandbox.v1("POST", "/payments/cancel", whole).json["code"] == 1)
      #expect(sandbox.gateway.payment(paid)?.cancelledAmount == 3000)
    }
  }

  // MARK: Lists

  @Test("Lists are paged, by status and by the time of the status")
  func lists() async throws {
    try await SandboxUnderTest.run { sandbox in
      var transactions: [String] = []
      for number in 1...5 {
        transactions.append(
          try sandbox.gateway.pay(SandboxPurchase(.v1, reference: "order-\(number)", amount: number)))
        sandbox.clock.advance(seconds: 10)
      }
      try sandbox.gateway.change(transactions[0], SandboxChange(status: .cancelled))
      try sandbox.gateway.pay(SandboxPurchase(.v2, reference: "order-9", amount: 9))
      let first = try await sandbox.v1("GET", "/payments/status/all?limit=2").response
      #expect(first["total"] == 5 && first["previous"] == 0 && first["next"] == 2)
      #expect(references(first) == ["order-5", "order-4"])
      let last = try await sandbox.v1("GET", "/payments/status/all?limit=2&page=3").response
      #expect(references(last) == ["order-1"] && last["previous"] == 2 && last["next"] == 0)
      #expect(references(try await sandbox.v1("GET", "/payments/status/cancelled").response) == ["order-1"])
      let period = "from=1800000010&to=1800000020&sorting=started"
      #expect(
        references(try await sandbox.v1("GET", "/payments/status/paid?\(period)").response) == ["order-2", "order-3"])
      for wrong in [
        "mars", "all?page=9", "all?page=0", "all?limit=1001", "all?from=1", "all?from=9&to=8", "all?sorting=size",
      ] {
        #expect(try await sandbox.v1("GET", "/payments/status/\(wrong)").status == 400, "\(wrong)")
      }
      let nobody = try await sandbox.v1("GET", "/payments/status/failed").response
      #expect(nobody["total"] == 0 && references(nobody) == [])
    }
  }

  private func references(_ page: JSONValue) -> [String] {
    guard case .array(let list)? = page["list"] else { return ["no list"] }
    return list.compactMap { if case .string(let reference)? = $0["merchant_uid"] { reference } else { nil } }
  }
}
