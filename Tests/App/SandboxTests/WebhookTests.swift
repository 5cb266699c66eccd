import Basics
import Crypto
import JSON
import Sandbox
import Support
import Testing
import WebClient

@Suite("Webhooks of the sandbox")
struct WebhookTests {
  @Test("A webhook of the first interface is unsigned, with number, reference and status")
  func first() async throws {
    try await Shop.run { sandbox, shop in
      let transaction = try sandbox.gateway.pay(SandboxPurchase(.v1, reference: "order-1", amount: 3000))
      let message = try #require(await shop.messages(1).first)
      #expect(message.path == "/v1" && message.headers["content-type"] == "application/json")
      #expect(
        message.json
          == .object(["imp_uid": .string(transaction), "merchant_uid": "order-1", "status": "paid"]))
      #expect(message.headers["webhook-signature"] == nil)
    }
  }

  @Test("A webhook of the second interface is signed by Standard Webhooks")
  func second() async throws {
    try await Shop.run { sandbox, shop in
      let transaction = try sandbox.gateway.pay(SandboxPurchase(.v2, reference: "order-1", amount: 3000))
      let message = try #require(await shop.messages(1).first)
      #expect(message.path == "/v2" && message.json["type"] == "Transaction.Paid")
      #expect(message.json["timestamp"] == "2027-01-15T08:00:00Z")
      #expect(
        message.json["data"]
          == .object([
            "storeId": "store-sandbox", "paymentId": "order-1", "transactionId": .string(transaction),
          ]))
      #expect(message.headers["webhook-timestamp"] == "1800000000")
      #expect(isSigned(message, by: "sandbox-webhook-secret"))
    }
  }

  private func isSigned(_ message: Shop.Message, by key: String) -> Bool {
    let id = message.headers["webhook-id"] ?? ""
    let signed = "\(id).\(message.headers["webhook-timestamp"] ?? "").\(message.body)"
    let code = HMAC.sha256(of: Array(signed.utf8), key: Array(key.utf8))
    return !id.isEmpty && message.headers["webhook-signature"] == "v1,\(Base64.encode(code))"
  }

  @Test(
    "Each status has its event",
    arguments: [
      (SandboxStatus.ready, "Transaction.Ready"), (.virtualAccountIssued, "Transaction.VirtualAccountIssued"),
      (.payPending, "Transaction.PayPending"), (.failed, "Transaction.Failed"), (.cancelled, "Transaction.Cancelled"),
      (.other("mars"), "Transaction.Mars"),
    ])
  func events(status: SandboxStatus, event: String) async throws {
    try await Shop.run { sandbox, shop in
      var purchase = SandboxPurchase(.v2, reference: "order-1", amount: 3000)
      purchase.status = status
      try sandbox.gateway.pay(purchase)
      let message = try #require(await shop.messages(1).first)
      #expect(message.json["type"] == .string(event))
      #expect((message.json["data"]?["cancellationId"] != nil) == (status == .cancelled))
    }
  }

  @Test("A refund by the second interface sends a webhook unless it is skipped, and one by the first does not")
  func cancellations() async throws {
    try await Shop.run { sandbox, shop in
      for (interface, reference) in [(SandboxInterface.v1, "a"), (.v2, "b")] {
        var purchase = SandboxPurchase(interface, reference: reference, amount: 3000)
        purchase.sendsWebhook = false
        try sandbox.gateway.pay(purchase)
      }
      _ = try await sandbox.v1("POST", "/payments/cancel", .object(["merchant_uid": "a"]))
      _ = try await sandbox.v2(
        "POST", "/payments/b/cancel", .object(["amount": 1, "reason": "x", "skipWebhook": true]))
      _ = try await sandbox.v2("POST", "/payments/b/cancel", .object(["amount": 1, "reason": "x"]))
      _ = try await sandbox.v2("POST", "/payments/b/cancel", .object(["reason": "x"]))
      let messages = await shop.messages(2)
      #expect(
        Set(messages.map(\.json["type"])) == ["Transaction.PartialCancelled", "Transaction.Cancelled"])
    }
  }

  @Test("A refused webhook is sent again with the same identifier, then given up")
  func repetitions() async throws {
    try await Shop.run(answering: [500, 503, 404]) { sandbox, shop in
      try sandbox.gateway.pay(SandboxPurchase(.v2, reference: "order-1", amount: 3000))
      let messages = await shop.messages(3)
      #expect(Set(messages.map { $0.headers["webhook-id"] }).count == 1)
      #expect(Set(messages.map(\.body)).count == 1)
      // A later message is the fourth: nothing of the first is sent any more.
      try sandbox.gateway.pay(SandboxPurchase(.v2, reference: "order-2", amount: 3000))
      #expect(await shop.messages(4).last?.body.contains("order-2") == true)
    }
  }

  @Test("An accepted webhook is not sent again")
  func taken() async throws {
    try await Shop.run(answering: [500, 200]) { sandbox, shop in
      try sandbox.gateway.pay(SandboxPurchase(.v1, reference: "order-1", amount: 3000))
      _ = await shop.messages(2)
      let again = SandboxMessage(try #require(sandbox.gateway.payments.first?.transaction))
      #expect(try await sandbox.gateway.send(again) == 200)
      #expect(shop.messages.count == 3)
    }
  }

  @Test("Copies have one identifier, and none is sent if webhooks are off")
  func copies() async throws {
    try await Shop.run { sandbox, shop in
      var silent = SandboxBehaviour()
      silent.webhooks = false
      sandbox.gateway.setBehaviour(silent)
      try sandbox.gateway.pay(SandboxPurchase(.v2, reference: "silent", amount: 3000))
      var often = SandboxBehaviour()
      often.webhookCopies = 5
      often.webhookDelayMilliseconds = 1
      sandbox.gateway.setBehaviour(often)
      try sandbox.gateway.pay(SandboxPurchase(.v2, reference: "order-1", amount: 3000))
      let messages = await shop.messages(5)
      #expect(Set(messages.map { $0.headers["webhook-id"] }).count == 1)
      #expect(messages.allSatisfy { $0.body.contains("order-1") })
    }
  }

  @Test("A webhook can be sent on request, with another event, secret, time and identifier")
  func atWill() async throws {
    try await Shop.run(answering: [204]) { sandbox, shop in
      var purchase = SandboxPurchase(.v2, reference: "order-1", amount: 3000)
      purchase.sendsWebhook = false
      let transaction = try sandbox.gateway.pay(purchase)
      let order: JSONValue = .object([
        "transaction": .string(transaction), "type": "Transaction.Teleported", "secret": "whsec_b3RoZXI=",
        "timestamp": "2027-01-15T07:50:00Z", "id": "msg_1",
      ])
      #expect(try await sandbox.control("POST", "webhooks", order).json == .object(["status": 204]))
      let message = try #require(shop.messages.first)
      #expect(message.json["type"] == "Transaction.Teleported" && message.headers["webhook-id"] == "msg_1")
      #expect(message.headers["webhook-timestamp"] == "1799999400")
      #expect(isSigned(message, by: "other") && !isSigned(message, by: "sandbox-webhook-secret"))
    }
  }

  @Test("An undeliverable webhook is reported")
  func notSent() async throws {
    var settings = SandboxSettings()
    settings.v1WebhookURL = try WebAddress("http://127.0.0.1:1/nobody", field: "v1")
    try await SandboxUnderTest.run(settings) { sandbox in
      var purchase = SandboxPurchase(.v1, reference: "order-1", amount: 3000)
      purchase.sendsWebhook = false
      let transaction = try sandbox.gateway.pay(purchase)
      let nobody = try await sandbox.control("POST", "webhooks", .object(["transaction": .string(transaction)]))
      #expect(nobody.status == 200 && nobody.json == .object(["status": .null]))
      let unknown = try await sandbox.control("POST", "webhooks", .object(["transaction": "imp_0"]))
      #expect(unknown.status == 404)
      let secret = try await sandbox.control(
        "POST", "webhooks", .object(["transaction": .string(transaction), "secret": "*"]))
      #expect(secret.status == 400 && secret.json["field"] == "secret")
      let other = try sandbox.gateway.pay(SandboxPurchase(.v2, reference: "order-1", amount: 3000))
      let nowhere = try await sandbox.control("POST", "webhooks", .object(["transaction": .string(other)]))
      #expect(nowhere.status == 409)
    }
  }
}
