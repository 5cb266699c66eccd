public import Basics
import Synchronization

/// A `PaymentStore` in memory, with the same guarantees: for experiments and tests. It does not check that buyers
/// exist, keeps everything until it is deallocated, and its lists cost O(n log n).
public final class MemoryPaymentStore: PaymentStore {
  private let state: Mutex<MemoryPayments>
  private let queue: MemoryPaymentQueue

  /// Creates an empty store.
  /// - Parameter queue: receives the tasks.
  public init(queue: MemoryPaymentQueue) {
    state = Mutex(MemoryPayments())
    self.queue = queue
  }

  /// Adds an order.
  public func add(_ order: Order, _ entry: LedgerTransaction, _ task: PaymentTask) async throws -> Order {
    try state.withLock { state in
      if let known = state.orders[order.id] { return known }
      if let claimed = order.claimedTransaction, state.order(claiming: claimed, order.gateway) != nil {
        throw DomainError.paymentUsed
      }
      if order.claimedTransaction == nil, let reference = order.reference, state.order(reference, order.gateway) != nil
      {
        throw InvariantViolation(what: "a reference that another order has")
      }
      state.orders[order.id] = order
      state.ledger.append(entry)
      queue.put([task])
      return order
    }
  }

  /// Runs the bodies one after another.
  public func transaction<Result: Sendable>(
    _ body: @escaping @Sendable (any PaymentTransaction) throws -> Result
  ) async throws -> Result {
    try state.withLock { state in
      let transaction = MemoryPaymentTransaction(state)
      let result = try body(transaction)
      state = transaction.state
      queue.put(transaction.tasks)
      return result
    }
  }

  /// The stored response to a request; nil if there is none.
  public func response(to key: IdempotencyKey) -> StoredResponse? { state.withLock { $0.responses[key] } }

  /// An order.
  public func order(_ id: OrderID) async throws -> Order? { state.withLock { $0.orders[id] } }

  /// The order made with a reference.
  public func order(reference: String, gateway: GatewayName) async throws -> Order? {
    state.withLock { $0.order(reference, gateway) }
  }

  /// The order that claims a transaction and is not closed.
  public func order(claiming transaction: String, gateway: GatewayName) async throws -> Order? {
    state.withLock { $0.order(claiming: transaction, gateway) }
  }

  /// A page of orders.
  public func orders(of buyer: AccountID, in states: [OrderState], _ request: PageRequest) async throws -> Page<Order> {
    let orders = state.withLock { $0.orders.values.filter { $0.buyer == buyer && states.allows($0.state) } }
    return page(orders, request)
  }

  /// What a buyer has.
  public func purchases(by buyer: AccountID, _ request: PageRequest) async throws -> Page<Order> {
    let orders = state.withLock { $0.orders.values.filter { $0.buyer == buyer && $0.state.isPurchased } }
    let newest = Dictionary(orders.map { ($0.goods.post, $0) }) {
      ($0.createdAt, $0.id) > ($1.createdAt, $1.id) ? $0 : $1
    }
    return page(Array(newest.values), request)
  }

  /// A page of sales.
  public func sales(of seller: AccountID, _ request: PageRequest) async throws -> Page<Order> {
    page(sales(of: seller), request)
  }

  /// The sum of all sales.
  public func salesTotal(of seller: AccountID) async throws -> SalesTotal {
    let sales = sales(of: seller)
    let refunded = state.withLock { state in
      sales.reduce(0) { $0 + min($1.amount, state.settling($1.id)?.lastReport.refunded ?? 0) }
    }
    return SalesTotal(count: sales.count, amount: sales.reduce(0) { $0 + $1.amount }, refunded: refunded)
  }

  private func sales(of seller: AccountID) -> [Order] {
    state.withLock { $0.orders.values.filter { $0.goods.seller == seller && $0.state.wasPaid } }
  }

  /// The undecided refund requests.
  public func refundRequests(_ request: PageRequest) async throws -> Page<Order> {
    page(state.withLock { $0.orders.values.filter { $0.refund?.state == .requested } }, request)
  }

  /// The buyers of posts.
  public func buyers(of posts: [PostID]) async throws -> [PostID: [AccountID]] {
    let orders = state.withLock { Array($0.orders.values) }.filter(\.state.isPurchased)
    var buyers: [PostID: [AccountID]] = [:]
    for order in orders.sorted(by: { ($0.paidAt ?? $0.createdAt, $0.id) < ($1.paidAt ?? $1.createdAt, $1.id) }) {
      guard let buyer = order.buyer, posts.contains(order.goods.post) else { continue }
      let known = buyers[order.goods.post, default: []]
      if !known.contains(buyer), known.count < 1_000 { buyers[order.goods.post] = known + [buyer] }
    }
    return buyers
  }

