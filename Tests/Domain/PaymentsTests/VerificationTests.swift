import Basics
import Payments
import Support
import Testing

private let noon = Timestamp(seconds: 1_800_000_000)
private let hour: Int64 = 3_600

/// An order of 3,000 won that waits to be paid until an hour after noon, at the second interface.
func pendingOrder(
  _ number: Int = 1, claimed: String? = nil, gateway: GatewayName = .portOneV2, price: Int = 3_000
) -> Order {
  Order(
    id: .numbered(number), buyer: ShopUnderTest.buyer(1),
    goods: Goods(post: ShopUnderTest.post(3), name: "Album", price: price), gateway: gateway,
    reference: claimed == nil ? "order-\(number)" : nil, claimedTransaction: claimed, createdAt: noon,
    payBy: claimed == nil ? noon.advanced(seconds: hour) : noon)
}

/// Its payment, a minute after noon.
func rightPayment(_ change: (inout GatewayPayment) -> Void = { _ in }) -> GatewayPayment {
  var payment = GatewayPayment(
    gateway: .portOneV2, transaction: "tx-1", reference: "order-1", status: .paid, amount: 3_000,
    provider: "KG_INICIS", method: "card", store: "store-1", paidAt: noon.advanced(seconds: 60))
  change(&payment)
  return payment
}

private func strictPolicy() -> PaymentPolicy {
  var policy = PaymentPolicy()
  policy.providers = ["KG_INICIS"]
  policy.methods = ["card"]
  policy.stores = ["store-1"]
  return policy
}

/// A rule at two minutes past noon.
func rule(
  _ policy: PaymentPolicy = PaymentPolicy(), after seconds: Int64 = 120, named: OrderID? = nil,
  requested: OrderID? = nil, isValidating: Bool = false
) -> PaymentRule {
  PaymentRule(
    policy: policy, now: noon.advanced(seconds: seconds), newPayment: .numbered(500), named: named,
    requested: requested, isValidating: isValidating)
}

@Suite("A payment settles an order only where each check holds")
struct VerificationTests {
  /// Expects that a payment is refused for one check alone: were that check not made, the others would let it pass.
  private func expect(
    only check: PaymentCheck, refuses payment: GatewayPayment, for order: Order = pendingOrder(),
    named: OrderID? = nil, settled: OrderID? = nil, detail: String, at location: SourceLocation = #_sourceLocation
  ) {
    let results = strictPolicy().verify(payment, for: order, settled: settled, named: named)
    #expect(results.map(\.check) == PaymentCheck.allCases, sourceLocation: location)
    #expect(results.filter { $0.outcome == .failed }.map(\.check) == [check], sourceLocation: location)
    let found = results.first { $0.check == check }?.detail ?? ""
    #expect(found.contains(detail), "\(found)", sourceLocation: location)
    if settled == nil {
      let snapshot = PaymentSnapshot(order: order)
      let decision = rule(strictPolicy(), named: named, requested: order.id).decision(about: payment, where: snapshot)
      #expect(decision.order?.state != .paid && decision.record?.state != .settled, sourceLocation: location)
      #expect(!decision.ledger.contains { $0.event == .payment }, sourceLocation: location)
    }
  }

  @Test("The right payment passes all checks in order")
  func right() {
    let results = strictPolicy().verify(rightPayment(), for: pendingOrder(), settled: nil)
    #expect(results == PaymentCheck.allCases.map { CheckResult($0, .passed) })
    let decision = rule(strictPolicy()).decision(about: rightPayment(), where: PaymentSnapshot(order: pendingOrder()))
    #expect(decision.order?.state == .paid && decision.record?.state == .settled)
    #expect(decision.order?.paidAt == noon.advanced(seconds: 60))
    #expect(decision.record?.checks == results)
  }

  @Test(
    "Status: a payment that is not paid would settle the order, were this check removed",
    arguments: [
      GatewayStatus.ready, .virtualAccountIssued, .payPending, .failed, .partlyCancelled, .cancelled,
      .unknown("PAID_MAYBE"),
    ])
  func status(_ status: GatewayStatus) {
    let word = if case .unknown(let word) = status { "\"\(word)\"" } else { status.displayValue }
    expect(only: .status, refuses: rightPayment { $0.status = status }, detail: word)
  }

  @Test("Status: a partly refunded payment would settle the order, were this check removed")
  func statusGivenBack() {
    expect(only: .status, refuses: rightPayment { $0.cancelledAmount = 1 }, detail: "1 of 3000 was refunded")
  }

  @Test(
    "Amount: another amount would settle the order, were this check removed",
    arguments: [2_999, 3_001, 0, -3_000, 300_000, Int.max, Int.min])
  func amount(_ amount: Int) {
    expect(only: .amount, refuses: rightPayment { $0.amount = amount }, detail: "\(amount) was paid, 3000 is the price")
  }

  @Test("Amount: a payment of zero would settle an order of zero, were this check removed", arguments: [0, -1])
  func nothing(_ price: Int) {
    expect(
      only: .amount, refuses: rightPayment { $0.amount = price }, for: pendingOrder(price: price),
      detail: "is the price")
  }

  @Test(
    "Currency: the same number of another currency would settle the order, were this check removed",
    arguments: ["USD", "JPY", "krw", ""])
  func currency(_ currency: String) {
    expect(only: .currency, refuses: rightPayment { $0.currency = currency }, detail: "KRW is expected")
  }

  @Test("Order: another order's payment would settle this one, were this check removed", arguments: ["order-2", ""])
  func order(_ reference: String) {
    expect(only: .order, refuses: rightPayment { $0.reference = reference }, detail: "its reference is")
  }

