public import Basics
public import Payments
public import SQL

/// Orders, payments and the book in a database.
public struct SQLPaymentStore: PaymentStore {
  private let database: any Database

  /// A store over a database whose schema is up to date.
  public init(_ database: any Database) {
    self.database = database
  }

  /// Adds an order. Complexity: O(log n).
  public func add(_ order: Order, _ entry: LedgerTransaction, _ task: PaymentTask) async throws -> Order {
    fatalError("skeleton")
  }

  /// Decides in a write transaction. Complexity: O(log n).
  @discardableResult
  public func decide(
    about payment: GatewayPayment?, for order: OrderID?,
    _ decide: @escaping @Sendable (StandingPayment) throws -> PaymentDecision
  ) async throws -> Order? { fatalError("skeleton") }

  /// An order. Complexity: O(log n).
  public func order(_ id: OrderID) async throws -> Order? { fatalError("skeleton") }
  /// An order. Complexity: O(log n).
  public func order(reference: String, gateway: GatewayName) async throws -> Order? { fatalError("skeleton") }
  /// An order. Complexity: O(log n).
  public func order(claiming transaction: String, gateway: GatewayName) async throws -> Order? {
    fatalError("skeleton")
  }
  /// A page of orders. Complexity: O(limit).
  public func orders(of buyer: AccountID, in states: [OrderState], _ request: PageRequest) async throws -> Page<Order> {
    fatalError("skeleton")
  }
  /// Buyers. Complexity: O(posts log n + buyers).
  public func buyers(of posts: [PostID]) async throws -> [PostID: [AccountID]] { fatalError("skeleton") }

  /// A payment. Complexity: O(log n).
  public func payment(_ id: PaymentID) async throws -> PaymentRecord? { fatalError("skeleton") }
  /// A payment. Complexity: O(log n).
  public func payment(transaction: String, gateway: GatewayName) async throws -> PaymentRecord? {
    fatalError("skeleton")
  }
  /// Payments of an order. Complexity: O(log n + payments).
  public func payments(of order: OrderID) async throws -> [PaymentRecord] { fatalError("skeleton") }
  /// A page of payments. Complexity: O(limit).
  public func payments(in states: [PaymentState], _ request: PageRequest) async throws -> Page<PaymentRecord> {
    fatalError("skeleton")
  }
  /// Payments by the time they were paid. Complexity: O(log n + limit).
  public func payments(paidFrom: Timestamp, until: Timestamp, after: PaymentID?, limit: Int) async throws
    -> [PaymentRecord]
  { fatalError("skeleton") }
  /// Cancellations. Complexity: O(log n + cancellations).
  public func cancellations(of payment: PaymentID) async throws -> [Cancellation] { fatalError("skeleton") }
  /// The book about an order. Complexity: O(log n + lines).
  public func ledger(of order: OrderID) async throws -> [LedgerTransaction] { fatalError("skeleton") }
  /// The sum of each account. Complexity: O(lines).
  public func balances() async throws -> [LedgerAccount: Int] { fatalError("skeleton") }
}
