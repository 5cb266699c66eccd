import Basics
import Payments
import SQL
import Support
import Testing

@Suite("Stored orders")
struct OrderLaws {
  private let shop: PaymentsUnderTest

  init() async throws {
    shop = try await PaymentsUnderTest()
  }

  private func domainError(_ body: () async throws -> Any) async throws -> String {
    do {
      return "no refusal: \(try await body())"
    } catch let domainError as DomainError {
      return "\(domainError.kind) \(domainError.code)"
    }
  }

  @Test("An order is found by its identifier and its reference, with its ledger entry and its task")
  func add() async throws {
    let buyer = try await shop.database.addAccount(1)
    let order = try await shop.order(by: buyer)
    #expect(try await shop.store.order(order.id) == order)
    #expect(try await shop.store.order(reference: order.reference!, gateway: .portOneV1) == order)
    #expect(try await shop.store.order(reference: order.reference!, gateway: .portOneV2) == nil)
    #expect(try await shop.store.ledger(of: order.id) == [order.entry])
    let tasks = try await shop.queue.lease(at: order.task.dueAt, seconds: 1, limit: 9)
    #expect(tasks.map(\.task.reference) == [order.task.reference])
    #expect(try await shop.store.order(OrderID(at: shop.clock.now, random: shop.random)) == nil)
  }

  @Test("Adding the same order again returns it as it is, and writes nothing")
  func addAgain() async throws {
    let order = try await shop.order()
    let paid = try await shop.apply(shop.payment(of: order))
    let before = try await shop.contents()
    #expect(try await shop.add(order) == paid)
    #expect(try await shop.contents() == before)
  }

  @Test("The same order added concurrently by two processes is one order")
  func addAtOnce() async throws {
    let other = try await shop.otherProcess()
    let order = shop.newOrder()
    let made = try await withThrowingTaskGroup(of: Order.self) { group in
      for number in 0..<40 { group.addTask { try await (number.isMultiple(of: 2) ? shop : other).add(order) } }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(made == [order])
    #expect(try await shop.store.ledger(of: order.id) == [order.entry])
  }

  @Test("An account that is gone cannot buy, and an unknown buyer can")
  func goneBuyer() async throws {
    let gone = shop.newOrder(by: .numbered(9))
    #expect(try await domainError { try await shop.add(gone) } == "unauthenticated token-unusable")
    #expect(try await shop.contents() == [])
    #expect(try await shop.order().buyer == nil)
  }

  @Test("A second order with the same reference is refused")
  func sameReference() async throws {
    let first = try await shop.order()
    var second = shop.newOrder()
    second.reference = first.reference
    let before = try await shop.contents()
    await #expect(throws: DatabaseFailure.self) { try await shop.add(second) }
    #expect(try await shop.contents() == before)
  }

  @Test("One of several concurrent claims of a transaction succeeds")
  func claims() async throws {
    let other = try await shop.otherProcess()
    let orders = (0..<20).map { _ in shop.newOrder(claiming: "imp_1") }
    let outcomes = try await withThrowingTaskGroup(of: String.self) { group in
      for (number, order) in orders.enumerated() {
        group.addTask {
          try await domainError { try await (number.isMultiple(of: 2) ? shop : other).add(order) }
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(outcomes.filter { $0 == "conflict payment-used" }.count == 19)
    let claiming = try #require(try await shop.store.order(claiming: "imp_1", gateway: .portOneV1))
    #expect(orders.contains(claiming))
    #expect(try await shop.store.order(claiming: "imp_1", gateway: .portOneV2) == nil)
    #expect(try await shop.store.order(claiming: "imp_2", gateway: .portOneV1) == nil)
  }

  @Test("A closed claim does not block another claim of its transaction")
  func closedClaim() async throws {
    let first = try await shop.order(claiming: "imp_1")
    try await shop.close(first.id)
    #expect(try await shop.store.order(claiming: "imp_1", gateway: .portOneV1) == nil)
    let second = try await shop.order(claiming: "imp_1")
    #expect(try await shop.store.order(claiming: "imp_1", gateway: .portOneV1) == second)
  }

  @Test("References of claims may repeat, as old clients make them twice")
  func referencesOfClaims() async throws {
    for transaction in ["imp_1", "imp_2"] {
      let claim = try await shop.order(claiming: transaction)
      try await shop.store.decide(about: nil, for: claim.id) { snapshot in
        var order = snapshot.order
        order?.reference = "ios_1800000000"
        return PaymentDecision(order: order)
      }
      #expect(try await shop.store.order(claim.id)?.reference == "ios_1800000000")
    }
    #expect(try await shop.store.order(reference: "ios_1800000000", gateway: .portOneV1) == nil)
  }

  @Test("A new order is pending and has the ledger entry of an order")
  func newOrders() async throws {
    let other = try await shop.order()
    let order = shop.newOrder()
    var paid = order
    paid.state = .paid
    paid.paidAt = shop.clock.now
    var validated = order
    validated.validatedAt = shop.clock.now
    let before = try await shop.contents()
    let wrong: [(Order, LedgerTransaction)] = [
      (paid, order.entry), (validated, order.entry), (order, other.entry),
      (order, .closed(order, at: order.createdAt)!),
    ]
    for (order, entry) in wrong {
      await #expect(throws: (any Error).self) { try await shop.store.add(order, entry, order.task) }
      #expect(try await shop.contents() == before)
    }
  }

  // MARK: Buyers

  @Test("Buyers of posts are listed once, in the order of their payments, until their last purchase is refunded")
  func buyers() async throws {
    let people = [try await shop.database.addAccount(1), try await shop.database.addAccount(2)]
    let late = try await shop.order(by: people[0], of: 1)
    let first = try await shop.settledOrder(by: people[1], of: 1, as: "imp_1")
    let second = try await shop.settledOrder(by: people[1], of: 1, as: "imp_2")
    try await shop.settledOrder(by: nil, of: 1, as: "imp_3")
    try await shop.settledOrder(by: people[0], of: 2, as: "imp_4")
    shop.clock.advance(seconds: 1)
    try await shop.apply(shop.payment(of: late, as: "imp_5"))
    let posts = [1, 2, 3, 1].map(PostID.numbered)
    #expect(try await shop.store.buyers(of: posts) == [posts[0]: [people[1], people[0]], posts[1]: [people[0]]])
    try await shop.refund(1_000, of: first.payment.id)
    try await shop.refund(3_000, of: second.payment.id)
    #expect(try await shop.store.buyers(of: [posts[0]]) == [posts[0]: [people[1], people[0]]])
    try await shop.refund(2_000, of: first.payment.id)
    #expect(try await shop.store.buyers(of: [posts[0]]) == [posts[0]: [people[0]]])
    #expect(try await shop.store.buyers(of: []) == [:])
  }

  @Test("The first thousand buyers are listed, however often they bought")
  func manyBuyers() async throws {
    try await shop.addMany(accounts: 1_200, orders: 6_000)
    // Each bought five times in a row: the orders of the first thousand fill five thousand rows.
    let buyers = try await shop.store.buyers(of: [.numbered(1)])
    #expect(buyers == [.numbered(1): (1...1_000).map(AccountID.numbered)])
  }
}
