public import Basics

/// The shop: orders, what becomes of payments, and what to do about money that moved otherwise.
///
/// Whatever tells of a payment - a client, a webhook, the queue, an operator - leads to the same two steps: the gateway
/// is asked how the payment stands, and one transaction decides by that alone (`PaymentRule`). Between the two anything
/// may happen, also the end of the process: whatever may be paid has a task from before the gateway was first asked,
/// and the task goes only once that is decided.
///
/// Whoever embeds the module calls `work` again and again: when it says, and whenever `wake` is called.
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

  /// A shop over its stores.
  /// - Parameters:
  ///   - gateways: none: the shop is closed. Native orders are paid by the second interface where it is there.
  ///   - goods: what a post offers; nil where there is no such post or it sells nothing.
  ///   - secrets: words that are masked wherever they turn up in what a gateway tells, such as application keys, which
  ///     old clients write into their order numbers.
  ///   - wake: told whenever a task was added that is due at once.
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

  /// One of somebody's orders.
  /// - Throws: `DomainError` `order-unknown` (notFound), also where it is somebody else's.
  public func order(_ id: OrderID, of buyer: AccountID) async throws -> Order {
    guard let order = try await store.order(id), order.buyer == buyer else { throw DomainError.orderUnknown }
    return order
  }

  /// Somebody's orders, newest first.
  public func orders(
    of buyer: AccountID, in states: [OrderState] = [], _ request: PageRequest
  ) async throws -> Page<Order> {
    try await store.orders(of: buyer, in: states, request)
  }

  /// Who has bought what posts offer; see `PaymentStore.buyers`.
  public func buyers(of posts: [PostID]) async throws -> [PostID: [AccountID]] {
    try await store.buyers(of: posts)
  }

  /// Payments, newest first.
  public func payments(in states: [PaymentState], _ request: PageRequest) async throws -> Page<PaymentRecord> {
    try await store.payments(in: states, request)
  }
}

// MARK: What all ways have in common

extension PaymentService {
  func gateway(_ name: GatewayName) throws -> any PaymentGateway {
    guard let gateway = gateways[name] else { throw DomainError.shopClosed }
    return gateway
  }

  /// Lets what a gateway tells be decided upon, in one transaction: for the order that the payment has settled, else
  /// for the one that was made first under its reference, else for the one that claims it.
  /// - Parameters:
  ///   - requested: an order whose client waits to be told whether this payment settles it.
  ///   - completion: keeps what the client is told.
  /// - Returns: The order as it is then: the one that was asked for, else the payment's; nil where there is none.
  @discardableResult
  func apply(
    _ payment: GatewayPayment, for requested: OrderID? = nil, completion: RequestCompletion<Order>? = nil
  ) async throws -> Order? {
    try await transaction(completion) { transaction in
      let named = try transaction.order(reference: payment.reference, gateway: payment.gateway)?.id
      let masked = mask.masked(payment, keepsReference: named != nil)
      let claim = try transaction.order(claiming: payment.transaction, gateway: payment.gateway)?.id
      let record = try transaction.payment(transaction: payment.transaction, gateway: payment.gateway)
      let owner = (record?.state.hasSettled == true ? record?.order : nil) ?? named ?? claim
      if let claim, claim != owner, claim != requested {
        _ = try decide(masked, for: claim, named: named, in: transaction)
      }
      guard let requested else { return try decide(masked, for: owner, named: named, in: transaction) }
      // What it is otherwise is written first: a payment that was asked for in vain is seen by the operator.
      if requested != owner { _ = try decide(masked, for: owner, named: named, in: transaction) }
      return try decide(masked, for: requested, named: named, isValidating: true, in: transaction)
    }
  }

  /// Lets it be decided that a gateway knows no payment for an order.
  @discardableResult
  func applyNotFound(
    for order: OrderID, isValidating: Bool = false, completion: RequestCompletion<Order>? = nil
  ) async throws -> Order? {
    try await transaction(completion) { try decide(nil, for: order, isValidating: isValidating, in: $0) }
  }

  /// Decides in one transaction, which keeps what is told of it.
  private func transaction(
    _ completion: RequestCompletion<Order>?,
    _ decide: @escaping @Sendable (any PaymentTransaction) throws -> Result<Order?, DomainError>
  ) async throws -> Order? {
    let outcome = try await store.transaction { transaction in
      let outcome = try decide(transaction)
      let told = outcome.flatMap { order in order.map { .success($0) } ?? .failure(.orderUnknown) }
      if let completion, let response = completion.response(told) {
        try transaction.finish(completion.key, response)
      }
      return outcome
    }
    return try outcome.get()
  }

  private func decide(
    _ payment: GatewayPayment?, for order: OrderID?, named: OrderID? = nil, isValidating: Bool = false,
    in transaction: any PaymentTransaction
  ) throws -> Result<Order?, DomainError> {
    let now = clock()
    let rule = PaymentRule(
      policy: policy, now: now, newPayment: PaymentID(at: now, random: random), named: named, requested: order,
      isValidating: isValidating)
    return try transaction.decide(about: payment, for: order) { rule.decision(about: payment, where: $0) }
  }

  /// How a payment that was seen is asked for again: the second interface knows no transactions.
  func reference(of payment: GatewayPayment) -> PaymentReference {
    payment.gateway == .portOneV1 ? .transaction(payment.transaction) : .order(payment.reference)
  }

  /// What the task of an order looks at, which stays until the order is not pending any more.
  func reference(of order: Order) -> PaymentReference {
    order.claimed.map(PaymentReference.transaction) ?? .order(order.reference ?? "")
  }

  /// Has a task done at once.
  func expedite(_ reference: PaymentReference, at gateway: GatewayName, in lane: PaymentLane = .orders) async throws {
    try await queue.add([PaymentTask(gateway: gateway, reference: reference, dueAt: clock(), lane: lane)])
    wake()
  }

  /// Asks a gateway; where it does not answer, it is asked again by the queue.
  func fetch(_ reference: PaymentReference, at name: GatewayName, for order: Order) async throws -> GatewayPayment? {
    do {
      return try await gateway(name).payment(reference)
    } catch let error as DomainError where error.kind == .unavailable {
      try await expedite(self.reference(of: order), at: order.gateway, in: order.claimed == nil ? .orders : .unproven)
      throw error
    }
  }

  /// How many tasks may wait before signed messages about nothing known are refused.
  static let maxQueueLength = 10_000
  /// How many tasks may wait of what anybody can say.
  static let maxUnproven = 500

  /// Whether one more may wait in a lane.
  func hasRoom(in lane: PaymentLane) async throws -> Bool {
    try await queue.waiting(in: lane) < (lane == .orders ? Self.maxQueueLength : Self.maxUnproven)
  }
}
