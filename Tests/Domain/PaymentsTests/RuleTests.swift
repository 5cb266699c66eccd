import Basics
import Payments
import Support
import Testing

@Suite("The decision about a payment")
struct RuleTests {
  private func settled(_ change: (inout PaymentRecord) -> Void = { _ in }) -> PaymentSnapshot {
    let decision = rule().decision(about: rightPayment(), where: PaymentSnapshot(order: pendingOrder()))
    var record = decision.record!
    change(&record)
    return PaymentSnapshot(order: decision.order, record: record)
  }

  private func snapshot(_ decision: PaymentDecision, after old: PaymentSnapshot) -> PaymentSnapshot {
    PaymentSnapshot(
      order: decision.order ?? old.order, record: decision.record ?? old.record, settledBy: old.settledBy,
      cancellation: decision.cancellation ?? old.cancellation)
  }

  private func refunds(_ decision: PaymentDecision) -> [Int] {
    decision.ledger.flatMap(\.postings).filter { $0.account == .refunds }.map(\.amount)
  }

  // MARK: Each state at the gateway

  @Test(
    "A pending order has one outcome for each status",
    arguments: [
      (GatewayStatus.ready, PaymentState.unpaid, OrderState.pending), (.virtualAccountIssued, .unpaid, .pending),
      (.payPending, .unpaid, .pending), (.failed, .unpaid, .pending), (.paid, .settled, .paid),
      (.partlyCancelled, .refused, .pending), (.cancelled, .returned, .pending), (.unknown("HELD"), .refused, .pending),
    ])
  func statuses(_ status: GatewayStatus, _ payment: PaymentState, _ order: OrderState) {
    let reported = rightPayment {
      $0.status = status
      if status == .partlyCancelled { $0.cancelledAmount = 500 }
      if status == .cancelled { $0.cancelledAmount = 3_000 }
    }
    let decision = rule().decision(about: reported, where: PaymentSnapshot(order: pendingOrder()))
    #expect(decision.record?.state == payment && (decision.order?.state ?? .pending) == order)
    #expect(decision.record?.order == pendingOrder().id && decision.record?.checks.count == PaymentCheck.allCases.count)
    #expect(decision.ledger.count == (status == .paid ? 1 : 0) && decision.error == nil)
  }

  @Test("A paid payment without an order waits for one, and a refunded one is returned", arguments: everyStatus)
  func unclaimed(_ status: GatewayStatus) {
    let reported = rightPayment { ($0.status, $0.cancelledAmount) = (status, status == .cancelled ? 3_000 : 0) }
    let decision = rule().decision(about: reported, where: PaymentSnapshot())
    let expected: PaymentState =
      switch status {
      case .paid, .partlyCancelled, .unknown: .unclaimed
      case .cancelled: .returned
      case .ready, .virtualAccountIssued, .payPending, .failed: .unpaid
      }
    #expect(decision.record?.state == expected && decision.record?.order == nil && decision.order == nil)
    #expect(decision.ledger.isEmpty)
  }

  @Test("A cancelled payment that was never paid does not change the ledger")
  func cancelledBefore() {
    let reported = rightPayment { ($0.status, $0.paidAt) = (.cancelled, nil) }
    let decision = rule().decision(about: reported, where: PaymentSnapshot(order: pendingOrder()))
    #expect(decision.record?.state == .unpaid && decision.ledger.isEmpty)
  }

  @Test(
    "A client gets the reason of a refusal",
    arguments: [
      (GatewayStatus.ready, "payment-unpaid"), (.virtualAccountIssued, "payment-unpaid"),
      (.payPending, "payment-unpaid"), (.failed, "payment-unpaid"), (.cancelled, "payment-unpaid"),
      (.partlyCancelled, "payment-mismatch"), (.unknown("HELD"), "payment-mismatch"),
    ])
  func reported(_ status: GatewayStatus, _ code: String) {
    let reported = rightPayment {
      ($0.status, $0.cancelledAmount) = (status, status == .partlyCancelled ? 500 : 0)
    }
    let decision = rule(isValidating: true).decision(about: reported, where: PaymentSnapshot(order: pendingOrder()))
    #expect(decision.error?.code == code && decision.error?.kind == .invalid && decision.error?.field == nil)
    #expect(decision.order?.validatedAt == nil)
  }

  @Test("A mismatch names the checks that failed")
  func mismatch() {
    let reported = rightPayment { ($0.amount, $0.currency) = (100, "USD") }
    let decision = rule(isValidating: true).decision(about: reported, where: PaymentSnapshot(order: pendingOrder()))
    #expect(decision.error?.code == "payment-mismatch")
    #expect(decision.error?.message.contains("(amount, currency)") == true)
    #expect(decision.record?.state == .refused)
  }

