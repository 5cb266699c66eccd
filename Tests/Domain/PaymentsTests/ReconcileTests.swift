import Basics
import Payments
import Support
import Testing

@Suite("Reconciling with the gateway")
struct ReconcileTests {
  private typealias Kind = Reconciliation.Difference.Kind

  /// A shop whose first order is paid and validated.
  private func shop(_ gateway: GatewayName = .portOneV1) async throws -> ShopUnderTest {
    let shop = try await ShopUnderTest(gateway)
    let order = try await shop.order()
    shop.pay(order, transaction: "imp_0")
    _ = try await shop.validate(order)
    return shop
  }

  private func compare(_ shop: ShopUnderTest, repairing: Bool = false) async throws -> Reconciliation {
    try await shop.payments.reconcile(
      from: shop.clock.now.advanced(seconds: -86_400), until: shop.clock.now.advanced(seconds: 86_400),
      repairing: repairing
    )
  }

  private func expect(
    _ shop: ShopUnderTest, _ kind: Kind, repaired isRepaired: Bool, then state: PaymentState?, of transaction: String
  ) async throws {
    let found = try await compare(shop)
    #expect(found.differences.map(\.kind) == [kind] && found.differences.allSatisfy { !$0.isRepaired })
    #expect(found.differences.map(\.transaction) == [transaction])
    #expect(found.balances.values.reduce(0, +) == 0)
    let repaired = try await compare(shop, repairing: true)
    #expect(repaired.differences.map(\.kind) == [kind] && repaired.differences.map(\.isRepaired) == [isRepaired])
    #expect(repaired.differences.map(\.localState) == [state])
    #expect(try await compare(shop).differences.isEmpty == isRepaired)
  }

  @Test("Matching payments are counted and not changed", arguments: GatewayName.allCases)
  func agrees(_ gateway: GatewayName) async throws {
    let shop = try await shop(gateway)
    let result = try await compare(shop, repairing: true)
    #expect(result.compared == 1 && result.differences.isEmpty)
    #expect(result.balances[.gateway] == 3_000)
  }

  @Test("A payment that is unknown here is settled if it has an order")
  func unknownWithOrder() async throws {
    let shop = try await shop()
    shop.pay(try await shop.order())
    try await expect(shop, .unknownHere, repaired: true, then: .settled, of: "imp_1")
    #expect(try await shop.balances == [.gateway: 6_000, .sales: -6_000])
  }

  @Test("A payment that is unknown here and has no order is left to the operator")
  func unknownWithoutOrder() async throws {
    let shop = try await shop()
    shop.pay("elsewhere_\(ShopUnderTest.key)", 3_000)
    let found = try await compare(shop)
    #expect(found.differences.map(\.kind) == [.unknownHere] && found.differences[0].payment == nil)
    #expect(found.differences[0].gatewayPayment?.reference == "elsewhere_***")
    let repaired = try await compare(shop, repairing: true)
    #expect(repaired.differences.map(\.isRepaired) == [false] && repaired.differences[0].localState == .unclaimed)
    #expect(repaired.differences[0].payment != nil)
    #expect(try await compare(shop).differences.map(\.kind) == [.unsettledHere])
  }

  @Test("A payment that is known here and not settled is repaired")
  func unsettled() async throws {
    let shop = try await shop()
    let order = try await shop.order()
    shop.pay(order) { ($0.status, $0.paidAt) = (.ready, nil) }
    _ = try await code { try await shop.validate(order) }
    shop.gateway.change("imp_1") { ($0.status, $0.paidAt) = (.paid, shop.clock.now) }
    try await expect(shop, .unsettledHere, repaired: true, then: .settled, of: "imp_1")
  }

  @Test("A refused payment stays a difference until it is refunded")
  func rejected() async throws {
    let shop = try await shop()
    let order = try await shop.order()
    shop.pay(order) { $0.amount = 100 }
    _ = try await code { try await shop.validate(order) }
    try await expect(shop, .unsettledHere, repaired: false, then: .refused, of: "imp_1")
    shop.gateway.change("imp_1") { ($0.status, $0.cancelledAmount) = (.cancelled, 100) }
    try await expect(shop, .amountDiffers, repaired: true, then: .returned, of: "imp_1")
  }

