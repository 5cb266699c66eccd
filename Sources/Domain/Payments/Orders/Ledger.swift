public import Basics

/// The accounts of the double-entry book. Amounts are whole numbers of the currency's smallest unit.
public enum LedgerAccount: String, Hashable, Sendable, CaseIterable {
  /// What buyers owe for orders (debit).
  case receivable
  /// What was ordered and not paid (credit).
  case ordered
  /// What the gateway holds for us (debit).
  case gateway
  /// What was sold (credit).
  case sales
  /// What was given back (debit).
  case refunds
}

/// What a transaction of the book tells.
public enum LedgerEvent: String, Hashable, Sendable, CaseIterable {
  case order
  /// An order was closed without a payment.
  case closing
  case payment
  case cancellation
  case partialCancellation
}

/// One line: debits are positive, credits negative.
public struct LedgerPosting: Hashable, Sendable {
  /// Where.
  public let account: LedgerAccount
  /// Debits positive, credits negative, never 0.
  public let amount: Int

  /// A line; see the properties.
  public init(_ account: LedgerAccount, _ amount: Int) {
    self.account = account
    self.amount = amount
  }
}

/// Lines that belong together and come to nothing. Once written it is never changed or removed.
public struct LedgerTransaction: Hashable, Sendable {
  /// What it tells.
  public let event: LedgerEvent
  /// Of which order.
  public let order: OrderID
  /// By which payment; nil for orders and closings.
  public let payment: PaymentID?
  /// When it was written.
  public let instant: Timestamp
  /// They come to nothing.
  public let postings: [LedgerPosting]

  /// A transaction that was read; nil where its lines do not come to nothing.
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

/// The sum of some lines; nil where it is too large for a number.
private func sum(_ postings: [LedgerPosting]) -> Int? {
  var sum = 0
  for posting in postings {
    let (next, overflows) = sum.addingReportingOverflow(posting.amount)
    if overflows { return nil }
    sum = next
  }
  return sum
}

// What the book tells of each event. Nothing is written where nothing moves.
extension LedgerTransaction {
  /// An order: its buyer owes what was ordered. Nil for an amount that is not positive.
  public static func ordered(_ order: Order, at instant: Timestamp) -> LedgerTransaction? {
    entry(.order, order, nil, instant, [(.receivable, .ordered)], order.amount)
  }

  /// The end of an order that was not paid: the reverse of the order. Nil for an amount that is not positive.
  public static func closed(_ order: Order, at instant: Timestamp) -> LedgerTransaction? {
    entry(.closing, order, nil, instant, [(.ordered, .receivable)], order.amount)
  }

  /// A payment: the gateway holds what the buyer owed, and what was ordered is sold. Nil for an amount that is not
  /// positive.
  public static func paid(_ order: Order, by payment: PaymentID, at instant: Timestamp) -> LedgerTransaction? {
    entry(.payment, order, payment, instant, [(.gateway, .receivable), (.ordered, .sales)], order.amount)
  }

  /// Some of a payment was given back. Nil for an amount that is not positive.
  /// - Parameter isLast: whether nothing is left of it.
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
