package import Basics

/// Which of the two interfaces a payment is made by.
package enum SandboxInterface: String, Hashable, Sendable, CaseIterable {
  /// The first, once called i'mport.
  case v1
  /// The second.
  case v2
}

/// Where a payment stands, in the words of the control interface.
package enum SandboxStatus: Hashable, Sendable {
  /// The window is open; nothing is paid.
  case ready
  /// An account to deposit to was made; nothing is deposited.
  case virtualAccountIssued
  /// The payment company has not decided.
  case payPending
  case paid
  case partialCancelled
  case cancelled
  case failed
  /// Any other word, told as it is: gateways invent new ones.
  case other(String)

  private static let known: [(word: String, status: SandboxStatus)] = [
    ("ready", .ready), ("virtual_account_issued", .virtualAccountIssued), ("pay_pending", .payPending),
    ("paid", .paid), ("partial_cancelled", .partialCancelled), ("cancelled", .cancelled), ("failed", .failed),
  ]

  /// The status of a word.
  package init(word: String) {
    self = Self.known.first { $0.word == word }?.status ?? .other(word)
  }

  /// The word of the control interface.
  package var word: String {
    if case .other(let word) = self { return word }
    return Self.known.first { $0.status == self }?.word ?? ""
  }

  /// Whether money has moved, though it may have been given back since.
  package var hasMovedMoney: Bool {
    switch self {
    case .paid, .partialCancelled, .cancelled: true
    case .ready, .virtualAccountIssued, .payPending, .failed, .other: false
    }
  }
}

/// When a payment counts as paid.
package enum SandboxInstant: Hashable, Sendable {
  /// At the moment of the purchase or change, where the status is one of money that moved.
  case now
  /// At no moment, whatever the status.
  case never
  /// At this moment.
  case at(Timestamp)
}

/// What a customer does in the payment company's window.
package struct SandboxPurchase: Hashable, Sendable {
  /// By which interface.
  package var interface: SandboxInterface
  /// `merchant_uid` (V1) or `paymentId` (V2): 1 to 200 characters.
  package var reference: String
  /// In the currency's smallest unit: 0 to 10^12.
  package var amount: Int
  /// ISO 4217, or any word.
  package var currency = "KRW"
  /// What comes of it.
  package var status = SandboxStatus.paid
  /// What was given back at once; nil: all of it where the status says so, else nothing.
  package var cancelledAmount: Int?
  /// In the words of the first interface, e.g. `card`, `trans`, `vbank`, `kakaopay`; nil: `vbank` where an account is
  /// issued, else `card`.
  package var method: String?
  /// The payment company, in the words of the first interface.
  package var provider = "html5_inicis"
  /// When it counts as paid.
  package var paidAt = SandboxInstant.now
  /// Whose payment it is; nil: the sandbox's own store.
  package var store: String?
  /// Whether it is made by a channel for tests, which moves no money at the real gateway either and is told apart
  /// there.
  package var isTest = false
  /// What is bought.
  package var name = "인생네컷 앨범"
  /// Whether the shop is told by a message, as far as the behaviour lets it.
  package var sendsWebhook = true

  /// A purchase by card that succeeds.
  package init(_ interface: SandboxInterface, reference: String, amount: Int) {
    self.interface = interface
    self.reference = reference
    self.amount = amount
  }
}

/// What happens to a payment later, outside of the shop; what is nil stays.
package struct SandboxChange: Hashable, Sendable {
  /// Where it stands from now on.
  package var status: SandboxStatus?
  /// All that was given back so far; nil: all where the status becomes cancelled, else as before.
  package var cancelledAmount: Int?
  /// See `SandboxPurchase`.
  package var amount: Int?
  /// See `SandboxPurchase`.
  package var currency: String?
  /// See `SandboxPurchase`.
  package var method: String?
  /// See `SandboxPurchase`.
  package var provider: String?
  /// When it counts as paid; nil: now, where it becomes paid and was not.
  package var paidAt: SandboxInstant?
  /// See `SandboxPurchase`.
  package var store: String?
  /// Whether the shop is told by a message, as far as the behaviour lets it.
  package var sendsWebhook = true

  /// A change of the status, or of nothing yet.
  package init(status: SandboxStatus? = nil, cancelledAmount: Int? = nil) {
    self.status = status
    self.cancelledAmount = cancelledAmount
  }
}
