import Basics
import Payments
import SQL
import Support
import Testing

@testable import Stores

@Suite("A store that is asked for an impossible change")
struct ImpossibleChangeTests {
  private let shop: PaymentsUnderTest

  init() async throws {
    shop = try await PaymentsUnderTest()
  }

  /// Expects that a decision is thrown back and nothing is written.
  private func expectRejected(
    _ payment: GatewayPayment?, _ order: OrderID? = nil, _ what: Comment? = nil,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ decide: @escaping @Sendable (PaymentSnapshot) throws -> PaymentDecision
  ) async throws {
    let before = try await shop.contents()
    let error = await #expect(throws: (any Error).self, what, sourceLocation: sourceLocation) {
      try await shop.store.decide(about: payment, for: order, decide)
    }
    #expect(error is ImpossibleChange || error is DatabaseFailure, what, sourceLocation: sourceLocation)
    #expect(try await shop.contents() == before, what, sourceLocation: sourceLocation)
  }

  /// An order in a state, and the payment that brought it there.
  private func order(_ state: OrderState) async throws -> (Order, GatewayPayment) {
    let order = try await shop.order()
    if state == .pending { return (order, shop.payment(of: order)) }
    if state == .closed { return (try #require(try await shop.close(order.id)), shop.payment(of: order)) }
    try await shop.apply(shop.payment(of: order))
    let payment = try #require(try await shop.store.payments(of: order.id).first)
    if state != .paid { try await shop.refund(state == .cancelled ? 3_000 : 1_000, of: payment.id) }
    let (now, seen) = (try await shop.store.order(order.id), try await shop.store.payment(payment.id))
    return (try #require(now), try #require(seen).lastReport)
  }

  @Test(
    "A forbidden change of an order's state is rejected, even with a matching payment",
    arguments: OrderState.allCases)
  func orderStates(_ old: OrderState) async throws {
    let (order, payment) = try await order(old)
    #expect(order.state == old)
    for next in OrderState.allCases where next != old && !old.canBecome(next) {
      try await expectRejected(payment, order.id, "\(old) to \(next)") { snapshot in
        var changed = snapshot.order
        changed?.state = next
        changed?.paidAt = payment.paidAt
        var record = snapshot.record
        record?.state = next == .paid ? .settled : next == .cancelled ? .cancelled : .partlyCancelled
        return PaymentDecision(order: changed, record: next == .pending || next == .closed ? nil : record)
      }
    }
  }

  @Test(
    "A forbidden change of a payment's state is rejected",
    arguments: PaymentState.allCases)
  func paymentStates(_ old: PaymentState) async throws {
    let payment: GatewayPayment
    switch old {
    case .settled, .partlyCancelled, .cancelled:
      payment = try await order(old == .settled ? .paid : old == .cancelled ? .cancelled : .partlyCancelled).1
    case .unpaid, .unclaimed, .refused, .returned:
      payment = shop.payment(of: shop.newOrder())
      let record = PaymentRecord(
        id: PaymentID(at: shop.clock.now, random: shop.random), lastReport: payment, state: old, order: nil, checks: [],
        firstReportAt: shop.clock.now, lastReportAt: shop.clock.now)
      try await shop.store.decide(about: payment, for: nil) { _ in PaymentDecision(record: record) }
    }
    for next in PaymentState.allCases where next != old && !old.canBecome(next) {
      try await expectRejected(payment, nil, "\(old) to \(next)") { snapshot in
        var record = snapshot.record
        record?.state = next
        return PaymentDecision(record: record)
      }
    }
  }

  @Test("A change of an order's fixed fields is rejected")
  func fixed() async throws {
    let buyer = try await shop.database.addAccount(1)
    let order = try await shop.order(by: buyer)
    let other = try await shop.order(by: buyer)
    let (goods, later) = (order.goods, order.payBy.advanced(seconds: 1))
    func copy(goods: Goods? = nil, buyer: AccountID?, payBy: Timestamp? = nil, gateway: GatewayName? = nil) -> Order {
      Order(
        id: order.id, buyer: buyer, goods: goods ?? order.goods, gateway: gateway ?? order.gateway,
        reference: order.reference, createdAt: order.createdAt, payBy: payBy ?? order.payBy)
    }
    var renamed = order
    renamed.reference = "another"
    let wrong = [
      copy(goods: Goods(post: goods.post, name: goods.name, price: 1), buyer: buyer), copy(buyer: nil),
      copy(goods: Goods(post: .numbered(2), name: goods.name, price: goods.price), buyer: buyer),
      copy(buyer: buyer, payBy: later), copy(buyer: buyer, gateway: .portOneV2), renamed, other,
    ]
    for changed in wrong {
      try await expectRejected(nil, order.id, "\(changed)") { _ in PaymentDecision(order: changed) }
    }
    let missing = shop.newOrder()
    try await expectRejected(nil, missing.id) { _ in PaymentDecision(order: missing) }
  }

  @Test("A refund request cannot begin as decided, change its texts, or change its state in another way")
  func refundRequests() async throws {
    let (order, _) = try await order(.paid)
    func expectRejected(_ refund: RefundRequest?) async throws {
      try await self.expectRejected(nil, order.id, "\(String(describing: refund))") { snapshot in
        var changed = snapshot.order
        changed?.refund = refund
        return PaymentDecision(order: changed)
      }
    }
    func request(_ state: RefundRequest.State, _ reason: String = "r") -> RefundRequest {
      RefundRequest(
        reason: reason, requestedAt: order.createdAt, state: state,
        decidedAt: state == .requested ? nil : order.payBy, answer: state == .requested ? "" : "a")
    }
    for state in [RefundRequest.State.accepted, .declined] { try await expectRejected(request(state)) }
    for state in [RefundRequest.State.requested, .declined, .accepted] {
      try await shop.change(order.id, refund: request(state))
      #expect(try await shop.store.order(order.id)?.refund == request(state))
      try await expectRejected(nil)
      try await expectRejected(request(state, "another"))
      for next in RefundRequest.State.allCases where next != state && !state.canBecome(next) {
        try await expectRejected(request(next))
      }
    }
  }

  @Test("Another time of validation is rejected")
  func validated() async throws {
    let (order, payment) = try await order(.paid)
    for instant in [nil, order.paidAt?.advanced(seconds: 9)] {
      try await expectRejected(payment) { snapshot in
        var changed = snapshot.order
        changed?.validatedAt = instant
        return PaymentDecision(order: changed)
      }
    }
  }

  @Test(
    "An order is not paid without a payment, and no payment settles an unpaid order")
  func halves() async throws {
    let order = try await shop.order()
    let payment = shop.payment(of: order)
    let rule = PlainRule(
      payment: payment, instant: shop.clock.now, id: PaymentID(at: shop.clock.now, random: shop.random))
    try await expectRejected(payment, nil, "the order alone") { snapshot in
      PaymentDecision(order: try rule.decide(snapshot).order)
    }
    try await expectRejected(payment, nil, "the payment alone") { snapshot in
      PaymentDecision(record: try rule.decide(snapshot).record)
    }
    try await expectRejected(payment, nil, "when nobody knows") { snapshot in
      var decision = try rule.decide(snapshot)
      decision.order?.paidAt = nil
      return decision
    }
    try await expectRejected(payment, nil, "no order at all") { snapshot in
      PaymentDecision(record: rule.record(snapshot, .settled, nil))
    }
  }

  @Test("A second payment settles no order, and one payment settles no second order")
  func seconds() async throws {
    let (paid, payment) = try await order(.paid)
    let pending = try await shop.order()
    let second = shop.payment(of: paid, as: "imp_2")
    let rule = PlainRule(
      payment: second, instant: shop.clock.now, id: PaymentID(at: shop.clock.now, random: shop.random))
    try await expectRejected(second, paid.id, "a second payment") { snapshot in
      PaymentDecision(record: rule.record(snapshot, .settled, paid.id))
    }
    try await expectRejected(payment, pending.id, "a second order") { snapshot in
      var (order, record) = (snapshot.order, snapshot.record)
      order?.state = .paid
      order?.paidAt = payment.paidAt
      record?.order = pending.id
      return PaymentDecision(order: order, record: record)
    }
  }

  @Test("Each payment is separate from the others")
  func otherPayments() async throws {
    let (order, payment) = try await order(.paid)
    let instant = shop.clock.now
    let other = PaymentRecord(
      id: PaymentID(at: instant, random: shop.random), lastReport: shop.payment(of: order, as: "imp_2"),
      state: .refused,
      order: order.id, checks: [], firstReportAt: instant, lastReportAt: instant)
    try await expectRejected(payment, nil, "another's record") { _ in PaymentDecision(record: other) }
    try await expectRejected(nil, order.id, "of no payment") { _ in PaymentDecision(record: other) }
    try await expectRejected(payment, nil, "under another identifier") { snapshot in
      let record = PaymentRecord(
        id: other.id, lastReport: payment, state: .settled, order: order.id, checks: [],
        firstReportAt: snapshot.record?.firstReportAt ?? instant, lastReportAt: instant)
      return PaymentDecision(record: record)
    }
    try await expectRejected(payment, nil, "seen first at another time") { snapshot in
      guard let old = snapshot.record else { return PaymentDecision() }
      let record = PaymentRecord(
        id: old.id, lastReport: payment, state: old.state, order: order.id, checks: [],
        firstReportAt: old.firstReportAt.advanced(seconds: 1), lastReportAt: instant)
      return PaymentDecision(record: record)
    }
    try await expectRejected(other.lastReport, nil, "of an order that is not there") { _ in
      var lost = other
      lost.order = OrderID(AccountID.numbered(7).description)
      return PaymentDecision(record: lost)
    }
  }

  @Test("A ledger entry about another order or payment, or a repeated event, is rejected")
  func ledger() async throws {
    let (order, payment) = try await order(.paid)
    let other = try await shop.order()
    let record = try #require(try await shop.store.payments(of: order.id).first)
    let outsider = PaymentID(at: shop.clock.now, random: shop.random)
    let entries: [LedgerTransaction] = [
      other.entry, order.entry, try #require(.paid(order, by: record.id, at: shop.clock.now)),
      try #require(.refunded(1, of: order, paidBy: outsider, isLast: false, at: shop.clock.now)),
    ]
    for entry in entries {
      try await expectRejected(payment, nil, "\(entry.event)") { _ in PaymentDecision(ledger: [entry]) }
    }
  }

  @Test("A payment has one open refund, which ends once")
  func cancellations() async throws {
    let (_, payment) = try await order(.paid)
    let record = try #require(try await shop.store.payment(transaction: payment.transaction, gateway: .portOneV1))
    @Sendable func cancellation(
      _ id: CancellationID, of payment: PaymentID, _ amount: Int, _ state: Cancellation.State
    ) -> PaymentDecision {
      PaymentDecision(
        cancellation: Cancellation(
          id: id, payment: payment, amount: amount, refundedBefore: 0, reason: "변심", requestedAt: record.lastReportAt,
          state: state))
    }
    let ids = (0..<2).map { _ in CancellationID(at: shop.clock.now, random: shop.random) }
    let outsider = PaymentID(at: shop.clock.now, random: shop.random)
    try await shop.store.decide(about: payment, for: nil) { _ in cancellation(ids[0], of: record.id, 500, .requested) }
    var wrong = [
      cancellation(ids[1], of: record.id, 500, .requested), cancellation(ids[1], of: outsider, 500, .requested),
      cancellation(ids[0], of: record.id, 501, .requested), cancellation(ids[1], of: record.id, 0, .done),
    ]
    for decision in wrong { try await expectRejected(payment) { _ in decision } }
    try await shop.store.decide(about: payment, for: nil) { _ in cancellation(ids[0], of: record.id, 500, .refused) }
    wrong = [Cancellation.State.requested, .done].map { cancellation(ids[0], of: record.id, 500, $0) }
    for decision in wrong { try await expectRejected(payment) { _ in decision } }
    try await shop.store.decide(about: payment, for: nil) { _ in cancellation(ids[1], of: record.id, 500, .requested) }
    #expect(try await shop.store.cancellations(of: record.id).map(\.state) == [.refused, .requested])
  }
}
