import Basics
import Contracts
import Foundation
import FoundationNetworking
import JSON
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

  @Test("A legacy client pays first and validates afterwards, once")
  func claim() async throws {
    let shop = try await RunningShop()
    let transaction = try shop.sandbox.pay(.v1, RunningShop.oldReference(), RunningShop.price)
    let first = try await shop.claim(transaction)
    #expect(first.status == 200, "\(first.body)")
    #expect(try first.text("post_id") == shop.goods)
    let second = try await shop.claim(transaction)
    #expect(second.status == 409)
    // The type that this client's decoder stumbles over.
    #expect(second.json.text("price") != nil, "\(second.body)")
    let forged = try await shop.claim("imp_000000000000")
    #expect(forged.status == 400 && forged.json.text("price") != nil, "\(forged.body)")
    #expect(try await shop.balances()[.sales] == -RunningShop.price)
    try await shop.end()
  }

  @Test(
    "Of two hundred concurrent validations of one payment one succeeds, with one entry in the ledger",
    arguments: [1, 2])
  func crowd(servers: Int) async throws {
    let shop = try await RunningShop(nodeCount: servers)
    let others = servers == 1 ? [] : [shop.otherServer]
    let order = try await shop.order()
    _ = try shop.sandbox.pay(.v2, order.reference, RunningShop.price)
    let claimed = try shop.sandbox.pay(.v1, RunningShop.oldReference(), RunningShop.price)
    let addresses = Self.addresses([shop.server] + others)
    let (buyer, goods) = (shop.buyer, shop.goods)

    let validations = try await Self.statuses(200) { number in
      try await RunningShop.send(
        "POST", "/api/orders/\(order.id)/validation", .object([:]), of: buyer, at: addresses[number % servers])
    }
    #expect(validations == [200: 1, 409: 199])
    let claims = try await Self.statuses(200) { number in
      try await RunningShop.claim(claimed, goods, at: addresses[number % servers])
    }
    #expect(claims == [200: 1, 409: 199])
    #expect(try await shop.balances() == Self.sold(2))
    try await shop.end()
  }

  /// The book after some sales and nothing else.
  private static func sold(_ count: Int) -> [LedgerAccount: Int] {
    let amount = count * RunningShop.price
    return [.receivable: 0, .ordered: 0, .gateway: amount, .sales: -amount, .refunds: 0]
  }

  /// Where servers listen, for a session with room for all at once.
  private static func addresses(_ servers: [RunningServer]) -> [ServerAddress] {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpMaximumConnectionsPerHost = 200
    let session = URLSession(configuration: configuration)
    return servers.map { ServerAddress(base: $0.base, session: session) }
  }

  /// How often each status came of requests that were made at once.
  private static func statuses(
    _ count: Int, _ send: @escaping @Sendable (Int) async throws -> RunningServer.ClientResponse
  ) async throws -> [Int: Int] {
    try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 0..<count { group.addTask { try await send(number).status } }
      return try await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }
  }

  @Test(
    "While the gateway is down a validation is refused for now; the order stays pending, and settles afterwards",
    arguments: [SandboxInterface.v1, .v2])
  func gatewayDown(interface: SandboxInterface) async throws {
    let shop = try await RunningShop([interface])
    let order = try await shop.order()
    _ = try shop.sandbox.pay(interface, order.reference, RunningShop.price)
    await shop.sandbox.goDown()
    let rejected = try await shop.validate(order.id)
    #expect(rejected.status == 503, "\(rejected.body)")
    #expect(Int(rejected.headers["Retry-After"] ?? "") ?? 0 > 0)
    #expect(try await shop.state(order.id) == "pending")
    try shop.sandbox.comeBack()
    try await eventually { try await shop.state(order.id) == "paid" }
    #expect(try await shop.validate(order.id).status == 200)
    #expect(try await shop.validate(order.id).status == 409)
    try await shop.end()
  }

  @Test("A legacy client whose gateway is down is refused, and its payment settles afterwards")
  func claimWhileDown() async throws {
    let shop = try await RunningShop()
    let transaction = try shop.sandbox.pay(.v1, RunningShop.oldReference(), RunningShop.price)
    await shop.sandbox.goDown()
    let rejected = try await shop.claim(transaction)
    #expect(rejected.status == 503 && rejected.json.text("price") != nil, "\(rejected.body)")
    try shop.sandbox.comeBack()
    try await eventually { try await shop.balances()[.sales] == -RunningShop.price }
    #expect(try await shop.claim(transaction).status == 200)
    #expect(try await shop.claim(transaction).status == 409)
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
    #expect(try await shop.balances() == Self.sold(1))
    try await shop.end()
  }

  @Test("A webhook with a forged signature gets 401")
  func forgedMessage() async throws {
    let shop = try await RunningShop()
    let body = Data(#"{"type":"Transaction.Paid","data":{"paymentId":"x","transactionId":"y"}}"#.utf8)
    let now = String(Timestamp.feed.milliseconds / 1000)
    let headers = ["webhook-id": "m1", "webhook-timestamp": now, "webhook-signature": "v1,AAAA"]
    #expect(try await shop.server.send("POST", "/api/webhooks/portone-v2", headers, body: body).status == 401)
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