  @Test("A payment that is settled here and unpaid there is reported, and left to the operator")
  func unpaidThere() async throws {
    let shop = try await shop()
    shop.gateway.change("imp_0") { $0.status = .failed }
    try await expect(shop, .unpaidThere, repaired: false, then: .settled, of: "imp_0")
    shop.gateway.set { $0.payments = [:] }
    try await expect(shop, .unpaidThere, repaired: false, then: .settled, of: "imp_0")
  }

  @Test("A refund is booked also if the gateway lists the payment no more and names no time")
  func unlistedRefunds() async throws {
    let shop = try await ShopUnderTest()
    let order = try await shop.order()
    shop.pay(order, transaction: "imp_0")
    _ = try await shop.validate(order)
    shop.gateway.set { $0.unlisted = ["imp_0"] }
    shop.gateway.change("imp_0") { ($0.status, $0.cancelledAmount, $0.paidAt) = (.partlyCancelled, 700, nil) }
    try await expect(shop, .amountDiffers, repaired: true, then: .partlyCancelled, of: "imp_0")
    shop.gateway.change("imp_0") { ($0.status, $0.cancelledAmount) = (.cancelled, 3_000) }
    try await expect(shop, .amountDiffers, repaired: true, then: .cancelled, of: "imp_0")
  }

  @Test("A different refund is booked by the difference")
  func givenBack() async throws {
    let shop = try await shop()
    shop.gateway.change("imp_0") { ($0.status, $0.cancelledAmount) = (.partlyCancelled, 700) }
    try await expect(shop, .amountDiffers, repaired: true, then: .partlyCancelled, of: "imp_0")
    #expect(try await shop.balances == [.gateway: 2_300, .refunds: 700, .sales: -3_000])
  }

  @Test("Another amount or currency is reported, and left to the operator")
  func otherAmount() async throws {
    let shop = try await shop()
    shop.gateway.change("imp_0") { $0.amount = 30_000 }
    try await expect(shop, .amountDiffers, repaired: false, then: .settled, of: "imp_0")
    shop.gateway.change("imp_0") { ($0.amount, $0.currency) = (3_000, "USD") }
    try await expect(shop, .amountDiffers, repaired: false, then: .settled, of: "imp_0")
  }

  @Test("A payment that was refunded before it was first seen is no difference")
  func overBefore() async throws {
    let shop = try await shop()
    shop.pay("elsewhere", 3_000) { ($0.status, $0.cancelledAmount) = (.cancelled, 3_000) }
    #expect(try await compare(shop).differences.isEmpty)
  }

  @Test("Each payment of many pages is compared once, and an endless list is refused")
  func pages() async throws {
    let shop = try await shop()
    for number in 1...25 { shop.pay("elsewhere", 3_000, transaction: "imp_\(number)") }
    shop.gateway.set { $0.pageSize = 7 }
    let result = try await compare(shop)
    #expect(result.compared == 26 && result.differences.count == 25)
    shop.gateway.set { $0.endlessPages = true }
    #expect(try await code { try await compare(shop) } == "gateway-not-understood")
    shop.gateway.set { $0.isDown = true }
    #expect(try await code { try await compare(shop) } == "gateway-unavailable")
  }

  @Test(
    "A period has at most 31 days",
    arguments: [(0, 0), (5, 4), (0, 2_678_401), (Int64.min / 1000, Int64.max / 1000)] as [(Int64, Int64)])
  func periods(_ from: Int64, _ until: Int64) async throws {
    let shop = try await shop()
    #expect(
      try await code {
        try await shop.payments.reconcile(from: .init(seconds: from), until: .init(seconds: until), repairing: false)
      } == "period-invalid")
  }
}
