import Basics
import Payments
import Support
import Synchronization
import Testing
import Workload

@Suite("Checkout")
struct CheckoutTests {
  // MARK: Ordering

  @Test("An order fixes goods, price, currency and reference, here and at the gateway", arguments: GatewayName.allCases)
  func order(_ gateway: GatewayName) async throws {
    let shop = try await ShopUnderTest(gateway)
    let order = try await shop.order()
    let goods = Goods(post: shop.post, name: "Album 3", price: 3_000, seller: ShopUnderTest.seller)
    #expect(order.goods == goods && order.currency == "KRW")
    #expect(order.state == .pending && order.gateway == gateway && order.buyer == shop.buyer)
    #expect(order.payBy == order.createdAt.advanced(seconds: 3_600))
    let reference = try #require(order.reference)
    #expect(reference.utf8.count <= 40 && reference.utf8.allSatisfy { (0x21..<0x7F).contains($0) })
    #expect(shop.gateway.script.withLock { $0.prepared } == [reference: 3_000])
    #expect(try await shop.waiting == 1)
    #expect(try await shop.balances == [.receivable: 3_000, .ordered: -3_000])
    #expect(try await shop.payments.order(order.id, of: shop.buyer) == order)
    #expect(try await shop.payments.orders(of: shop.buyer, PageRequest(limit: 5)).items == [order])
  }

