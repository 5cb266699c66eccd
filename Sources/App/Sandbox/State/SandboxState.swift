import Basics
import Crypto
import HTTP

/// The shop's reference of a payment, within one API.
struct SandboxReference: Hashable {
  let interface: SandboxInterface
  let text: String
}

/// The response to a request with an idempotency key.
struct IdempotentResponse {
  let order: V2Cancellation
  let reference: SandboxReference
  let response: Response
}

/// An amount that was registered before payment.
struct PreparedAmount: Hashable {
  let amount: Int
  /// Nil: any currency.
  let currency: String?
}

/// The state of the sandbox and its rules. All methods are synchronous and run under the gateway's lock.
struct SandboxState {
  private static let maxLogged = 10_000

  let settings: SandboxSettings
  let random: RandomBytes
  /// Oldest first.
  private(set) var payments: [SandboxPayment] = []
  private var positions: [String: Int] = [:]
  private var attempts: [SandboxReference: [Int]] = [:]
  private(set) var prepared: [SandboxReference: PreparedAmount] = [:]
  private(set) var counts = SandboxCounts()
  private var entries: [SandboxLogEntry] = []
  var behaviour = SandboxBehaviour()
  var token: SandboxToken?
  /// Responses of the V2 API by idempotency key, so that a retry gets the same response.
  private var responses: [String: IdempotentResponse] = [:]

  init(_ settings: SandboxSettings, random: @escaping RandomBytes) {
    self.settings = settings
    self.random = random
  }

  // MARK: Requests

  /// Counts a request and returns the behaviour that applies to it.
  mutating func begin(_ operation: SandboxOperation) -> SandboxBehaviour {
    counts.add(operation)
    var applied = behaviour
    guard behaviour.operation ?? operation == operation, behaviour.times != 0 else {
      (applied.fault, applied.delayMilliseconds, applied.amountOffset) = (nil, 0, 0)
      return applied
    }
    if let times = behaviour.times { behaviour.times = times - 1 }
    return applied
  }

  /// The last requests, oldest first.
  var log: ArraySlice<SandboxLogEntry> { entries.suffix(Self.maxLogged) }

  /// Records a request and its response. The oldest entries are removed in bulk, because moving the rest is expensive.
  mutating func record(_ entry: SandboxLogEntry) {
    entries.append(entry)
    if entries.count >= 2 * Self.maxLogged { entries.removeFirst(Self.maxLogged) }
  }

  func answer(_ key: String) -> IdempotentResponse? { responses[key] }

  /// Records the response to a request with a key. Removes all others once there are too many.
  mutating func recordResponse(_ answer: IdempotentResponse, _ key: String) {
    if responses.count >= settings.maxPayments { responses = [:] }
    responses[key] = answer
  }

  // MARK: Payments

  func payment(_ transaction: String) -> SandboxPayment? {
    positions[transaction].map { payments[$0] }
  }

  /// All payment attempts for a reference, oldest first.
  func attempts(_ reference: SandboxReference) -> [SandboxPayment] {
    (attempts[reference] ?? []).map { payments[$0] }
  }

  mutating func update(_ payment: SandboxPayment) {
    if let position = positions[payment.transaction] { payments[position] = payment }
  }

  /// Registers the amount of a reference, replacing an earlier one.
  /// - Throws: `DomainError` `sandbox-full`.
  mutating func prepare(_ reference: SandboxReference, _ amount: PreparedAmount) throws(DomainError) {
    guard prepared[reference] != nil || prepared.count < settings.maxPayments else { throw .sandboxFull }
    prepared[reference] = amount
  }

  /// Creates a payment.
  /// - Throws: `DomainError` `purchase-invalid`, `amount-differs`, `reference-paid`, `sandbox-full`.
  mutating func pay(_ purchase: SandboxPurchase, at now: Timestamp) throws(DomainError) -> SandboxPayment {
    try purchase.check()
    let reference = SandboxReference(interface: purchase.interface, text: purchase.reference)
    if let prepared = prepared[reference] {
      guard prepared.amount == purchase.amount, prepared.currency ?? purchase.currency == purchase.currency else {
        throw .amountDiffers
      }
    }
    guard !attempts(reference).contains(where: \.status.hasMovedMoney) else { throw .referencePaid }
    guard payments.count < settings.maxPayments else { throw .sandboxFull }
    let payment = purchase.payment(newTransaction(purchase.interface), settings, random: random, at: now)
    positions[payment.transaction] = payments.count
    attempts[reference, default: []].append(payments.count)
    payments.append(payment)
    return payment
  }

  private func newTransaction(_ interface: SandboxInterface) -> String {
    while true {
      let transaction = interface == .v1 ? "imp_" + decimalDigits(12) : uuid(random)
      if positions[transaction] == nil { return transaction }
    }
  }

  private func decimalDigits(_ count: Int) -> String {
    String(decoding: random(count).map { 0x30 + $0 % 10 }, as: UTF8.self)
  }
}

/// A random UUID (RFC 9562, version 4).
func uuid(_ random: RandomBytes) -> String {
  var bytes = random(16)
  bytes[6] = bytes[6] & 0x0F | 0x40
  bytes[8] = bytes[8] & 0x3F | 0x80
  let digits = hexadecimal(bytes)
  var text = ""
  for (index, digit) in digits.enumerated() {
    if [8, 12, 16, 20].contains(index) { text.append("-") }
    text.append(digit)
  }
  return text
}
