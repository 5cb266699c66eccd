import Basics
import Payments
import Support
import Synchronization
import Testing
import Workload

@Suite("Refunds that buyers request")
struct RefundRequestTests {
  private let seller = ShopUnderTest.seller

  private func paidShop() async throws -> (ShopUnderTest, Order) {
    let shop = try await ShopUnderTest()
    let order = try await shop.order()
    shop.pay(order)
    return (shop, try await shop.validate(order))
  }

  private func requested() async throws -> (ShopUnderTest, Order) {
    let (shop, order) = try await paidShop()
    return (shop, try await shop.payments.requestRefund(of: order.id, reason: "too dark", by: shop.buyer))
  }

  @Test("A request that the seller accepts is refunded once through the gateway and booked")
  func accepted() async throws {
    let (shop, order) = try await requested()
    let asked = RefundRequest(reason: "too dark", requestedAt: shop.clock.now)
    #expect(order.refund == asked && order.state == .paid)
    #expect(try await shop.payments.refundRequests(PageRequest(limit: 9)).items == [order])
    shop.clock.advance(seconds: 60)
    let refunded = try await shop.payments.decideRefund(of: order.id, isAccepted: true, answer: "sorry", by: seller)
    #expect(refunded.state == .cancelled && refunded.refund?.state == .accepted && refunded.refund?.answer == "sorry")
    #expect(refunded.refund?.decidedAt == shop.clock.now && refunded.refund?.requestedAt == asked.requestedAt)
    #expect(try await shop.events(order) == [.order, .payment, .cancellation])
    #expect(try await shop.balances == [.refunds: 3_000, .sales: -3_000])
    // Again, it is the same decision.
    #expect(try await shop.payments.decideRefund(of: order.id, isAccepted: true, by: seller) == refunded)
    #expect(shop.gateway.script.withLock { $0.cancellations.map(\.amount) } == [3_000])
    #expect(try await shop.payments.refundRequests(PageRequest(limit: 9)).items.isEmpty)
    try await shop.workOn(seconds: 10_000)
    #expect(shop.gateway.script.withLock { $0.cancellations.count } == 1)
    #expect(try await shop.waiting == 0)
  }

