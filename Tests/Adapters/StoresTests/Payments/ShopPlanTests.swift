import Payments
import SQL
import Support
import Testing

@testable import Stores

/// What the shop reads costs the same however much was sold only while each statement seeks in one index.
@Suite("The plan of what the shop reads")
struct ShopPlanTests {
  private static let statements = [
    OrderRows.byIdentifier, OrderRows.byReference, OrderRows.byClaim, OrderRows.listStatement(isNarrowed: false),
    OrderRows.listStatement(isNarrowed: true), OrderRows.bought, PaymentRows.byIdentifier, PaymentRows.byTransaction,
    PaymentRows.ofOrder, PaymentRows.settling, PaymentRows.lastChecks, PaymentRows.listStatement(isNarrowed: false),
    PaymentRows.listStatement(isNarrowed: true), PaymentRows.paid, CancellationRows.ofPayment, CancellationRows.open,
    LedgerRows.ofOrder, TaskRows.due("$2, $3"), SQLPaymentQueue.forget, SQLIdempotencyStore.forget,
  ]

  /// Expects seeks alone, in indexes that have the order.
  private func expectSeeks(_ statement: String, on connection: any DatabaseConnection) throws {
    for step in try connection.plan(of: statement) where !step.hasPrefix("SCALAR SUBQUERY") {
      #expect(step.hasPrefix("SEARCH "), "\(step) in: \(statement)")
    }
  }

  @Test("is made of seeks, before anything was sold", .enabled(if: TestDatabase.engine == .sqlite))
  func empty() async throws {
    let shop = try await PaymentsUnderTest()
    try await shop.database.read { connection in
      for statement in Self.statements { try expectSeeks(statement, on: connection) }
    }
  }

  @Test("is made of seeks when 20,000 orders were sold and the engine knows so, and lists are right in their depth")
  func large() async throws {
    let shop = try await PaymentsUnderTest()
    try await shop.addMany(accounts: 20, orders: 20_000)
    try await shop.database.write { try $0.run("ANALYZE") }
    if TestDatabase.engine == .sqlite {
      try await shop.otherProcess().database.read { connection in
        for statement in Self.statements { try expectSeeks(statement, on: connection) }
      }
    }
    let buyer = try #require(try await shop.store.buyers(of: [.numbered(1)])[.numbered(1)]?.last)
    #expect(buyer == .numbered(20))
    let orders = try await PostsUnderTest.all { try await shop.store.orders(of: buyer, in: [.paid, .closed], $0) }
    #expect(orders.count == 1_000 && orders == orders.sorted { $0.id > $1.id })
    #expect(orders.last?.reference == "19001")
  }

  @Test(
    "of lists is one seek for each state in an index that holds all that it needs",
    .enabled(if: TestDatabase.engine == .sqlite))
  func covering() async throws {
    let shop = try await PaymentsUnderTest()
    let lists = [false, true].flatMap {
      [OrderRows.listStatement(isNarrowed: $0), PaymentRows.listStatement(isNarrowed: $0)]
    }
    try await shop.database.read { connection in
      for statement in lists + [OrderRows.bought] {
        let steps = try connection.plan(of: statement)
        #expect(steps.count == 1 && steps[0].contains("USING COVERING INDEX"), "\(steps)")
      }
    }
  }
}
