import Basics
import Payments
import SQL
import Support
import Synchronization
import Testing

@Suite("A decision about a payment")
struct DecisionLaws {
  private struct Fault: Error {}

  private let shop: PaymentsUnderTest

  init() async throws {
    shop = try await PaymentsUnderTest()
  }

  /// What a rule is given.
  private func snapshot(_ payment: GatewayPayment?, _ order: OrderID? = nil) async throws -> PaymentSnapshot {
    let reported = Mutex<PaymentSnapshot?>(nil)
    try await shop.store.decide(about: payment, for: order) { snapshot in
      reported.withLock { $0 = snapshot }
      return PaymentDecision()
    }
    return try #require(reported.withLock { $0 })
  }

  // MARK: What stands

  @Test("The requested order is found before the payment's own")
  func asked() async throws {
    let (asked, other) = (try await shop.order(), try await shop.order())
    #expect(try await snapshot(shop.payment(of: other), asked.id) == PaymentSnapshot(order: asked))
    #expect(try await snapshot(nil, asked.id) == PaymentSnapshot(order: asked))
  }

  @Test("The order of the payment's record is found before that of its reference")
  func recorded() async throws {
    let (named, referenced) = (try await shop.order(), try await shop.order())
    var payment = shop.payment(of: referenced)
    payment.status = .ready
    try await shop.apply(payment, for: named.id)
    let record = try #require(try await shop.store.payment(transaction: "imp_1", gateway: .portOneV1))
    #expect(try await snapshot(payment) == PaymentSnapshot(order: named, record: record))
  }

  @Test("The order of the payment's reference is found before the one that claims the payment")
  func referenced() async throws {
    let claiming = try await shop.order(claiming: "imp_1")
    let referenced = try await shop.order()
    #expect(try await snapshot(shop.payment(of: referenced)) == PaymentSnapshot(order: referenced))
    #expect(try await snapshot(shop.payment(of: claiming)) == PaymentSnapshot(order: claiming))
  }

  @Test("Nothing is found in an empty store")
  func findsNone() async throws {
    let order = shop.newOrder()
    #expect(try await snapshot(shop.payment(of: order)) == PaymentSnapshot())
    #expect(try await snapshot(nil, order.id) == PaymentSnapshot())
    #expect(try await snapshot(nil) == PaymentSnapshot())
    #expect(try await shop.store.decide(about: nil, for: order.id) { _ in PaymentDecision() } == nil)
  }

  @Test("A decision gets the other payment that has settled the order")
  func settledBy() async throws {
    let (order, payment) = try await shop.settledOrder(as: "imp_1")
    #expect(try await snapshot(payment.lastReport) == PaymentSnapshot(order: order, record: payment))
    let other = shop.payment(of: order, as: "imp_2")
    #expect(try await snapshot(other) == PaymentSnapshot(order: order, settledBy: payment.id))
    #expect(try await snapshot(nil, order.id) == PaymentSnapshot(order: order, settledBy: payment.id))
  }

  @Test("A decision gets the open refund of the payment")
  func openCancellation() async throws {
    let (order, payment) = try await shop.settledOrder(as: "imp_1")
    var cancellation = Cancellation(
      id: CancellationID(at: shop.clock.now, random: shop.random), payment: payment.id, amount: 500, refundedBefore: 0,
      reason: "변심", requestedAt: shop.clock.now)
    try await decide(payment.lastReport, PaymentDecision(cancellation: cancellation))
    #expect(try await snapshot(payment.lastReport).cancellation == cancellation)
    #expect(try await snapshot(nil, order.id).cancellation == nil)
    cancellation.state = .done
    try await decide(payment.lastReport, PaymentDecision(cancellation: cancellation))
    #expect(try await snapshot(payment.lastReport).cancellation == nil)
    try await decide(payment.lastReport, PaymentDecision(cancellation: cancellation))
    #expect(try await shop.store.cancellations(of: payment.id) == [cancellation])
  }

  private func decide(_ payment: GatewayPayment?, _ decision: PaymentDecision) async throws {
    try await shop.store.decide(about: payment, for: nil) { _ in decision }
  }

  // MARK: What is written

  @Test("A decision writes order, record, checks, ledger and tasks together")
  func whole() async throws {
    let order = try await shop.order()
    let payment = shop.payment(of: order)
    let settled = try #require(try await shop.apply(payment))
    #expect(settled.state == .paid && settled.paidAt == payment.paidAt && settled.validatedAt == shop.clock.now)
    #expect(try await shop.store.order(order.id) == settled)
    let record = try #require(try await shop.store.payments(of: order.id).first)
    #expect(record.lastReport == payment && record.state == .settled && record.order == order.id)
    #expect(record.checks == [CheckResult(.status, .passed)])
    #expect(try await shop.store.payment(record.id) == record)
    let paid = LedgerTransaction.paid(settled, by: record.id, at: shop.clock.now)
    #expect(try await shop.store.ledger(of: order.id) == [order.entry, paid])
    let sums = try await shop.store.balances()
    #expect(sums == [.receivable: 0, .ordered: 0, .gateway: 3_000, .sales: -3_000, .refunds: 0])
  }

