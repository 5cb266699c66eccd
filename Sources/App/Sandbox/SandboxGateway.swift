package import Basics
package import HTTP
import Synchronization

/// A simulated payment gateway with PortOne's V1 and V2 APIs. It moves no money, keeps everything in memory, and injects
/// faults on request.
package final class SandboxGateway: Sendable {
  let settings: SandboxSettings
  let clock: @Sendable () -> Timestamp
  private let state: Mutex<SandboxState>
  let messenger: WebhookSender

  package init(
    _ settings: SandboxSettings, clock: @escaping @Sendable () -> Timestamp, random: @escaping RandomBytes
  ) {
    self.settings = settings
    self.clock = clock
    state = Mutex(SandboxState(settings, random: random))
    messenger = WebhookSender(pauses: settings.webhookPauses, clock: clock)
  }

  /// The routes of both APIs, the payment page, and the control API below `/sandbox`.
  package var routes: [Route] { v1Routes + v2Routes + sharedRoutes + controlRoutes + checkoutRoutes }

  /// Runs `body` with exclusive access to the state.
  func withState<Outcome: Sendable, Failure: Error>(
    _ body: (inout SandboxState) throws(Failure) -> Outcome
  ) throws(Failure) -> Outcome {
    try state.withLock { state throws(Failure) in try body(&state) }
  }

  // MARK: Payments

  /// Simulates a customer in the payment window, successful or not, and sends the webhook.
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

  /// Changes a payment later, like a deposit or a cancellation in the gateway's console, and sends the webhook.
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

  // MARK: Fault injection

  package func setBehaviour(_ behaviour: SandboxBehaviour) {
    withState { $0.behaviour = behaviour }
  }

  /// The current behaviour. Its `times` is the number of requests left.
  package var behaviour: SandboxBehaviour { withState { $0.behaviour } }

  // MARK: Records

  package var counts: SandboxCounts { withState { $0.counts } }

  /// The last requests, at most 10,000, oldest first.
  package var log: [SandboxLogEntry] { withState { Array($0.log) } }

  /// Every payment, oldest first.
  package var payments: [SandboxPayment] { withState { $0.payments } }

  /// The payment with a transaction number. Nil when unknown.
  package func payment(_ transaction: String) -> SandboxPayment? { withState { $0.payment(transaction) } }
}
