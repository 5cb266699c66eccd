import Basics
import Payments
import Support
import Synchronization
import Testing
import Workload

/// A shop over real stores and a scripted gateway, with short words for what tests do.
struct ShopUnderTest: Sendable {
  let payments: PaymentService
  let stored: PaymentsUnderTest
  var store: any PaymentStore { stored.store }
  var queue: any PaymentQueue { stored.queue }
  let gateway: ScriptedGateway
  let clock = ManualClock()
  let faults = Faults()
  let wakes = Counter()

  static let key = "SesacKey/3a+b="

  /// An empty shop that sells posts 1 to 9, each for as many thousand won as its number; post 10 is free.
  init(
    _ gateway: GatewayName = .portOneV1, seed: UInt64 = 1, policy: PaymentPolicy = PaymentPolicy()
  ) async throws {
    self.init(stored: try await Self.emptyStores(), gateway: ScriptedGateway(gateway), seed: seed, policy: policy)
  }

  /// - Parameter queue: Is used instead of the stored one.
  init(
    stored: PaymentsUnderTest, queue: (any PaymentQueue)? = nil, gateway: ScriptedGateway, seed: UInt64,
    policy: PaymentPolicy = PaymentPolicy()
  ) {
    self.stored = stored
    self.gateway = gateway
    let (clock, wakes) = (clock, wakes)
    payments = PaymentService(
      store: stored.store, queue: queue ?? stored.queue, gateways: [gateway], policy: policy,
      goods: { post in
        guard let number = Self.number(of: post), number <= 10 else { return nil }
        return Goods(post: post, name: "Album \(number)", price: number == 10 ? 0 : number * 1_000, seller: Self.seller)
      },
      clock: { clock.now }, random: seededBytes(seed), secrets: [Self.key], wake: { wakes.add() })
  }

  /// Stores with accounts 1 and 2 and nothing else.
  static func emptyStores() async throws -> PaymentsUnderTest {
    let stored = try await PaymentsUnderTest()
    for number in 1...2 { try await stored.database.addAccount(number) }
    return stored
  }

  // MARK: Things

  static func post(_ number: Int) -> PostID { .numbered(number) }
  static func buyer(_ number: Int) -> AccountID { .numbered(number) }
  private static func number(of post: PostID) -> Int? { Int(post.description, radix: 16) }

  static let seller = buyer(2)

  let buyer = Self.buyer(1)
  let post = Self.post(3)

  func order() async throws -> Order { try await payments.order(post, by: buyer) }

  /// The customer pays in the payment company's window.
  @discardableResult
  func pay(
    _ order: Order, transaction: String = "imp_1", _ change: (inout GatewayPayment) -> Void = { _ in }
  ) -> GatewayPayment {
    pay(order.reference ?? "", order.amount, transaction: transaction, change)
  }

  @discardableResult
  func pay(
    _ reference: String, _ amount: Int, transaction: String = "imp_1",
    _ change: (inout GatewayPayment) -> Void = { _ in }
  ) -> GatewayPayment {
    var payment = GatewayPayment(
      gateway: gateway.name, transaction: transaction, reference: reference, status: .paid, amount: amount,
      provider: "html5_inicis", method: "card", store: gateway.name == .portOneV2 ? "store-1" : nil, paidAt: clock.now)
    change(&payment)
    gateway.add(payment)
    return payment
  }

  // MARK: What happens

  func validate(_ order: Order, transaction: String? = nil) async throws -> Order {
    try await payments.validate(order.id, transaction: transaction, by: order.buyer ?? buyer)
  }

  func ingest(_ transaction: String = "imp_1", message: String? = nil) async throws {
    try await payments.ingest(.transaction(transaction), at: gateway.name, message: message)
  }

  @discardableResult
  func work() async throws -> Timestamp? { try await payments.work { faults.add($0) } }

  /// Moves the clock to each moment that the queue names, for so long.
  func workOn(seconds: Int64) async throws {
    let end = clock.now.advanced(seconds: seconds)
    while let due = try await work(), due <= end {
      clock.advance(milliseconds: due.milliseconds - clock.now.milliseconds)
    }
    clock.advance(milliseconds: max(0, end.milliseconds - clock.now.milliseconds))
    try await work()
  }

  // MARK: What is there

  func order(_ order: Order) async throws -> Order { try #require(try await store.order(order.id)) }
  func record(_ transaction: String = "imp_1") async throws -> PaymentRecord {
    try #require(try await store.payment(transaction: transaction, gateway: gateway.name))
  }
  func events(_ order: Order) async throws -> [LedgerEvent] { try await store.ledger(of: order.id).map(\.event) }
  var waiting: Int { get async throws { try await queue.waiting().count } }

  /// The sums of the accounts that are not empty.
  var balances: [LedgerAccount: Int] { get async throws { try await store.balances().filter { $0.value != 0 } } }
}

/// What was told of as our own fault.
final class Faults: Sendable {
  private let errors = Mutex<[any Error]>([])
  func add(_ error: any Error) { errors.withLock { $0.append(error) } }
  var all: [any Error] { errors.withLock { $0 } }
}

/// The code of the refusal that something ends with; nil where it succeeds.
func code<Result>(_ body: () async throws -> Result) async throws -> String? {
  do {
    _ = try await body()
    return nil
  } catch let domainError as DomainError {
    return domainError.code
  }
}
