package import Accounts
package import Basics
import Foundation
package import Payments
package import SQL
import Stores
import Workload

/// The shop's stores over a new, real database, with helpers for tests.
package struct PaymentsUnderTest: Sendable {
  /// For direct access by tests.
  package let database: any Database
  package let store: any PaymentStore
  package let queue: any PaymentQueue
  package let keys: any IdempotencyStore
  package let clock: ManualClock
  /// For identifiers.
  package let random: RandomBytes
  /// The path of the database.
  package let path: String
  private let directory: ScratchDirectory

  /// Stores over an empty database.
  package init(seed: UInt64 = 1) async throws {
    try await self.init(ScratchDirectory(), ManualClock(), seededBytes(seed))
    try await database.prepareStores()
  }

  private init(_ directory: ScratchDirectory, _ clock: ManualClock, _ random: @escaping RandomBytes) async throws {
    let path = directory.url.appendingPathComponent("shop.sqlite").path
    self.init(directory, clock, random, try await TestDatabase.open(path))
  }

  private init(
    _ directory: ScratchDirectory, _ clock: ManualClock, _ random: @escaping RandomBytes, _ database: any Database
  ) {
    self.directory = directory
    self.clock = clock
    self.random = random
    self.database = database
    path = directory.url.appendingPathComponent("shop.sqlite").path
    store = SQLPaymentStore(database)
    queue = SQLPaymentQueue(database)
    keys = SQLIdempotencyStore(database)
  }

  /// Stores with their own connections to the same database, like another process.
  package func otherProcess() async throws -> PaymentsUnderTest {
    try await PaymentsUnderTest(directory, clock, random)
  }

  /// The same stores over another database, such as an `InterruptedDatabase`.
  package func over(_ database: any Database) -> PaymentsUnderTest {
    PaymentsUnderTest(directory, clock, random, database)
  }

  // MARK: Orders

  /// An order that is not stored yet, made a millisecond after the previous one. It can be paid for an hour.
  /// - Parameter claiming: The transaction number of a claimed payment. The order then has no reference.
  package func newOrder(
    by buyer: AccountID? = nil, of post: Int = 1, price: Int = 3_000, claiming transaction: String? = nil,
    soldBy seller: AccountID? = nil
  ) -> Order {
    clock.advance(milliseconds: 1)
    let id = OrderID(at: clock.now, random: random)
    return Order(
      id: id, buyer: buyer, goods: Goods(post: .numbered(post), name: "네컷 액자", price: price, seller: seller),
      gateway: .portOneV1,
      reference: transaction == nil ? "order-\(id)" : nil, claimedTransaction: transaction, createdAt: clock.now,
      payBy: clock.now.advanced(seconds: 3_600))
  }

  /// Stores an order with its ledger entry and its task.
  @discardableResult
  package func add(_ order: Order) async throws -> Order {
    try await store.add(order, order.entry, order.task)
  }

  /// Makes and stores an order; see `newOrder`.
  package func order(
    by buyer: AccountID? = nil, of post: Int = 1, price: Int = 3_000, claiming transaction: String? = nil,
    soldBy seller: AccountID? = nil
  ) async throws -> Order {
    try await add(newOrder(by: buyer, of: post, price: price, claiming: transaction, soldBy: seller))
  }

  // MARK: Idempotency keys

  /// Begins a request, as a server does before it asks the shop.
  package func begin(_ key: IdempotencyKey) async throws {
    _ = try await keys.begin(key, operation: OperationID(at: clock.now, random: random), at: clock.now)
  }

  /// The body of the stored response to a request; nil if there is none.
  package func response(to key: IdempotencyKey) async throws -> String? {
    try await database.read { connection in
      try connection.first("SELECT body FROM idempotency_key WHERE key = $1 AND body IS NOT NULL", [.text(key.key)]) {
        String(decoding: $0.blob(0), as: UTF8.self)
      }
    }
  }

  // MARK: Payments

  /// The gateway's data of a payment for an order, paid now.
  package func payment(of order: Order, as transaction: String = "imp_1") -> GatewayPayment {
    GatewayPayment(
      gateway: order.gateway, transaction: transaction, reference: order.reference ?? "ios_\(order.id)",
      status: .paid, amount: order.amount, provider: "html5_inicis", method: "card", paidAt: clock.now)
  }

  /// Applies a payment with `PlainRule`.
  @discardableResult
  package func apply(_ payment: GatewayPayment, for order: OrderID? = nil) async throws -> Order? {
    let rule = PlainRule(payment: payment, instant: clock.now, id: PaymentID(at: clock.now, random: random))
    return try await store.decide(about: payment, for: order) { try rule.decide($0) }
  }

  /// Makes an order and pays it, a second later.
  @discardableResult
  package func settledOrder(
    by buyer: AccountID? = nil, of post: Int = 1, as transaction: String
  ) async throws -> (order: Order, payment: PaymentRecord) {
    clock.advance(seconds: 1)
    let order = try await order(by: buyer, of: post)
    let settled = try await apply(payment(of: order, as: transaction), for: order.id)
    let payment = try await store.payment(transaction: transaction, gateway: order.gateway)
    return (settled!, payment!)
  }

  /// Refunds part of a settled payment, a second later. 0 changes nothing.
  @discardableResult
  package func refund(_ amount: Int, of payment: PaymentID) async throws -> Order? {
    clock.advance(seconds: 1)
    let now = clock.now
    guard let known = try await store.payment(payment) else { return nil }
    return try await store.decide(about: known.lastReport, for: known.order) { snapshot in
      guard var order = snapshot.order, var record = snapshot.record else { return PaymentDecision() }
      record.lastReport.cancelledAmount += amount
      record.lastReportAt = now
      let isLast = record.lastReport.cancelledAmount == order.amount
      order.state = isLast ? .cancelled : .partlyCancelled
      record.state = isLast ? .cancelled : .partlyCancelled
      let entry = LedgerTransaction.refunded(amount, of: order, paidBy: record.id, isLast: isLast, at: now)
      return entry.map { PaymentDecision(order: order, record: record, ledger: [$0]) } ?? PaymentDecision()
    }
  }

  /// Replaces the refund request of an order.
  @discardableResult
  package func change(_ order: OrderID, refund: RefundRequest?) async throws -> Order? {
    try await store.decide(about: nil, for: order) { snapshot in
      var order = snapshot.order
      order?.refund = refund
      return PaymentDecision(order: order)
    }
  }

  /// Closes a pending order, a second later.
  @discardableResult
  package func close(_ order: OrderID) async throws -> Order? {
    clock.advance(seconds: 1)
    let now = clock.now
    return try await store.decide(about: nil, for: order) { snapshot in
      guard var order = snapshot.order else { return PaymentDecision() }
      order.state = .closed
      return PaymentDecision(order: order, ledger: [.closed(order, at: now)!])
    }
  }

  /// Adds many paid orders of post 1 with their payments and ledger entries, each paid a millisecond after the previous
  /// one: first some orders of the first account, then of the second, and so on.
  package func addMany(accounts: Int, orders: Int) async throws {
    let values = [Value.integer(Int64(orders)), .integer(clock.now.milliseconds), .integer(Int64(orders / accounts))]
    try await database.write { connection in
      for statement in Self.floods {
        // Each statement uses a prefix of the values.
        let count = (1...3).filter { statement.contains("$\($0)") }.count
        try connection.run(statement, Array(values.prefix(count)))
      }
    }
    clock.advance(milliseconds: Int64(orders) + 1)
  }

  private static let numbers = """
    WITH RECURSIVE n (k) AS (SELECT CAST(1 AS BIGINT) UNION ALL SELECT k + 1 FROM n WHERE k < $1)
    """
  private static let buyer = identifier("(k - 1) / $3 + 1")
  private static let instant = "CAST($2 AS BIGINT) + k"
  private static let floods = [
    """
    \(numbers) INSERT INTO account (id, email, password_hash, nickname, nickname_folded, bio, created_at)
    SELECT \(buyer), k, '', k, k, '', $2 FROM n WHERE k % $3 = 0
    """,
    """
    \(numbers) INSERT INTO shop_order
      (id, buyer_id, post_id, name, amount, currency, gateway, reference, created_at, pay_by, state, paid_at)
    SELECT \(identifier("k")), \(buyer), \(identifier("1")), '', 100, 'KRW', 'portone-v1', k, \(instant), \(instant),
      'paid', \(instant) FROM n
    """,
    """
    \(numbers) INSERT INTO payment
      (id, gateway, transaction_id, reference, order_id, state, status, amount, cancelled_amount, currency,
        is_virtual_account, paid_at, evidence, first_seen_at, seen_at)
    SELECT \(identifier("k")), 'portone-v1', k, k, \(identifier("k")), 'settled', 'paid', 100, 0, 'KRW', 0, \(instant),
      '{}', \(instant), \(instant) FROM n
    """,
    """
    \(numbers) INSERT INTO ledger_transaction (number, event, order_id, moment)
    SELECT k, 'order', \(identifier("k")), \(instant) FROM n
    """,
    """
    \(numbers) INSERT INTO ledger_posting (transaction_number, position, account, amount)
    SELECT k, side, CASE side WHEN 0 THEN 'receivable' ELSE 'ordered' END, CASE side WHEN 0 THEN 100 ELSE -100 END
    FROM n CROSS JOIN (SELECT 0 AS side UNION ALL SELECT 1) AS sides
    """,
  ]

  /// A number as an identifier: 24 hexadecimal digits.
  private static func identifier(_ number: String) -> String {
    switch TestDatabase.engine {
    case .sqlite: "printf('%024x', \(number))"
    case .postgresql: "lpad(to_hex(\(number)), 24, '0')"
    }
  }

  /// Every row of the shop's tables, for comparing two states.
  package func contents() async throws -> [String] {
    try await database.rows(of: Self.tables)
  }

  private static let tables = [
    ("shop_order", 20), ("order_photo", 3), ("payment", 18), ("payment_check", 7), ("cancellation", 7),
    ("ledger_transaction", 5), ("ledger_posting", 4), ("payment_task", 10), ("payment_message", 2),
    ("idempotency_key", 10),
  ]
}

extension Order {
  /// The ledger entry of a new order.
  package var entry: LedgerTransaction { .ordered(self, at: createdAt)! }

  /// The task that is due when the order expires.
  package var task: PaymentTask {
    PaymentTask(
      gateway: gateway, reference: claimedTransaction.map { .transaction($0) } ?? .order(reference ?? ""),
      dueAt: payBy.advanced(seconds: 60))
  }
}
