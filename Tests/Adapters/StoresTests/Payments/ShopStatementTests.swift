import Basics
import Payments
import Stores
import Support
import Testing

/// Over a network each statement is a round trip.
@Suite("The statements of the shop")
struct ShopStatementTests {
  private let shop: PaymentsUnderTest
  private let counted: CountedDatabase
  /// The shop over the counted database.
  private let measured: PaymentsUnderTest

  init() async throws {
    shop = try await PaymentsUnderTest()
    counted = CountedDatabase(shop.database)
    measured = shop.over(counted)
  }

  /// The number of statements of a body.
  private func statements(of body: () async throws -> Void) async throws -> Int {
    counted.reset()
    try await body()
    return counted.count
  }

  @Test("A page takes one statement, and another for the checks of payments")
  func pages() async throws {
    let buyer = try await shop.database.addAccount(1)
    for number in 1...12 { try await shop.settledOrder(by: buyer, of: number, as: "imp_\(number)") }
    let request = try PageRequest(limit: 10)
    for states in [[], [OrderState.paid], [.paid, .pending, .closed]] {
      let count = try await statements {
        let found = try await measured.store.orders(of: buyer, in: states, request)
        #expect(found.items.count == 10)
      }
      #expect(count == 1)
    }
    for states in [[], [PaymentState.settled], [.settled, .refused, .unpaid]] {
      let count = try await statements {
        let page = try await measured.store.payments(in: states, request)
        #expect(page.items.count == 10 && page.items.allSatisfy { $0.checks.count == 1 })
      }
      #expect(count == 2)
    }
    let bought = try await statements {
      let found = try await measured.store.buyers(of: (1...12).map { .numbered($0) })
      #expect(found.count == 12)
    }
    #expect(bought == 1)
  }

  @Test("An order takes one statement, and a payment with its order, refunds and ledger three")
  func documents() async throws {
    let (order, payment) = try await shop.settledOrder(as: "imp_1")
    let one = try await statements {
      let found = try await measured.store.order(order.id)
      #expect(found == order)
    }
    #expect(one == 1)
    let three = try await statements {
      let details = try #require(try await measured.store.details(of: payment.id))
      #expect(details.payment == payment && details.order == order && details.cancellations.isEmpty)
      #expect(details.ledger.map(\.event) == [.order, .payment])
    }
    #expect(three == 3)
  }

  @Test("Ordering takes three statements, a refund request four, and a decision three")
  func writes() async throws {
    let order = shop.newOrder(by: try await shop.database.addAccount(1))
    #expect(try await statements { try await measured.add(order) } == 3)
    #expect(try await statements { try await measured.apply(shop.payment(of: order)) } == 3)
    let record = try #require(try await shop.store.payments(of: order.id).first)
    #expect(try await statements { try await measured.close(shop.order().id) } == 2)
    let cancellation = Cancellation(
      id: CancellationID(at: shop.clock.now, random: shop.random), payment: record.id, amount: 1,
      refundedBefore: 0, reason: "reason", requestedAt: shop.clock.now)
    let task = order.task
    let refund = try await statements {
      try await measured.store.decide(about: record.lastReport, for: order.id) { _ in
        PaymentDecision(cancellation: cancellation, tasks: [task])
      }
    }
    #expect(refund == 4)
  }

  @Test("A lease takes a check and one statement for each lane")
  func leases() async throws {
    let now = shop.clock.now
    #expect(try await statements { _ = try await measured.queue.lease(at: now, seconds: 9, limit: 9) } == 1)
    try await shop.queue.add(
      (1...20).map { PaymentTask(gateway: .portOneV1, reference: .transaction("imp_\($0)"), dueAt: now) })
    let lease = try await statements {
      let found = try await measured.queue.lease(at: now, seconds: 9, limit: 30)
      #expect(found.count == 20)
    }
    #expect(lease == 3)
  }
}
