public import Basics

/// The shop: orders, payments, refunds and reconciliation.
///
/// Every notification about a payment - from a client, a webhook, the queue or an operator - leads to the same two
/// steps: ask the gateway for the payment's state, and decide by that alone in one transaction (`PaymentRule`). The
/// process may crash between the two: every order that may be paid has a task from before the gateway is first called,
/// and the task is removed only after the decision.
///
/// The host calls `work` repeatedly: at the instant that it returns, and whenever `wake` is called.
public struct PaymentService: Sendable {
  let store: any PaymentStore
  let queue: any PaymentQueue
  let gateways: [GatewayName: any PaymentGateway]
  let policy: PaymentPolicy
  let goods: @Sendable (PostID) async throws -> Goods?
  let clock: @Sendable () -> Timestamp
  let random: RandomBytes
  let mask: SecretMask
  let wake: @Sendable () -> Void
  let cleanup = Cleanup()

  /// Creates a shop over its stores.
  /// - Parameters:
  ///   - gateways: if empty, the shop is closed. Native orders use PortOne V2 if available.
  ///   - goods: what a post sells; nil if there is no such post or it sells nothing.
  ///   - secrets: texts to mask in everything that a gateway reports, such as application keys, which old clients write
  ///     into their order numbers.
  ///   - wake: called whenever a task was added that is due at once.
  public init(
    store: any PaymentStore, queue: any PaymentQueue, gateways: [any PaymentGateway], policy: PaymentPolicy,
    goods: @escaping @Sendable (PostID) async throws -> Goods?, clock: @escaping @Sendable () -> Timestamp,
    random: @escaping RandomBytes, secrets: [String] = [], wake: @escaping @Sendable () -> Void = {}
  ) {
    self.store = store
    self.queue = queue
    self.gateways = Dictionary(gateways.map { ($0.name, $0) }) { first, _ in first }
    self.policy = policy
    self.goods = goods
    self.clock = clock
    self.random = random
    mask = SecretMask(secrets)
    self.wake = wake
  }

  /// An order of a buyer.
  /// - Throws: `DomainError` `order-unknown` (notFound), also if it is another account's.
  public func order(_ id: OrderID, of buyer: AccountID) async throws -> Order {
    guard let order = try await store.order(id), order.buyer == buyer else { throw DomainError.orderUnknown }
    return order
  }

  /// A buyer's orders, newest first.
  public func orders(
    of buyer: AccountID, in states: [OrderState] = [], _ request: PageRequest
  ) async throws -> Page<Order> {
    try await store.orders(of: buyer, in: states, request)
  }

  /// The purchases of a buyer: the newest order of each post, newest first.
  public func purchases(by buyer: AccountID, _ request: PageRequest) async throws -> Page<Order> {
    try await store.purchases(by: buyer, request)
  }

  /// The buyers of posts; see `PaymentStore.buyers`.
  public func buyers(of posts: [PostID]) async throws -> [PostID: [AccountID]] {
    try await store.buyers(of: posts)
  }

  /// Payments, newest first; in some states only, unless none are given.
  public func payments(in states: [PaymentState], _ request: PageRequest) async throws -> Page<PaymentRecord> {
    try await store.payments(in: states, request)
  }
}

// MARK: Shared steps

extension PaymentService {
  func gateway(_ name: GatewayName) throws -> any PaymentGateway {
    guard let gateway = gateways[name] else { throw DomainError.shopClosed }
    return gateway
  }