  /// The payment with an identifier.
  public func payment(_ id: PaymentID) async throws -> PaymentRecord? { state.withLock { $0.payments[id] } }

  /// The payment with a transaction number.
  public func payment(transaction: String, gateway: GatewayName) async throws -> PaymentRecord? {
    state.withLock { $0.payment(transaction, gateway) }
  }

  /// The payments of an order.
  public func payments(of order: OrderID) async throws -> [PaymentRecord] {
    state.withLock { $0.payments.values.filter { $0.order == order } }
      .sorted { ($0.firstReportAt, $0.id) > ($1.firstReportAt, $1.id) }
  }

  /// A page of payments.
  public func payments(in states: [PaymentState], _ request: PageRequest) async throws -> Page<PaymentRecord> {
    let payments = state.withLock { $0.payments.values.filter { states.allows($0.state) } }
    return page(payments, request) { PageKey(instant: $0.firstReportAt, id: $0.id.description) }
  }

  /// Payments by the time they were paid.
  public func payments(
    paidFrom: Timestamp, until: Timestamp, after: PageKey?, limit: Int
  ) async throws -> [PaymentRecord] {
    let paid = state.withLock { Array($0.payments.values) }.compactMap { record in
      record.lastReport.paidAt.map { (instant: $0, id: record.id.description, record: record) }
    }
    let start = (after?.instant ?? paidFrom, after?.id ?? "")
    return paid.filter { $0.instant < until && ($0.instant, $0.id) > start }
      .sorted { ($0.instant, $0.id) < ($1.instant, $1.id) }
      .prefix(limit).map(\.record)
  }

  /// A payment with everything known about it.
  public func details(of payment: PaymentID) async throws -> PaymentDetails? {
    state.withLock { state in
      guard let record = state.payments[payment] else { return nil }
      return PaymentDetails(
        payment: record, order: record.order.flatMap { state.orders[$0] },
        cancellations: state.cancellations.filter { $0.payment == payment },
        ledger: state.ledger.filter { $0.order == record.order })
    }
  }

  /// The refund requests of a payment.
  public func cancellations(of payment: PaymentID) async throws -> [Cancellation] {
    state.withLock { $0.cancellations.filter { $0.payment == payment } }
  }

  /// The ledger entries of an order.
  public func ledger(of order: OrderID) async throws -> [LedgerTransaction] {
    state.withLock { $0.ledger.filter { $0.order == order } }
  }

  /// The balance of each account.
  public func balances() async throws -> [LedgerAccount: Int] {
    state.withLock { $0.ledger }.flatMap(\.postings).reduce(into: [:]) { $0[$1.account, default: 0] += $1.amount }
  }
}

/// A decision that violates an invariant of the store: a programming error. Nothing was written.
struct InvariantViolation: Error {
  let what: String
}

/// A copy of the state, which replaces it unless an error is thrown.
private final class MemoryPaymentTransaction: PaymentTransaction {
  private(set) var state: MemoryPayments
  private(set) var tasks: [PaymentTask] = []

  init(_ state: MemoryPayments) {
    self.state = state
  }

  func candidates(for payment: GatewayPayment?, requested order: OrderID?) -> PaymentCandidates {
    state.candidates(for: payment, order)
  }

  func write(_ decision: PaymentDecision, about payment: GatewayPayment?, _ snapshot: PaymentSnapshot) throws {
    try state.write(decision, snapshot)
    tasks += decision.tasks
  }

  func finish(_ key: IdempotencyKey, _ response: StoredResponse) {
    state.responses[key] = state.responses[key] ?? response
  }
}

private struct MemoryPayments {
  var orders: [OrderID: Order] = [:]
  var payments: [PaymentID: PaymentRecord] = [:]
  var transactions: [Transaction: PaymentID] = [:]
  var cancellations: [Cancellation] = []
  var ledger: [LedgerTransaction] = []
  var responses: [IdempotencyKey: StoredResponse] = [:]

  struct Transaction: Hashable {
    let gateway: GatewayName
    let number: String
  }

