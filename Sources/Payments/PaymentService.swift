public import Basics

/// The shop: orders, what becomes of payments, and what to do about money that moved otherwise.
///
/// Whatever tells of a payment - a client, a webhook, the queue, an operator - leads to the same two steps: the gateway
/// is asked how the payment stands, and one transaction decides by that alone.
public struct PaymentService: Sendable {
  let store: any PaymentStore
  let queue: any PaymentQueue
  let gateways: [GatewayName: any PaymentGateway]
  let policy: PaymentPolicy
  let goods: @Sendable (PostID) async throws -> Goods?
  let clock: @Sendable () -> Timestamp
  let random: RandomBytes
  let secrets: [String]
  let wake: @Sendable () -> Void

  /// A shop over its stores.
  /// - Parameters:
  ///   - gateways: none: the shop is closed. Native orders are paid by the second interface where it is there.
  ///   - goods: what a post offers; nil where there is no such post or it sells nothing.
  ///   - secrets: words that are masked wherever they turn up in what a gateway tells, such as application keys, which old
  ///     clients write into their order numbers.
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
    self.secrets = secrets
    self.wake = wake
  }

  // MARK: Buying

  /// Makes an order: amount, currency and reference are fixed, here and at the gateway, before the client pays.
  /// - Parameter id: where a repetition is to be the same order.
  /// - Throws: `Refusal` `goods-unknown` (missing), `goods-free` (invalid), `shop-closed` (unavailable),
  ///   `gateway-unavailable` (unavailable; the order is there, and the same call with the same identifier goes on).
  public func order(_ post: PostID, by buyer: AccountID, as id: OrderID? = nil) async throws -> Order {
    fatalError("skeleton")
  }

  /// Finds out whether an order is paid, and says so once.
  /// - Parameter transaction: the gateway's number of the payment (`imp_uid`), as the client was told it; nil: the gateway
  ///   is asked by the order's reference.
  /// - Throws: `Refusal` `order-unknown` (missing), `payment-validated` (conflict) where it was said before,
  ///   `order-closed` (conflict), `payment-unknown` (invalid) where the gateway knows none, `payment-unpaid` (invalid),
  ///   `payment-mismatch` (invalid) where another check fails, `payment-used` (conflict) where the payment is another
  ///   order's, `gateway-unavailable` (unavailable): the order stays pending and settles by itself later.
  public func validate(_ order: OrderID, transaction: String?, by buyer: AccountID) async throws -> Order {
    fatalError("skeleton")
  }

  /// The same for old clients, which pay without an order and tell afterwards what they paid for: an order is made at the
  /// post's price of now. Who pays is known only where the client says so. Only the first interface has such clients.
  /// - Throws: as above, and `goods-unknown` (missing), `goods-free` (invalid), `transaction-invalid` (invalid),
  ///   `shop-closed` (unavailable).
  public func claim(transaction: String, for post: PostID, by buyer: AccountID?) async throws -> Order {
    fatalError("skeleton")
  }

  /// One of somebody's orders.
  /// - Throws: `Refusal` `order-unknown` (missing), also where it is somebody else's.
  public func order(_ id: OrderID, of buyer: AccountID) async throws -> Order { fatalError("skeleton") }

  /// Somebody's orders, newest first.
  public func orders(of buyer: AccountID, in states: [OrderState] = [], _ request: PageRequest) async throws
    -> Page<Order>
  { try await store.orders(of: buyer, in: states, request) }

  /// Who has bought what posts offer; see `PaymentStore.buyers`.
  public func buyers(of posts: [PostID]) async throws -> [PostID: [AccountID]] {
    try await store.buyers(of: posts)
  }

  // MARK: Being told

  /// Takes in that something happened to a payment; what, is asked of the gateway later. Cheap and durable.
  /// - Parameter message: the identifier of the message, where it has one: each is taken once.
  /// - Throws: `Refusal` `queue-full` (overCall) where a great many wait already.
  public func hear(of reference: PaymentReference, at gateway: GatewayName, message: String? = nil) async throws {
    fatalError("skeleton")
  }

  /// Works on tasks that are due, some at the same time, until none is; and tidies up what is old.
  /// - Returns: When to come again; nil where nothing waits.
  /// - Parameter onFault: told of what is not a refusal of the gateway's; the task is tried again later.
  public func work(onFault: @escaping @Sendable (any Error) -> Void) async throws -> Timestamp? {
    fatalError("skeleton")
  }

  // MARK: For the operator

  /// A payment with all that is known about it.
  /// - Throws: `Refusal` `payment-unknown` (missing).
  public func dossier(_ id: PaymentID) async throws -> PaymentDossier { fatalError("skeleton") }

  /// Payments, newest first.
  public func payments(in states: [PaymentState], _ request: PageRequest) async throws -> Page<PaymentRecord> {
    try await store.payments(in: states, request)
  }

  /// Asks the gateway about a payment now, and lets that be decided upon.
  /// - Throws: `Refusal` `payment-unknown` (missing), `shop-closed`, `gateway-unavailable`.
  public func verify(_ id: PaymentID) async throws -> PaymentDossier { fatalError("skeleton") }

  /// Gives money of a payment back: written down first, so that it comes to its end whatever happens.
  /// - Parameters:
  ///   - amount: nil: all that is left.
  ///   - reason: 1...200 characters.
  ///   - id: where a repetition is to be the same request.
  /// - Throws: `Refusal` `payment-unknown` (missing), `reason-invalid`, `amount-invalid` (invalid),
  ///   `cancel-impossible` (conflict) where nothing is left or another is under way, `cancel-refused` (conflict),
  ///   `gateway-unavailable` (unavailable; it goes on by itself).
  public func cancel(
    _ payment: PaymentID, amount: Int?, reason: String, as id: CancellationID? = nil
  ) async throws -> PaymentDossier { fatalError("skeleton") }

  /// Compares what is known here with what the gateways tell, for payments of some days.
  /// - Parameter mending: whether to decide anew about whatever differs.
  /// - Throws: `Refusal` `shop-closed`, `period-invalid` (invalid), `gateway-unavailable`.
  public func reconcile(from: Timestamp, until: Timestamp, mending: Bool) async throws -> Reconciliation {
    fatalError("skeleton")
  }
}

