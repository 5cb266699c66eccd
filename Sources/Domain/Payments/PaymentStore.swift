public import Basics

/// The current state of a payment and of the order that it may settle, inside a transaction.
public struct PaymentSnapshot: Hashable, Sendable {
  /// The order: the requested one, else the one of the payment's record, else the one with the payment's reference,
  /// else the one that claims its transaction; nil if there is none.
  public var order: Order?
  /// The record of the payment; nil if it was never seen.
  public var record: PaymentRecord?
  /// The payment that has settled the order, if it is another one.
  public var settledBy: PaymentID?
  /// The pending refund of the payment; nil if there is none.
  public var cancellation: Cancellation?

  /// Creates a snapshot.
  public init(
    order: Order? = nil, record: PaymentRecord? = nil, settledBy: PaymentID? = nil, cancellation: Cancellation? = nil
  ) {
    self.order = order
    self.record = record
    self.settledBy = settledBy
    self.cancellation = cancellation
  }
}

/// The record of a payment, and the orders that it may settle, inside a transaction.
public struct PaymentCandidates: Hashable, Sendable {
  /// An order that a payment may settle.
  public struct Candidate: Hashable, Sendable {
    /// The order.
    public let order: Order
    /// The payment that has settled it; nil if none has.
    public let settledBy: PaymentID?

    /// Creates a candidate.
    public init(order: Order, settledBy: PaymentID?) {
      self.order = order
      self.settledBy = settledBy
    }
  }

  /// The gateway's report; nil if it knows none.
  public let payment: GatewayPayment?
  /// The record of the payment; nil if it was never seen.
  public let record: PaymentRecord?
  /// The pending refund of the payment; nil if there is none.
  public let cancellation: Cancellation?
  /// As far as they exist, and without duplicates: the requested order, that of the record, the one with the payment's
  /// reference, and the one that claims its transaction.
  public let orders: [Candidate]

  /// Creates candidates.
  public init(
    payment: GatewayPayment?, record: PaymentRecord?, cancellation: Cancellation?, orders: [Candidate]
  ) {
    self.payment = payment
    self.record = record
    self.cancellation = cancellation
    self.orders = orders
  }

  /// The order with the payment's reference; nil if there is none.
  var named: Order? {
    payment.flatMap { payment in
      orders.map(\.order).first {
        $0.gateway == payment.gateway && $0.reference == payment.reference && $0.claimedTransaction == nil
      }
    }
  }

  /// The order that claims the payment's transaction and is not closed; nil if there is none.
  var claiming: Order? {
    payment.flatMap { payment in
      orders.map(\.order).first {
        $0.gateway == payment.gateway && $0.claimedTransaction == payment.transaction && $0.state != .closed
      }
    }
  }

  /// The current state of the payment and an order.
  /// - Parameter requested: the requested order; nil to find it by the payment.
  func snapshot(for requested: OrderID?) -> PaymentSnapshot {
    let id = requested ?? record?.order ?? named?.id ?? claiming?.id
    let found = orders.first { $0.order.id == id }
    return PaymentSnapshot(
      order: found?.order, record: record, settledBy: found?.settledBy == record?.id ? nil : found?.settledBy,
      cancellation: cancellation)
  }
}

/// The changes to write, all or nothing.
public struct PaymentDecision: Hashable, Sendable {
  /// The new order; nil leaves it unchanged.
  public var order: Order?
  /// The new record; nil leaves it unchanged. If it has no checks, the stored ones stay.
  public var record: PaymentRecord?
  /// Entries to append to the ledger.
  public var ledger: [LedgerTransaction]
  /// The new refund request; nil leaves it unchanged.
  public var cancellation: Cancellation?
  /// Tasks to add, or to bring forward.
  public var tasks: [PaymentTask]
  /// Thrown after the rest is committed: the caller's error.
  public var error: DomainError?

  /// Creates a decision.
  public init(
    order: Order? = nil, record: PaymentRecord? = nil, ledger: [LedgerTransaction] = [],
    cancellation: Cancellation? = nil, tasks: [PaymentTask] = [], error: DomainError? = nil
  ) {
    self.order = order
    self.record = record
    self.ledger = ledger
    self.cancellation = cancellation
    self.tasks = tasks
    self.error = error
  }
}

