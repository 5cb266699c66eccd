import Basics
import Payments
import Support
import Testing

@Suite("A claim of an old client")
struct ClaimTests {
  private func claim(
    _ shop: ShopUnderTest, _ transaction: String = "imp_1", post: Int = 3, by buyer: AccountID? = nil
  ) async throws -> Order {
    try await shop.payments.claim(transaction: transaction, for: ShopUnderTest.post(post), by: buyer)
  }

  private let reference = "ios_\(ShopUnderTest.key)_1800000000"

  @Test(
    "A claim settles an order that is made for it, once, with or without a known buyer",
    arguments: [nil, 1])
  func right(_ number: Int?) async throws {
    let shop = try await ShopUnderTest()
    let buyer = number.map { ShopUnderTest.buyer($0) }
    shop.pay(reference, 3_000)
    let order = try await claim(shop, by: buyer)
    #expect(
      order.state == .paid && order.buyer == buyer && order.claimedTransaction == "imp_1" && order.amount == 3_000)
    let again = try await domainError { try await claim(shop, by: buyer) }
    #expect((again.kind, again.code) == (.conflict, "payment-validated"))
    #expect(try await shop.balances == [.gateway: 3_000, .sales: -3_000])
    #expect(try await shop.payments.buyers(of: [shop.post])[shop.post] ?? [] == [buyer].compactMap { $0 })
    try await shop.workOn(seconds: 10_000)
    #expect(try await shop.waiting == 0)
  }

  @Test("A claim stores no application key in any spelling")
  func masked() async throws {
    let shop = try await ShopUnderTest()
    let escaped = ShopUnderTest.key.split(separator: "/").joined(separator: "\\/")
    // An accent that merges with the end of the key hides nothing.
    shop.pay("ios_\(ShopUnderTest.key)\u{301}_1", 3_000) {
      $0.evidence = "{\"merchant_uid\":\"ios_\(escaped)_1\",\"note\":\"\(ShopUnderTest.key)\"}"
      $0.provider = ShopUnderTest.key
    }
    let order = try await claim(shop)
    let record = try await shop.record()
    #expect(order.reference == "ios_***\u{301}_1" && record.lastReport.reference == order.reference)
    #expect(record.lastReport.evidence == "{\"merchant_uid\":\"ios_***_1\",\"note\":\"***\"}")
    #expect(record.lastReport.provider == "***")
    #expect(record.checks.allSatisfy { !$0.detail.contains("SesacKey") })
  }

  @Test("Two payments of one second share a reference, and each settles its own claim")
  func sameSecond() async throws {
    let shop = try await ShopUnderTest()
    shop.pay(reference, 3_000, transaction: "imp_1")
    shop.pay(reference, 3_000, transaction: "imp_2")
    let first = try await claim(shop, "imp_1")
    try await shop.ingest("imp_2")
    try await shop.work()
    #expect(try await shop.record("imp_2").state == .unclaimed)
    let second = try await claim(shop, "imp_2")
    #expect(first.id != second.id && first.reference == second.reference)
    #expect(try await shop.balances == [.gateway: 6_000, .sales: -6_000])
  }

  @Test("A claim settles with a payment whose webhook came first")
  func webhookFirst() async throws {
    let shop = try await ShopUnderTest()
    shop.pay(reference, 3_000)
    try await shop.ingest()
    try await shop.work()
    #expect(try await shop.record().state == .unclaimed)
    #expect(try await shop.balances.isEmpty)
    let order = try await claim(shop)
    #expect(try await shop.record().state == .settled)
    #expect(try await shop.record().order == order.id)
  }

  @Test("A claim ends at once if its payment is missing, failed or of another amount, and the right one succeeds later")
  func wrong() async throws {
    let shop = try await ShopUnderTest()
    #expect(try await code { try await claim(shop) } == "payment-unknown")
    shop.pay(reference, 3_000, transaction: "imp_2") { ($0.status, $0.paidAt) = (.failed, nil) }
    #expect(try await code { try await claim(shop, "imp_2") } == "payment-unpaid")
    shop.pay(reference, 3_000)
    #expect(try await code { try await claim(shop, post: 4) } == "payment-mismatch")
    #expect(try await shop.record().state == .refused)
    #expect(try await shop.store.order(claiming: "imp_1", gateway: .portOneV1) == nil)
    #expect(try await shop.balances.isEmpty)
    #expect(try await claim(shop).state == .paid)
    #expect(try await shop.record().state == .settled)
    #expect(try await code { try await claim(shop, post: 4) } == "payment-used")
  }

  @Test("A claim of a payment that another buyer has claimed is refused")
  func others() async throws {
    let shop = try await ShopUnderTest()
    shop.pay(reference, 3_000)
    _ = try await claim(shop, by: ShopUnderTest.buyer(1))
    for outsider in [nil, ShopUnderTest.buyer(2)] {
      let rejected = try await domainError { try await claim(shop, by: outsider) }
      #expect((rejected.kind, rejected.code) == (.conflict, "payment-used"))
    }
  }

  @Test("A claim cannot use the payment of an earlier order, before or after that settles")
  func ofAnOrder() async throws {
    let shop = try await ShopUnderTest()
    let order = try await shop.order()
    shop.pay(order)
    for _ in 0..<2 {
      let rejected = try await domainError { try await claim(shop) }
      #expect((rejected.kind, rejected.code) == (.conflict, "payment-used"))
    }
    #expect(try await shop.order(order).state == .paid)
    #expect(try await shop.validate(order, transaction: "imp_1").id == order.id)
    #expect(try await shop.balances == [.gateway: 3_000, .sales: -3_000])
    try await shop.workOn(seconds: 10_000)
    #expect(try await shop.waiting == 0)
  }

  @Test(
    "A claim is kept while the gateway is down, settles later, and is then confirmed once")
  func gatewayDown() async throws {
    let shop = try await ShopUnderTest()
    shop.pay(reference, 3_000)
    shop.gateway.set { $0.isDown = true }
    let rejected = try await domainError { try await claim(shop) }
    #expect((rejected.kind, rejected.code) == (.unavailable, "gateway-unavailable"))
    let order = try #require(try await shop.store.order(claiming: "imp_1", gateway: .portOneV1))
    #expect(order.state == .pending && shop.wakes.value == 1)
    try await shop.workOn(seconds: 4_000)
    #expect(try await shop.order(order).state == .pending)
    shop.gateway.set { $0.isDown = false }
    try await shop.workOn(seconds: 301)
    #expect(try await shop.order(order).state == .paid)
    #expect(try await claim(shop).id == order.id)
    #expect(try await code { try await claim(shop) } == "payment-validated")
  }

  @Test("A claim of a virtual account stays until the deposit and settles with it")
  func deposit() async throws {
    let shop = try await ShopUnderTest()
    shop.pay(reference, 3_000) { ($0.status, $0.isVirtualAccount, $0.paidAt) = (.virtualAccountIssued, true, nil) }
    #expect(try await code { try await claim(shop) } == "payment-unpaid")
    try await shop.workOn(seconds: 2 * 86_400)
    shop.gateway.change("imp_1") { ($0.status, $0.paidAt) = (.paid, shop.clock.now) }
    try await shop.ingest()
    try await shop.work()
    #expect(try await claim(shop).state == .paid)
  }

  @Test("A claim of a payment that was only begun is removed after a while")
  func begun() async throws {
    let shop = try await ShopUnderTest()
    shop.pay(reference, 3_000) { ($0.status, $0.paidAt) = (.ready, nil) }
    #expect(try await code { try await claim(shop) } == "payment-unpaid")
    #expect(try await shop.store.order(claiming: "imp_1", gateway: .portOneV1)?.state == .pending)
    try await shop.workOn(seconds: 200)
    #expect(try await shop.store.order(claiming: "imp_1", gateway: .portOneV1) == nil)
    #expect(try await shop.waiting == 0)
    #expect(try await shop.balances.isEmpty)
  }

  @Test("A claim settles nothing if the gateway answers with another payment")
  func liar() async throws {
    let shop = try await ShopUnderTest()
    let order = try await shop.order()
    shop.gateway.set {
      $0.payments["imp_1"] = GatewayPayment(
        gateway: .portOneV1, transaction: "imp_2", reference: "else", status: .paid, amount: 3_000,
        paidAt: shop.clock.now)
    }
    #expect(try await code { try await claim(shop) } == "payment-mismatch")
    #expect(try await shop.record("imp_2").state == .unclaimed)
    #expect(try await code { try await shop.validate(order, transaction: "imp_1") } == "payment-mismatch")
    try await shop.workOn(seconds: 10_000)
    #expect(try await shop.order(order).state == .closed)
    #expect(try await shop.waiting == 0)
    #expect(try await shop.balances.isEmpty)
  }
}