/// A payment with all that is known about it.
public struct PaymentDossier: Hashable, Sendable {
  /// The payment.
  public let payment: PaymentRecord
  /// Its order; nil where it has none.
  public let order: Order?
  /// What was or is to be given back.
  public let cancellations: [Cancellation]
  /// The book about its order.
  public let ledger: [LedgerTransaction]

  /// A dossier from its parts.
  public init(
    payment: PaymentRecord, order: Order?, cancellations: [Cancellation], ledger: [LedgerTransaction]
  ) {
    self.payment = payment
    self.order = order
    self.cancellations = cancellations
    self.ledger = ledger
  }
}

/// What a comparison found.
public struct Reconciliation: Hashable, Sendable {
  /// One difference.
  public struct Difference: Hashable, Sendable {
    /// Of what kind.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
      /// Paid there and never seen here.
      case unknownHere
      /// Paid there, seen here, and not settled.
      case unsettledHere
      /// Settled here and not paid there.
      case unpaidThere
      /// Another amount, or another amount given back.
      case amountDiffers
    }

    /// Of what kind.
    public let kind: Kind
    /// The gateway.
    public let gateway: GatewayName
    /// The gateway's number.
    public let transaction: String
    /// The payment here; nil where it was never seen and is not mended.
    public let payment: PaymentID?
    /// As the gateway tells it; nil where it knows none.
    public let there: GatewayPayment?
    /// The state here; nil where it was never seen.
    public let here: PaymentState?
    /// Whether it agrees now.
    public let isMended: Bool

    /// A difference from its parts.
    public init(
      kind: Kind, gateway: GatewayName, transaction: String, payment: PaymentID?, there: GatewayPayment?,
      here: PaymentState?, isMended: Bool
    ) {
      self.kind = kind
      self.gateway = gateway
      self.transaction = transaction
      self.payment = payment
      self.there = there
      self.here = here
      self.isMended = isMended
    }
  }

  /// How many payments were compared.
  public var compared: Int
  /// What differs.
  public var differences: [Difference]
  /// The sum of each account of the book: together they are 0.
  public var balances: [LedgerAccount: Int]

  /// A reconciliation from its parts.
  public init(compared: Int, differences: [Difference], balances: [LedgerAccount: Int]) {
    self.compared = compared
    self.differences = differences
    self.balances = balances
  }
}
