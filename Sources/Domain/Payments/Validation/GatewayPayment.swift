public import Basics

/// A gateway's API.
public enum GatewayName: String, Hashable, Sendable, CaseIterable {
  /// PortOne V1, formerly i'mport.
  case portOneV1 = "portone-v1"
  /// PortOne V2.
  case portOneV2 = "portone-v2"
}

/// How a payment is looked up at its gateway.
public enum PaymentReference: Hashable, Sendable {
  /// By the gateway's transaction number: `imp_uid` (V1). V2 has no such lookup.
  case transaction(String)
  /// By the reference of the order: `merchant_uid` (V1), `paymentId` (V2).
  case order(String)
}

/// A payment as its gateway reports it, reduced to what the rules need.
public struct GatewayPayment: Hashable, Sendable {
  /// The reporting gateway.
  public var gateway: GatewayName
  /// The gateway's transaction number: `imp_uid` (V1), `transactionId` (V2). Unique for each gateway.
  public var transaction: String
  /// The order's reference: `merchant_uid` (V1), `paymentId` (V2).
  public var reference: String
  /// The status at the gateway.
  public var status: GatewayStatus
  /// The total amount, in the currency's smallest unit.
  public var amount: Int
  /// The refunded amount so far, at most `amount`.
  public var cancelledAmount: Int
  /// ISO 4217, as reported by the gateway.
  public var currency: String
  /// The payment provider behind the gateway, e.g. `html5_inicis`; nil if the gateway does not say.
  public var provider: String?
  /// The payment method, e.g. `card`, `vbank`; nil if the gateway does not say.
  public var method: String?
  /// Whether it is paid by a deposit to a virtual account, which takes days.
  public var isVirtualAccount: Bool
  /// The store that was paid (V2 `storeId`); nil if the gateway does not say.
  public var store: String?
  /// When money moved; nil if it has not.
  public var paidAt: Timestamp?
  /// The gateway's response, as a JSON object of the fields without personal data and secrets.
  public var evidence: String

  /// Creates a payment.
  public init(
    gateway: GatewayName, transaction: String, reference: String, status: GatewayStatus, amount: Int,
    cancelledAmount: Int = 0, currency: String = "KRW", provider: String? = nil, method: String? = nil,
    isVirtualAccount: Bool = false, store: String? = nil, paidAt: Timestamp? = nil, evidence: String = "{}"
  ) {
    self.gateway = gateway
    self.transaction = transaction
    self.reference = reference
    self.status = status
    self.amount = amount
    self.cancelledAmount = cancelledAmount
    self.currency = currency
    self.provider = provider
    self.method = method
    self.isVirtualAccount = isVirtualAccount
    self.store = store
    self.paidAt = paidAt
    self.evidence = evidence
  }
}

extension GatewayPayment {
  /// The refunded amount, clamped to 0...`amount`. A payment that is cancelled without a cancelled amount counts as
  /// fully refunded.
  public var refunded: Int {
    let reported = status == .cancelled && cancelledAmount <= 0 ? amount : cancelledAmount
    return min(max(0, reported), max(0, amount))
  }

  /// Whether money moved, either way. An unknown status may hide that it did.
  public var moneyMoved: Bool {
    switch status {
    case .paid, .partlyCancelled: true
    case .cancelled: paidAt != nil || cancelledAmount > 0
    case .unknown: paidAt != nil
    case .ready, .virtualAccountIssued, .payPending, .failed: false
    }
  }

  /// Whether everything that was paid is refunded.
  public var isRefunded: Bool { moneyMoved && refunded >= amount }

  /// Whether this report is older than another: responses overtake each other, and at a gateway neither the status nor
  /// the refunded amount ever goes back.
  func isOlder(than reported: GatewayPayment) -> Bool {
    status.age < reported.status.age || refunded < reported.refunded
  }
}

/// The status of a payment at its gateway.
public enum GatewayStatus: Hashable, Sendable {
  /// Begun; nothing is paid.
  case ready
  /// A virtual account was issued; nothing is deposited.
  case virtualAccountIssued
  /// The payment provider has not decided yet.
  case payPending
  case paid
  case partlyCancelled
  case cancelled
  case failed
  /// A value that is not known here; never a success.
  case unknown(String)

  /// The display value, also used in tables.
  public var displayValue: String {
    switch self {
    case .ready: "ready"
    case .virtualAccountIssued: "virtual-account-issued"
    case .payPending: "pay-pending"
    case .paid: "paid"
    case .partlyCancelled: "partly-cancelled"
    case .cancelled: "cancelled"
    case .failed: "failed"
    case .unknown: "unknown"
    }
  }

  /// Whether it may still become paid.
  public var isUndecided: Bool {
    switch self {
    case .ready, .virtualAccountIssued, .payPending, .unknown: true
    case .paid, .partlyCancelled, .cancelled, .failed: false
    }
  }

  /// The position in the only possible order of statuses.
  fileprivate var age: Int {
    switch self {
    case .ready, .virtualAccountIssued, .payPending, .unknown: 0
    case .failed: 1
    case .paid: 2
    case .partlyCancelled: 3
    case .cancelled: 4
    }
  }
}
