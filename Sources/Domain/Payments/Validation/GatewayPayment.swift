public import Basics

/// Which interface of a gateway.
public enum GatewayName: String, Hashable, Sendable, CaseIterable {
  /// PortOne's first interface, once called i'mport.
  case portOneV1 = "portone-v1"
  /// PortOne's second.
  case portOneV2 = "portone-v2"
}

/// How a payment is asked for at its gateway.
public enum PaymentReference: Hashable, Sendable {
  /// By the gateway's own number: `imp_uid` (V1). V2 is not asked in this way.
  case transaction(String)
  /// By the reference of the order: `merchant_uid` (V1), `paymentId` (V2).
  case order(String)
}

/// A payment as its gateway tells it at some moment, reduced to what rules need.
public struct GatewayPayment: Hashable, Sendable {
  /// Who tells it.
  public var gateway: GatewayName
  /// The gateway's own number: `imp_uid` (V1), `transactionId` (V2). Unique for each gateway.
  public var transaction: String
  /// The order's reference: `merchant_uid` (V1), `paymentId` (V2).
  public var reference: String
  /// Where it stands.
  public var status: GatewayStatus
  /// All that was to be paid, in the currency's smallest unit.
  public var amount: Int
  /// What of it was given back so far, at most `amount`.
  public var cancelledAmount: Int
  /// ISO 4217, as the gateway says it.
  public var currency: String
  /// Which payment company stands behind the gateway, e.g. `html5_inicis`; nil where the gateway does not say.
  public var provider: String?
  /// How it was paid, e.g. `card`, `vbank`; nil where the gateway does not say.
  public var method: String?
  /// Whether it is paid by a deposit to an account made for it, which takes days.
  public var isVirtualAccount: Bool
  /// Whose payment it is (V2 `storeId`); nil where the gateway does not say.
  public var store: String?
  /// When money moved; nil while it has not.
  public var paidAt: Timestamp?
  /// What the gateway answered, as a JSON object of those fields that hold nothing about people and no secret.
  public var evidence: String

  /// A payment from its parts.
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
  /// What was given back, between 0 and `amount` whatever the gateway says. A payment that is cancelled without saying
  /// how much is given back as a whole.
  public var refunded: Int {
    let reported = status == .cancelled && cancelledAmount <= 0 ? amount : cancelledAmount
    return min(max(0, reported), max(0, amount))
  }

  /// Whether money moved at all, to us or back again. A status that is not known may hide that it did.
  public var hasMoved: Bool {
    switch status {
    case .paid, .partlyCancelled: true
    case .cancelled: paidAt != nil || cancelledAmount > 0
    case .unknown: paidAt != nil
    case .ready, .virtualAccountIssued, .payPending, .failed: false
    }
  }

  /// Whether nothing is left of money that moved.
  public var isRefunded: Bool { hasMoved && refunded >= amount }

  /// Whether this was told before what was seen: answers overtake each other, and neither a status nor what was given
  /// back ever goes back at a gateway.
  func isOlder(than seen: GatewayPayment) -> Bool {
    status.age < seen.status.age || refunded < seen.refunded
  }
}

/// Where a payment stands at its gateway.
public enum GatewayStatus: Hashable, Sendable {
  /// It was begun; nothing is paid.
  case ready
  /// An account was made for it; nothing is deposited.
  case virtualAccountIssued
  /// The payment company has not decided yet.
  case payPending
  case paid
  case partlyCancelled
  case cancelled
  case failed
  /// A word that is not known here: never a success.
  case unknown(String)

  /// The word for people and tables.
  public var word: String {
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

  /// How far it has come on the one way that there is.
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
