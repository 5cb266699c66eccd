public import Basics

/// The accounts of the double-entry ledger. Amounts are integers in the currency's smallest unit.
public enum LedgerAccount: String, Hashable, Sendable, CaseIterable {
  /// Owed by buyers for orders (debit).
  case receivable
  /// Ordered and not paid (credit).
  case ordered
  /// Held by the gateway for us (debit).
  case gateway
  /// Sold (credit).
  case sales
  /// Refunded (debit).
  case refunds
}

/// The kind of a ledger transaction.
public enum LedgerEvent: String, Hashable, Sendable, CaseIterable {
  case order
  /// An order was closed without a payment.
  case closing
  case payment
  case cancellation
  case partialCancellation
}

/// One posting: debits are positive, credits negative.
public struct LedgerPosting: Hashable, Sendable {
  /// The account.
  public let account: LedgerAccount
  /// Debits positive, credits negative, never 0.
  public let amount: Int

  /// Creates a posting.
  public init(_ account: LedgerAccount, _ amount: Int) {
    self.account = account
    self.amount = amount
  }
}

/// Postings that balance to 0. Once written, a transaction is never changed or removed.
public struct LedgerTransaction: Hashable, Sendable {
  /// The kind of the transaction.
  public let event: LedgerEvent
  /// The order.
  public let order: OrderID
  /// The payment; nil for orders and closings.
  public let payment: PaymentID?
  /// When it was written.
  public let instant: Timestamp
  /// The postings; their sum is 0.
  public let postings: [LedgerPosting]

  /// Creates a transaction; nil unless it has at least two postings, none of them 0, with the sum 0.
  public init?(
    event: LedgerEvent, order: OrderID, payment: PaymentID?, instant: Timestamp, postings: [LedgerPosting]
  ) {
    guard postings.count >= 2, postings.allSatisfy({ $0.amount != 0 }), sum(postings) == 0 else { return nil }
    self.event = event
    self.order = order
    self.payment = payment
    self.instant = instant
    self.postings = postings
  }
}

/// The sum of some postings; nil on overflow.
private func sum(_ postings: [LedgerPosting]) -> Int? {
  var sum = 0
  for posting in postings {
    let (next, overflows) = sum.addingReportingOverflow(posting.amount)
    if overflows { return nil }
    sum = next
  }
  return sum
}

// The entry of each event.
extension LedgerTransaction {
  /// An order: its buyer owes its amount. Nil for an amount that is not positive.
  public static func ordered(_ order: Order, at instant: Timestamp) -> LedgerTransaction? {
    entry(.order, order, nil, instant, [(.receivable, .ordered)], order.amount)
  }

  /// An unpaid order was closed: reverses the order. Nil for an amount that is not positive.
  public static func closed(_ order: Order, at instant: Timestamp) -> LedgerTransaction? {
    entry(.closing, order, nil, instant, [(.ordered, .receivable)], order.amount)
  }

  /// A payment: the gateway holds what the buyer owed, and the goods are sold. Nil for an amount that is not positive.
  public static func paid(_ order: Order, by payment: PaymentID, at instant: Timestamp) -> LedgerTransaction? {
    entry(.payment, order, payment, instant, [(.gateway, .receivable), (.ordered, .sales)], order.amount)
  }

  /// A refund. Nil for an amount that is not positive.
  /// - Parameter isLast: whether nothing is left of the payment.
  public static func refunded(
    _ amount: Int, of order: Order, paidBy payment: PaymentID, isLast: Bool, at instant: Timestamp
  ) -> LedgerTransaction? {
    entry(isLast ? .cancellation : .partialCancellation, order, payment, instant, [(.refunds, .gateway)], amount)
  }

  private static func entry(
    _ event: LedgerEvent, _ order: Order, _ payment: PaymentID?, _ instant: Timestamp,
    _ moves: [(debit: LedgerAccount, credit: LedgerAccount)], _ amount: Int
  ) -> LedgerTransaction? {
    guard amount > 0 else { return nil }
    let postings = moves.flatMap { [LedgerPosting($0.debit, amount), LedgerPosting($0.credit, -amount)] }
    return LedgerTransaction(event: event, order: order.id, payment: payment, instant: instant, postings: postings)
  }
}
