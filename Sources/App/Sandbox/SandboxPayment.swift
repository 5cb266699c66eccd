package import Basics

/// A payment in the sandbox, with its true values. Responses may be set to contain wrong ones.
package struct SandboxPayment: Hashable, Sendable {
  package struct Cancellation: Hashable, Sendable {
    package let id: String
    /// In the currency's smallest unit.
    package let amount: Int
    package let reason: String
    package let at: Timestamp
  }

  package let interface: SandboxInterface
  /// `imp_uid` (V1) or `transactionId` (V2).
  package let transaction: String
  /// `merchant_uid` (V1) or `paymentId` (V2).
  package let reference: String
  package let name: String
  /// Whether it was made through a test channel.
  package let isTest: Bool
  /// When the payment window was opened.
  package let startedAt: Timestamp
  /// In the currency's smallest unit.
  package internal(set) var amount: Int
  /// The refunded part so far.
  package internal(set) var cancelledAmount: Int
  /// ISO 4217, or any text that was given.
  package internal(set) var currency: String
  /// As named by the V1 API.
  package internal(set) var method: String
  /// As named by the V1 API.
  package internal(set) var provider: String
  package internal(set) var store: String
  package internal(set) var status: SandboxStatus
  /// When money moved. Nil before.
  package internal(set) var paidAt: Timestamp?
  package internal(set) var failedAt: Timestamp?
  /// The time of the last refund.
  package internal(set) var cancelledAt: Timestamp?
  /// The time of the last status change.
  package internal(set) var changedAt: Timestamp
  /// Oldest first.
  package internal(set) var cancellations: [Cancellation] = []

  package var remainingAmount: Int { status.hasMovedMoney ? amount - cancelledAmount : 0 }

  /// The instant by which lists are filtered, which depends on the status.
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
