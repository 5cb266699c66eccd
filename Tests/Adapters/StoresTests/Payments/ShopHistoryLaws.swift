import Accounts
import Basics
import Payments
import SQL
import Support
import Testing
import Workload

/// Everything that the shop lists against a plain loop over everything, after a while of buying at random.
@Suite("A shop after a random history")
struct ShopHistoryLaws {
  /// What the stores should know, kept as plain lists.
  private struct Known {
    var orders: [Order] = []
    var payments: [PaymentRecord] = []
  }

  private let shop: PaymentsUnderTest
  private let people: [AccountID]

  init() async throws {
    shop = try await PaymentsUnderTest()
    var people: [AccountID] = []
    for number in 101...104 { people.append(try await shop.database.addAccount(number)) }
    self.people = people
  }

  /// Buys, pays, closes and gives back at random; several payments come at the same moment.
  private func live(steps: Int, seed: UInt64) async throws -> Known {
    var numbers = SeededNumbers(seed: seed)
    var orders: [OrderID] = []
    var transactions = 0
    for _ in 0..<steps {
      let order = orders.randomElement(using: &numbers)
      do {
        switch Int.random(in: 0..<8, using: &numbers) {
        case 0...2:
          let buyer = Bool.random(using: &numbers) ? people.randomElement(using: &numbers) : nil
          let claiming = Bool.random(using: &numbers) ? nil : "imp_\(Int.random(in: 0..<30, using: &numbers))"
          let post = Int.random(in: 1...3, using: &numbers)
          // Each post has a seller, the last one none.
          orders.append(
            try await shop.order(by: buyer, of: post, claiming: claiming, soldBy: post == 3 ? nil : people[post]).id)
        case 3...4:
          guard let order = try await order.asyncMap(shop.store.order) ?? nil else { break }
          transactions += 1
          var payment = shop.payment(of: order, as: order.claimedTransaction ?? "imp_9\(transactions)")
          if Int.random(in: 0..<4, using: &numbers) == 0 { payment.status = .ready }
          try await shop.apply(payment)
        case 5:
          if let order { try await shop.close(order) }
          guard let other = try await orders.randomElement(using: &numbers).asyncMap(shop.store.order) ?? nil else {
            break
          }
          var refund = other.refund ?? RefundRequest(reason: "reason", requestedAt: shop.clock.now)
          if other.refund != nil { refund.state = Bool.random(using: &numbers) ? .accepted : .declined }
          try await shop.change(other.id, refund: refund)
        default:
          guard let payment = try await order.asyncMap(shop.store.payments)?.first(where: { $0.state.hasSettled })
          else {
            break
          }
          let left = payment.lastReport.amount - payment.lastReport.cancelledAmount
          try await shop.refund(Bool.random(using: &numbers) ? left : left / 3, of: payment.id)
        }
      } catch {
        // What breaks a rule or a law is refused: what counts is that nothing of it is left.
      }
    }
    return try await known()
  }