  @Test("Every form of payment is stored as it was reported", arguments: GatewayName.allCases)
  func forms(_ gateway: GatewayName) async throws {
    let statuses: [GatewayStatus] = [
      .ready, .virtualAccountIssued, .payPending, .paid, .partlyCancelled, .cancelled, .failed, .unknown("WEIRD"),
      .unknown(""), .unknown("unknown: paid"),
    ]
    for (number, status) in statuses.enumerated() {
      let payment = GatewayPayment(
        gateway: gateway, transaction: "imp_\(number)", reference: "뭐든 '; --", status: status, amount: number,
        cancelledAmount: number / 2, currency: "USD", provider: number.isMultiple(of: 2) ? "kakaopay" : nil,
        method: number.isMultiple(of: 3) ? "vbank" : nil, isVirtualAccount: number.isMultiple(of: 2),
        store: number.isMultiple(of: 3) ? "store-1" : nil, paidAt: number.isMultiple(of: 2) ? shop.clock.now : nil,
        evidence: #"{"a":"\#(number)"}"#)
      try await shop.apply(payment)
      let record = try await shop.store.payment(transaction: "imp_\(number)", gateway: gateway)
      #expect(record?.lastReport == payment && record?.state == .unclaimed && record?.order == nil)
    }
  }

  @Test("Checks are added only if they differ from the last ones, and earlier ones are kept")
  func checks() async throws {
    let order = try await shop.order()
    let payment = shop.payment(of: order)
    func check(_ checks: [CheckResult]) async throws -> [CheckResult]? {
      shop.clock.advance(seconds: 1)
      let now = shop.clock.now
      let id = PaymentID(at: now, random: shop.random)
      try await shop.store.decide(about: payment, for: nil) { snapshot in
        let record =
          snapshot.record
          ?? PaymentRecord(
            id: id, lastReport: payment, state: .refused, order: order.id, checks: [], firstReportAt: now,
            lastReportAt: now)
        var again = record
        again.checks = checks
        again.lastReportAt = now
        return PaymentDecision(record: again)
      }
      return try await shop.store.payment(transaction: "imp_1", gateway: .portOneV1)?.checks
    }
    let (one, other) = (
      [CheckResult(.amount, .failed, "1 not 2"), CheckResult(.status, .passed)], [CheckResult(.time, .passed)]
    )
    #expect(try await check([]) == [])
    #expect(try await check(one) == one)
    #expect(try await check(one) == one)
    #expect(try await check(other) == other)
    #expect(try await check([]) == other)
    #expect(try await check(one) == one)
    let rows = try await shop.contents().filter { $0.hasPrefix("payment_check|") }
    #expect(rows.count == 5)
    #expect(Set(rows.compactMap { $0.split(separator: "|").dropFirst(2).first }) == ["1", "2", "3"])
  }

  @Test("A decision throws its refusal after the rest is written")
  func domainError() async throws {
    let (order, payment) = try await shop.settledOrder(as: "imp_1")
    let second = shop.payment(of: order, as: "imp_2")
    let domainError = await #expect(throws: DomainError.self) { try await shop.apply(second) }
    #expect(domainError?.code == "payment-used")
    let other = try await shop.otherProcess()
    let records = try await other.store.payments(of: order.id)
    #expect(records.map(\.state) == [.refused, .settled])
    #expect(records.last == payment && records.first?.lastReport == second)
  }

  @Test("A decision writes nothing if its rule throws")
  func throwing() async throws {
    let order = try await shop.order()
    let before = try await shop.contents()
    await #expect(throws: Fault.self) {
      try await shop.store.decide(about: shop.payment(of: order), for: nil) { _ in throw Fault() }
    }
    #expect(try await shop.contents() == before)
  }

  @Test("Tasks are added in the transaction of the decision")
  func tasks() async throws {
    let order = try await shop.order()
    let now = shop.clock.now
    let task = PaymentTask(gateway: .portOneV1, reference: .transaction("imp_1"), dueAt: now)
    try await shop.store.decide(about: nil, for: order.id) { _ in PaymentDecision(tasks: [task]) }
    #expect(try await shop.queue.lease(at: now, seconds: 1, limit: 9).map(\.task.reference) == [task.reference])
    let other = PaymentTask(gateway: .portOneV1, reference: .transaction("imp_2"), dueAt: now)
    await #expect(throws: (any Error).self) {
      try await shop.store.decide(about: nil, for: order.id) { snapshot in
        var order = snapshot.order
        order?.state = .cancelled
        return PaymentDecision(order: order, tasks: [other])
      }
    }
    #expect(try await shop.queue.waiting().count == 2)
  }

  @Test(
    "A decision on a full disk writes nothing and can be repeated",
    .enabled(if: TestDatabase.engine == .sqlite))
  func fullDisk() async throws {
    let order = try await shop.order()
    let before = try await shop.contents()
    var payment = shop.payment(of: order)
    payment.evidence = String(repeating: "x", count: 1 << 20)
    try await shop.database.write { connection in
      let pages = try #require(try connection.integer("PRAGMA page_count"))
      try connection.run("PRAGMA max_page_count = \(pages + 2)")
    }
    let domainError = await #expect(throws: DomainError.self) { try await shop.apply(payment) }
    #expect(domainError?.code == "disk-full" && domainError?.kind == .unavailable)
    #expect(try await shop.contents() == before)
    try await shop.database.write { try $0.run("PRAGMA max_page_count = 1000000") }
    #expect(try await shop.apply(payment)?.state == .paid)
  }
}
