import Basics
import Payments
import Support
import Synchronization
import Testing

@Suite("Refunds")
struct OperatorActionsTests {
  private func paidShop(_ gateway: GatewayName = .portOneV1) async throws -> (ShopUnderTest, Order, PaymentID) {
    let shop = try await ShopUnderTest(gateway)
    let order = try await shop.order()
    shop.pay(order)
    _ = try await shop.validate(order)
    return (shop, order, try await shop.record().id)
  }

  @Test("Partial and complete refunds are booked once each", arguments: GatewayName.allCases)
  func partsAndWhole(_ gateway: GatewayName) async throws {
    let (shop, order, payment) = try await paidShop(gateway)
    let first = try await shop.payments.cancel(payment, amount: 1_000, reason: "a scratch")
    #expect(first.payment.state == .partlyCancelled && first.order?.state == .partlyCancelled)
    #expect(first.cancellations.map(\.state) == [.done] && first.cancellations[0].reason == "a scratch")
    shop.clock.advance(seconds: 1)
    let last = try await shop.payments.cancel(payment, amount: nil, reason: "all of it")
    #expect(last.payment.state == .cancelled && last.order?.state == .cancelled)
    #expect(last.cancellations.map(\.amount) == [1_000, 2_000])
    #expect(last.ledger.map(\.event) == [.order, .payment, .partialCancellation, .cancellation])
    #expect(try await shop.balances == [.refunds: 3_000, .sales: -3_000])
    #expect(try await shop.payments.buyers(of: [shop.post])[shop.post] ?? [] == [])
    #expect(try await code { try await shop.payments.cancel(payment, amount: nil, reason: "r") } == "cancel-impossible")
    try await shop.workOn(seconds: 10_000)
    #expect(shop.gateway.script.withLock { $0.cancellations.count } == 2)
    #expect(try await shop.waiting == 0)
    #expect(try await shop.payments.details(payment).order?.id == order.id)
  }

