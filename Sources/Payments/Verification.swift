public import Basics

/// What must hold of a payment before it settles an order. All are looked at, and each result is kept.
public enum PaymentCheck: String, Hashable, Sendable, CaseIterable {
  /// It is paid: not begun only, pending, failed, cancelled in part or whole, nor an account issued without a deposit.
  case status
  /// The amount is the order's.
  case amount
  /// The currency is the order's.
  case currency
  /// The gateway's reference is this order's, and no other's.
  case order
  /// The payment company is one that is taken.
  case provider
  /// The way of paying is one that is taken.
  case method
  /// It was paid while the order could be paid.
  case time
  /// It has not settled another order.
  case unused
  /// It was paid to this store.
  case store
}

/// What a check found.
public struct CheckResult: Hashable, Sendable {
  /// How it went.
  public enum Outcome: String, Hashable, Sendable, CaseIterable {
    case passed
    case failed
    /// The gateway does not say, and its interface shows nobody else's payments.
    case notApplicable
  }

  /// Which.
  public let check: PaymentCheck
  /// How it went.
  public let outcome: Outcome
  /// What was found and what was expected, for an operator; empty where it passed. Holds nothing about people.
  public let detail: String

  /// A result from its parts.
  public init(_ check: PaymentCheck, _ outcome: Outcome, _ detail: String = "") {
    self.check = check
    self.outcome = outcome
    self.detail = detail
  }
}

/// What is taken for a payment.
public struct PaymentPolicy: Hashable, Sendable {
  /// How long after its making an order can be paid, in seconds.
  public var payWithin: Int64 = 3_600
  /// How long after the order's making a deposit to a virtual account is taken, in seconds.
  public var depositWithin: Int64 = 604_800
  /// How old a payment may be that is claimed without an order, in seconds.
  public var claimWithin: Int64 = 86_400
  /// By how many seconds the gateway's clock may differ from ours.
  public var clockSkew: Int64 = 60
  /// The payment companies that are taken; nil: all.
  public var providers: Set<String>?
  /// The ways of paying that are taken; nil: all.
  public var methods: Set<String>?
  /// Our stores at the gateway; nil: whatever the secret shows.
  public var stores: Set<String>?

  /// The usual policy.
  public init() {}
}

extension PaymentPolicy {
  /// Looks at a payment as the gateway tells it, for an order.
  /// - Parameters:
  ///   - order: the order it is to settle.
  ///   - settled: the order that the payment has settled already; nil where none.
  /// - Returns: A result for each check, in the order of `PaymentCheck.allCases`.
  public func verify(_ payment: GatewayPayment, for order: Order, settled: OrderID?) -> [CheckResult] {
    fatalError("skeleton")
  }
}