  /// Decides about a gateway's report in one transaction: for the order that the payment has settled, else for the one
  /// made with its reference, else for the one that claims it.
  /// - Parameters:
  ///   - requested: an order whose client is waiting for the result.
  ///   - completion: stores the response to the client.
  /// - Returns: The order afterwards: the requested one, else the payment's; nil if there is none.
  @discardableResult
  func apply(
    _ payment: GatewayPayment, for requested: OrderID? = nil, completion: RequestCompletion<Order>? = nil
  ) async throws -> Order? {
    try await transaction(completion) { transaction in
      let known = try transaction.candidates(for: payment, requested: requested)
      let (named, claim) = (known.named?.id, known.claiming?.id)
      let masked = mask.masked(payment, keepsReference: named != nil)
      let owner = (known.record?.state.hasSettled == true ? known.record?.order : nil) ?? named ?? claim
      // The payment's own outcome is written first, so that an operator also sees a payment that does not settle the
      // requested order.
      var orders: [OrderID?] = []
      if let claim, claim != owner, claim != requested { orders.append(claim) }
      if let requested, requested != owner { orders.append(owner) }
      for order in orders { _ = try decide(masked, for: order, named: named, in: transaction) }
      return try decide(
        masked, for: requested ?? owner, named: named, isValidating: requested != nil, in: transaction,
        orders.isEmpty ? known : nil)
    }
  }

  /// Decides that a gateway knows no payment for an order.
  @discardableResult
  func applyNotFound(
    for order: OrderID, isValidating: Bool = false, completion: RequestCompletion<Order>? = nil
  ) async throws -> Order? {
    try await transaction(completion) { try decide(nil, for: order, isValidating: isValidating, in: $0) }
  }

  /// Decides in one transaction, which also stores the response.
  private func transaction(
    _ completion: RequestCompletion<Order>?,
    _ decide: @escaping @Sendable (any PaymentTransaction) throws -> Result<Order?, DomainError>
  ) async throws -> Order? {
    let outcome = try await store.transaction { transaction in
      let outcome = try decide(transaction)
      let result = outcome.flatMap { order in order.map { .success($0) } ?? .failure(.orderUnknown) }
      if let completion, let response = completion.response(result) {
        try transaction.finish(completion.key, response)
      }
      return outcome
    }
    return try outcome.get()
  }

  /// - Parameter known: the current candidates; nil to read them.
  private func decide(
    _ payment: GatewayPayment?, for order: OrderID?, named: OrderID? = nil, isValidating: Bool = false,
    in transaction: any PaymentTransaction, _ known: PaymentCandidates? = nil
  ) throws -> Result<Order?, DomainError> {
    let now = clock()
    let rule = PaymentRule(
      policy: policy, now: now, newPayment: PaymentID(at: now, random: random), named: named, requested: order,
      isValidating: isValidating)
    let candidates = try known ?? transaction.candidates(for: payment, requested: order)
    return try transaction.decide(about: payment, candidates.snapshot(for: order)) {
      rule.decision(about: payment, where: $0)
    }
  }

  /// The reference to fetch a payment again: PortOne V2 has no lookup by transaction.
  func reference(of payment: GatewayPayment) -> PaymentReference {
    payment.gateway == .portOneV1 ? .transaction(payment.transaction) : .order(payment.reference)
  }

  /// The reference of an order's task, which stays until the order is not pending any more.
  func reference(of order: Order) -> PaymentReference {
    order.claimedTransaction.map(PaymentReference.transaction) ?? .order(order.reference ?? "")
  }

  /// Makes a stored task due at once. If that fails, it is due as stored: it must not replace the caller's result.
  func expedite(_ reference: PaymentReference, at gateway: GatewayName, in lane: PaymentLane = .orders) async {
    try? await queue.add([PaymentTask(gateway: gateway, reference: reference, dueAt: clock(), lane: lane)])
    wake()
  }

  /// Fetches a payment; if the gateway is unavailable, the queue retries.
  func fetch(_ reference: PaymentReference, at name: GatewayName, for order: Order) async throws -> GatewayPayment? {
    do {
      return try await gateway(name).payment(reference)
    } catch let error as DomainError where error.kind == .unavailable {
      await expedite(
        self.reference(of: order), at: order.gateway, in: order.claimedTransaction == nil ? .orders : .unproven)
      throw error
    }
  }

  /// Tasks above which signed notifications of unknown payments are rejected.
  static let maxQueueLength = 10_000
  /// Maximum tasks of unsigned notifications of unknown payments.
  static let maxUnproven = 500

  func hasRoom(in lane: PaymentLane) async throws -> Bool {
    try await queue.waiting(in: lane) < (lane == .orders ? Self.maxQueueLength : Self.maxUnproven)
  }
}