  @Test("A request that the seller declines can only be changed by an operator")
  func declined() async throws {
    let (shop, order) = try await requested()
    let declined = try await shop.payments.decideRefund(of: order.id, isAccepted: false, answer: "no", by: seller)
    #expect(declined.state == .paid && declined.refund?.state == .declined && declined.refund?.answer == "no")
    for isAccepted in [true, false] {
      #expect(
        try await code { try await shop.payments.decideRefund(of: order.id, isAccepted: isAccepted, by: seller) }
          == "refund-decided")
    }
    #expect(
      try await code { try await shop.payments.requestRefund(of: order.id, reason: "r", by: shop.buyer) }
        == "refund-requested")
    #expect(shop.gateway.script.withLock { $0.cancellations.isEmpty })
    #expect(try await shop.payments.decideRefund(of: order.id, isAccepted: true, by: nil).state == .cancelled)
    #expect(
      try await code { try await shop.payments.decideRefund(of: order.id, isAccepted: false, by: nil) }
        == "refund-impossible")
  }

  @Test("Only the buyer requests a refund, and only the seller or an operator decides")
  func strangers() async throws {
    let (shop, order) = try await paidShop()
    let stranger: AccountID = .numbered(9)
    for other in [stranger, seller] {
      let error = try await domainError {
        try await shop.payments.requestRefund(of: order.id, reason: "r", by: other)
      }
      #expect((error.kind, error.code) == (.notFound, "order-unknown"))
    }
    #expect(
      try await code { try await shop.payments.decideRefund(of: order.id, isAccepted: true, by: seller) }
        == "refund-unknown")
    _ = try await shop.payments.requestRefund(of: order.id, reason: "r", by: shop.buyer)
    for other in [stranger, shop.buyer] {
      #expect(
        try await code { try await shop.payments.decideRefund(of: order.id, isAccepted: true, by: other) }
          == "order-unknown")
    }
    #expect(try await shop.order(order).refund?.state == .requested)
  }

  @Test("A refund is requested once, with a reason, within seven days of a paid order")
  func rules() async throws {
    let shop = try await ShopUnderTest()
    let order = try await shop.order()
    func request(_ reason: String) async throws -> String? {
      try await code { try await shop.payments.requestRefund(of: order.id, reason: reason, by: shop.buyer) }
    }
    #expect(shop.payments.refundDeadline(of: order) == nil)
    #expect(try await request("r") == "refund-impossible")
    shop.pay(order)
    let paid = try await shop.validate(order)
    #expect(shop.payments.refundDeadline(of: paid) == shop.clock.now.advanced(seconds: 7 * 86_400))
    for reason in ["", "  ", String(repeating: "r", count: 201)] {
      #expect(try await request(reason) == "reason-invalid")
    }
    shop.clock.advance(seconds: 7 * 86_400)
    #expect(try await request("r") == nil)
    #expect(try await request("r") == nil)
    #expect(try await request("another") == "refund-requested")
    let answer = String(repeating: "a", count: 201)
    #expect(
      try await code { try await shop.payments.decideRefund(of: order.id, isAccepted: true, answer: answer, by: nil) }
        == "answer-invalid")

    let second = try await shop.order()
    shop.pay(second, transaction: "imp_2")
    _ = try await shop.validate(second)
    shop.clock.advance(seconds: 7 * 86_400 + 1)
    #expect(
      try await code { try await shop.payments.requestRefund(of: second.id, reason: "r", by: shop.buyer) }
        == "refund-too-late")
  }

  @Test("A request that is accepted while the gateway is down is carried out later, once")
  func gatewayDown() async throws {
    let (shop, order) = try await requested()
    shop.gateway.set { $0.isDown = true }
    #expect(
      try await code { try await shop.payments.decideRefund(of: order.id, isAccepted: true, by: seller) }
        == "gateway-unavailable")
    let waiting = try await shop.order(order)
    #expect(waiting.refund?.state == .accepted && waiting.state == .paid)
    // Repeated while it waits, it is the same decision.
    #expect(try await shop.payments.decideRefund(of: order.id, isAccepted: true, by: seller) == waiting)
    shop.gateway.set { ($0.isDown, $0.lostAnswers) = (false, 1) }
    try await shop.workOn(seconds: 1_000)
    #expect(try await shop.order(order).state == .cancelled)
    #expect(shop.gateway.script.withLock { $0.payments["imp_1"]?.cancelledAmount } == 3_000)
    #expect(try await shop.balances == [.refunds: 3_000, .sales: -3_000])
  }

  @Test("A request that the gateway rejects can be accepted again")
  func rejected() async throws {
    let (shop, order) = try await requested()
    shop.gateway.set { $0.rejectsCancelling = true }
    #expect(
      try await code { try await shop.payments.decideRefund(of: order.id, isAccepted: true, by: seller) }
        == "cancel-refused")
    #expect(try await shop.order(order).refund?.state == .accepted)
    #expect(
      try await code { try await shop.payments.decideRefund(of: order.id, isAccepted: false, by: seller) }
        == "refund-decided")
    shop.gateway.set { $0.rejectsCancelling = false }
    #expect(try await shop.payments.decideRefund(of: order.id, isAccepted: true, by: seller).state == .cancelled)
  }

  @Test("A request refunds only what is left after other refunds")
  func besideOperator() async throws {
    let (shop, order) = try await requested()
    let payment = try await shop.record().id
    _ = try await shop.payments.cancel(payment, amount: 1_000, reason: "a scratch")
    #expect(try await shop.payments.decideRefund(of: order.id, isAccepted: true, by: seller).state == .cancelled)
    #expect(shop.gateway.script.withLock { $0.cancellations.map(\.amount) } == [1_000, 2_000])
    #expect(try await code { try await shop.payments.cancel(payment, amount: nil, reason: "r") } == "cancel-impossible")

    let receipt = try await shop.payments.receipt(of: order.id, by: shop.buyer)
    #expect(receipt.refunds.map(\.amount) == [1_000, 2_000] && receipt.payment.id == payment)
    #expect(try await code { try await shop.payments.receipt(of: order.id, by: seller) } == "order-unknown")
    #expect(try await shop.payments.salesTotal(of: seller) == SalesTotal(count: 1, amount: 3_000, refunded: 3_000))
  }

  @Test("Two concurrent decisions pay a requested refund once")
  func atOnce() async throws {
    let (shop, order) = try await requested()
    shop.gateway.set { $0.isSlow = true }
    let payment = try await shop.record().id
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<12 {
        group.addTask {
          let decider = number.isMultiple(of: 2) ? seller : nil
          _ = try? await shop.payments.decideRefund(of: order.id, isAccepted: number % 4 != 3, by: decider)
        }
        group.addTask { _ = try? await shop.payments.cancel(payment, amount: nil, reason: "operator") }
      }
    }
    shop.gateway.set { $0.isSlow = false }
    try await shop.workOn(seconds: 1_000)
    #expect(try await shop.record().lastReport.cancelledAmount == 3_000)
    #expect(try await shop.events(order) == [.order, .payment, .cancellation])
    #expect(try await shop.balances == [.refunds: 3_000, .sales: -3_000])
    #expect(shop.faults.all.isEmpty)
  }

  @Test("Requested refunds keep every invariant through a random history of faults", arguments: 1...8)
  func randomHistory(_ seed: Int) async throws {
    var numbers = SeededNumbers(seed: UInt64(seed))
    let shop = try await ShopUnderTest(seed: UInt64(seed))
    var orders: [Order] = []
    for number in 1...4 {
      let order = try await shop.order()
      shop.pay(order, transaction: "imp_\(number)")
      orders.append(try await shop.validate(order))
    }
    for _ in 0..<120 {
      let order = orders.randomElement(using: &numbers)!
      shop.clock.advance(seconds: Int64.random(in: 1...40_000, using: &numbers))
      shop.gateway.set { state in
        state.isDown = Int.random(in: 0..<4, using: &numbers) == 0
        state.rejectsCancelling = Int.random(in: 0..<4, using: &numbers) == 0
        state.lostAnswers = Int.random(in: 0..<5, using: &numbers) == 0 ? 1 : 0
      }
      let before = try await shop.order(order).refund
      switch Int.random(in: 0..<5, using: &numbers) {
      case 0: _ = try await code { try await shop.payments.requestRefund(of: order.id, reason: "r", by: shop.buyer) }
      case 1, 2:
        let (isAccepted, isSeller) = (Bool.random(using: &numbers), Bool.random(using: &numbers))
        _ = try await code {
          try await shop.payments.decideRefund(of: order.id, isAccepted: isAccepted, by: isSeller ? seller : nil)
        }
      case 3:
        let payment = try #require(try await shop.store.payments(of: order.id).first)
        let amount = Int.random(in: 1...3_000, using: &numbers)
        _ = try await code { try await shop.payments.cancel(payment.id, amount: amount, reason: "r") }
      default: try await shop.work()
      }
      let after = try await shop.order(order).refund
      #expect(after == before || after?.canFollow(before) == true)
    }
    shop.gateway.set { ($0.isDown, $0.rejectsCancelling, $0.lostAnswers) = (false, false, 0) }
    try await shop.workOn(seconds: 1_000)
    for order in orders {
      let (payment, now) = (
        try #require(try await shop.store.payments(of: order.id).first), try await shop.order(order)
      )
      let there = try #require(
        shop.gateway.script.withLock { $0.payments[payment.lastReport.transaction]?.cancelledAmount })
      #expect(there <= 3_000 && payment.lastReport.refunded == there)
      #expect(now.state == (there == 0 ? .paid : there == 3_000 ? .cancelled : .partlyCancelled))
      let booked = try await shop.store.ledger(of: order.id).flatMap(\.postings).filter { $0.account == .refunds }
      #expect(booked.reduce(0) { $0 + $1.amount } == there)
    }
  }
}
