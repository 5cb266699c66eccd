public import Basics

/// The checks of a payment before it settles an order. All are run, and each result is stored.
public enum PaymentCheck: String, Hashable, Sendable, CaseIterable {
  /// It is paid: not just begun, pending, failed or cancelled in part or whole, and no virtual account without a
  /// deposit.
  case status
  /// The amount equals the order's.
  case amount
  /// The currency equals the order's.
  case currency
  /// The gateway's reference is this order's, and no other's; and no other payment has settled the order.
  case order
  /// The payment provider is an accepted one.
  case provider
  /// The payment method is an accepted one.
  case method
  /// It was paid while the order could be paid.
  case time
  /// It has not settled another order.
  case unused
  /// It was paid to one of our stores.
  case store
}

/// The result of a check.
public struct CheckResult: Hashable, Sendable {
  /// The outcome of a check.
  public enum Outcome: String, Hashable, Sendable, CaseIterable {
    case passed
    case failed
    /// The gateway does not say, and its API shows only payments of its account.
    case notApplicable
  }

  /// The check.
  public let check: PaymentCheck
  /// The outcome.
  public let outcome: Outcome
  /// The found and the expected value, for an operator; empty if it passed. Contains no personal data.
  public let detail: String

  /// Creates a result.
  public init(_ check: PaymentCheck, _ outcome: Outcome, _ detail: String = "") {
    self.check = check
    self.outcome = outcome
    self.detail = detail
  }
}

/// Which payments are accepted.
public struct PaymentPolicy: Hashable, Sendable {
  /// Seconds after its creation in which an order can be paid.
  public var payWithin: Int64 = 3_600
  /// Seconds after the order's creation in which a deposit to a virtual account is accepted.
  public var depositWithin: Int64 = 604_800
  /// Maximum age in seconds of a payment that is claimed without an order.
  public var claimWithin: Int64 = 86_400
  /// Maximum difference in seconds between the gateway's clock and ours.
  public var clockSkew: Int64 = 60
  /// Seconds after the payment in which its buyer can request a refund.
  public var refundWithin: Int64 = 7 * 86_400
  /// The accepted payment providers; nil for all.
  public var providers: Set<String>?
  /// The accepted payment methods; nil for all.
  public var methods: Set<String>?
  /// Our stores at the gateway; nil for all that the API secret can access.
  public var stores: Set<String>?

  /// The default policy.
  public init() {}
}

extension PaymentPolicy {
  /// Verifies a payment, as the gateway reports it, for an order.
  /// - Parameters:
  ///   - order: the order to settle.
  ///   - settled: the order that the payment has settled already; nil if none.
  ///   - named: the order made first that the payment's reference names; nil if none. A claim of such a payment fails.
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
    case .paid: payment.refunded == 0 ? nil : "\(payment.refunded) of \(payment.amount) was refunded"
    case .unknown(let word): "the gateway says \(quoted(word)), which is not known here"
    default: "the payment is \(payment.status.displayValue)"
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

  /// Why a payment is not the one of an order; nil if it is.
  private func identityFault(_ payment: GatewayPayment, _ order: Order, _ named: OrderID?) -> String? {
    if payment.gateway != order.gateway { return "it was paid at \(payment.gateway.rawValue)" }
    guard let claimed = order.claimedTransaction else {
      return payment.reference == order.reference ? nil : "its reference is \(quoted(payment.reference))"
    }
    if payment.transaction != claimed { return "another payment was claimed" }
    return named.map { "it is a payment of the order \($0)" }
  }

  /// Whether a payment is the one of an order, whatever else is wrong with it.
  func isPayment(_ payment: GatewayPayment, of order: Order, named: OrderID?) -> Bool {
    identityFault(payment, order, named) == nil
  }

  private func listFault(_ word: String?, _ allowed: Set<String>?) -> String? {
    guard let allowed else { return nil }
    guard let word else { return "the gateway does not say" }
    return allowed.contains(word) ? nil : "\(quoted(word)) is not accepted"
  }

  private func timeFault(_ payment: GatewayPayment, _ order: Order) -> String? {
    guard let paidAt = payment.paidAt else { return "the gateway names no time of payment" }
    let first = order.createdAt.advanced(seconds: -(order.claimedTransaction == nil ? 0 : claimWithin) - clockSkew)
    let last = lastPayment(of: order, byVirtualAccount: payment.isVirtualAccount).advanced(seconds: clockSkew)
    return paidAt >= first && paidAt <= last
      ? nil : "paid at \(described(paidAt)), not from \(described(first)) to \(described(last))"
  }

  /// The deadline of an order's payment. A claim states that the payment was made before it.
  func lastPayment(of order: Order, byVirtualAccount: Bool) -> Timestamp {
    if byVirtualAccount { return order.createdAt.advanced(seconds: depositWithin) }
    return order.claimedTransaction == nil ? order.payBy : order.createdAt
  }

  private func unusedFault(_ order: Order, _ settled: OrderID?) -> String? {
    settled == nil || settled == order.id ? nil : "it has settled another order"
  }

  private func storeResult(_ payment: GatewayPayment) -> CheckResult {
    // Only V1 does not report the store: there each API secret belongs to one store.
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

/// A gateway's value for an operator: truncated, and without control characters that a terminal would obey.
private func quoted(_ word: String) -> String {
  let reported = word.unicodeScalars.prefix(60).map { (0x20..<0x7F).contains($0.value) ? Character($0) : "?" }
  return "\"\(String(reported))\""
}

/// A gateway's timestamp may be outside the years that RFC 3339 can represent.
private func described(_ instant: Timestamp) -> String {
  let written: Range<Int64> = -62_167_219_200_000..<253_402_300_800_000
  return written.contains(instant.milliseconds) ? instant.rfc3339 : "\(instant.milliseconds) ms"
}
