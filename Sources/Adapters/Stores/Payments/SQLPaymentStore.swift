package import Basics
package import Payments
package import SQL

package struct SQLPaymentStore: PaymentStore {
  private let database: any Database
  private let announce: NoticeAnnouncement

  /// - Parameters:
  ///   - database: its schema must be up to date.
  ///   - announce: called for each seller of paid goods, and each buyer or seller of whose refund something is said.
  package init(_ database: any Database, announcing announce: @escaping NoticeAnnouncement = { _ in }) {
    (self.database, self.announce) = (database, announce)
  }

  // MARK: Writing

  package func add(_ order: Order, _ entry: LedgerTransaction, _ task: PaymentTask) async throws -> Order {
    try await database.write { connection in
      let known = try OrderRows.candidates(
        (order.id, nil), order.gateway, reference: nil, claiming: order.claimedTransaction, on: connection
      ).map(\.order)
      if let stored = known.first(where: { $0.id == order.id }) { return stored }
      try Self.check(order, entry, isClaimed: !known.isEmpty, on: connection)
      try connection.run(
        [OrderRows.add(order), OrderRows.keepPhotos(of: order)] + LedgerRows.append(entry) + TaskRows.add([task]))
      return order
    }
  }

  /// - Parameter isClaimed: whether another order claims the same transaction.
  private static func check(
    _ order: Order, _ entry: LedgerTransaction, isClaimed: Bool, on connection: any DatabaseConnection
  ) throws {
    guard order.state == .pending, order.paidAt == nil, order.validatedAt == nil else {
      throw ImpossibleChange(what: "a new order that is not pending")
    }
    guard entry.event == .order, entry.order == order.id, entry.payment == nil else {
      throw ImpossibleChange(what: "an order without its ledger entry")
    }
    if let buyer = order.buyer { try AccountRow.checkExists(buyer, on: connection) }
    guard !isClaimed else { throw DomainError.paymentUsed }
  }

  package func transaction<Result: Sendable>(
    _ body: @escaping @Sendable (any PaymentTransaction) throws -> Result
  ) async throws -> Result {
    try await database.write(announcing: announce) { connection, notices in
      try body(SQLPaymentTransaction(connection: connection, notices: notices))
    }
  }

  // MARK: Orders

  package func order(_ id: OrderID) async throws -> Order? {
    try await database.read { try OrderRows.order(id, on: $0) }
  }

  package func order(reference: String, gateway: GatewayName) async throws -> Order? {
    try await database.read { try OrderRows.order(reference: reference, gateway: gateway, on: $0) }
  }

  package func order(claiming transaction: String, gateway: GatewayName) async throws -> Order? {
    try await database.read { try OrderRows.order(claiming: transaction, gateway: gateway, on: $0) }
  }

  package func orders(of buyer: AccountID, in states: [OrderState], _ request: PageRequest) async throws -> Page<Order>
  {
    try await database.read { try OrderRows.page(of: buyer, in: states, request, on: $0) }
  }

  package func purchases(by buyer: AccountID, _ request: PageRequest) async throws -> Page<Order> {
    try await database.read { try OrderRows.purchases(by: buyer, request, on: $0) }
  }

  package func sales(of seller: AccountID, _ request: PageRequest) async throws -> Page<Order> {
    try await database.read { try OrderRows.sales(of: seller, request, on: $0) }
  }

  package func salesTotal(of seller: AccountID) async throws -> SalesTotal {
    try await database.read { try OrderRows.salesTotal(of: seller, on: $0) }
  }

  package func refundRequests(_ request: PageRequest) async throws -> Page<Order> {
    try await database.read { try OrderRows.refundRequests(request, on: $0) }
  }

  /// Complexity: O(posts log n + buyers), and O(1) for each repeated purchase by one of them.
  package func buyers(of posts: [PostID]) async throws -> [PostID: [AccountID]] {
    try await database.read { try OrderRows.buyers(of: Set(posts), on: $0) }
  }

  // MARK: Payments

  package func payment(_ id: PaymentID) async throws -> PaymentRecord? {
    try await database.read { try PaymentRows.payment(id, on: $0) }
  }

  package func payment(transaction: String, gateway: GatewayName) async throws -> PaymentRecord? {
    try await database.read { try PaymentRows.payment(transaction: transaction, gateway: gateway, on: $0) }
  }

  /// Complexity: O(log n + payments).
  package func payments(of order: OrderID) async throws -> [PaymentRecord] {
    try await database.read { try PaymentRows.payments(of: order, on: $0) }
  }

  package func payments(in states: [PaymentState], _ request: PageRequest) async throws -> Page<PaymentRecord> {
    try await database.read { try PaymentRows.page(in: states, request, on: $0) }
  }

  /// Complexity: O(log n + limit).
  package func payments(paidFrom: Timestamp, until: Timestamp, after: PageKey?, limit: Int) async throws
    -> [PaymentRecord]
  {
    try await database.read {
      try PaymentRows.payments(paidFrom: paidFrom, until: until, after: after, limit: limit, on: $0)
    }
  }

  /// Complexity: O(log n + cancellations + postings).
  package func details(of payment: PaymentID) async throws -> PaymentDetails? {
    try await database.read { connection in
      guard let record = try PaymentRows.payment(payment, on: connection) else { return nil }
      let order = try record.order.flatMap { try LedgerRows.orderAndLedger($0, on: connection) }
      return PaymentDetails(
        payment: record, order: order?.order,
        cancellations: try CancellationRows.cancellations(of: payment, on: connection), ledger: order?.ledger ?? [])
    }
  }

  /// Complexity: O(log n + cancellations).
  package func cancellations(of payment: PaymentID) async throws -> [Cancellation] {
    try await database.read { try CancellationRows.cancellations(of: payment, on: $0) }
  }

  // MARK: Ledger

  /// Complexity: O(log n + postings).
  package func ledger(of order: OrderID) async throws -> [LedgerTransaction] {
    try await database.read { try LedgerRows.ledger(of: order, on: $0) }
  }

  /// Complexity: O(postings).
  package func balances() async throws -> [LedgerAccount: Int] {
    try await database.read { try LedgerRows.balances(on: $0) }
  }
}
