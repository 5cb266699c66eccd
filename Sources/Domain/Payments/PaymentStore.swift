public import Basics

/// Everything that is known here about a payment and the order that it may settle, inside a transaction.
public struct PaymentSnapshot: Hashable, Sendable {
  /// The order that is looked at: the one that was asked for, else the one that the payment's record names, else the
  /// one with the payment's reference, else the one that claims its transaction; nil where there is none.
  public var order: Order?
  /// The record of the payment; nil where it was never seen.
  public var record: PaymentRecord?
  /// The payment that has settled the order, where it is another one.
  public var settledBy: PaymentID?
  /// What is still to be given back of the payment; nil where nothing is.
  public var cancellation: Cancellation?

  /// A standing from its parts.
  public init(
    order: Order? = nil, record: PaymentRecord? = nil, settledBy: PaymentID? = nil, cancellation: Cancellation? = nil
  ) {
    self.order = order
    self.record = record
    self.settledBy = settledBy
    self.cancellation = cancellation
  }
}

/// What is to be written, all or nothing.
public struct PaymentDecision: Hashable, Sendable {
  /// The order as it is from now on; nil leaves it.
  public var order: Order?
  /// The record as it is from now on; nil leaves it. Where it holds no checks, those that were made last stand.
  public var record: PaymentRecord?
  /// Appended to the book.
  public var ledger: [LedgerTransaction]
  /// The cancellation as it is from now on; nil leaves it.
  public var cancellation: Cancellation?
  /// Tasks to add, or to bring forward.
  public var tasks: [PaymentTask]
  /// Thrown once the rest is written: what the caller is told where it is not a success.
  public var error: DomainError?

  /// A decision from its parts.
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

/// One write transaction over orders, payments and the book. A body that throws writes nothing.
public protocol PaymentTransaction {
  /// The order that a reference names; nil where there is none.
  func order(reference: String, gateway: GatewayName) throws -> Order?
  /// The order that claims a transaction and is not closed; nil where there is none.
  func order(claiming transaction: String, gateway: GatewayName) throws -> Order?
  /// The payment with a gateway's number; nil where there is none.
  func payment(transaction: String, gateway: GatewayName) throws -> PaymentRecord?
  /// What is known about a payment and an order.
  /// - Parameters:
  ///   - payment: what the gateway told; nil where it knows none.
  ///   - order: the order that is asked for; nil: found by the payment.
  func snapshot(about payment: GatewayPayment?, for order: OrderID?) throws -> PaymentSnapshot
  /// Writes what was decided about a snapshot.
  func write(_ decision: PaymentDecision, about payment: GatewayPayment?, _ snapshot: PaymentSnapshot) throws
  /// Keeps the answer to a request with a key. Of two that did the same, the first answer stays.
  func finish(_ key: IdempotencyKey, _ response: StoredResponse) throws
}

extension PaymentTransaction {
  /// Decides about an order and a payment.
  /// - Returns: The order as it is then, nil where there is none; or the error of the decision, which is written all
  ///   the same.
  package func decide(
    about payment: GatewayPayment?, for order: OrderID?, _ decide: (PaymentSnapshot) throws -> PaymentDecision
  ) throws -> Result<Order?, DomainError> {
    let snapshot = try snapshot(about: payment, for: order)
    let decision = try decide(snapshot)
    try write(decision, about: payment, snapshot)
    return decision.error.map { .failure($0) } ?? .success(decision.order ?? snapshot.order)
  }
}

/// Where orders, payments and the book are kept. Each change is one transaction that is on the disk when it returns.
///
/// Whatever the callers do: a payment settles at most one order, an order is settled by at most one payment, a state
/// goes only where `OrderState.canBecome` allows it, an order is paid exactly where a payment has settled it and both
/// say the same of what was given back, and the book is only added to. A store that is asked to break one of these
/// throws and writes nothing.
public protocol PaymentStore: Sendable {
  /// Adds an order with its entry in the book and its task, unless an order of that identifier is there: then that one
  /// is answered and nothing is written.
  /// - Throws: `DomainError` `token-unusable` (unauthenticated) where the buyer is gone, `payment-used` (conflict)
  ///   where another order claims the same transaction.
  func add(_ order: Order, _ entry: LedgerTransaction, _ task: PaymentTask) async throws -> Order

  /// Does something in one write transaction. The body waits for nothing: no gateway is asked meanwhile.
  func transaction<Result: Sendable>(
    _ body: @escaping @Sendable (any PaymentTransaction) throws -> Result
  ) async throws -> Result

