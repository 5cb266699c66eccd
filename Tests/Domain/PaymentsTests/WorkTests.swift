import Basics
import Payments
import Support
import Synchronization
import Testing

@Suite("Webhooks, validations and the queue")
struct WorkTests {
  @Test("Webhook, validation, operator and queue lead to the same result in each order, also repeated")
  func anyOrder() async throws {
    let shop = try await ShopUnderTest()
    let arrangements = permutations(["webhook", "validation", "queue", "operator", "validation"]).sorted {
      "\($0)" < "\($1)"
    }
    for (number, ways) in arrangements.enumerated() {
      let (bought, transaction) = (try await shop.order(), "imp_\(number)")
      shop.pay(bought, transaction: transaction)
      var successes = 0
      for way in ways {
        switch way {
        case "webhook": try await shop.ingest(transaction)
        case "queue": try await shop.work()
        case "operator":
          if let record = try await shop.store.payment(transaction: transaction, gateway: .portOneV1) {
            _ = try await shop.payments.verify(record.id)
          }
        default:
          if try await code({ try await shop.validate(bought, transaction: transaction) }) == nil { successes += 1 }
        }
      }
      try await shop.work()
      #expect(successes == 1, "\(ways)")
      #expect(try await shop.order(bought).state == .paid, "\(ways)")
      #expect(try await shop.record(transaction).state == .settled)
      #expect(try await shop.events(bought) == [.order, .payment], "\(ways)")
    }
  }

  /// Each different arrangement of some words.
  private func permutations(_ words: [String]) -> Set<[String]> {
    guard let first = words.first else { return [[]] }
    return Set(
      permutations(Array(words.dropFirst())).flatMap { rest in
        (0...rest.count).map { Array(rest[..<$0]) + [first] + Array(rest[$0...]) }
      })
  }

  @Test("One of two hundred concurrent validations succeeds, with one entry in the ledger")
  func manyValidations() async throws {
    let shop = try await ShopUnderTest()
    shop.gateway.set { $0.isSlow = true }
    let order = try await shop.order()
    shop.pay(order)
    let codes = try await atOnce(200) { number -> String? in
      if number % 10 == 3 { try await shop.ingest() }
      if number % 50 == 7 { try await shop.work() }
      return try await code { try await shop.validate(order, transaction: "imp_1") }
    }
    #expect(codes.filter { $0 == nil }.count == 1)
    #expect(codes.filter { $0 == "payment-validated" }.count == 199)
    #expect(try await shop.events(order) == [.order, .payment])
    #expect(try await shop.balances == [.gateway: 3_000, .sales: -3_000])
  }

  @Test("One of two hundred concurrent claims succeeds, with one order")
  func manyClaims() async throws {
    let shop = try await ShopUnderTest()
    shop.gateway.set { $0.isSlow = true }
    shop.pay("ios_1", 3_000)
    let codes = try await atOnce(200) { number in
      try await code { try await shop.payments.claim(transaction: "imp_1", for: shop.post, by: nil) }
    }
    #expect(codes.filter { $0 == nil }.count == 1)
    #expect(codes.filter { $0 == "payment-validated" }.count == 199)
    #expect(try await shop.balances == [.gateway: 3_000, .sales: -3_000])
  }

