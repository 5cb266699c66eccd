package import Basics

/// A payment as the sandbox knows it: the truth that its interfaces may be told to lie about.
package struct SandboxPayment: Hashable, Sendable {
  /// Money that was given back.
  package struct Cancellation: Hashable, Sendable {
    /// The sandbox's own number.
    package let id: String
    /// In the currency's smallest unit.
    package let amount: Int
    /// What was said about it.
    package let reason: String
    /// When.
    package let at: Timestamp
  }

  /// By which interface it was made.
  package let interface: SandboxInterface
  /// `imp_uid` (V1) or `transactionId` (V2).
  package let transaction: String
  /// `merchant_uid` (V1) or `paymentId` (V2).
  package let reference: String
  /// What is bought.
  package let name: String
  /// Whether it was made by a channel for tests.
  package let isTest: Bool
  /// When the window was opened.
  package let startedAt: Timestamp
  /// In the currency's smallest unit.
  package internal(set) var amount: Int
  /// What of it was given back so far.
  package internal(set) var cancelledAmount: Int
  /// ISO 4217, or what was said instead.
  package internal(set) var currency: String
  /// In the words of the first interface.
  package internal(set) var method: String
  /// In the words of the first interface.
  package internal(set) var provider: String
  /// Whose it is.
  package internal(set) var store: String
  /// Where it stands.
  package internal(set) var status: SandboxStatus
  /// When money moved; nil while it has not.
  package internal(set) var paidAt: Timestamp?
  /// When it failed.
  package internal(set) var failedAt: Timestamp?
  /// When money was given back last.
  package internal(set) var cancelledAt: Timestamp?
  /// When the status changed last.
  package internal(set) var changedAt: Timestamp
  /// In the order in which they were made.
  package internal(set) var cancellations: [Cancellation] = []

  /// What can still be given back.
  package var remainingAmount: Int { status.hasMovedMoney ? amount - cancelledAmount : 0 }

  /// The moment by which lists are filtered: that of the status.
  var listedAt: Timestamp {
    switch status {
    case .paid: paidAt ?? changedAt
    case .cancelled, .partialCancelled: cancelledAt ?? changedAt
    case .failed: failedAt ?? changedAt
    case .ready, .virtualAccountIssued, .payPending: startedAt
    case .other: changedAt
    }
  }
}