  // MARK: What happens afterwards

  @Test("A refund in the gateway's console is booked by the difference, once")
  func console() {
    var now = settled()
    var booked: [[Int]] = []
    for (cancelled, status) in [
      (500, GatewayStatus.partlyCancelled), (500, .partlyCancelled), (1_200, .paid), (1_200, .partlyCancelled),
      (3_000, .cancelled), (3_000, .cancelled),
    ] {
      let reported = rightPayment { ($0.status, $0.cancelledAmount) = (status, cancelled) }
      let decision = rule().decision(about: reported, where: now)
      now = snapshot(decision, after: now)
      booked.append(refunds(decision))
    }
    #expect(booked == [[500], [], [], [700], [1_800], []])
    #expect(now.order?.state == .cancelled && now.record?.state == .cancelled)
  }

  @Test("The remainder of a partly cancelled payment follows from the amount, not from the status")
  func partlyByAmount() {
    let reported = rightPayment { ($0.status, $0.cancelledAmount) = (.cancelled, 1_000) }
    let decision = rule().decision(about: reported, where: settled())
    #expect(decision.order?.state == .partlyCancelled && refunds(decision) == [1_000])
  }

  @Test("A refund is never booked above the paid amount", arguments: [3_001, Int.max, Int.min, -1])
  func tooMuch(_ cancelled: Int) {
    let reported = rightPayment { ($0.status, $0.cancelledAmount) = (.partlyCancelled, cancelled) }
    let decision = rule().decision(about: reported, where: settled())
    #expect(refunds(decision) == (cancelled > 0 ? [3_000] : []))
    #expect(decision.order?.state == (cancelled > 0 ? .cancelled : .paid))
  }

  @Test(
    "An amount that the gateway changes afterwards is shown to the operator and not booked",
    arguments: [2_000, 5_000, 0])
  func changedAmount(_ amount: Int) {
    let decision = rule().decision(about: rightPayment { $0.amount = amount }, where: settled())
    #expect(decision.order?.state == .paid && decision.record?.state == .settled && decision.ledger.isEmpty)
    #expect(decision.record?.lastReport.amount == amount)
    #expect(decision.record?.checks.filter { $0.outcome == .failed }.map(\.check) == [.amount])
    let again = rule().decision(about: rightPayment(), where: snapshot(decision, after: settled()))
    #expect(again.record?.checks.contains { $0.outcome == .failed } == false)
  }

  @Test("An outdated report changes nothing", arguments: everyStatus)
  func overtaken(_ status: GatewayStatus) {
    let later = rightPayment { ($0.status, $0.cancelledAmount) = (.partlyCancelled, 1_000) }
    let first = settled()
    let now = snapshot(rule().decision(about: later, where: first), after: first)
    let decision = rule().decision(about: rightPayment { $0.status = status }, where: now)
    let expected = status == .cancelled ? OrderState.cancelled : .partlyCancelled
    #expect(decision.order?.state == expected && refunds(decision) == (status == .cancelled ? [2_000] : []))
  }

  @Test("A refused payment that was refunded is returned, without entries in the ledger")
  func returned() {
    let wrong = rightPayment { $0.amount = 100 }
    let first = PaymentSnapshot(order: pendingOrder())
    let rejected = snapshot(rule().decision(about: wrong, where: first), after: first)
    #expect(rejected.record?.state == .refused)
    let back = rightPayment { ($0.amount, $0.status, $0.cancelledAmount) = (100, .cancelled, 100) }
    let decision = rule().decision(about: back, where: rejected)
    #expect(decision.record?.state == .returned && decision.ledger.isEmpty && decision.order == nil)
  }

  @Test("A payment that was refused by mistake settles its order when the gateway corrects its report")
  func truth() {
    let first = PaymentSnapshot(order: pendingOrder())
    let rejected = snapshot(rule().decision(about: rightPayment { $0.amount = 100 }, where: first), after: first)
    let decision = rule().decision(about: rightPayment(), where: rejected)
    #expect(decision.order?.state == .paid && decision.record?.state == .settled)
    #expect(decision.record?.id == rejected.record?.id)
  }

  @Test(
    "A second payment of an order is refused for the operator, and the client learns that the order is paid"
  )
  func secondPayment() {
    var snapshot = settled()
    snapshot.settledBy = snapshot.record?.id
    snapshot.record = nil
    let decision = rule(requested: snapshot.order?.id, isValidating: true)
      .decision(about: rightPayment { $0.transaction = "tx-2" }, where: snapshot)
    #expect(decision.record?.state == .refused && decision.ledger.isEmpty)
    #expect(decision.record?.checks.filter { $0.outcome == .failed }.map(\.check) == [.order])
    #expect(decision.error == nil && decision.order?.validatedAt != nil && decision.order?.state == .paid)
  }

