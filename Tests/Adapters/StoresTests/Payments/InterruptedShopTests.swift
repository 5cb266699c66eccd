import Accounts
import Basics
import Foundation
import Payments
import Stores
import Support
import Testing
import Workload

@Suite("A shop that is interrupted between two statements")
struct InterruptedShopTests {
  private struct Fault: Error {}

  private let shop: PaymentsUnderTest

  init() async throws {
    shop = try await PaymentsUnderTest()
  }

  /// Does something again and again, interrupted before its first statement, its second and so on until it comes
  /// through; expects that nothing is left of it each time.
  private func interrupt(_ body: (PaymentsUnderTest) async throws -> Void) async throws -> Int {
    let before = try await shop.contents()
    for count in 1... {
      let database = InterruptedDatabase(shop.database, before: count) { throw Fault() }
      do {
        try await body(shop.over(database))
        #expect(database.isWaiting)
        return count - 1
      } catch is Fault {
        #expect(try await shop.contents() == before, "after \(count - 1) statements")
      }
    }
    return 0
  }

  @Test("Orders are stored completely or not at all")
  func orders() async throws {
    let order = shop.newOrder(by: try await shop.database.addAccount(1))
    #expect(try await interrupt { try await $0.add(order) } > 4)
    #expect(try await shop.store.ledger(of: order.id) == [order.entry])
  }

  @Test("Settling, refunding and closing an order is complete or has no effect")
  func decisions() async throws {
    let order = try await shop.order()
    #expect(try await interrupt { try await $0.apply($0.payment(of: order)) } > 6)
    let record = try #require(try await shop.store.payments(of: order.id).first)
    #expect(try await interrupt { try await $0.refund(1_000, of: record.id) } > 6)
    let other = try await shop.order()
    #expect(try await interrupt { try await $0.close(other.id) } > 3)
    #expect(try await shop.store.ledger(of: order.id).map(\.event) == [.order, .payment, .partialCancellation])
    #expect(try await shop.store.balances().values.reduce(0, +) == 0)
  }

  @Test("A decision and its response are stored together or not at all")
  func completions() async throws {
    let account = try await shop.database.addAccount(1)
    let order = try await shop.order(by: account)
    let (now, payment) = (shop.clock.now, shop.payment(of: order))
    let key = IdempotencyKey(account: account, key: "key", fingerprint: "aa")
    let operation = OperationID(at: now, random: shop.random)
    _ = try await shop.keys.begin(key, operation: operation, at: now)
    let answer = StoredResponse(status: 200, body: Array("paid".utf8), type: "text/plain")
    let rule = PlainRule(payment: payment, instant: now, id: PaymentID(at: now, random: shop.random))
    let statements = try await interrupt { shop in
      _ = try await shop.store.transaction { transaction in
        let outcome = try transaction.decide(about: payment, for: order.id) { try rule.decide($0) }
        try transaction.finish(key, answer)
        return outcome
      }
    }
    #expect(statements > 7)
    #expect(try await shop.store.order(order.id)?.state == .paid)
    #expect(try await shop.keys.begin(key, operation: operation, at: now) == .answered(answer))
  }

  @Test("Messages, leases and keys are stored completely or not at all")
  func others() async throws {
    let account = try await shop.database.addAccount(1)
    let now = shop.clock.now
    let tasks = ["a", "b"].map { PaymentTask(gateway: .portOneV1, reference: .transaction($0), dueAt: now) }
    #expect(try await interrupt { _ = try await $0.queue.add(tasks, message: "m", at: now) } == 4)
    #expect(try await !shop.queue.add(tasks, message: "m", at: now))
    #expect(try await interrupt { _ = try await $0.queue.lease(at: now, seconds: 9, limit: 9) } == 4)
    #expect(try await shop.queue.lease(at: now, seconds: 9, limit: 9) == [])
    let request = IdempotencyKey(account: account, key: "key", fingerprint: "aa")
    let operation = OperationID(at: now, random: shop.random)
    let statements = try await interrupt { _ = try await $0.keys.begin(request, operation: operation, at: now) }
    #expect(statements == 3)
  }

  @Test(
    "A killed process leaves all of a decision or nothing, and the next one reaches the same result",
    arguments: [1, 3, 5, 7, 99])
  func killed(_ statement: Int) async throws {
    let order = try await shop.order()
    let before = try await shop.contents()
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [path = shop.path as String, id = order.id.description as String, statement = statement as Int] in
      let database = InterruptedDatabase(try await TestDatabase.open(path), before: statement) {
        kill(getpid(), SIGKILL)
      }
      let store = SQLPaymentStore(database)
      guard let id = OrderID(id), let order = try await store.order(id) else { return }
      let payment = GatewayPayment(
        gateway: order.gateway, transaction: "imp_1", reference: "", status: .paid, amount: order.amount,
        paidAt: order.createdAt)
      let rule = PlainRule(
        payment: payment, instant: order.createdAt, id: PaymentID(at: order.createdAt, random: seededBytes(9)))
      try await store.decide(about: payment, for: order.id) { try rule.decide($0) }
      kill(getpid(), SIGKILL)
    }
    let isCommitted = statement == 99
    #expect(try await (shop.contents() == before) == !isCommitted)
    #expect(try await shop.store.order(order.id)?.state == (isCommitted ? .paid : .pending))
    if !isCommitted { try await shop.apply(shop.payment(of: order)) }
    await #expect(throws: DomainError.self) { try await shop.apply(shop.payment(of: order)) }
    #expect(try await shop.store.ledger(of: order.id).map(\.event) == [.order, .payment])
    #expect(try await shop.store.payments(of: order.id).map(\.state) == [.settled])
  }
}
