package import Basics

/// The PortOne API through which a payment is made.
package enum SandboxInterface: String, Hashable, Sendable, CaseIterable {
  /// Formerly i'mport.
  case v1
  case v2
}

package enum SandboxStatus: Hashable, Sendable {
  /// The payment window is open.
  case ready
  /// A virtual account awaits the deposit.
  case virtualAccountIssued
  /// The payment company has not decided yet.
  case payPending
  case paid
  case partialCancelled
  case cancelled
  case failed
  /// Any other value, returned unchanged: gateways add new ones.
  case other(String)

  private static let known: [(word: String, status: SandboxStatus)] = [
    ("ready", .ready), ("virtual_account_issued", .virtualAccountIssued), ("pay_pending", .payPending),
    ("paid", .paid), ("partial_cancelled", .partialCancelled), ("cancelled", .cancelled), ("failed", .failed),
  ]

  /// The status for a value of the control API.
  package init(word: String) {
    self = Self.known.first { $0.word == word }?.status ?? .other(word)
  }

  /// The value in the control API.
  package var word: String {
    if case .other(let word) = self { return word }
    return Self.known.first { $0.status == self }?.word ?? ""
  }

  /// Whether money has moved, even if refunded later.
  package var hasMovedMoney: Bool {
    switch self {
    case .paid, .partialCancelled, .cancelled: true
    case .ready, .virtualAccountIssued, .payPending, .failed, .other: false
    }
  }
}

package enum SandboxInstant: Hashable, Sendable {
  /// At the time of the purchase or change, if money has moved in that status.
  case now
  /// Never, whatever the status.
  case never
  case at(Timestamp)
}

/// The actions of a customer in the payment window.
package struct SandboxPurchase: Hashable, Sendable {
  package var interface: SandboxInterface
  /// `merchant_uid` (V1) or `paymentId` (V2): 1 to 200 characters.
  package var reference: String
  /// In the currency's smallest unit: 0 to 10^12.
  package var amount: Int
  /// ISO 4217, or any text.
  package var currency = "KRW"
  package var status = SandboxStatus.paid
  /// The amount refunded at once. Nil: all of it if the status is cancelled, else nothing.
  package var cancelledAmount: Int?
  /// As named by the V1 API, for example `card`, `trans`, `vbank`, `kakaopay`. Nil: `vbank` for a virtual account, else
  /// `card`.
  package var method: String?
  /// The payment company, as named by the V1 API.
  package var provider = "html5_inicis"
  package var paidAt = SandboxInstant.now
  /// The ID of the store. Nil: the sandbox's own store.
  package var store: String?
  /// Whether it is made through a test channel. The real gateway marks such payments and moves no money either.
  package var isTest = false
  package var name = "인생네컷 앨범"
  /// Whether a webhook is sent, unless the behaviour turns them off.
  package var sendsWebhook = true

  /// A successful purchase by card.
  package init(_ interface: SandboxInterface, reference: String, amount: Int) {
    self.interface = interface
    self.reference = reference
    self.amount = amount
  }
}

/// A later change of a payment, outside of the shop. Nil values stay unchanged.
package struct SandboxChange: Hashable, Sendable {
  package var status: SandboxStatus?
  /// The total refunded amount. Nil: all if the status becomes cancelled, else unchanged.
  package var cancelledAmount: Int?
  /// See `SandboxPurchase`.
  package var amount: Int?
  /// See `SandboxPurchase`.
  package var currency: String?
  /// See `SandboxPurchase`.
  package var method: String?
  /// See `SandboxPurchase`.
  package var provider: String?
  /// When it counts as paid. Nil: now, if it was not paid before and is now.
  package var paidAt: SandboxInstant?
  /// See `SandboxPurchase`.
  package var store: String?
  /// Whether a webhook is sent, unless the behaviour turns them off.
  package var sendsWebhook = true

  package init(status: SandboxStatus? = nil, cancelledAmount: Int? = nil) {
    self.status = status
    self.cancelledAmount = cancelledAmount
  }
}
