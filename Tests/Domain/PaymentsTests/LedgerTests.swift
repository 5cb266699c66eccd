import Basics
import Payments
import Support
import Testing

@Suite("The ledger")
struct LedgerTests {
  private let order = pendingOrder()
  private let payment: PaymentID = .numbered(400)

  private func lines(_ transaction: LedgerTransaction?) -> [LedgerAccount: Int] {
    (transaction?.postings ?? []).reduce(into: [:]) { $0[$1.account, default: 0] += $1.amount }
  }

  @Test("The ledger has balanced entries for each event")
  func events() throws {
    let now = order.createdAt
    #expect(lines(.ordered(order, at: now)) == [.receivable: 3_000, .ordered: -3_000])
    #expect(lines(.closed(order, at: now)) == [.receivable: -3_000, .ordered: 3_000])
    #expect(
      lines(.paid(order, by: payment, at: now))
        == [.gateway: 3_000, .receivable: -3_000, .ordered: 3_000, .sales: -3_000])
    let part = LedgerTransaction.refunded(1_000, of: order, paidBy: payment, isLast: false, at: now)
    let rest = LedgerTransaction.refunded(2_000, of: order, paidBy: payment, isLast: true, at: now)
    #expect(lines(part) == [.refunds: 1_000, .gateway: -1_000])
    #expect([part?.event, rest?.event] == [.partialCancellation, .cancellation])
    #expect(part?.payment == payment && part?.order == order.id && part?.instant == now)
  }

  @Test(
    "The ledger has no entry for a price of zero or less, and can hold the largest number",
    arguments: [0, -1, Int.min, Int.max])
  func extremes(_ price: Int) {
    let order = pendingOrder(price: price)
    let all = [
      LedgerTransaction.ordered(order, at: order.createdAt), .closed(order, at: order.createdAt),
      .paid(order, by: payment, at: order.createdAt),
      .refunded(price, of: order, paidBy: payment, isLast: true, at: order.createdAt),
    ]
    #expect(all.allSatisfy { ($0 != nil) == (price > 0) })
  }

  @Test("The ledger refuses entries that do not balance or that overflow")
  func unbalanced() {
    func transaction(_ amounts: [Int]) -> LedgerTransaction? {
      LedgerTransaction(
        event: .order, order: order.id, payment: nil, instant: order.createdAt,
        postings: amounts.map { LedgerPosting(.receivable, $0) })
    }
    #expect(transaction([5, -5]) != nil)
    for amounts in [[], [0, 0], [1], [1, -2], [1, 0, -1], [Int.max, Int.max, 2], [Int.min, Int.min]] {
      #expect(transaction(amounts) == nil, "\(amounts)")
    }
  }
}
