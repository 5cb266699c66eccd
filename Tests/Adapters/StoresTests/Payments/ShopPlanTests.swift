import Payments
import SQL
import Support
import Testing

@testable import Stores

/// What the shop reads costs the same however much was sold only while each statement seeks in one index.
@Suite("The plan of the shop's reads")
struct ShopPlanTests {
  private static let statements = [
    OrderRows.byIdentifier, OrderRows.byReference, OrderRows.byClaim, OrderRows.list(states: 0), PaymentRows.ofOrder,
    PaymentRows.settling, PaymentRows.list(states: 0), PaymentRows.paid, CancellationRows.ofPayment,
    LedgerRows.ofOrder, SQLPaymentQueue.forget, SQLIdempotencyStore.forget, OrderRows.refundRequests,
  ]
  /// They also sort, but only what a seek has found.
  private static let sorted = [
    OrderRows.list(states: 2), OrderRows.bought(posts: 2), OrderRows.candidates, PaymentRows.list(states: 2),
    PaymentRows.byIdentifier, PaymentRows.byTransaction, PaymentRows.checks("$1, $2"), LedgerRows.withOrder,
    TaskRows.due("$2, $3"), TaskRows.lease, OrderRows.purchases, OrderRows.sales,
  ]
  /// Names of parts, and of what reads or sorts the result of a part.
  private static let other = [
    "SCALAR SUBQUERY", "CORRELATED SCALAR SUBQUERY", "LIST SUBQUERY", "MULTI-INDEX OR", "INDEX ", "COMPOUND QUERY",
    "LEFT-MOST SUBQUERY", "UNION ALL", "MERGE", "LEFT", "RIGHT", "CO-ROUTINE", "SCAN run", "USE TEMP B-TREE",
    "SCAN (subquery",
  ]

  /// Expects seeks alone, in indexes that have the order.
  private func expectSeeks(_ statement: String, on connection: any DatabaseConnection) throws {
    for step in try connection.plan(of: statement) where !step.hasPrefix("SCALAR SUBQUERY") {
      #expect(step.hasPrefix("SEARCH "), "\(step) in: \(statement)")
    }
  }

  /// Expects that tables are read by seeks alone.
  private func expectSeeksThenSort(_ statement: String, on connection: any DatabaseConnection) throws {
    let steps = try connection.plan(of: statement)
    for step in steps where !Self.other.contains(where: step.hasPrefix) {
      #expect(step.hasPrefix("SEARCH "), "\(step) in: \(statement)")
    }
    #expect(steps.contains { $0.hasPrefix("SEARCH ") })
  }

  @Test("Reads of an empty shop are seeks", .enabled(if: TestDatabase.engine == .sqlite))
  func empty() async throws {
    let shop = try await PaymentsUnderTest()
    try await shop.database.read { connection in
      for statement in Self.statements { try expectSeeks(statement, on: connection) }
      // Nobody has sold the many orders of the other test, so that reading them all would be right there.
      for statement in Self.sorted + [OrderRows.salesTotal] { try expectSeeksThenSort(statement, on: connection) }
    }
  }

  @Test("Reads of 20,000 orders with statistics are seeks, and long lists are correct")
  func large() async throws {
    let shop = try await PaymentsUnderTest()
    try await shop.addMany(accounts: 20, orders: 20_000)
    try await shop.database.write { try $0.run("ANALYZE") }
    if TestDatabase.engine == .sqlite {
      try await shop.otherProcess().database.read { connection in
        for statement in Self.statements { try expectSeeks(statement, on: connection) }
        for statement in Self.sorted { try expectSeeksThenSort(statement, on: connection) }
      }
    }
    let buyer = try #require(try await shop.store.buyers(of: [.numbered(1)])[.numbered(1)]?.last)
    #expect(buyer == .numbered(20))
    let orders = try await PostsUnderTest.all { try await shop.store.orders(of: buyer, in: [.paid, .closed], $0) }
    #expect(orders.count == 1_000 && orders == orders.sorted { $0.id > $1.id })
    #expect(orders.last?.reference == "19001")
  }

  @Test(
    "A list takes one seek in a covering index for each state and each post",
    .enabled(if: TestDatabase.engine == .sqlite))
  func covering() async throws {
    let shop = try await PaymentsUnderTest()
    try await shop.database.read { connection in
      for statement in [OrderRows.list(states: 2), OrderRows.bought(posts: 2), PaymentRows.list(states: 2)] {
        let steps = try connection.plan(of: statement).filter { $0.contains("USING COVERING INDEX") }
        #expect(steps.count == 2 && steps.allSatisfy { $0.hasPrefix("SEARCH ") }, "\(steps)")
      }
    }
  }
}