  private func known() async throws -> Known {
    let (orders, payments) = try await shop.database.read { connection in
      var (orders, payments): ([OrderID], [PaymentID]) = ([], [])
      try connection.each("SELECT id FROM shop_order", []) { orders += [OrderID($0.text(0))].compactMap { $0 } }
      try connection.each("SELECT id FROM payment", []) { payments += [PaymentID($0.text(0))].compactMap { $0 } }
      return (orders, payments)
    }
    var known = Known()
    for id in orders { known.orders.append(try #require(try await shop.store.order(id))) }
    for id in payments { known.payments.append(try #require(try await shop.store.payment(id))) }
    known.orders.sort { ($0.createdAt, $0.id) > ($1.createdAt, $1.id) }
    known.payments.sort { ($0.firstReportAt, $0.id) > ($1.firstReportAt, $1.id) }
    return known
  }

  @Test("Lists equal a plain loop, in its order, page by page", arguments: [1, 2] as [UInt64])
  func lists(_ seed: UInt64) async throws {
    let known = try await live(steps: 300, seed: seed)
    #expect(Set(known.orders.map(\.state)).count == 5, "the life was not full enough")
    #expect(Set(known.payments.map(\.state)).isSuperset(of: [.unpaid, .refused, .settled]))
    let store = shop.store
    for (limit, states) in zip(
      [1, 3, 100], [[], [.paid, .paid, .closed], [.pending, .partlyCancelled]] as [[OrderState]])
    {
      for buyer in people {
        let found = try await PostsUnderTest.all(limit: limit) { try await store.orders(of: buyer, in: states, $0) }
        #expect(found == known.orders.filter { $0.buyer == buyer && (states.isEmpty || states.contains($0.state)) })
      }
    }
    for (limit, states) in zip([2, 7], [[], [.settled, .cancelled]] as [[PaymentState]]) {
      let found = try await PostsUnderTest.all(limit: limit) { try await store.payments(in: states, $0) }
      #expect(found == known.payments.filter { states.isEmpty || states.contains($0.state) })
    }
    for order in known.orders {
      #expect(try await store.payments(of: order.id) == known.payments.filter { $0.order == order.id })
    }
  }

  @Test("The lists of buyers, sellers and undecided requests equal a plain loop")
  func purchasesAndSales() async throws {
    let known = try await live(steps: 400, seed: 3)
    let store = shop.store
    var (repeated, refunded) = (0, 0)
    for person in people {
      let purchased = known.orders.filter { $0.buyer == person && $0.state.isPurchased }
      var posts: Set<PostID> = []
      let newest = purchased.filter { posts.insert($0.goods.post).inserted }
      repeated += purchased.count - newest.count
      #expect(try await PostsUnderTest.all(limit: 1) { try await store.purchases(by: person, $0) } == newest)
      let sold = known.orders.filter { $0.goods.seller == person && $0.state.wasPaid }
      #expect(try await PostsUnderTest.all(limit: 3) { try await store.sales(of: person, $0) } == sold)
      let back = sold.flatMap { order in known.payments.filter { $0.order == order.id && $0.state.hasSettled } }
        .reduce(0) { $0 + $1.lastReport.cancelledAmount }
      refunded += back
      let total = SalesTotal(count: sold.count, amount: sold.reduce(0) { $0 + $1.amount }, refunded: back)
      #expect(try await store.salesTotal(of: person) == total)
    }
    #expect(repeated > 0 && refunded > 0, "the life was not full enough")
    let waiting = known.orders.filter { $0.refund?.state == .requested }
    #expect(Set(known.orders.map(\.refund?.state)).count == 4, "the life was not full enough")
    #expect(try await PostsUnderTest.all(limit: 2) { try await store.refundRequests($0) } == waiting)
  }

  @Test("Payments are listed by the time of payment, each once, for any page size")
  func paidBetween() async throws {
    let known = try await live(steps: 160, seed: 4)
    let paid = known.payments.filter { $0.lastReport.paidAt != nil }
      .sorted { ($0.lastReport.paidAt!, $0.id) < ($1.lastReport.paidAt!, $1.id) }
    let (from, until) = (paid[paid.count / 4].lastReport.paidAt!, paid[paid.count * 3 / 4].lastReport.paidAt!)
    for limit in [1, 4, 1_000] {
      var found: [PaymentRecord] = []
      while true {
        let last = found.last.map { PageKey(instant: $0.lastReport.paidAt!, id: $0.id.description) }
        let some = try await shop.store.payments(paidFrom: from, until: until, after: last, limit: limit)
        if some.isEmpty { break }
        found += some
      }
      #expect(found == paid.filter { $0.lastReport.paidAt! >= from && $0.lastReport.paidAt! < until })
    }
    // Behind a payment that is not there any more.
    let gone = PageKey(instant: from, id: "")
    let rest = try await shop.store.payments(paidFrom: from, until: until, after: gone, limit: 1_000)
    #expect(rest == paid.filter { $0.lastReport.paidAt! >= from && $0.lastReport.paidAt! < until })
  }

  @Test(
    "The ledger agrees with every order and every payment",
    arguments: [5, 6] as [UInt64])
  func agrees(_ seed: UInt64) async throws {
    let known = try await live(steps: 160, seed: seed)
    var sums: [LedgerAccount: Int] = [:]
    for order in known.orders {
      let ledger = try await shop.store.ledger(of: order.id)
      for posting in ledger.flatMap(\.postings) { sums[posting.account, default: 0] += posting.amount }
      let settling = known.payments.filter { $0.order == order.id && $0.state.hasSettled }
      let isPaid = order.state != .pending && order.state != .closed
      #expect(settling.count == (isPaid ? 1 : 0))
      let once = ledger.map(\.event).filter { $0 != .partialCancellation }
      #expect(once.count == Set(once).count)
      #expect(ledger.contains { $0.event == .payment } == isPaid)
      #expect(ledger.contains { $0.event == .closing } == (order.state == .closed))
      #expect(ledger.contains { $0.event == .cancellation } == (order.state == .cancelled))
    }
    let balances = try await shop.store.balances()
    #expect(balances.filter { $0.value != 0 } == sums.filter { $0.value != 0 })
    #expect(balances.values.reduce(0, +) == 0)
    let held = known.payments.filter(\.state.hasSettled).map { $0.lastReport.amount - $0.lastReport.cancelledAmount }
    #expect(balances[.gateway] == held.reduce(0, +))
  }

  @Test("The orders of a withdrawn account stay without its name, and its keys are removed")
  func withdrawal() async throws {
    let known = try await live(steps: 160, seed: 7)
    let now = shop.clock.now
    for person in people {
      let request = IdempotencyKey(account: person, key: "key", fingerprint: "aa")
      _ = try await shop.keys.begin(request, operation: OperationID(at: now, random: shop.random), at: now)
    }
    let balances = try await shop.store.balances()
    try await shop.database.write { [person = people[0]] in
      try $0.run("DELETE FROM account WHERE id = $1", [.text(person.description)])
    }
    let after = try await self.known()
    #expect(after.payments == known.payments)
    #expect(after.orders.map(\.id) == known.orders.map(\.id))
    #expect(after.orders.map(\.buyer) == known.orders.map { $0.buyer == people[0] ? nil : $0.buyer })
    #expect(after.orders.map(\.state) == known.orders.map(\.state))
    #expect(try await shop.store.balances() == balances)
    let posts = (1...3).map(PostID.numbered)
    #expect(try await !shop.store.buyers(of: posts).values.contains { $0.contains(people[0]) })
    #expect(try await !shop.contents().contains { $0.contains(people[0].description) })
    #expect(try await shop.contents().filter { $0.hasPrefix("idempotency_key|") }.count == 3)
  }
}

extension Optional {
  fileprivate func asyncMap<Other>(_ transform: (Wrapped) async throws -> Other) async rethrows -> Other? {
    if let self { try await transform(self) } else { nil }
  }
}
