import Basics
import Foundation
import JSON
import Payments
import SQL
import Sandbox
import Stores
import Support
import Testing

/// What a shop has promised and the gateway has taken, compared with what stands in the shop's database.
struct ShopAudit {
  private struct Expectation {
    let order: RunningShop.Ordered
    var transaction: String
    var isReported = false
    /// What was to be given back.
    var refunded = 0
  }

  private let shop: RunningShop
  /// Orders that were paid at the gateway.
  private var paid: [Expectation] = []
  /// What old clients paid, and whether they were told that it counts.
  private var claims: [String: Bool] = [:]

  init(_ shop: RunningShop) {
    self.shop = shop
  }

  // MARK: What happened outside

  mutating func expect(_ order: RunningShop.Ordered, paidBy transaction: String) {
    paid.append(Expectation(order: order, transaction: transaction))
  }

  mutating func expect(_ order: RunningShop.Ordered, refunded amount: Int) {
    if let position = position(order) { paid[position].refunded = amount }
  }

  mutating func expectClaim(_ transaction: String) { claims[transaction] = false }

  /// The client was answered that the order is paid: that is not taken back.
  mutating func reported(_ order: RunningShop.Ordered) {
    if let position = position(order) { paid[position].isReported = true }
  }

  mutating func reported(claim transaction: String) { claims[transaction] = true }

  var lastOrder: RunningShop.Ordered? { paid.last?.order }

  func isReported(_ order: RunningShop.Ordered) -> Bool { position(order).map { paid[$0].isReported } ?? false }

  func isPaid(_ order: RunningShop.Ordered) -> Bool { position(order).map { paid[$0].refunded == 0 } ?? false }

  private func position(_ order: RunningShop.Ordered) -> Int? { paid.lastIndex { $0.order.id == order.id } }

  // MARK: After each kill

  /// Each order that is paid there is paid here or waits to be looked at, and so is what was to be given back; what
  /// clients were told holds.
  func checkNothingIsForgotten(after step: KillStep) async throws {
    let ledger = try await ShopTables(shop)
    for expected in paid {
      let order = try #require(try await ledger.store.order(reference: expected.order.reference, gateway: .portOneV2))
      try await ledger.expectPaidOrWaiting(order, isReported: expected.isReported, "\(step)")
      try await ledger.expectRefundedOrWaiting(expected.transaction, "\(step)")
    }
    for (transaction, isReported) in claims {
      guard let order = try await ledger.store.order(claiming: transaction, gateway: .portOneV1) else {
        // Nobody has told of it yet; the comparison with the gateway will.
        #expect(!isReported, "\(step): the claim of \(transaction) was confirmed and is lost")
        continue
      }
      try await ledger.expectPaidOrWaiting(order, isReported: isReported, "\(step)")
    }
  }

  // MARK: At the end

  /// Lets the shop work until nothing waits, as if hours had passed, and compares everything.
  func checkEverything() async throws {
    let ledger = try await ShopTables(shop)
    try await ledger.bringForward()
    // What is being done right now waits as well: an order runs out only once its payment was seen.
    try await eventually { try await isReported(ledger) }
    try await ledger.letOrdersRunOut()
    try await eventually { try await ledger.queue.waiting().count == 0 }
    for expected in paid { try await checkSettled(expected, ledger) }
    let unclaimed = try await checkClaims(ledger)
    for order in try await ledger.orders() { try await ledger.checkLedger(order, shop.sandbox.gateway) }
    #expect(try await ledger.store.balances().values.reduce(0, +) == 0)
    try await checkReconciliation(unclaimed)
  }

  /// Whether nothing is due, and no order that is paid there or claimed is still pending here.
  private func isReported(_ ledger: ShopTables) async throws -> Bool {
    for expected in paid {
      let order = try await ledger.store.order(reference: expected.order.reference, gateway: .portOneV2)
      if order?.state == .pending { return false }
    }
    for transaction in claims.keys {
      let order = try await ledger.store.order(claiming: transaction, gateway: .portOneV1)
      if order?.state == .pending { return false }
    }
    return try await ledger.isIdle()
  }

  private func checkSettled(_ expected: Expectation, _ ledger: ShopTables) async throws {
    let gateway = shop.sandbox.gateway
    let order = try #require(try await ledger.store.order(reference: expected.order.reference, gateway: .portOneV2))
    let there = try #require(gateway.payment(expected.transaction))
    // The operator's command may have been killed before it wrote anything down; done twice would be more.
    #expect([0, expected.refunded].contains(there.cancelledAmount), "given back \(there.cancellations)")
    #expect(there.cancellations.count <= 1)
    let states: [OrderState: Int] = [.paid: 0, .partlyCancelled: 1000, .cancelled: RunningShop.price]
    #expect(states[order.state] == there.cancelledAmount, "\(order.state) and \(there.cancelledAmount) given back")
    let settled = try await ledger.store.payments(of: order.id).filter(\.state.hasSettled)
    #expect(settled.map(\.lastReport.transaction) == [expected.transaction])
  }