  @Test("A validation succeeds once, whichever request settled the order")
  func once() {
    let first = rule(isValidating: true).decision(about: rightPayment(), where: settled())
    #expect(first.error == nil && first.order?.validatedAt == rule().now)
    let second = rule(isValidating: true).decision(about: rightPayment(), where: snapshot(first, after: settled()))
    #expect(second.error?.code == "payment-validated" && second.ledger.isEmpty)
  }

  // MARK: Giving back

  @Test(
    "A refund request is done once the gateway reports that much more refunded, by any request",
    arguments: [(999, Cancellation.State?.none), (1_000, .done), (3_000, .done)])
  func cancellation(_ given: Int, _ state: Cancellation.State?) {
    var snapshot = settled()
    snapshot.cancellation = Cancellation(
      id: .numbered(600), payment: snapshot.record!.id, amount: 1_000, refundedBefore: 0, reason: "r",
      requestedAt: rule().now)
    let reported = rightPayment { ($0.status, $0.cancelledAmount) = (.partlyCancelled, given) }
    #expect(rule().decision(about: reported, where: snapshot).cancellation?.state == state)
  }

  // MARK: Running out

  @Test(
    "An unpaid order is closed two minutes after it has expired",
    arguments: [(3_600, false), (3_719, false), (3_720, true), (100_000, true)])
  func runsOut(_ seconds: Int64, _ isClosed: Bool) {
    for reported in [
      nil, rightPayment { ($0.status, $0.paidAt) = (.ready, nil) }, rightPayment { $0.status = .failed },
    ] {
      let decision = rule(after: seconds).decision(about: reported, where: PaymentSnapshot(order: pendingOrder()))
      #expect(decision.order?.state == (isClosed ? .closed : nil))
      #expect(decision.ledger.map(\.event) == (isClosed ? [.closing] : []))
    }
  }

  @Test(
    "An order with a slow status stays open as long as deposits are accepted",
    arguments: [GatewayStatus.virtualAccountIssued, .payPending, .unknown("HELD")])
  func waits(_ status: GatewayStatus) {
    let reported = rightPayment { ($0.status, $0.paidAt) = (status, nil) }
    for (seconds, isClosed) in [(100_000, false), (604_919, false), (604_920, true)] {
      let decision = rule(after: Int64(seconds)).decision(
        about: reported, where: PaymentSnapshot(order: pendingOrder()))
      #expect((decision.order?.state == .closed) == isClosed, "\(seconds)")
    }
  }

  @Test("A payment for a closed order is refused, for the operator")
  func tooLate() {
    var order = pendingOrder()
    order.state = .closed
    let decision = rule(isValidating: true).decision(about: rightPayment(), where: PaymentSnapshot(order: order))
    #expect(decision.record?.state == .refused && decision.order == nil && decision.ledger.isEmpty)
    #expect(decision.error?.code == "order-closed")
  }

  @Test("A claim ends at once if its payment cannot settle it")
  func claims() {
    let claim = pendingOrder(claimed: "tx-1")
    let wrong: [GatewayPayment?] = [
      nil, rightPayment { $0.status = .failed }, rightPayment { $0.amount = 1 },
      rightPayment { ($0.status, $0.amount, $0.paidAt) = (.virtualAccountIssued, 1, nil) },
      rightPayment { $0.paidAt = claim.createdAt.advanced(seconds: -90_000) }, rightPayment { $0.cancelledAmount = 1 },
    ]
    for payment in wrong {
      let decision = rule(requested: claim.id).decision(about: payment, where: PaymentSnapshot(order: claim))
      #expect(decision.order?.state == .closed && decision.ledger.map(\.event) == [.closing], "\(payment as Any)")
    }
    for status in [GatewayStatus.ready, .virtualAccountIssued, .payPending, .unknown("HELD")] {
      let reported = rightPayment { ($0.status, $0.paidAt) = (status, nil) }
      let decision = rule(after: 60, requested: claim.id).decision(
        about: reported, where: PaymentSnapshot(order: claim))
      #expect(decision.order == nil && decision.record?.state == .unpaid)
    }
  }

  @Test("A payment for another order does not change this one")
  func foreign() {
    let order = pendingOrder(2)
    let decision = rule(named: pendingOrder(1).id, requested: order.id, isValidating: true)
      .decision(about: rightPayment(), where: PaymentSnapshot(order: order))
    #expect(decision == PaymentDecision(error: decision.error))
    #expect(decision.error?.code == "payment-used" && decision.error?.kind == .conflict)
  }
}