  @Test("A repeated request returns the same order, also after the gateway was down")
  func repeated() async throws {
    let shop = try await ShopUnderTest()
    let id: OrderID = .numbered(77)
    shop.gateway.set { $0.isDown = true }
    #expect(
      try await code { try await shop.payments.order(shop.post, by: shop.buyer, as: id) } == "gateway-unavailable")
    #expect(try await shop.store.order(id)?.state == .pending)
    shop.gateway.set { $0.isDown = false }
    let order = try await shop.payments.order(shop.post, by: shop.buyer, as: id)
    shop.clock.advance(seconds: 5)
    #expect(try await shop.payments.order(shop.post, by: shop.buyer, as: id) == order)
    #expect(shop.gateway.script.withLock { $0.prepared.count } == 1)
    #expect(try await shop.events(order) == [.order])
    for (post, buyer) in [(ShopUnderTest.post(4), shop.buyer), (shop.post, ShopUnderTest.buyer(2))] {
      #expect(try await code { try await shop.payments.order(post, by: buyer, as: id) } == "order-taken")
    }
  }

  @Test("A request that is repeated after the payment checks the payment")
  func repeatedLate() async throws {
    let shop = try await ShopUnderTest(.portOneV2)
    let order = try await shop.order()
    shop.pay(order)
    #expect(try await shop.payments.order(shop.post, by: shop.buyer, as: order.id).id == order.id)
    #expect(shop.wakes.value == 1)
    try await shop.work()
    #expect(try await shop.order(order).state == .paid)
  }

  @Test("Unknown goods, free goods and a shop without a gateway refuse an order")
  func impossible() async throws {
    let shop = try await ShopUnderTest()
    for (post, expected) in [(11, "goods-unknown"), (10, "goods-free")] {
      #expect(try await code { try await shop.payments.order(ShopUnderTest.post(post), by: shop.buyer) } == expected)
      #expect(
        try await code { try await shop.payments.claim(transaction: "imp_1", for: ShopUnderTest.post(post), by: nil) }
          == expected)
    }
    let closed = PaymentService(
      store: shop.store, queue: shop.queue, gateways: [], policy: PaymentPolicy(), goods: { _ in nil },
      clock: { Timestamp(seconds: 0) }, random: seededBytes(1))
    #expect(try await code { try await closed.order(shop.post, by: shop.buyer) } == "shop-closed")
    #expect(try await code { try await closed.claim(transaction: "imp_1", for: shop.post, by: nil) } == "shop-closed")
    #expect(
      try await code { try await closed.reconcile(from: .init(seconds: 0), until: .init(seconds: 9), repairing: false) }
        == "shop-closed")
    #expect(try await shop.waiting == 0)
  }

  @Test("One buyer cannot fill the queue with orders")
  func manyOrders() async throws {
    let shop = try await ShopUnderTest()
    for _ in 0..<100 { _ = try await shop.order() }
    let rejected = try await domainError { try await shop.order() }
    #expect((rejected.kind, rejected.code) == (.rateLimited, "orders-waiting"))
    _ = try await shop.payments.order(shop.post, by: ShopUnderTest.buyer(2))
  }

  // MARK: Validating

  @Test(
    "The first validation of a paid order succeeds, and the next one is refused as validated",
    arguments: GatewayName.allCases, [true, false])
  func validate(_ gateway: GatewayName, namesTransaction: Bool) async throws {
    let shop = try await ShopUnderTest(gateway)
    let order = try await shop.order()
    shop.clock.advance(seconds: 30)
    shop.pay(order)
    let paid = try await shop.validate(order, transaction: namesTransaction ? "imp_1" : nil)
    #expect(paid.state == .paid && paid.validatedAt == shop.clock.now && paid.paidAt == shop.clock.now)
    #expect(try await shop.order(order) == paid)
    let again = try await domainError { try await shop.validate(order, transaction: "imp_1") }
    #expect((again.kind, again.code) == (.conflict, "payment-validated"))
    #expect(try await shop.events(order) == [.order, .payment])
    #expect(try await shop.balances == [.gateway: 3_000, .sales: -3_000])
    #expect(try await shop.payments.buyers(of: [shop.post]) == [shop.post: [shop.buyer]])
    try await shop.workOn(seconds: 10_000)
    #expect(try await shop.waiting == 0)
    #expect(try await shop.order(order) == paid)
  }

  @Test("The response is stored with the decision, once, and so is a refusal unless the caller stores none")
  func completion() async throws {
    let shop = try await ShopUnderTest()
    func validate(_ order: Order, _ key: IdempotencyKey, keepsErrors: Bool = true) async throws -> String? {
      let completion = RequestCompletion<Order>(key: key) { outcome in
        switch outcome {
        case .success(let order): StoredResponse(status: 200, body: Array("\(order.state)".utf8), type: "")
        case .failure(let error):
          keepsErrors ? StoredResponse(status: 400, body: Array(error.code.utf8), type: "") : nil
        }
      }
      _ = try? await shop.payments.validate(order.id, transaction: nil, by: shop.buyer, completion: completion)
      return try await shop.stored.response(to: key)
    }
    let keys = ["a", "b", "c"].map { IdempotencyKey(account: shop.buyer, key: $0, fingerprint: "") }
    for key in keys { try await shop.stored.begin(key) }
    let order = try await shop.order()
    #expect(try await validate(order, keys[0], keepsErrors: false) == nil)
    #expect(try await validate(order, keys[0]) == "payment-unknown")
    shop.pay(order)
    // The gateway is not asked: nothing is decided.
    shop.gateway.set { $0.isDown = true }
    #expect(try await validate(order, keys[1]) == nil)
    shop.gateway.set { $0.isDown = false }
    #expect(try await validate(order, keys[1]) == "paid")
    #expect(try await validate(order, keys[2]) == nil)
    #expect(try await shop.balances == [.gateway: 3_000, .sales: -3_000])
  }

  @Test("A queue that takes no task does not change the result, since the order has a task already")
  func queueAway() async throws {
    let stored = try await ShopUnderTest.emptyStores()
    let shop = ShopUnderTest(
      stored: stored, queue: BusyQueue(base: stored.queue), gateway: ScriptedGateway(.portOneV1), seed: 1)
    let order = try await shop.order()
    shop.gateway.set { $0.isDown = true }
    #expect(try await code { try await shop.validate(order) } == "gateway-unavailable")
    shop.gateway.set { $0.isDown = false }
    shop.pay(order)
    // The gateway refuses to prepare what is paid.
    #expect(try await shop.payments.order(shop.post, by: shop.buyer, as: order.id).id == order.id)
    #expect(try await shop.validate(order).state == .paid)
    shop.gateway.set { $0.isDown = true }
    let payment = try await shop.record()
    #expect(
      try await code { try await shop.payments.cancel(payment.id, amount: nil, reason: "returned") }
        == "gateway-unavailable")
  }

  @Test("Another buyer's order is not found")
  func others() async throws {
    let shop = try await ShopUnderTest()
    let order = try await shop.order()
    shop.pay(order)
    let outsider = ShopUnderTest.buyer(2)
    for body in [
      { _ = try await shop.payments.order(order.id, of: outsider) },
      { _ = try await shop.payments.validate(order.id, transaction: "imp_1", by: outsider) },
      { _ = try await shop.payments.validate(.numbered(99), transaction: nil, by: shop.buyer) },
    ] {
      let rejected = try await domainError(body)
      #expect((rejected.kind, rejected.code) == (.notFound, "order-unknown"))
    }
    #expect(try await shop.order(order).state == .pending)
  }

  @Test(
    "A malformed transaction number is refused without asking the gateway",
    arguments: ["", "../users", "imp 1", "imp_1?x", "imp_한", String(repeating: "1", count: 65), "imp\n", "a%2F"])
  func hostileNumbers(_ text: String) async throws {
    let shop = try await ShopUnderTest()
    let order = try await shop.order()
    #expect(try await code { try await shop.validate(order, transaction: text) } == "transaction-invalid")
    #expect(
      try await code { try await shop.payments.claim(transaction: text, for: shop.post, by: nil) }
        == "transaction-invalid")
    #expect(shop.gateway.polls == 0)
  }

  @Test("An unknown, unpaid or wrong payment is refused, and the right one succeeds after it")
  func wrongFirst() async throws {
    let shop = try await ShopUnderTest()
    let order = try await shop.order()
    #expect(try await code { try await shop.validate(order, transaction: "imp_404") } == "payment-unknown")
    #expect(try await code { try await shop.validate(order) } == "payment-unknown")
    shop.pay(order, transaction: "imp_2") { ($0.status, $0.paidAt) = (.failed, nil) }
    #expect(try await code { try await shop.validate(order, transaction: "imp_2") } == "payment-unpaid")
    shop.pay(order, transaction: "imp_3") { $0.amount = 100 }
    #expect(try await code { try await shop.validate(order, transaction: "imp_3") } == "payment-mismatch")
    #expect(try await shop.record("imp_3").state == .refused)
    shop.pay(order, transaction: "imp_4")
    #expect(try await shop.validate(order, transaction: "imp_4").state == .paid)
    #expect(try await shop.record("imp_3").state == .refused)
    #expect(try await shop.balances == [.gateway: 3_000, .sales: -3_000])
  }

  @Test("Another buyer's payment does not pay an order, and settles its own")
  func stolen() async throws {
    let shop = try await ShopUnderTest()
    let order = try await shop.order()
    let other = try await shop.payments.order(shop.post, by: ShopUnderTest.buyer(2))
    shop.pay(order)
    let rejected = try await domainError { try await shop.validate(other, transaction: "imp_1") }
    #expect((rejected.kind, rejected.code) == (.conflict, "payment-used"))
    #expect(try await shop.order(other).state == .pending)
    #expect(try await shop.order(order).state == .paid)
    #expect(try await shop.validate(order, transaction: "imp_1").validatedAt != nil)
    #expect(try await code { try await shop.validate(other, transaction: "imp_1") } == "payment-used")
    shop.pay("elsewhere", 3_000, transaction: "imp_9")
    #expect(try await code { try await shop.validate(other, transaction: "imp_9") } == "payment-mismatch")
    #expect(try await shop.record("imp_9").state == .unclaimed)
    #expect(try await shop.record("imp_9").order == nil)
  }

  @Test("An order that is known to be paid is validated while the gateway is down")
  func knownPaid() async throws {
    let shop = try await ShopUnderTest()
    let order = try await shop.order()
    shop.pay(order)
    try await shop.ingest()
    try await shop.work()
    shop.gateway.set { $0.isDown = true }
    #expect(try await shop.validate(order, transaction: "imp_1").state == .paid)
    #expect(try await code { try await shop.validate(order) } == "payment-validated")
  }

  @Test("An order that was refunded before its validation is reported as refunded")
  func refundedBefore() async throws {
    let shop = try await ShopUnderTest()
    let order = try await shop.order()
    shop.pay(order)
    try await shop.ingest()
    try await shop.work()
    shop.gateway.change("imp_1") { ($0.status, $0.cancelledAmount) = (.cancelled, 3_000) }
    try await shop.ingest()
    try await shop.work()
    let rejected = try await domainError { try await shop.validate(order) }
    #expect(rejected.code == "payment-unpaid" && rejected.message.contains("refunded"))
    #expect(try await shop.balances == [.refunds: 3_000, .sales: -3_000])
  }

  @Test("An expired order is closed by the queue, and its validation says so")
  func runsOut() async throws {
    let shop = try await ShopUnderTest()
    let order = try await shop.order()
    try await shop.workOn(seconds: 3_719)
    #expect(try await shop.order(order).state == .pending)
    try await shop.workOn(seconds: 1)
    #expect(try await shop.order(order).state == .closed)
    #expect(try await shop.waiting == 0)
    #expect(try await shop.balances.isEmpty)
    let rejected = try await domainError { try await shop.validate(order) }
    #expect((rejected.kind, rejected.code) == (.conflict, "order-closed"))
    shop.pay(order)
    #expect(try await code { try await shop.validate(order) } == "order-closed")
    #expect(try await shop.record().state == .refused)
  }

  @Test(
    "A deposit that arrives days later settles its order, after some dozens of polls at most",
    arguments: GatewayName.allCases)
  func deposit(_ gateway: GatewayName) async throws {
    let shop = try await ShopUnderTest(gateway)
    let order = try await shop.order()
    shop.pay(order) { ($0.status, $0.isVirtualAccount, $0.paidAt) = (.virtualAccountIssued, true, nil) }
    #expect(try await code { try await shop.validate(order) } == "payment-unpaid")
    try await shop.workOn(seconds: 3 * 86_400)
    #expect(try await shop.order(order).state == .pending)
    #expect(try await shop.waiting == 1)
    shop.gateway.change("imp_1") { ($0.status, $0.paidAt) = (.paid, shop.clock.now) }
    try await shop.workOn(seconds: 86_400)
    #expect(try await shop.order(order).state == .paid)
    #expect(shop.gateway.polls < 60)
    #expect(try await shop.validate(order).state == .paid)
  }

  @Test("A deposit that never arrives is waited for a week")
  func noDeposit() async throws {
    let shop = try await ShopUnderTest()
    let order = try await shop.order()
    shop.pay(order) { ($0.status, $0.isVirtualAccount, $0.paidAt) = (.virtualAccountIssued, true, nil) }
    try await shop.workOn(seconds: 7 * 86_400)
    #expect(try await shop.order(order).state == .pending)
    try await shop.workOn(seconds: 3_600)
    #expect(try await shop.order(order).state == .closed)
    #expect(try await shop.waiting == 0)
  }

  @Test("An unknown status settles nothing, and is reported to the operator")
  func unknownStatus() async throws {
    let shop = try await ShopUnderTest()
    let order = try await shop.order()
    shop.pay(order) { $0.status = .unknown("held_\(ShopUnderTest.key)") }
    #expect(try await code { try await shop.validate(order, transaction: "imp_1") } == "payment-mismatch")
    try await shop.ingest()
    try await shop.work()
    #expect(try await shop.order(order).state == .pending)
    #expect(
      shop.faults.all.compactMap { $0 as? UnknownPaymentStatus }
        == [UnknownPaymentStatus(gateway: .portOneV1, value: "held_***")])
    #expect(try await shop.record().checks[0].detail.contains("held_***"))
  }
}

/// A queue that takes no tasks by themselves, as while the database is busy.
private struct BusyQueue: PaymentQueue {
  private static let busy = DomainError(.unavailable, "database-busy", "Too many writes are waiting.")

  let base: any PaymentQueue

  func add(_ tasks: [PaymentTask]) async throws { throw Self.busy }
  func add(_ tasks: [PaymentTask], message id: String, at instant: Timestamp) async throws -> Bool { throw Self.busy }
  func lease(
    at instant: Timestamp, seconds: Int64, limit: Int, from lanes: [PaymentLane]
  ) async throws -> [LeasedTask] {
    try await base.lease(at: instant, seconds: seconds, limit: limit, from: lanes)
  }
  func finish(_ task: LeasedTask) async throws { try await base.finish(task) }
  func postpone(_ task: LeasedTask, until instant: Timestamp, because reason: String) async throws {
    try await base.postpone(task, until: instant, because: reason)
  }
  func waiting() async throws -> (count: Int, nextDue: Timestamp?) { try await base.waiting() }
  func waiting(in lane: PaymentLane) async throws -> Int { try await base.waiting(in: lane) }
  func forgetMessages(before instant: Timestamp) async throws { try await base.forgetMessages(before: instant) }
}