  @Test("Invalid requests are refused before the gateway is asked")
  func wrong() async throws {
    let (shop, _, payment) = try await paidShop()
    for amount in [0, -1, 3_001, Int.max, Int.min] {
      #expect(
        try await code { try await shop.payments.cancel(payment, amount: amount, reason: "r") } == "amount-invalid")
    }
    for reason in ["", "   ", String(repeating: "r", count: 201)] {
      #expect(try await code { try await shop.payments.cancel(payment, amount: 1, reason: reason) } == "reason-invalid")
    }
    let unknown: PaymentID = .numbered(99)
    for body in [
      { _ = try await shop.payments.cancel(unknown, amount: 1, reason: "r") },
      { _ = try await shop.payments.verify(unknown) }, { _ = try await shop.payments.details(unknown) },
    ] {
      let rejected = try await domainError(body)
      #expect((rejected.kind, rejected.code) == (.notFound, "payment-unknown"))
    }
    #expect(shop.gateway.script.withLock { $0.cancellations.isEmpty })
    #expect(try await shop.payments.details(payment).cancellations.isEmpty)
  }

  @Test("After a lost answer the next request polls first and refunds only the rest")
  func lostAnswer() async throws {
    let (shop, _, payment) = try await paidShop()
    shop.gateway.set { $0.lostAnswers = 1 }
    let rejected = try await domainError { try await shop.payments.cancel(payment, amount: 1_000, reason: "r") }
    #expect((rejected.kind, rejected.code) == (.unavailable, "gateway-unavailable"))
    #expect(try await shop.payments.details(payment).cancellations.map(\.state) == [.requested])
    shop.clock.advance(seconds: 1)
    let details = try await shop.payments.cancel(payment, amount: nil, reason: "r")
    #expect(details.cancellations.map(\.amount) == [1_000, 2_000])
    #expect(details.cancellations.allSatisfy { $0.state == .done })
    #expect(shop.gateway.script.withLock { $0.cancellations.map(\.remaining) } == [3_000, 2_000])
    #expect(try await shop.balances == [.refunds: 3_000, .sales: -3_000])
  }

  @Test("A second request is refused while the first one runs")
  func underWay() async throws {
    let (shop, _, payment) = try await paidShop()
    shop.gateway.set { $0.isDown = true }
    _ = try await code { try await shop.payments.cancel(payment, amount: 1_000, reason: "r") }
    let rejected = try await domainError { try await shop.payments.cancel(payment, amount: 500, reason: "r") }
    #expect((rejected.kind, rejected.code) == (.conflict, "cancel-impossible"))
  }

  @Test("The queue learns of a refund whose answer was lost")
  func lostAnswerInQueue() async throws {
    let (shop, _, payment) = try await paidShop()
    shop.gateway.set { $0.lostAnswers = 1 }
    _ = try await code { try await shop.payments.cancel(payment, amount: 1_000, reason: "r") }
    try await shop.work()
    let details = try await shop.payments.details(payment)
    #expect(details.cancellations.map(\.state) == [.done] && details.payment.state == .partlyCancelled)
    #expect(shop.gateway.script.withLock { $0.cancellations.count } == 1)
    #expect(try await shop.balances == [.gateway: 2_000, .refunds: 1_000, .sales: -3_000])
  }

  @Test("A request that never arrived is repeated, with the same key and the same remaining amount")
  func neverArrived() async throws {
    let (shop, _, payment) = try await paidShop()
    shop.gateway.set { $0.isDown = true }
    let id: CancellationID = .numbered(5)
    #expect(
      try await code { try await shop.payments.cancel(payment, amount: 1_000, reason: "r", as: id) }
        == "gateway-unavailable")
    try await shop.workOn(seconds: 100)
    shop.gateway.set { $0.isDown = false }
    try await shop.workOn(seconds: 301)
    #expect(try await shop.payments.details(payment).cancellations.map(\.state) == [.done])
    let requested = shop.gateway.script.withLock { $0.cancellations }
    #expect(
      requested.count == 1 && requested[0].id == id && requested[0].remaining == 3_000 && requested[0].amount == 1_000)
    // The same request again is the same request.
    #expect(
      try await shop.payments.cancel(payment, amount: 1_000, reason: "r", as: id).payment.state == .partlyCancelled)
    #expect(shop.gateway.script.withLock { $0.cancellations.count } == 1)
  }

  @Test("A request whose process died before it asked the gateway is carried out")
  func diedBeforeAsking() async throws {
    let (shop, _, payment) = try await paidShop()
    let record = try await shop.record()
    let request = Cancellation(
      id: .numbered(5), payment: payment, amount: 3_000, refundedBefore: 0, reason: "r",
      requestedAt: shop.clock.now)
    let task = PaymentTask(
      gateway: .portOneV1, reference: .transaction("imp_1"), dueAt: shop.clock.now.advanced(seconds: 30))
    try await shop.store.decide(about: record.lastReport, for: record.order) { _ in
      PaymentDecision(cancellation: request, tasks: [task])
    }
    try await shop.workOn(seconds: 31)
    #expect(try await shop.record().state == .cancelled)
    #expect(try await shop.payments.details(payment).cancellations.map(\.state) == [.done])
  }

  @Test("A refund in the console meanwhile does not count as the request, and ends it as refused")
  func console() async throws {
    let (shop, _, payment) = try await paidShop()
    shop.gateway.set {
      $0.beforeCancelling = { ($0.status, $0.cancelledAmount) = (.partlyCancelled, 500) }
    }
    #expect(try await code { try await shop.payments.cancel(payment, amount: 1_000, reason: "r") } == "cancel-refused")
    let details = try await shop.payments.details(payment)
    #expect(details.cancellations.map(\.state) == [.refused] && details.payment.lastReport.refunded == 500)
    #expect(try await shop.balances == [.gateway: 2_500, .refunds: 500, .sales: -3_000])
    shop.gateway.set { $0.beforeCancelling = nil }
    #expect(try await shop.payments.cancel(payment, amount: nil, reason: "r").payment.state == .cancelled)
  }

  @Test("A refund in the console is noticed before a request is made")
  func consoleBefore() async throws {
    let (shop, _, payment) = try await paidShop()
    shop.gateway.change("imp_1") { ($0.status, $0.cancelledAmount) = (.partlyCancelled, 2_500) }
    #expect(try await code { try await shop.payments.cancel(payment, amount: 501, reason: "r") } == "amount-invalid")
    let details = try await shop.payments.cancel(payment, amount: 500, reason: "r")
    #expect(details.payment.state == .cancelled && details.cancellations[0].refundedBefore == 2_500)
  }

  @Test("A refusal by the gateway ends the request, and another may follow")
  func rejects() async throws {
    let (shop, _, payment) = try await paidShop()
    shop.gateway.set { $0.rejectsCancelling = true }
    let rejected = try await domainError { try await shop.payments.cancel(payment, amount: nil, reason: "r") }
    #expect((rejected.kind, rejected.code) == (.conflict, "cancel-refused"))
    #expect(try await shop.payments.details(payment).cancellations.map(\.state) == [.refused])
    shop.gateway.set { $0.rejectsCancelling = false }
    #expect(try await shop.payments.cancel(payment, amount: nil, reason: "r").payment.state == .cancelled)
  }

  @Test("A payment that settled nothing can be refunded, without entries in the ledger")
  func unsettled() async throws {
    let shop = try await ShopUnderTest()
    shop.pay("elsewhere", 5_000)
    try await shop.ingest()
    try await shop.work()
    let record = try await shop.record()
    #expect(record.state == .unclaimed)
    #expect(try await shop.payments.cancel(record.id, amount: 1, reason: "r").payment.state == .unclaimed)
    #expect(try await shop.payments.cancel(record.id, amount: nil, reason: "r").payment.state == .returned)
    #expect(try await shop.balances.isEmpty)
    #expect(try await shop.payments.payments(in: [.returned], PageRequest(limit: 5)).items.map(\.id) == [record.id])
  }

  @Test("An unpaid payment cannot be refunded")
  func unpaid() async throws {
    let shop = try await ShopUnderTest()
    shop.pay("elsewhere", 5_000) { ($0.status, $0.paidAt) = (.ready, nil) }
    try await shop.ingest()
    try await shop.work()
    let record = try await shop.record()
    #expect(
      try await code { try await shop.payments.cancel(record.id, amount: nil, reason: "r") } == "cancel-impossible")
  }

  @Test("A payment that the gateway has forgotten keeps its request waiting")
  func forgotten() async throws {
    let (shop, _, payment) = try await paidShop()
    shop.gateway.set { $0.isDown = true }
    _ = try await code { try await shop.payments.cancel(payment, amount: 1_000, reason: "r") }
    let stored = try #require(shop.gateway.script.withLock { $0.payments.removeValue(forKey: "imp_1") })
    shop.gateway.set { $0.isDown = false }
    try await shop.workOn(seconds: 1_000)
    #expect(try await shop.payments.details(payment).cancellations.map(\.state) == [.requested])
    #expect(
      try await code { try await shop.payments.cancel(payment, amount: 1, reason: "r") } == "gateway-not-understood")
    shop.gateway.add(stored)
    try await shop.workOn(seconds: 301)
    #expect(try await shop.payments.details(payment).cancellations.map(\.state) == [.done])
  }

  @Test("A payment is polled again when the operator asks for it")
  func verify() async throws {
    let (shop, _, payment) = try await paidShop()
    shop.gateway.change("imp_1") { ($0.status, $0.cancelledAmount) = (.cancelled, 3_000) }
    #expect(try await shop.payments.verify(payment).payment.state == .cancelled)
    shop.gateway.set { $0.isDown = true }
    #expect(try await code { try await shop.payments.verify(payment) } == "gateway-unavailable")
  }
}