  @Test("Order: a payment at the other interface would settle this order, were this check removed")
  func otherGateway() {
    expect(only: .order, refuses: rightPayment { $0.gateway = .portOneV1 }, detail: "paid at portone-v1")
  }

  @Test("Order: a claim would be settled by another payment, were this check removed")
  func otherClaim() {
    expect(only: .order, refuses: rightPayment(), for: pendingOrder(claimed: "tx-2"), detail: "another payment")
  }

  @Test("Order: a claim would be settled by the payment of an order that was made first, were this check removed")
  func claimOfAnother() {
    let other: OrderID = .numbered(7)
    expect(
      only: .order, refuses: rightPayment(), for: pendingOrder(claimed: "tx-1"), named: other,
      detail: "a payment of the order \(other)")
  }

  @Test(
    "Order: a closed order would be settled, were this check removed",
    arguments: [OrderState.paid, .partlyCancelled, .cancelled, .closed])
  func orderIsOver(_ state: OrderState) {
    var order = pendingOrder()
    order.state = state
    expect(only: .order, refuses: rightPayment(), for: order, detail: "the order is \(state.rawValue) already")
  }

  @Test("Provider: an unaccepted provider would settle the order, were this check removed", arguments: ["X", nil])
  func provider(_ provider: String?) {
    expect(
      only: .provider, refuses: rightPayment { $0.provider = provider },
      detail: provider == nil ? "does not say" : "\"X\" is not accepted")
  }

  @Test("Method: an unaccepted method would settle the order, were this check removed", arguments: ["x", nil])
  func method(_ method: String?) {
    expect(
      only: .method, refuses: rightPayment { $0.method = method },
      detail: method == nil ? "does not say" : "\"x\" is not accepted")
  }

  @Test(
    "Time: a payment at a wrong time would settle the order, were this check removed",
    arguments: [
      -61, hour + 61, 10 * hour, -Int64(1_800_000_000), Int64.max / 1000 - 1_800_000_001,
      Int64.min / 1000,
    ])
  func time(_ seconds: Int64) {
    expect(
      only: .time, refuses: rightPayment { $0.paidAt = Timestamp(milliseconds: noon.milliseconds &+ seconds * 1000) },
      detail: "not from")
  }

  @Test("Time: a payment without a time would settle the order, were this check removed")
  func noTime() {
    expect(only: .time, refuses: rightPayment { $0.paidAt = nil }, detail: "names no time")
  }

  @Test(
    "Time: a payment counts from the making of the order until it expires, by either clock",
    arguments: [-60, 0, hour, hour + 60])
  func inTime(_ seconds: Int64) {
    let payment = rightPayment { $0.paidAt = noon.advanced(seconds: seconds) }
    #expect(failed(payment, pendingOrder()).isEmpty)
  }

  @Test("Time: a deposit has a week, and no more were this check removed", arguments: [0, 60, 61])
  func deposit(_ seconds: Int64) {
    let payment = rightPayment {
      $0.isVirtualAccount = true
      $0.paidAt = noon.advanced(seconds: 604_800 + seconds)
    }
    #expect(failed(payment, pendingOrder()) == (seconds > 60 ? [.time] : []))
  }

  @Test("Time: a claimed payment is not older than a day, nor from the future, were this check removed")
  func claimTime() {
    let claim = pendingOrder(claimed: "tx-1")
    for (seconds, passes) in [(-86_460, true), (-86_461, false), (60, true), (61, false)] {
      let payment = rightPayment { $0.paidAt = noon.advanced(seconds: Int64(seconds)) }
      #expect(failed(payment, claim) == (passes ? [] : [.time]), "\(seconds)")
    }
  }

  @Test("Unused: a payment that has settled another order would settle this one, were this check removed")
  func unused() {
    expect(only: .unused, refuses: rightPayment(), settled: .numbered(9), detail: "another order")
    #expect(
      strictPolicy().verify(rightPayment(), for: pendingOrder(), settled: pendingOrder().id)
        .allSatisfy { $0.outcome == .passed })
  }

  @Test(
    "Store: a payment to another store would settle the order, were this check removed", arguments: ["store-2", nil])
  func store(_ store: String?) {
    expect(
      only: .store, refuses: rightPayment { $0.store = store },
      detail: store == nil ? "does not say" : "\"store-2\" is not accepted")
  }

  @Test("Store: the first interface reports no store and is not checked")
  func silentStore() {
    let payment = rightPayment {
      $0.gateway = .portOneV1
      $0.store = nil
    }
    let results = strictPolicy().verify(payment, for: pendingOrder(gateway: .portOneV1), settled: nil)
    #expect(results.last == CheckResult(.store, .notApplicable, "the gateway does not say"))
    #expect(!results.contains { $0.outcome == .failed })
  }

  @Test("Texts of a gateway are shown without terminal control characters, and truncated")
  func hostileWord() {
    let word = "\u{1B}[2J결" + String(repeating: "x", count: 1_000)
    let results = strictPolicy().verify(rightPayment { $0.status = .unknown(word) }, for: pendingOrder(), settled: nil)
    let detail = results[0].detail
    #expect(detail.unicodeScalars.allSatisfy { (0x20..<0x7F).contains($0.value) } && detail.count < 120)
    #expect(detail.contains("?[2J?xxx"))
  }

  private func failed(_ payment: GatewayPayment, _ order: Order) -> [PaymentCheck] {
    strictPolicy().verify(payment, for: order, settled: nil).filter { $0.outcome == .failed }.map(\.check)
  }
}