/// One write transaction over orders, payments and the ledger. If its body throws, nothing is written.
public protocol PaymentTransaction {
  /// The current record of a payment, and the orders that it may settle.
  /// - Parameters:
  ///   - payment: the gateway's report; nil if it knows none.
  ///   - order: the requested order, if any.
  func candidates(for payment: GatewayPayment?, requested order: OrderID?) throws -> PaymentCandidates
  /// Writes the decision about a snapshot.
  func write(_ decision: PaymentDecision, about payment: GatewayPayment?, _ snapshot: PaymentSnapshot) throws
  /// Stores the response to a request with an idempotency key. An earlier response stays.
  func finish(_ key: IdempotencyKey, _ response: StoredResponse) throws
}

extension PaymentTransaction {
  /// Decides about an order and a payment.
  /// - Returns: The order afterwards, nil if there is none; or the error of the decision, which is written all the
  ///   same.
  package func decide(
    about payment: GatewayPayment?, for order: OrderID?, _ decide: (PaymentSnapshot) throws -> PaymentDecision
  ) throws -> Result<Order?, DomainError> {
    try self.decide(
      about: payment, candidates(for: payment, requested: order).snapshot(for: order), decide)
  }

  /// Decides about the current state of an order and a payment.
  func decide(
    about payment: GatewayPayment?, _ snapshot: PaymentSnapshot,
    _ decide: (PaymentSnapshot) throws -> PaymentDecision
  ) throws -> Result<Order?, DomainError> {
    let decision = try decide(snapshot)
    try write(decision, about: payment, snapshot)
    return decision.error.map { .failure($0) } ?? .success(decision.order ?? snapshot.order)
  }
}

/// The store of orders, payments and the ledger. Each change is one transaction, durable when it returns.
///
/// The store enforces, whatever its callers do: a payment settles at most one order, an order is settled by at most one
/// payment, a state changes only as `OrderState.canBecome` allows, an order is paid exactly if a payment has settled it
/// and both have the same refunded amount, and the ledger is append-only. A change that would break one of these
/// throws, and nothing is written.
public protocol PaymentStore: Sendable {
  /// Adds an order with its ledger entry and its task. If an order with the same identifier exists, that one is
  /// returned and nothing is written.
  /// - Throws: `DomainError` `token-unusable` (unauthenticated) if the buyer is gone, `payment-used` (conflict) if
  ///   another order claims the same transaction.
  func add(_ order: Order, _ entry: LedgerTransaction, _ task: PaymentTask) async throws -> Order

  /// Runs a body in one write transaction. The body must not block: it calls no gateway.
  func transaction<Result: Sendable>(
    _ body: @escaping @Sendable (any PaymentTransaction) throws -> Result
  ) async throws -> Result

  /// An order; nil if there is none.
  func order(_ id: OrderID) async throws -> Order?
  /// The order with a reference; nil if there is none.
  func order(reference: String, gateway: GatewayName) async throws -> Order?
  /// The order that claims a transaction and is not closed; nil if there is none.
  func order(claiming transaction: String, gateway: GatewayName) async throws -> Order?
  /// A buyer's orders, newest first; in some states only, unless none are given. Complexity: O(limit).
  func orders(of buyer: AccountID, in states: [OrderState], _ request: PageRequest) async throws -> Page<Order>
  /// The purchases of a buyer: of each post the newest order that was paid and not fully refunded, newest first.
  /// Complexity: O(limit), and O(log n) for each repeated purchase.
  func purchases(by buyer: AccountID, _ request: PageRequest) async throws -> Page<Order>
  /// A seller's orders that were paid, also those refunded since, newest first. Complexity: O(limit).
  func sales(of seller: AccountID, _ request: PageRequest) async throws -> Page<Order>
  /// The sales of a seller. Complexity: O(sales).
  func salesTotal(of seller: AccountID) async throws -> SalesTotal
  /// The orders with a refund request that nobody has decided, newest order first. Complexity: O(limit).
  func refundRequests(_ request: PageRequest) async throws -> Page<Order>
  /// The accounts that have paid for posts and were not fully refunded, by post, without duplicates, in the order of
  /// the payments. Orders without an account are left out. At most 1,000 per post.
  func buyers(of posts: [PostID]) async throws -> [PostID: [AccountID]]

