import Basics
import Payments
import Support
import Testing
import Workload

@Suite("Random payment histories")
struct HistoryTests {
  @Test(
    "Reports of one payment in any order, and repeated, lead to the state of the last one",
    arguments: 1...60)
  func overtaking(_ seed: UInt64) {
    var numbers = SeededNumbers(seed: seed)
    let answers = history(&numbers)
    let inOrder = end(of: answers)
    var mixed = answers.dropFirst() + answers + answers
    mixed.shuffle(using: &numbers)
    // What was paid is seen first: money that is partly gone at first sight settles nothing.
    let shuffled = end(of: [answers[0]] + mixed)
    #expect(shuffled.order?.state == inOrder.order?.state)
    #expect(
      shuffled.record?.lastReport == inOrder.record?.lastReport && shuffled.record?.state == inOrder.record?.state)
    #expect(shuffled.sums == inOrder.sums)
    #expect(inOrder.sums.values.reduce(0, +) == 0)
  }

  /// What a gateway tells of one payment from its making on.
  private func history(_ numbers: inout SeededNumbers) -> [GatewayPayment] {
    var answers = [rightPayment()]
    var cancelled = 0
    while cancelled < 3_000, Int.random(in: 0..<6, using: &numbers) > 0 {
      cancelled = min(3_000, cancelled + Int.random(in: 1...1_500, using: &numbers))
      answers.append(
        rightPayment {
          ($0.cancelledAmount, $0.status) = (cancelled, cancelled == 3_000 ? .cancelled : .partlyCancelled)
        })
    }
    return answers
  }

  private func end(
    of answers: [GatewayPayment]
  ) -> (order: Order?, record: PaymentRecord?, sums: [LedgerAccount: Int]) {
    var snapshot = PaymentSnapshot(order: pendingOrder())
    var sums: [LedgerAccount: Int] = [:]
    for answer in answers {
      let decision = rule().decision(about: answer, where: snapshot)
      snapshot.order = decision.order ?? snapshot.order
      snapshot.record = decision.record ?? snapshot.record
      for posting in decision.ledger.flatMap(\.postings) { sums[posting.account, default: 0] += posting.amount }
    }
    return (snapshot.order, snapshot.record, sums)
  }

  @Test(
    "Random histories keep the ledger balanced and consistent with the states, which change only as allowed",
    arguments: 1...24)
  func random(_ seed: UInt64) async throws {
    var story = try await RandomShopHistory(seed: seed)
    for _ in 0..<80 {
      try await story.step()
      try await story.check()
    }
    try await story.finish()
  }
}

/// Customers, a moody gateway, an operator and strangers, all at random.
private struct RandomShopHistory {
  let shop: ShopUnderTest
  var numbers: SeededNumbers
  var orders: [Order] = []
  var transactions: [String] = []
  var states: [OrderID: OrderState] = [:]
  var paymentStates: [PaymentID: PaymentState] = [:]
  var successes: [OrderID: Int] = [:]

  init(seed: UInt64) async throws {
    numbers = SeededNumbers(seed: seed)
    shop = try await ShopUnderTest(seed: seed)
  }