  /// The payments that no claim has reached.
  private func checkClaims(_ ledger: ShopTables) async throws -> Set<String> {
    var unclaimed: Set<String> = []
    for transaction in claims.keys {
      guard let order = try await ledger.store.order(claiming: transaction, gateway: .portOneV1) else {
        unclaimed.insert(transaction)
        continue
      }
      #expect(order.state == .paid, "a claim that was begun is \(order.state)")
      let settled = try await ledger.store.payments(of: order.id).filter(\.state.hasSettled)
      #expect(settled.map(\.lastReport.transaction) == [transaction])
    }
    return unclaimed
  }

  /// The comparison lists what nobody has claimed, and nothing else.
  private func checkReconciliation(_ unclaimed: Set<String>) async throws {
    let (from, to) = (Timestamp.feed.advanced(seconds: -86_400), Timestamp.feed.advanced(seconds: 60))
    let result = try await shop.run(
      "payments", "reconcile", "--from", from.rfc3339, "--to", to.rfc3339, "--format", "json")
    #expect(result.code == (unclaimed.isEmpty ? 0 : 3), "\(result.errors)")
    let found = try JSONReader.value(of: Array(result.output.utf8))
    #expect(Set(found.list("differences").compactMap { $0.text("transaction") }) == unclaimed)
    #expect(found.list("differences").allSatisfy { ["unknown-here", "unsettled-here"].contains($0.text("kind")) })
    #expect(found["compared"] == .integer(paid.count + claims.count))
  }
}

/// A shop's tables, beside its server.
private struct ShopTables {
  let database: any Database
  let store: SQLPaymentStore
  let queue: SQLPaymentQueue
  private let tasks: SQLWaitingTasks

  init(_ shop: RunningShop) async throws {
    database = try await shop.database()
    store = SQLPaymentStore(database)
    queue = SQLPaymentQueue(database)
    tasks = SQLWaitingTasks(database)
  }

  func expectPaidOrWaiting(_ order: Order, isReported: Bool, _ comment: Comment) async throws {
    if isReported { #expect(order.state != .pending && order.state != .closed, comment) }
    guard order.state == .pending else { return #expect(order.state != .closed, comment) }
    let references = [order.reference, order.claimedTransaction].compactMap { $0 }
    if try await tasks.tasks(about: references, at: order.gateway).isEmpty {
      // The server works meanwhile: it may have settled it between the two looks.
      #expect(try await store.order(order.id)?.state == .paid, comment)
    }
  }

  func expectRefundedOrWaiting(_ transaction: String, _ comment: Comment) async throws {
    guard let payment = try await store.payment(transaction: transaction, gateway: .portOneV2) else { return }
    func isOpen() async throws -> Bool {
      try await store.cancellations(of: payment.id).contains { $0.state == .requested }
    }
    guard try await isOpen() else { return }
    let references = [payment.lastReport.transaction, payment.lastReport.reference]
    if try await tasks.tasks(about: references, at: .portOneV2).isEmpty {
      #expect(try await !isOpen(), comment)
    }
  }

  // MARK: Passing time

  /// Makes everything due that waits, also what a process had taken that was killed.
  func bringForward() async throws {
    try await database.write { connection in
      try connection.run("UPDATE payment_task SET due_at = 0, is_taken = 0, again_at = NULL")
    }
  }

  /// Whether nothing is due now.
  func isIdle() async throws -> Bool {
    let (count, next) = try await queue.waiting()
    return count == 0 || next.map { $0 > Timestamp.feed } ?? true
  }

  /// Moves orders that nobody paid into the past, as if the loop had waited so long.
  func letOrdersRunOut() async throws {
    try await database.write { connection in
      try connection.run(
        "UPDATE shop_order SET created_at = created_at - 864000000, pay_by = pay_by - 864000000 WHERE state = 'pending'"
      )
    }
    try await bringForward()
  }

  // MARK: The book

  func orders() async throws -> [Order] {
    let ids = try await database.read { connection in
      var ids: [String] = []
      try connection.each("SELECT id FROM shop_order", []) { ids.append($0.text(0)) }
      return ids
    }
    var orders: [Order] = []
    for id in ids.compactMap({ OrderID($0) }) {
      if let order = try await store.order(id) { orders.append(order) }
    }
    return orders
  }

  /// The book tells of an order what its state says, and of money what the gateway holds.
  func checkLedger(_ order: Order, _ gateway: SandboxGateway) async throws {
    let ledger = try await store.ledger(of: order.id)
    var balances: [LedgerAccount: Int] = [:]
    for posting in ledger.flatMap(\.postings) { balances[posting.account, default: 0] += posting.amount }
    #expect(balances.values.reduce(0, +) == 0)
    #expect(ledger.count { $0.event == .order } == 1)
    #expect(ledger.count { $0.event == .payment } == (order.state == .closed ? 0 : 1), "\(order.state)")
    let settled = try await store.payments(of: order.id).first(where: \.state.hasSettled)
    let there = settled.flatMap { gateway.payment($0.lastReport.transaction) }
    #expect(balances[.receivable, default: 0] == 0 && balances[.ordered, default: 0] == 0)
    #expect(balances[.gateway, default: 0] == there?.remainingAmount ?? 0)
    #expect(balances[.sales, default: 0] == -(there?.amount ?? 0))
    #expect(balances[.refunds, default: 0] == there?.cancelledAmount ?? 0)
  }
}
