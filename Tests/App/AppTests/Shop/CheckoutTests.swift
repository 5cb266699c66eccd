import Payments
import Sandbox
import Support
import Testing

/// Goods are bought on a real server, which asks a sandbox gateway over real sockets.
@Suite("Checkout on a running server")
struct CheckoutTests {
  @Test(
    "A paid order is validated once, and the operator sees it with its checks and ledger",
    arguments: [SandboxInterface.v1, .v2])
  func native(interface: SandboxInterface) async throws {
    let shop = try await RunningShop([interface])
    let order = try await shop.order()
    #expect(try await shop.validate(order.id).status == 400)
    let transaction = try shop.sandbox.pay(interface, order.reference, RunningShop.price)
    let validated = try await shop.validate(order.id)
    #expect(validated.status == 200, "\(validated.body)")
    #expect(try validated.text("state") == "paid")
    #expect(try await shop.validate(order.id).status == 409)

    for name in [transaction, order.id, order.reference] {
      let details = try await shop.report("payments", "show", name)
      #expect(details.text("payment", "state") == "settled")
      #expect(details.text("order", "id") == order.id)
      #expect(details.list("payment", "checks").count == PaymentCheck.allCases.count)
      #expect(details.list("payment", "checks").allSatisfy { $0.text("outcome") != "failed" })
      #expect(details.list("ledger").map { $0.text("event") } == ["order", "payment"])
    }
    let listed = try await shop.run("payments", "list", "--state", "settled")
    #expect(listed.lines.count == 2 && listed.output.contains(transaction))
    #expect(try await shop.run("payments", "list", "--state", "refused").output == "No payment matches.\n")
    try await shop.end()
  }

  @Test(
    "A webhook alone settles an order, and the client's first validation afterwards succeeds",
    arguments: [SandboxInterface.v1, .v2])
  func message(interface: SandboxInterface) async throws {
    let shop = try await RunningShop([interface])
    let order = try await shop.order()
    _ = try shop.sandbox.pay(interface, order.reference, RunningShop.price, notifies: true)
    try await eventually { try await shop.state(order.id) == "paid" }
    #expect(try await shop.validate(order.id).status == 200)
    #expect(try await shop.validate(order.id).status == 409)
    #expect(try await shop.balances()[.sales] == -RunningShop.price)
    try await shop.end()
  }

  @Test("A server that is stopped while it waits for the gateway ends cleanly, and the next one goes on")
  func endWhileWaiting() async throws {
    let shop = try await RunningShop()
    let order = try await shop.order()
    var slow = SandboxBehaviour()
    slow.operation = .get
    slow.delayMilliseconds = 1500
    shop.sandbox.gateway.setBehaviour(slow)
    _ = try shop.sandbox.pay(.v2, order.reference, RunningShop.price, notifies: true)
    try await eventually { shop.sandbox.gateway.counts[.get] > 0 }
    try await shop.end()
    shop.sandbox.gateway.setBehaviour(SandboxBehaviour())
    try await shop.restart()
    try await eventually { try await shop.state(order.id) == "paid" }
    try await shop.end()
  }
}