  private mutating func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &numbers) }

  mutating func step() async throws {
    switch number(0..<14) {
    case 0, 1: try await makeOrder()
    case 2, 3: pay()
    case 4: changeThere()
    case 5, 6: try await validate()
    case 7: try await claim()
    case 8:
      if let transaction = transactions.randomElement(using: &numbers) {
        _ = try await code { try await shop.ingest(transaction) }
      }
    case 9: try await shop.work()
    case 10: try await cancel()
    case 11: shop.clock.advance(seconds: Int64(number(1..<2_000)))
    case 12:
      let (isDown, lost) = (number(0..<3) == 0, number(0..<2))
      shop.gateway.set { ($0.isDown, $0.lostAnswers) = (isDown, lost) }
    default: try await reconcile()
    }
  }

  private mutating func makeOrder() async throws {
    let id: OrderID = .numbered(1_000 + orders.count)
    _ = try await code { try await shop.payments.order(shop.post, by: shop.buyer, as: id) }
    if let order = try await shop.store.order(id) { orders.append(order) }
  }

  /// Mostly as it should be: for an order or as old clients do, once or twice, sometimes another amount.
  private mutating func pay() {
    let transaction = "imp_\(transactions.count)"
    let reference = number(0..<3) == 0 ? "ios_\(number(0..<3))" : orders.randomElement(using: &numbers)?.reference
    let statuses: [GatewayStatus] = [.paid, .paid, .paid, .ready, .virtualAccountIssued, .failed, .unknown("HELD")]
    let status = statuses.randomElement(using: &numbers)!
    shop.pay(reference ?? "none", number(0..<5) == 0 ? 100 : 3_000, transaction: transaction) {
      $0.status = status
      $0.isVirtualAccount = status == .virtualAccountIssued
      if status != .paid { $0.paidAt = nil }
    }
    transactions.append(transaction)
  }

  private mutating func changeThere() {
    guard let transaction = transactions.randomElement(using: &numbers) else { return }
    let (part, isWhole) = (number(1..<1_500), number(0..<3) == 0)
    let now = shop.clock.now
    shop.gateway.change(transaction) { payment in
      switch payment.status {
      case .ready, .virtualAccountIssued, .unknown: (payment.status, payment.paidAt) = (.paid, now)
      case .paid, .partlyCancelled:
        payment.cancelledAmount = isWhole ? payment.amount : min(payment.amount, payment.cancelledAmount + part)
        payment.status = payment.cancelledAmount == payment.amount ? .cancelled : .partlyCancelled
      default: break
      }
    }
  }

  private mutating func validate() async throws {
    guard let order = orders.randomElement(using: &numbers) else { return }
    let transaction = number(0..<2) == 0 ? transactions.randomElement(using: &numbers) : nil
    if try await code({ try await shop.validate(order, transaction: transaction) }) == nil {
      successes[order.id, default: 0] += 1
    }
  }

  private mutating func claim() async throws {
    guard let transaction = transactions.randomElement(using: &numbers) else { return }
    let post = ShopUnderTest.post(number(3..<5))
    var reported: Order?
    _ = try await code { reported = try await shop.payments.claim(transaction: transaction, for: post, by: nil) }
    if let reported { successes[reported.id, default: 0] += 1 }
    if let order = try await shop.store.order(claiming: transaction, gateway: .portOneV1),
      !orders.contains(where: { $0.id == order.id })
    {
      orders.append(order)
    }
  }

  private mutating func cancel() async throws {
    let records = try await shop.store.payments(in: [], PageRequest(limit: 100)).items
    guard let record = records.randomElement(using: &numbers) else { return }
    let amount = number(0..<2) == 0 ? nil : number(1..<2_000)
    _ = try await code { try await shop.payments.cancel(record.id, amount: amount, reason: "r") }
  }

  private func reconcile() async throws {
    let now = shop.clock.now
    _ = try await code {
      try await shop.payments.reconcile(
        from: now.advanced(seconds: -86_400), until: now.advanced(seconds: 1), repairing: true)
    }
  }

  // MARK: What must hold

  mutating func check() async throws {
    #expect(try await shop.store.balances().values.reduce(0, +) == 0)
    #expect(successes.values.allSatisfy { $0 == 1 })
    for known in orders {
      let order = try await shop.order(known)
      let old = states.updateValue(order.state, forKey: order.id) ?? .pending
      #expect(
        reachable(from: old, OrderState.allCases) { $0.canBecome($1) }.contains(order.state), "\(old) to \(order.state)"
      )
      try await checkBook(of: order)
    }
    for record in try await shop.store.payments(in: [], PageRequest(limit: 100)).items {
      let old = paymentStates.updateValue(record.state, forKey: record.id) ?? record.state
      #expect(reachable(from: old, PaymentState.allCases) { $0.canBecome($1) }.contains(record.state))
    }
  }

  /// The book about an order says what its state says.
  private func checkBook(of order: Order) async throws {
    let lines = try await shop.store.ledger(of: order.id).flatMap(\.postings)
    let sums = lines.reduce(into: [LedgerAccount: Int]()) { $0[$1.account, default: 0] += $1.amount }.filter {
      $0.value != 0
    }
    let settling = try await shop.store.payments(of: order.id).filter { $0.state.hasSettled }
    let given = settling.first.map { min($0.lastReport.refunded, order.amount) } ?? 0
    let expected: [LedgerAccount: Int] =
      switch order.state {
      case .pending: [.receivable: order.amount, .ordered: -order.amount]
      case .closed: [:]
      case .paid, .partlyCancelled, .cancelled:
        [.gateway: order.amount - given, .refunds: given, .sales: -order.amount].filter { $0.value != 0 }
      }
    #expect(sums == expected, "\(order.state)")
    #expect(settling.count == (order.state == .pending || order.state == .closed ? 0 : 1))
    #expect((order.state == .cancelled) == (given == order.amount))
  }

  private func reachable<State: Hashable>(
    from state: State, _ all: [State], _ leads: (State, State) -> Bool
  ) -> Set<State> {
    var found: Set<State> = [state]
    for _ in all { found.formUnion(all.filter { next in found.contains { leads($0, next) } }) }
    return found
  }

  /// In the end nothing waits, nothing is given back twice, and the gateway agrees but for what an operator decides.
  mutating func finish() async throws {
    shop.gateway.set { ($0.isDown, $0.lostAnswers) = (false, 0) }
    try await shop.workOn(seconds: 8 * 86_400)
    try await check()
    #expect(try await shop.waiting == 0)
    #expect(shop.faults.all.allSatisfy { $0 is UnknownPaymentStatus })
    for order in orders { #expect(try await shop.order(order).state != .pending) }
    for record in try await shop.store.payments(in: [], PageRequest(limit: 100)).items {
      #expect(try await shop.store.cancellations(of: record.id).allSatisfy { $0.state != .requested })
      #expect(record.lastReport.refunded <= record.lastReport.amount)
    }
    let now = shop.clock.now
    let last = try await shop.payments.reconcile(from: now.advanced(seconds: -30 * 86_400), until: now, repairing: true)
    #expect(
      last.differences.allSatisfy { $0.isRepaired || $0.localState == .refused || $0.localState == .unclaimed },
      "\(last.differences)"
    )
  }
}
