public import Basics

/// A payment as the sandbox knows it: the truth that its interfaces may be told to lie about.
public struct SandboxPayment: Hashable, Sendable {
  /// Money that was given back.
  public struct Cancellation: Hashable, Sendable {
    /// The sandbox's own number.
    public let id: String
    /// In the currency's smallest unit.
    public let amount: Int
    /// What was said about it.
    public let reason: String
    /// When.
    public let at: Timestamp
  }

  /// By which interface it was made.
  public let interface: SandboxInterface
  /// `imp_uid` (V1) or `transactionId` (V2).
  public let transaction: String
  /// `merchant_uid` (V1) or `paymentId` (V2).
  public let reference: String
  /// What is bought.
  public let name: String
  /// Whether it was made by a channel for tests.
  public let isTest: Bool
  /// When the window was opened.
  public let startedAt: Timestamp
  /// In the currency's smallest unit.
  public internal(set) var amount: Int
  /// What of it was given back so far.
  public internal(set) var cancelledAmount: Int
  /// ISO 4217, or what was said instead.
  public internal(set) var currency: String
  /// In the words of the first interface.
  public internal(set) var method: String
  /// In the words of the first interface.
  public internal(set) var provider: String
  /// Whose it is.
  public internal(set) var store: String
  /// Where it stands.
  public internal(set) var status: SandboxStatus
  /// When money moved; nil while it has not.
  public internal(set) var paidAt: Timestamp?
  /// When it failed.
  public internal(set) var failedAt: Timestamp?
  /// When money was given back last.
  public internal(set) var cancelledAt: Timestamp?
  /// When the status changed last.
  public internal(set) var changedAt: Timestamp
  /// In the order in which they were made.
  public internal(set) var cancellations: [Cancellation] = []

  /// What can still be given back.
  public var remainingAmount: Int { status.hasMovedMoney ? amount - cancelledAmount : 0 }

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
