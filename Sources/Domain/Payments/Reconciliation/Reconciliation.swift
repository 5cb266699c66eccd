public import Basics

/// The result of a reconciliation with the gateways.
public struct Reconciliation: Hashable, Sendable {
  /// One difference.
  public struct Difference: Hashable, Sendable {
    /// The kind of a difference.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
      /// Paid at the gateway, and never seen here.
      case unknownHere
      /// Paid at the gateway and seen here, but not settled.
      case unsettledHere
      /// Settled here, and not paid at the gateway.
      case unpaidThere
      /// The amount or the refunded amount differs.
      case amountDiffers
    }

    /// The kind of the difference.
    public let kind: Kind
    /// The gateway.
    public let gateway: GatewayName
    /// The gateway's transaction number.
    public let transaction: String
    /// The payment here; nil if it was never seen and is not repaired.
    public let payment: PaymentID?
    /// As the gateway reports it; nil if it knows none.
    public let gatewayPayment: GatewayPayment?
    /// The state here, after a repair; nil if it was never seen.
    public let localState: PaymentState?
    /// Whether both sides agree now.
    public let isRepaired: Bool

    /// Creates a difference.
    public init(
      kind: Kind, gateway: GatewayName, transaction: String, payment: PaymentID?, gatewayPayment: GatewayPayment?,
      localState: PaymentState?, isRepaired: Bool
    ) {
      self.kind = kind
      self.gateway = gateway
      self.transaction = transaction
      self.payment = payment
      self.gatewayPayment = gatewayPayment
      self.localState = localState
      self.isRepaired = isRepaired
    }
  }

  /// The number of payments compared.
  public var compared: Int
  /// The differences found.
  public var differences: [Difference]
  /// The balance of each ledger account; the balances add up to 0.
  public var balances: [LedgerAccount: Int]

  /// Creates a result.
  public init(compared: Int, differences: [Difference], balances: [LedgerAccount: Int]) {
    self.compared = compared
    self.differences = differences
    self.balances = balances
  }
}