  func order(_ reference: String, _ gateway: GatewayName) -> Order? {
    orders.values.first { $0.claimedTransaction == nil && $0.reference == reference && $0.gateway == gateway }
  }

  func order(claiming transaction: String, _ gateway: GatewayName) -> Order? {
    orders.values.first { $0.claimedTransaction == transaction && $0.gateway == gateway && $0.state != .closed }
  }

  func payment(_ transaction: String, _ gateway: GatewayName) -> PaymentRecord? {
    transactions[Transaction(gateway: gateway, number: transaction)].flatMap { payments[$0] }
  }

  func settling(_ order: OrderID) -> PaymentRecord? {
    payments.values.first { $0.order == order && $0.state.hasSettled }
  }

  func candidates(for payment: GatewayPayment?, _ requested: OrderID?) -> PaymentCandidates {
    let record = payment.flatMap { self.payment($0.transaction, $0.gateway) }
    let found = [
      requested.flatMap { orders[$0] }, record?.order.flatMap { orders[$0] },
      payment.flatMap { order($0.reference, $0.gateway) },
      payment.flatMap { order(claiming: $0.transaction, $0.gateway) },
    ]
    return PaymentCandidates(
      payment: payment, record: record,
      cancellation: cancellations.first { $0.payment == record?.id && $0.state == .requested },
      orders: Set(found.compactMap(\.self)).map { .init(order: $0, settledBy: settling($0.id)?.id) })
  }

  mutating func write(_ decision: PaymentDecision, _ snapshot: PaymentSnapshot) throws {
    if let order = decision.order { try write(order, snapshot.order) }
    if let record = decision.record { try write(record, snapshot.record) }
    if let cancellation = decision.cancellation { try write(cancellation) }
    ledger += decision.ledger
    for id in [snapshot.order?.id, decision.record?.order].compactMap(\.self) { try checkAgreement(id) }
  }

  private mutating func write(_ order: Order, _ old: Order?) throws {
    guard let old, old.id == order.id, old.state == order.state || old.state.canBecome(order.state),
      old.refund == order.refund || order.refund?.canFollow(old.refund) == true
    else {
      throw InvariantViolation(what: "an order that may not go there")
    }
    orders[order.id] = order
  }

  private mutating func write(_ record: PaymentRecord, _ old: PaymentRecord?) throws {
    guard old == nil || old?.id == record.id, old?.state.hasSettled != true || old?.order == record.order else {
      throw InvariantViolation(what: "another payment, or another order of one that has settled")
    }
    payments[record.id] = record
    transactions[Transaction(gateway: record.lastReport.gateway, number: record.lastReport.transaction)] = record.id
  }

  private mutating func write(_ cancellation: Cancellation) throws {
    let open = cancellations.contains {
      $0.payment == cancellation.payment && $0.id != cancellation.id && $0.state == .requested
    }
    if open && cancellation.state == .requested { throw InvariantViolation(what: "two open cancellations") }
    cancellations.removeAll { $0.id == cancellation.id }
    cancellations.append(cancellation)
  }

  /// An order is paid exactly if one payment has settled it.
  private func checkAgreement(_ id: OrderID) throws {
    let settling = payments.values.filter { $0.order == id && $0.state.hasSettled }
    let isPaid = orders[id].map { $0.state != .pending && $0.state != .closed } ?? false
    guard settling.count == (isPaid ? 1 : 0) else {
      throw InvariantViolation(what: "an order and payments that do not agree")
    }
  }
}

extension Array where Element: Hashable {
  /// Whether a filter allows an element; an empty one allows everything.
  fileprivate func allows(_ element: Element) -> Bool { isEmpty || contains(element) }
}

/// A page of orders, newest first.
private func page(_ orders: [Order], _ request: PageRequest) -> Page<Order> {
  page(orders, request) { PageKey(instant: $0.createdAt, id: $0.id.description) }
}

/// A page of items, newest first.
private func page<Item>(_ items: [Item], _ request: PageRequest, key: (Item) -> PageKey) -> Page<Item> {
  let sorted = items.map { (key: key($0), item: $0) }
    .filter { item in request.after.map { (item.key.instant, item.key.id) < ($0.instant, $0.id) } ?? true }
    .sorted { ($0.key.instant, $0.key.id) > ($1.key.instant, $1.key.id) }
  let some = sorted.prefix(request.limit)
  return Page(items: some.map(\.item), next: sorted.count > some.count ? some.last?.key : nil)
}
