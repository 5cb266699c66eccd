import Basics
import Payments
import Support
import Testing

@Suite("States")
struct StateTests {
  @Test("An order changes its state only as the table allows", arguments: OrderState.allCases)
  func orders(_ state: OrderState) {
    let allowed: [OrderState: Set<OrderState>] = [
      .pending: [.paid, .closed],
      .paid: [.partlyCancelled, .cancelled],
      .partlyCancelled: [.partlyCancelled, .cancelled],
      .cancelled: [],
      .closed: [],
    ]
    #expect(Set(OrderState.allCases.filter(state.canBecome)) == allowed[state])
  }

  @Test("A payment changes its state only as the table allows", arguments: PaymentState.allCases)
  func payments(_ state: PaymentState) {
    let allowed: [PaymentState: Set<PaymentState>] = [
      .unpaid: [.unclaimed, .refused, .settled, .returned],
      .unclaimed: [.refused, .settled, .returned],
      .refused: [.settled, .returned],
      .settled: [.partlyCancelled, .cancelled],
      .partlyCancelled: [.partlyCancelled, .cancelled],
      .cancelled: [],
      .returned: [],
    ]
    #expect(Set(PaymentState.allCases.filter(state.canBecome)) == allowed[state])
    #expect(state.hasSettled == [.settled, .partlyCancelled, .cancelled].contains(state))
  }

  @Test("No report of a gateway changes an order in another way", arguments: OrderState.allCases)
  func everyAnswer(_ state: OrderState) {
    var order = pendingOrder()
    order.state = state
    for recorded in PaymentState.allCases {
      for status in everyStatus {
        for (cancelled, paidAt) in [(0, true), (1_000, true), (3_000, true), (0, false)] {
          let payment = rightPayment {
            $0.status = status
            $0.cancelledAmount = cancelled
            if !paidAt { $0.paidAt = nil }
          }
          let snapshot = PaymentSnapshot(order: order, record: record(recorded, of: order))
          for isValidating in [true, false] {
            let decision = rule(requested: order.id, isValidating: isValidating)
              .decision(about: payment, where: snapshot)
            check(decision, snapshot)
          }
        }
      }
    }
  }

  private func check(_ decision: PaymentDecision, _ snapshot: PaymentSnapshot) {
    if let old = snapshot.order, let new = decision.order {
      #expect(new.state == old.state || old.state.canBecome(new.state))
    }
    if let old = snapshot.record, let new = decision.record {
      #expect(new.state == old.state || old.state.canBecome(new.state))
    }
    let moved = decision.order.map { $0.state != snapshot.order?.state } ?? false
    let isFurtherPart =
      decision.ledger.map(\.event) == [.partialCancellation] && snapshot.order?.state == .partlyCancelled
    #expect((moved || isFurtherPart) == !decision.ledger.isEmpty)
    #expect(decision.error == nil || decision.order?.validatedAt == nil)
  }

  private func record(_ state: PaymentState, of order: Order) -> PaymentRecord {
    let reported = rightPayment {
      switch state {
      case .unpaid: ($0.status, $0.paidAt) = (.ready, nil)
      case .partlyCancelled: ($0.status, $0.cancelledAmount) = (.partlyCancelled, 1_000)
      case .cancelled, .returned: ($0.status, $0.cancelledAmount) = (.cancelled, 3_000)
      case .unclaimed, .refused, .settled: break
      }
    }
    return PaymentRecord(
      id: .numbered(400), lastReport: reported, state: state, order: state == .unclaimed ? nil : order.id,
      checks: [], firstReportAt: order.createdAt, lastReportAt: order.createdAt)
  }
}

let everyStatus: [GatewayStatus] = [
  .ready, .virtualAccountIssued, .payPending, .paid, .partlyCancelled, .cancelled, .failed, .unknown("HELD"),
]