  @Test("Two shops over one store settle each payment once and share the tasks")
  func twoProcesses() async throws {
    let stored = try await ShopUnderTest.emptyStores()
    let gateway = ScriptedGateway()
    let shops = (1...2).map { ShopUnderTest(stored: stored, gateway: gateway, seed: UInt64($0)) }
    var orders: [Order] = []
    for number in 0..<20 {
      orders.append(try await shops[number % 2].order())
      shops[0].pay(orders[number], transaction: "imp_\(number)")
      try await shops[number % 2].ingest("imp_\(number)")
    }
    let bought = orders
    let codes = try await atOnce(42) { number -> String? in
      if number >= 40 {
        try await shops[number - 40].work()
        return "worked"
      }
      return try await code { try await shops[number / 20].validate(bought[number % 20]) }
    }
    try await shops[0].work()
    #expect(codes.filter { $0 == nil }.count == 20)
    #expect(codes.filter { $0 == "payment-validated" }.count == 20)
    for order in orders { #expect(try await shops[0].events(order) == [.order, .payment]) }
  }

  private func atOnce<Outcome: Sendable>(
    _ count: Int, _ body: @escaping @Sendable (Int) async throws -> Outcome
  ) async throws -> [Outcome] {
    try await withThrowingTaskGroup(of: Outcome.self) { group in
      for number in 0..<count { group.addTask { try await body(number) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
  }

  // MARK: Gateways that are down

  @Test(
    "While the gateway is down the order stays, and it settles in the queue afterwards",
    arguments: GatewayName.allCases)
  func downAndBack(_ gateway: GatewayName) async throws {
    let shop = try await ShopUnderTest(gateway)
    let order = try await shop.order()
    shop.pay(order)
    shop.gateway.set { $0.isDown = true }
    let rejected = try await domainError { try await shop.validate(order) }
    #expect((rejected.kind, rejected.code) == (.unavailable, "gateway-unavailable"))
    #expect(shop.wakes.value == 1)
    try await shop.workOn(seconds: 600)
    #expect(try await shop.order(order).state == .pending)
    shop.gateway.set { $0.isDown = false }
    try await shop.workOn(seconds: 301)
    #expect(try await shop.order(order).state == .paid)
    #expect(try await shop.waiting == 0)
    #expect(try await shop.validate(order).state == .paid)
  }

  @Test("An unavailable gateway is polled with growing pauses, at least every five minutes")
  func backoff() async throws {
    let shop = try await ShopUnderTest()
    let order = try await shop.order()
    shop.gateway.set { $0.isDown = true }
    _ = try await code { try await shop.validate(order) }
    var delays: [Int64] = []
    for _ in 0..<14 {
      let due = try #require(try await shop.work())
      delays.append(due.milliseconds - shop.clock.now.milliseconds)
      shop.clock.advance(milliseconds: delays.last!)
    }
    for (number, delay) in delays.enumerated() {
      let full = min(300_000, Int64(2_000) << Int64(number))
      #expect(delay <= full && delay > full * 3 / 4, "\(delays)")
    }
    #expect(delays.last! > 225_000)
  }

  @Test("The queue neither spins nor polls for each task while the gateway is unavailable")
  func noSpinning() async throws {
    let shop = try await ShopUnderTest()
    for number in 0..<100 { try await shop.ingest("imp_\(number)") }
    shop.gateway.set { $0.isDown = true }
    let due = try #require(try await shop.work())
    #expect(due >= shop.clock.now.advanced(seconds: 1))
    #expect(shop.gateway.polls <= 8)
    #expect(try await shop.waiting == 100)
    shop.gateway.set { $0.isDown = false }
    try await shop.workOn(seconds: 10)
    #expect(try await shop.waiting == 0)
    #expect(shop.faults.all.isEmpty)
  }

  @Test("One payment with an unreadable report does not block the others")
  func poison() async throws {
    let shop = try await ShopUnderTest()
    shop.gateway.set { $0.answersNonsense = true }
    try await shop.ingest("imp_0")
    try await shop.work()
    #expect(shop.faults.all.count == 1 && shop.faults.all.first is MalformedReport)
    #expect(try await shop.waiting == 1)
    shop.gateway.set { $0.answersNonsense = false }
    let order = try await shop.order()
    shop.pay(order)
    try await shop.ingest()
    try await shop.work()
    #expect(try await shop.order(order).state == .paid)
    try await shop.workOn(seconds: 3)
    #expect(try await shop.waiting == 1)
  }

  @Test("At most four tasks are worked on at once")
  func width() async throws {
    let shop = try await ShopUnderTest()
    shop.gateway.set { $0.isSlow = true }
    try await shop.queue.add(
      (0..<40).map {
        PaymentTask(gateway: .portOneV1, reference: .transaction("imp_\($0)"), dueAt: shop.clock.now)
      })
    try await shop.work()
    #expect(try await shop.waiting == 0)
    #expect(shop.gateway.script.withLock { $0.maxConcurrent } <= 4)
  }

  @Test("A task of a process that died is taken up after a minute")
  func diedAtWork() async throws {
    let shop = try await ShopUnderTest()
    let order = try await shop.order()
    shop.pay(order)
    try await shop.ingest()
    #expect(try await shop.queue.lease(at: shop.clock.now, seconds: 60, limit: 10).count == 1)
    let due = try #require(try await shop.work())
    #expect(try await shop.order(order).state == .pending)
    #expect(due == shop.clock.now.advanced(seconds: 60))
    shop.clock.advance(seconds: 60)
    try await shop.work()
    #expect(try await shop.order(order).state == .paid)
  }

  @Test("A claim whose process died before it asked is checked by the queue")
  func diedClaiming() async throws {
    let shop = try await ShopUnderTest()
    shop.pay("ios_1", 3_000)
    let claim = Order(
      id: .numbered(70), buyer: nil, goods: Goods(post: shop.post, name: "Album", price: 3_000),
      gateway: .portOneV1, reference: nil, claimedTransaction: "imp_1", createdAt: shop.clock.now, payBy: shop.clock.now
    )
    _ = try await shop.store.add(
      claim, #require(LedgerTransaction.ordered(claim, at: shop.clock.now)),
      PaymentTask(gateway: .portOneV1, reference: .transaction("imp_1"), dueAt: shop.clock.now.advanced(seconds: 30)))
    try await shop.workOn(seconds: 31)
    #expect(try await shop.order(claim).state == .paid)
    #expect(try await shop.payments.claim(transaction: "imp_1", for: shop.post, by: nil).id == claim.id)
  }

  // MARK: Messages

  @Test("A repeated message is ignored for two days")
  func replay() async throws {
    let shop = try await ShopUnderTest(.portOneV2)
    let order = try await shop.order()
    func ingest() async throws {
      try await shop.payments.ingest(.order(order.reference ?? ""), at: .portOneV2, message: "msg-1")
    }
    try await ingest()
    try await shop.work()
    #expect(shop.gateway.polls == 1)
    try await ingest()
    try await shop.work()
    #expect(shop.gateway.polls == 1 && shop.wakes.value == 1)
    shop.clock.advance(seconds: 172_801)
    try await shop.work()
    let polls = shop.gateway.polls
    try await ingest()
    try await shop.work()
    #expect(shop.gateway.polls == polls + 1)
  }

  @Test("A message before the payment keeps the task of the order")
  func earlyMessage() async throws {
    let shop = try await ShopUnderTest(.portOneV2)
    let order = try await shop.order()
    try await shop.payments.ingest(.order(order.reference ?? ""), at: .portOneV2, message: "msg-1")
    try await shop.work()
    #expect(try await shop.waiting == 1)
    shop.clock.advance(seconds: 100)
    shop.pay(order)
    try await shop.workOn(seconds: 4_000)
    #expect(try await shop.order(order).state == .paid)
  }

  @Test("Messages about unknown payments leave no record")
  func unknown() async throws {
    let shop = try await ShopUnderTest()
    for number in 0..<50 { try await shop.ingest("imp_guess\(number)") }
    #expect(try await shop.work() == nil)
    #expect(try await shop.store.payments(in: [], PageRequest(limit: 10)).items.isEmpty)
  }

  @Test("Unproven messages fill only a small lane, and known payments, claims and orders go on")
  func flood() async throws {
    let shop = try await ShopUnderTest()
    let (settled, known) = (try await shop.order(), try await shop.order())
    shop.pay(settled, transaction: "imp_settled")
    _ = try await shop.validate(settled, transaction: "imp_settled")
    for number in 0..<500 { try await shop.ingest("imp_x\(number)") }
    let rejected = try await domainError { try await shop.ingest("imp_more") }
    #expect((rejected.kind, rejected.code) == (.rateLimited, "queue-full"))
    let full = try await shop.queue.waiting(in: .unproven)
    try await shop.ingest("imp_settled")
    try await shop.payments.ingest(.order(known.reference ?? ""), at: .portOneV1)
    _ = try await shop.order()
    shop.pay("ios_1", 3_000)
    #expect(try await shop.payments.claim(transaction: "imp_1", for: shop.post, by: nil).state == .paid)
    // One that the gateway does not know leaves nothing behind.
    #expect(
      try await code { try await shop.payments.claim(transaction: "imp_2", for: shop.post, by: nil) }
        == "payment-unknown")
    #expect(try await shop.queue.waiting(in: .unproven) == full)
  }

  @Test("Signed messages are refused only when ten thousand wait")
  func signedFlood() async throws {
    let shop = try await ShopUnderTest(.portOneV2)
    try await shop.queue.add(
      (0..<9_999).map { PaymentTask(gateway: .portOneV2, reference: .order("x\($0)"), dueAt: shop.clock.now) })
    try await shop.payments.ingest(.order("last"), at: .portOneV2, message: "msg-1")
    let rejected = try await domainError {
      try await shop.payments.ingest(.order("more"), at: .portOneV2, message: "msg-2")
    }
    #expect((rejected.kind, rejected.code) == (.rateLimited, "queue-full"))
    let order = try await shop.order()
    try await shop.payments.ingest(.order(order.reference ?? ""), at: .portOneV2, message: "msg-3")
  }

  @Test("An untrusted claim is stored once the gateway knows its payment, and refused while that is down")
  func untrusted() async throws {
    let shop = try await ShopUnderTest()
    func claim() async throws -> Order {
      try await shop.payments.claim(transaction: "imp_1", for: shop.post, by: nil, isTrusted: false)
    }
    #expect(try await code { try await claim() } == "payment-unknown")
    shop.gateway.set { $0.isDown = true }
    #expect(try await code { try await claim() } == "gateway-unavailable")
    #expect(try await shop.waiting == 0)
    #expect(try await shop.store.order(claiming: "imp_1", gateway: .portOneV1) == nil)
    shop.gateway.set { $0.isDown = false }
    shop.pay("ios_1", 3_000)
    #expect(try await claim().state == .paid)
    #expect(try await code { try await claim() } == "payment-validated")
  }

  @Test("Unproven tasks take at most one of the four workers, after known ones")
  func narrowLane() async throws {
    let shop = try await ShopUnderTest()
    shop.gateway.set { $0.isSlow = true }
    for number in 0..<20 { try await shop.ingest("imp_\(number)") }
    try await shop.work()
    #expect(try await shop.waiting == 0)
    #expect(shop.gateway.script.withLock { $0.maxConcurrent } == 1)
  }

  @Test("An invalid payment name is refused; a name that contains a secret is not stored")
  func names() async throws {
    let shop = try await ShopUnderTest()
    for text in ["", "a b", "a\n", "한글", String(repeating: "x", count: 101)] {
      #expect(try await code { try await shop.ingest(text) } == "reference-invalid")
    }
    try await shop.payments.ingest(.order("ios_\(ShopUnderTest.key)_1"), at: .portOneV1)
    #expect(try await shop.waiting == 0)
    #expect(try await code { try await shop.payments.ingest(.order("a"), at: .portOneV2) } == "shop-closed")
  }
}
