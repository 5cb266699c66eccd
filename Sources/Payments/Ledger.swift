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
  public let moment: Timestamp
  /// They come to nothing.
  public let postings: [LedgerPosting]

  /// A transaction that was read; nil where its lines do not come to nothing.
  public init?(
    event: LedgerEvent, order: OrderID, payment: PaymentID?, moment: Timestamp, postings: [LedgerPosting]
  ) {
    guard postings.count >= 2, postings.allSatisfy({ $0.amount != 0 }),
      postings.reduce(0, { $0 + $1.amount }) == 0
    else { return nil }
    self.event = event
    self.order = order
    self.payment = payment
    self.moment = moment
    self.postings = postings
  }
}
