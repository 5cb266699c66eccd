import Basics
import Foundation
import JSON
import Payments
import Sandbox
import Support
import Testing

@Suite("Operator commands for payments")
struct OperatorTests {
  private static let days = [
    "--from", day(Timestamp.feed.advanced(seconds: -86_400)), "--to", day(Timestamp.feed.advanced(seconds: 86_400)),
  ]

  private static func day(_ instant: Timestamp) -> String { String(instant.rfc3339.prefix(10)) }

  @Test("A payment is refunded in parts and completely, never above its amount, with entries in the ledger")
  func cancel() async throws {
    let shop = try await RunningShop()
    let order = try await shop.order()
    let transaction = try shop.sandbox.pay(.v2, order.reference, RunningShop.price)
    #expect(try await shop.validate(order.id).status == 200)
    #expect(try await shop.run("payments", "cancel", transaction).code == 2)
    let tooMuch = try await shop.run("payments", "cancel", transaction, "--amount", "3001", "--reason", "too much")
    #expect(tooMuch.code == 3 && tooMuch.errors.split(separator: "\n").count == 1)
    let part = try await shop.run("payments", "cancel", order.reference, "--amount", "1000", "--reason", "한 장 불량")
    #expect(part.code == 0 && part.output.contains("partly-cancelled"), "\(part.errors)")
    #expect(try await shop.state(order.id) == "partlyCancelled")
    #expect(try await shop.run("payments", "cancel", transaction, "--reason", "나머지").code == 0)
    #expect(shop.sandbox.gateway.payment(transaction)?.cancelledAmount == RunningShop.price)
    #expect(try await shop.state(order.id) == "cancelled")
    #expect(try await shop.run("payments", "cancel", transaction, "--reason", "again").code == 3)
    let balances = try await shop.balances()
    #expect(balances.values.reduce(0, +) == 0 && balances[.gateway] == 0 && balances[.refunds] == RunningShop.price)
    try await shop.end()
  }

  @Test("Refunds that buyers request are listed, declined and accepted")
  func decide() async throws {
    let shop = try await RunningShop()
    let order = try await shop.order()
    let transaction = try shop.sandbox.pay(.v2, order.reference, RunningShop.price)
    #expect(try await shop.validate(order.id).status == 200)
    let early = try await shop.run("payments", "decide", order.id, "--accept")
    #expect(early.code != 0 && early.errors.contains("Nobody has requested a refund"), "\(early.errors)")
    let asked = try await RunningShop.send(
      "POST", "/api/orders/\(order.id)/refund-request", .object(["reason": .string("어두워요")]), of: order.buyer,
      at: shop.server.address)
    #expect(asked.status == 200)
    let listed = try await shop.run("payments", "refunds")
    #expect(listed.output.contains(order.id) && listed.output.contains("어두워요"))
    for words in [[], ["--accept", "--decline"]] {
      #expect(try await shop.run(["payments", "decide", order.id] + words).code == 2)
    }
    let declined = try await shop.run("payments", "decide", order.id, "--decline", "--answer", "no")
    #expect(declined.code == 0 && declined.output.contains("declined"), "\(declined.errors)")
    #expect(try await shop.run("payments", "refunds").output == "No refund waits for a decision.\n")
    let accepted = try await shop.run("payments", "decide", order.id, "--accept", "--format", "json")
    let document = try JSONReader.value(of: Array(accepted.output.utf8))
    #expect(document["order"]?["refund"]?.text("state") == "accepted", "\(accepted.errors)")
    #expect(shop.sandbox.gateway.payment(transaction)?.cancelledAmount == RunningShop.price)
    #expect(try await shop.state(order.id) == "cancelled")
    try await shop.end()
  }

  @Test("Payments that are unknown here are listed with exit code 3, and repaired on request")
  func reconcile() async throws {
    let shop = try await RunningShop()
    let order = try await shop.order()
    _ = try shop.sandbox.pay(.v2, order.reference, RunningShop.price)
    let unknown = try shop.sandbox.pay(.v1, RunningShop.oldReference(), RunningShop.price)
    let found = try await shop.run(["payments", "reconcile"] + Self.days + ["--format", "json"])
    #expect(found.code == 3)
    let kinds = try JSONReader.value(of: Array(found.output.utf8)).list("differences").map { $0.text("kind") }
    #expect(kinds == ["unknown-here", "unknown-here"])
    #expect(try await shop.state(order.id) == "pending")

    let repaired = try await shop.run(["payments", "reconcile", "--mend"] + Self.days)
    #expect(try await shop.state(order.id) == "paid")
    // Nobody knows what an old client's payment was for until it is claimed.
    #expect(repaired.code == 3 && repaired.output.contains(unknown), "\(repaired.output) \(repaired.errors)")
    #expect(try await shop.claim(unknown).status == 200)
    let clean = try await shop.run(["payments", "reconcile"] + Self.days)
    #expect(
      clean.code == 0 && clean.output.contains("2 payments compared, 0 differ"), "\(clean.output) \(clean.errors)")
    try await shop.end()
  }

  @Test("A refund in the gateway's console is found when the payment is verified")
  func verify() async throws {
    let shop = try await RunningShop()
    let order = try await shop.order()
    let transaction = try shop.sandbox.pay(.v2, order.reference, RunningShop.price)
    #expect(try await shop.validate(order.id).status == 200)
    var change = SandboxChange(status: .cancelled)
    change.sendsWebhook = false
    _ = try shop.sandbox.gateway.change(transaction, change)
    let verified = try await shop.report("payments", "verify", order.id)
    #expect(verified.text("payment", "state") == "cancelled")
    #expect(verified.text("order", "state") == "cancelled")
    #expect(try await shop.run("payments", "verify", "imp_nothing").code == 4)
    try await shop.end()
  }

  @Test("Waiting tasks are shown with the reason for their delay")
  func waiting() async throws {
    let shop = try await RunningShop()
    let order = try await shop.order()
    let transaction = try shop.sandbox.pay(.v2, order.reference, RunningShop.price)
    #expect(try await shop.validate(order.id).status == 200)
    shop.sandbox.gateway.setBehaviour(SandboxBehaviour(.unavailable, of: .get))
    _ = try shop.sandbox.gateway.change(transaction, SandboxChange(status: .cancelled))
    try await eventually {
      let shown = try await shop.run("payments", "show", transaction)
      return shown.output.contains("WAITING FOR") && shown.output.contains("gateway-unavailable")
    }
    try await shop.end()
  }
}
