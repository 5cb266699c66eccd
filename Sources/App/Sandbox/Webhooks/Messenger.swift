package import Basics
import Synchronization
import WebClient

/// Brings messages to the shop, again after a while where it does not take them.
final class Messenger: Sendable {
  /// Messages on their way at once; further ones are lost, as those of a gateway that has given up.
  private static let maxPending = 10_000

  private let client: WebClient
  private let pauses: [Double]
  private let clock: @Sendable () -> Timestamp
  private let underway = Mutex(0)

  init(pauses: [Double], clock: @escaping @Sendable () -> Timestamp) {
    self.pauses = pauses
    self.clock = clock
    var limits = WebLimits()
    limits.milliseconds = 10_000
    limits.waiting = Self.maxPending
    client = WebClient(
      limits: limits,
      overloadError: DomainError(
        .unavailable, "sandbox-full", "Too many messages are on their way; wait until they are there."))
  }

  /// Sends a message in the background, some copies of it at the same time, until each is taken or given up.
  func deliver(_ message: Message, copies: Int, delayMilliseconds: Int) {
    for _ in 0..<copies where admit() {
      Task {
        if delayMilliseconds > 0 { try? await Task.sleep(for: .milliseconds(delayMilliseconds)) }
        await insist(message)
        underway.withLock { $0 -= 1 }
      }
    }
  }

  private func admit() -> Bool {
    underway.withLock { underway in
      guard underway < Self.maxPending else { return false }
      underway += 1
      return true
    }
  }

  private func insist(_ message: Message) async {
    for pause in [0] + pauses {
      if pause > 0 { try? await Task.sleep(for: .milliseconds(Int(pause * 1000))) }
      if let status = await send(message, at: clock()), (200..<300).contains(status) { return }
    }
  }

  /// Sends a message once; gives the status of the answer, nil where there was none.
  func send(_ message: Message, at instant: Timestamp) async -> Int? {
    var request = WebRequest(message.address)
    request.headers = message.signer?.fields(for: message.body, at: instant) ?? []
    request.body = .json(message.body)
    return try? await client.send(request).status
  }
}

extension SandboxGateway {
  /// Tells the shop what has become of a payment, as the behaviour lets it.
  func notify(of payment: SandboxPayment, _ behaviour: SandboxBehaviour) {
    guard behaviour.webhooks, let message = message(about: payment) else { return }
    messenger.deliver(
      message, copies: behaviour.webhookCopies, delayMilliseconds: behaviour.webhookDelayMilliseconds)
  }

  private func message(about payment: SandboxPayment) -> Message? {
    Message(
      payment, type: nil, id: newMessageID(), settings, key: Signer.key(of: settings.webhookSecret), at: clock())
  }

  private func newMessageID() -> String { withState { "msg_" + uuid($0.random) } }

  /// Sends one message now, once, and waits for what is answered.
  /// - Returns: The status of the answer; nil where there was none.
  /// - Throws: `DomainError` `payment-missing` (notFound), `webhook-secret-invalid` (invalid), `webhook-url-missing`
  ///   (conflict).
  package func send(_ order: SandboxMessage) async throws(DomainError) -> Int? {
    guard let payment = payment(order.transaction) else { throw .paymentMissing }
    guard let key = Signer.key(of: order.secret ?? settings.webhookSecret) else {
      throw DomainError(
        .invalid, "webhook-secret-invalid", "A webhook's secret has to be Base64, with 'whsec_' before it.",
        field: "secret")
    }
    let id = order.id ?? newMessageID()
    guard let message = Message(payment, type: order.type, id: id, settings, key: key, at: clock()) else {
      throw DomainError(
        .conflict, "webhook-url-missing", "The sandbox was not told where messages of this interface go.")
    }
    return await messenger.send(message, at: order.timestamp ?? clock())
  }
}