  /// An order; nil where there is none.
  func order(_ id: OrderID) async throws -> Order?
  /// The order that a reference names; nil where there is none.
  func order(reference: String, gateway: GatewayName) async throws -> Order?
  /// The order that claims a transaction and is not closed; nil where there is none.
  func order(claiming transaction: String, gateway: GatewayName) async throws -> Order?
  /// Somebody's orders, newest first; those in some states only, unless there are none given. Complexity: O(limit).
  func orders(of buyer: AccountID, in states: [OrderState], _ request: PageRequest) async throws -> Page<Order>
  /// Who has paid for posts and was not given everything back, without repetition, in the order of the payments; by
  /// post. Orders of nobody known are left out. At most 1,000 a post.
  func buyers(of posts: [PostID]) async throws -> [PostID: [AccountID]]

  /// A payment; nil where there is none.
  func payment(_ id: PaymentID) async throws -> PaymentRecord?
  /// The payment with a gateway's number; nil where there is none.
  func payment(transaction: String, gateway: GatewayName) async throws -> PaymentRecord?
  /// The payments that were looked at for an order, newest first.
  func payments(of order: OrderID) async throws -> [PaymentRecord]
  /// Payments newest first; in some states only, unless there are none given. Complexity: O(limit).
  func payments(in states: [PaymentState], _ request: PageRequest) async throws -> Page<PaymentRecord>
  /// Payments that were seen to be paid from a moment up to another (excluded), oldest first, for comparing with the
  /// gateway; `after` goes on behind a payment.
  func payments(paidFrom: Timestamp, until: Timestamp, after: PaymentID?, limit: Int) async throws -> [PaymentRecord]
  /// What was or is to be given back of a payment, oldest first.
  func cancellations(of payment: PaymentID) async throws -> [Cancellation]
  /// The book about an order, oldest first.
  func ledger(of order: OrderID) async throws -> [LedgerTransaction]
  /// The sum of each account over the whole book: together they are 0.
  func balances() async throws -> [LedgerAccount: Int]
}

extension PaymentStore {
  /// Decides about an order and a payment in one write transaction: `decide` is given what stands there, and what it
  /// answers is written. The error of a decision is thrown once the rest is committed.
  /// - Parameters:
  ///   - payment: what the gateway told; nil where it knows none.
  ///   - order: the order that is asked for; nil: found by the payment.
  /// - Returns: The order as it is then; nil where there is none.
  @discardableResult
  public func decide(
    about payment: GatewayPayment?, for order: OrderID?,
    _ decide: @escaping @Sendable (PaymentSnapshot) throws -> PaymentDecision
  ) async throws -> Order? {
    try await transaction { try $0.decide(about: payment, for: order, decide) }.get()
  }
}

/// Where tasks wait. A task is added together with what makes it necessary, by `PaymentStore`, or alone.
public protocol PaymentQueue: Sendable {
  /// Adds tasks, or brings those forward that wait already and counts them as asked for anew. One that somebody has
  /// taken stays theirs until it is given back.
  func add(_ tasks: [PaymentTask]) async throws
  /// The same for a message that may come more than once: nothing is done where one of that identifier was received
  /// before.
  /// - Returns: Whether it is new.
  func add(_ tasks: [PaymentTask], message id: String, at instant: Timestamp) async throws -> Bool
  /// Takes tasks that are due, lane by lane and those due longest first, for some seconds: of several processes one
  /// gets each.
  func lease(
    at instant: Timestamp, seconds: Int64, limit: Int, from lanes: [PaymentLane]
  ) async throws -> [LeasedTask]
  /// Removes a task that is done, unless it was asked for anew since it was taken: then it is due when it was asked
  /// for. Nothing is done where the lease was over and somebody else has the task.
  func finish(_ task: LeasedTask) async throws
  /// Gives a task back to be tried again, at the earlier moment where it was asked for anew since it was taken. Nothing
  /// is done where the lease was over and somebody else has the task.
  /// - Parameter reason: the code of why, for the operator.
  func postpone(_ task: LeasedTask, until instant: Timestamp, because reason: String) async throws
  /// How many wait, and when the next is due; nil where none waits.
  func waiting() async throws -> (count: Int, nextDue: Timestamp?)
  /// How many wait in a lane.
  func waiting(in lane: PaymentLane) async throws -> Int
  /// Forgets messages received before a moment.
  func forgetMessages(before instant: Timestamp) async throws
}

extension PaymentQueue {
  /// Takes tasks of all lanes.
  public func lease(at instant: Timestamp, seconds: Int64, limit: Int) async throws -> [LeasedTask] {
    try await lease(at: instant, seconds: seconds, limit: limit, from: PaymentLane.allCases)
  }
}
