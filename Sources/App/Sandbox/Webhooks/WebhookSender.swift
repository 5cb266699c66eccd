package import Basics
import Synchronization
import WebClient

final class WebhookSender: Sendable {
  /// The maximum number of undelivered webhooks. Further ones are dropped, as by a gateway that has given up.
  private static let maxPending = 10_000

  private let client: WebClient
  private let pauses: [Double]
  private let clock: @Sendable () -> Timestamp
  private let pendingCount = Mutex(0)

  init(pauses: [Double], clock: @escaping @Sendable () -> Timestamp) {
    self.pauses = pauses
    self.clock = clock
    var limits = WebLimits()
    limits.milliseconds = 10_000
    limits.waiting = Self.maxPending
    client = WebClient(
      limits: limits,
      overloadError: DomainError(
        .unavailable, "sandbox-full", "Too many webhooks are undelivered; wait until they are delivered."))
  }

  /// Sends concurrent copies of a webhook in the background, until each is accepted or given up.
  func deliver(_ message: WebhookMessage, copies: Int, delayMilliseconds: Int) {
    for _ in 0..<copies where reserveSlot() {
      Task {
        if delayMilliseconds > 0 { try? await Task.sleep(for: .milliseconds(delayMilliseconds)) }
        await sendWithRetries(message)
        pendingCount.withLock { $0 -= 1 }
      }
    }
  }

  private func reserveSlot() -> Bool {
    pendingCount.withLock { underway in
      guard underway < Self.maxPending else { return false }
      underway += 1
      return true
    }
  }

  private func sendWithRetries(_ message: WebhookMessage) async {
    for pause in [0] + pauses {
      if pause > 0 { try? await Task.sleep(for: .milliseconds(Int(pause * 1000))) }
      if let status = await send(message, at: clock()), (200..<300).contains(status) { return }
    }
  }

  /// Sends a webhook once. Returns the response status, or nil without a response.
  func send(_ message: WebhookMessage, at instant: Timestamp) async -> Int? {
    var request = WebRequest(message.address)
    request.headers = message.signer?.fields(for: message.body, at: instant) ?? []
    request.body = .json(message.body)
    return try? await client.send(request).status
  }
}

extension SandboxGateway {
  func notify(of payment: SandboxPayment, _ behaviour: SandboxBehaviour) {
    guard behaviour.webhooks, let message = message(about: payment) else { return }
    messenger.deliver(
      message, copies: behaviour.webhookCopies, delayMilliseconds: behaviour.webhookDelayMilliseconds)
  }

  private func message(about payment: SandboxPayment) -> WebhookMessage? {
    WebhookMessage(
      payment, type: nil, id: newMessageID(), settings, key: Signer.key(of: settings.webhookSecret), at: clock())
  }

  private func newMessageID() -> String { withState { "msg_" + uuid($0.random) } }

  /// Sends one webhook now, without retries, and waits for the response.
  /// - Returns: The response status, or nil without a response.
  /// - Throws: `DomainError` `payment-missing` (notFound), `webhook-secret-invalid` (invalid), `webhook-url-missing`
  ///   (conflict).
  package func send(_ order: SandboxMessage) async throws(DomainError) -> Int? {
    guard let payment = payment(order.transaction) else { throw .paymentMissing }
    guard let key = Signer.key(of: order.secret ?? settings.webhookSecret) else {
      throw DomainError(
        .invalid, "webhook-secret-invalid", "The webhook secret must be Base64, with 'whsec_' before it.",
        field: "secret")
    }
    let id = order.id ?? newMessageID()
    guard let message = WebhookMessage(payment, type: order.type, id: id, settings, key: key, at: clock()) else {
      throw DomainError(
        .conflict, "webhook-url-missing", "No webhook URL is set for this API; start the sandbox with --webhook-url.")
    }
    return await messenger.send(message, at: order.timestamp ?? clock())
  }
}
