package import Basics
package import HTTP
import Synchronization

/// A payment gateway for trying out: it speaks PortOne's interfaces, moves no money, keeps everything in memory, and
/// does on request what gateways do at their worst.
package final class SandboxGateway: Sendable {
  let settings: SandboxSettings
  let clock: @Sendable () -> Timestamp
  private let state: Mutex<SandboxState>
  let messenger: Messenger

  /// A gateway where nothing was paid yet.
  package init(
    _ settings: SandboxSettings, clock: @escaping @Sendable () -> Timestamp, random: @escaping RandomBytes
  ) {
    self.settings = settings
    self.clock = clock
    state = Mutex(SandboxState(settings, random: random))
    messenger = Messenger(pauses: settings.webhookPauses, clock: clock)
  }

  /// Both interfaces, and what directs the sandbox, below `/sandbox`.
  package var routes: [Route] { v1Routes + v2Routes + sharedRoutes + controlRoutes + checkoutRoutes }

  /// Works on everything that is remembered, alone.
  func withState<Outcome: Sendable, Failure: Error>(
    _ body: (inout SandboxState) throws(Failure) -> Outcome
  ) throws(Failure) -> Outcome {
    try state.withLock { state throws(Failure) in try body(&state) }
  }

  // MARK: What happens at the gateway

  /// The customer pays, or does not, in the payment company's window; the shop is told of it.
  /// - Returns: `imp_uid` (V1) or `transactionId` (V2).
  /// - Throws: `DomainError` `purchase-invalid` (invalid); `amount-differs`, `reference-paid` (conflict);
  ///   `sandbox-full`.
  @discardableResult
  package func pay(_ purchase: SandboxPurchase) throws(DomainError) -> String {
    let now = clock()
    let (payment, behaviour) = try withState { state throws(DomainError) in
      (try state.pay(purchase, at: now), state.behaviour)
    }
    if purchase.sendsWebhook { notify(of: payment, behaviour) }
    return payment.transaction
  }

  /// Something happens to a payment later: a deposit, a cancellation in the gateway's console; the shop is told of it.
  /// - Throws: `DomainError` `payment-missing` (notFound), `purchase-invalid` (invalid).
  @discardableResult
  package func change(_ transaction: String, _ change: SandboxChange) throws(DomainError) -> SandboxPayment {
    let now = clock()
    let (payment, behaviour) = try withState { state throws(DomainError) in
      guard let old = state.payment(transaction) else { throw .paymentMissing }
      let payment = try change.applied(to: old, random: state.random, at: now)
      state.update(payment)
      return (payment, state.behaviour)
    }
    if change.sendsWebhook { notify(of: payment, behaviour) }
    return payment
  }

  // MARK: How it behaves

  /// Behaves so from now on, in place of what was said before.
  package func behave(_ behaviour: SandboxBehaviour) {
    withState { $0.behaviour = behaviour }
  }

  /// How it behaves; `times` says for how many more requests.
  package var behaviour: SandboxBehaviour { withState { $0.behaviour } }

  // MARK: What it saw

  /// How often it was asked what.
  package var counts: SandboxCounts { withState { $0.counts } }

  /// What it was asked last, at most 10,000 requests, oldest first.
  package var log: [SandboxLogEntry] { withState { Array($0.log) } }

  /// Every payment, in the order in which they were begun.
  package var payments: [SandboxPayment] { withState { $0.payments } }

  /// The payment of a number; nil where there is none.
  package func payment(_ transaction: String) -> SandboxPayment? { withState { $0.payment(transaction) } }
}