  /// A payment; nil if there is none.
  func payment(_ id: PaymentID) async throws -> PaymentRecord?
  /// The payment with a transaction number; nil if there is none.
  func payment(transaction: String, gateway: GatewayName) async throws -> PaymentRecord?
  /// The payments that were checked for an order, newest first.
  func payments(of order: OrderID) async throws -> [PaymentRecord]
  /// Payments, newest first; in some states only, unless none are given. Complexity: O(limit).
  func payments(in states: [PaymentState], _ request: PageRequest) async throws -> Page<PaymentRecord>
  /// Payments by the time they were paid, from an instant up to another (excluded), oldest first, for reconciliation;
  /// `after` continues behind a time of payment and the identifier of a payment, which may have changed since.
  func payments(paidFrom: Timestamp, until: Timestamp, after: PageKey?, limit: Int) async throws -> [PaymentRecord]
  /// A payment with everything known about it, at one instant; nil if there is none.
  func details(of payment: PaymentID) async throws -> PaymentDetails?
  /// The refund requests of a payment, oldest first.
  func cancellations(of payment: PaymentID) async throws -> [Cancellation]
  /// The ledger entries of an order, oldest first.
  func ledger(of order: OrderID) async throws -> [LedgerTransaction]
  /// The balance of each account over the whole ledger; the balances add up to 0.
  func balances() async throws -> [LedgerAccount: Int]
}

extension PaymentStore {
  /// Decides about an order and a payment in one write transaction: the decision that `decide` returns for the snapshot
  /// is written. Its error is thrown after the rest is committed.
  /// - Parameters:
  ///   - payment: the gateway's report; nil if it knows none.
  ///   - order: the requested order; nil to find it by the payment.
  /// - Returns: The order afterwards; nil if there is none.
  @discardableResult
  public func decide(
    about payment: GatewayPayment?, for order: OrderID?,
    _ decide: @escaping @Sendable (PaymentSnapshot) throws -> PaymentDecision
  ) async throws -> Order? {
    try await transaction { try $0.decide(about: payment, for: order, decide) }.get()
  }
}

/// A durable task queue. `PaymentStore` adds a task together with the change that needs it; others are added alone.
public protocol PaymentQueue: Sendable {
  /// Adds tasks, or brings waiting ones forward and counts them as added again. A leased task stays leased.
  func add(_ tasks: [PaymentTask]) async throws
  /// The same for a message that may be delivered repeatedly: nothing happens if its identifier was received before.
  /// - Returns: Whether it is new.
  func add(_ tasks: [PaymentTask], message id: String, at instant: Timestamp) async throws -> Bool
  /// Leases due tasks for some seconds, lane by lane: those due longest, in any order. Each task goes to one worker
  /// over all processes.
  func lease(
    at instant: Timestamp, seconds: Int64, limit: Int, from lanes: [PaymentLane]
  ) async throws -> [LeasedTask]
  /// Removes a finished task, unless it was added again during the lease: then it is due as added. Nothing happens if
  /// the lease has expired and another worker has the task.
  func finish(_ task: LeasedTask) async throws
  /// Returns a task to be retried, or earlier if it was added again during the lease. Nothing happens if the lease has
  /// expired and another worker has the task.
  /// - Parameter reason: an error code for the operator.
  func postpone(_ task: LeasedTask, until instant: Timestamp, because reason: String) async throws
  /// The number of tasks, and when the next is due; nil if there are none.
  func waiting() async throws -> (count: Int, nextDue: Timestamp?)
  /// The number of tasks in a lane.
  func waiting(in lane: PaymentLane) async throws -> Int
  /// Deletes the identifiers of messages received before an instant.
  func forgetMessages(before instant: Timestamp) async throws
}

extension PaymentQueue {
  /// Leases tasks of all lanes.
  public func lease(at instant: Timestamp, seconds: Int64, limit: Int) async throws -> [LeasedTask] {
    try await lease(at: instant, seconds: seconds, limit: limit, from: PaymentLane.allCases)
  }
}
