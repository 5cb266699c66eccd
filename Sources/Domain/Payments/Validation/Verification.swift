public import Basics

/// What must hold of a payment before it settles an order. All are looked at, and each result is kept.
public enum PaymentCheck: String, Hashable, Sendable, CaseIterable {
  /// It is paid: not begun only, pending, failed, cancelled in part or whole, nor an account issued without a deposit.
  case status
  /// The amount is the order's.
  case amount
  /// The currency is the order's.
  case currency
  /// The gateway's reference is this order's, and no other's; and no other payment has settled it.
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
  ///   - named: the order that was made first and that the payment's reference names; nil where none does. A claim of
  ///     such a payment fails.
  /// - Returns: A result for each check, in the order of `PaymentCheck.allCases`.
  public func verify(
    _ payment: GatewayPayment, for order: Order, settled: OrderID?, named: OrderID? = nil
  ) -> [CheckResult] {
    PaymentCheck.allCases.map { check in
      switch check {
      case .status: CheckResult(check, statusFault(payment))
      case .amount: CheckResult(check, amountFault(payment, order))
      case .currency: CheckResult(check, currencyFault(payment, order))
      case .order: CheckResult(check, orderFault(payment, order, settled, named))
      case .provider: CheckResult(check, listFault(payment.provider, providers))
      case .method: CheckResult(check, listFault(payment.method, methods))
      case .time: CheckResult(check, timeFault(payment, order))
      case .unused: CheckResult(check, unusedFault(order, settled))
      case .store: storeResult(payment)
      }
    }
  }

  private func statusFault(_ payment: GatewayPayment) -> String? {
    switch payment.status {
    case .paid: payment.refunded == 0 ? nil : "\(payment.refunded) of \(payment.amount) was given back"
    case .unknown(let word): "the gateway says \(quoted(word)), which is not known here"
    default: "the payment is \(payment.status.word)"
    }
  }

  private func amountFault(_ payment: GatewayPayment, _ order: Order) -> String? {
    payment.amount == order.amount && payment.amount > 0
      ? nil : "\(payment.amount) was paid, \(order.amount) is the price"
  }

  private func currencyFault(_ payment: GatewayPayment, _ order: Order) -> String? {
    payment.currency == order.currency ? nil : "\(quoted(payment.currency)) was paid, \(order.currency) is expected"
  }

  private func orderFault(_ payment: GatewayPayment, _ order: Order, _ settled: OrderID?, _ named: OrderID?) -> String?
  {
    if let fault = identityFault(payment, order, named) { return fault }
    return order.state == .pending || settled == order.id ? nil : "the order is \(order.state.rawValue) already"
  }

  /// Why a payment is not the one that an order waits for; nil where it is.
  private func identityFault(_ payment: GatewayPayment, _ order: Order, _ named: OrderID?) -> String? {
    if payment.gateway != order.gateway { return "it was paid at \(payment.gateway.rawValue)" }
    guard let claimed = order.claimed else {
      return payment.reference == order.reference ? nil : "its reference is \(quoted(payment.reference))"
    }
    if payment.transaction != claimed { return "another payment was claimed" }
    return named.map { "it is a payment of the order \($0)" }
  }

  /// Whether a payment is the one that an order waits for, whatever else is wrong with it.
  func isPayment(_ payment: GatewayPayment, of order: Order, named: OrderID?) -> Bool {
    identityFault(payment, order, named) == nil
  }

  private func listFault(_ word: String?, _ allowed: Set<String>?) -> String? {
    guard let allowed else { return nil }
    guard let word else { return "the gateway does not say" }
    return allowed.contains(word) ? nil : "\(quoted(word)) is not taken"
  }

  private func timeFault(_ payment: GatewayPayment, _ order: Order) -> String? {
    guard let paidAt = payment.paidAt else { return "the gateway names no time of payment" }
    let first = order.createdAt.advanced(seconds: -(order.claimed == nil ? 0 : claimWithin) - clockSkew)
    let last = lastPayment(of: order, byVirtualAccount: payment.isVirtualAccount).advanced(seconds: clockSkew)
    return paidAt >= first && paidAt <= last
      ? nil : "paid at \(described(paidAt)), not from \(described(first)) to \(described(last))"
  }

  /// The last moment at which an order can be paid. Whoever claims a payment says that it was made.
  func lastPayment(of order: Order, byVirtualAccount: Bool) -> Timestamp {
    if byVirtualAccount { return order.createdAt.advanced(seconds: depositWithin) }
    return order.claimed == nil ? order.payBy : order.createdAt
  }

  private func unusedFault(_ order: Order, _ settled: OrderID?) -> String? {
    settled == nil || settled == order.id ? nil : "it has settled another order"
  }

  private func storeResult(_ payment: GatewayPayment) -> CheckResult {
    // Only the first interface keeps silent about the store: there the secret belongs to one.
    if payment.store == nil, payment.gateway == .portOneV1 || stores == nil {
      return CheckResult(.store, .notApplicable, "the gateway does not say")
    }
    return CheckResult(.store, listFault(payment.store, stores))
  }
}

extension CheckResult {
  fileprivate init(_ check: PaymentCheck, _ fault: String?) {
    self.init(check, fault == nil ? .passed : .failed, fault ?? "")
  }
}

/// A gateway's word for an operator's eyes: no more of it than fits, and nothing that a terminal would obey.
private func quoted(_ word: String) -> String {
  let seen = word.unicodeScalars.prefix(60).map { (0x20..<0x7F).contains($0.value) ? Character($0) : "?" }
  return "\"\(String(seen))\""
}

/// A moment that a gateway names may lie outside the years that can be written.
private func described(_ instant: Timestamp) -> String {
  let written: Range<Int64> = -62_167_219_200_000..<253_402_300_800_000
  return written.contains(instant.milliseconds) ? instant.rfc3339 : "\(instant.milliseconds) ms"
}
