public import Basics

/// What a comparison found.
public struct Reconciliation: Hashable, Sendable {
  /// One difference.
  public struct Difference: Hashable, Sendable {
    /// Of what kind.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
      /// Paid there and never seen here.
      case unknownHere
      /// Paid there, seen here, and not settled.
      case unsettledHere
      /// Settled here and not paid there.
      case unpaidThere
      /// Another amount, or another amount given back.
      case amountDiffers
    }

    /// Of what kind.
    public let kind: Kind
    /// The gateway.
    public let gateway: GatewayName
    /// The gateway's number.
    public let transaction: String
    /// The payment here; nil where it was never seen and is not mended.
    public let payment: PaymentID?
    /// As the gateway tells it; nil where it knows none.
    public let there: GatewayPayment?
    /// The state here, after mending; nil where it was never seen.
    public let here: PaymentState?
    /// Whether it agrees now.
    public let isRepaired: Bool

    /// A difference from its parts.
    public init(
      kind: Kind, gateway: GatewayName, transaction: String, payment: PaymentID?, there: GatewayPayment?,
      here: PaymentState?, isRepaired: Bool
    ) {
      self.kind = kind
      self.gateway = gateway
      self.transaction = transaction
      self.payment = payment
      self.there = there
      self.here = here
      self.isRepaired = isRepaired
    }
  }

  /// How many payments were compared.
  public var compared: Int
  /// What differs.
  public var differences: [Difference]
  /// The sum of each account of the book: together they are 0.
  public var balances: [LedgerAccount: Int]

  /// A reconciliation from its parts.
  public init(compared: Int, differences: [Difference], balances: [LedgerAccount: Int]) {
    self.compared = compared
    self.differences = differences
    self.balances = balances
  }
}
