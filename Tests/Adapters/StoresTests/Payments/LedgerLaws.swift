import Basics
import Payments
import SQL
import Support
import Testing

@testable import Stores

@Suite("The ledger")
struct LedgerLaws {
  private let shop: PaymentsUnderTest

  init() async throws {
    shop = try await PaymentsUnderTest()
  }

  @Test("The events of an order are in sequence, as written, with every sum")
  func life() async throws {
    let (order, payment) = try await shop.settledOrder(as: "imp_1")
    _ = try await shop.order(price: 500)
    try await shop.refund(1_000, of: payment.id)
    try await shop.refund(500, of: payment.id)
    try await shop.refund(1_500, of: payment.id)
    let ledger = try await shop.store.ledger(of: order.id)
    let events: [LedgerEvent] = [.order, .payment, .partialCancellation, .partialCancellation, .cancellation]
    #expect(ledger.map(\.event) == events)
    #expect(ledger[1] == .paid(order, by: payment.id, at: try #require(order.validatedAt)))
    #expect(ledger[4] == .refunded(1_500, of: order, paidBy: payment.id, isLast: true, at: shop.clock.now))
    let sums = try await shop.store.balances()
    #expect(sums == [.receivable: 500, .ordered: -500, .gateway: 0, .sales: -3_000, .refunds: 3_000])
    #expect(try await shop.store.ledger(of: shop.newOrder().id) == [])
  }

  @Test("An empty ledger has no sums")
  func empty() async throws {
    let sums = try await shop.store.balances()
    #expect(sums.count == LedgerAccount.allCases.count && sums.values.allSatisfy { $0 == 0 })
  }

  @Test(
    "The ledger accepts no update and no deletion",
    arguments: [
      "UPDATE ledger_posting SET amount = 1", "UPDATE ledger_posting SET account = 'sales'",
      "UPDATE ledger_transaction SET moment = 0", "DELETE FROM ledger_posting", "DELETE FROM ledger_transaction",
      "DELETE FROM shop_order", "DELETE FROM payment",
    ])
  func appendOnly(_ statement: String) async throws {
    try await shop.settledOrder(as: "imp_1")
    let before = try await shop.contents()
    await #expect(throws: DatabaseFailure.self) { try await shop.database.write { try $0.run(statement) } }
    #expect(try await shop.contents() == before)
  }

  @Test("A transaction that does not balance is an error when it is read")
  func unbalanced() async throws {
    let order = try await shop.order()
    try await shop.database.write {
      try $0.run(
        """
        INSERT INTO ledger_posting (transaction_number, position, account, amount)
        SELECT MAX(number), 2, 'sales', 1 FROM ledger_transaction
        """)
    }
    await #expect(throws: Unreadable.self) { try await shop.store.ledger(of: order.id) }
  }
}
