import Basics
import Crypto
import HTTP

/// What a payment is asked for by within one interface.
struct SandboxReference: Hashable {
  let interface: SandboxInterface
  let text: String
}

/// An answer to a request that bears a key.
struct KeyedAnswer {
  /// What was asked.
  let order: V2Cancellation
  let reference: SandboxReference
  let response: Response
}

/// An amount that was registered before payment.
struct PreparedAmount: Hashable {
  let amount: Int
  /// Nil: any.
  let currency: String?
}

/// Everything that the sandbox remembers, and its rules. All is synchronous: whoever holds it holds it alone.
struct SandboxState {
  private static let maxLogged = 10_000

  let settings: SandboxSettings
  let random: RandomBytes
  /// In the order in which they were begun.
  private(set) var payments: [SandboxPayment] = []
  private var positions: [String: Int] = [:]
  private var attempts: [SandboxReference: [Int]] = [:]
  private(set) var prepared: [SandboxReference: PreparedAmount] = [:]
  private(set) var counts = SandboxCounts()
  private var entries: [SandboxLogEntry] = []
  var behaviour = SandboxBehaviour()
  var token: SandboxToken?
  /// What the second interface answered to requests that bear a key, so that a repetition is answered the same.
  private var answers: [String: KeyedAnswer] = [:]

  init(_ settings: SandboxSettings, random: @escaping RandomBytes) {
    self.settings = settings
    self.random = random
  }

  // MARK: Requests

  /// Counts a request and answers what is to go wrong with it.
  mutating func begin(_ operation: SandboxOperation) -> SandboxBehaviour {
    counts.add(operation)
    var manner = behaviour
    guard behaviour.operation ?? operation == operation, behaviour.times != 0 else {
      (manner.fault, manner.delayMilliseconds, manner.lieAmount) = (nil, 0, 0)
      return manner
    }
    if let times = behaviour.times { behaviour.times = times - 1 }
    return manner
  }

  /// What was asked last, oldest first.
  var log: ArraySlice<SandboxLogEntry> { entries.suffix(Self.maxLogged) }

  /// Remembers a request and its answer. The oldest are forgotten, many at once, because moving the rest costs.
  mutating func note(_ entry: SandboxLogEntry) {
    entries.append(entry)
    if entries.count >= 2 * Self.maxLogged { entries.removeFirst(Self.maxLogged) }
  }

  /// What was answered to a request with this key.
  func answer(_ key: String) -> KeyedAnswer? { answers[key] }

  /// Remembers what was answered to a request with a key; all others are forgotten once there are too many.
  mutating func remember(_ answer: KeyedAnswer, _ key: String) {
    if answers.count >= settings.maxPayments { answers = [:] }
    answers[key] = answer
  }

  // MARK: Payments

  /// The payment of a number.
  func payment(_ transaction: String) -> SandboxPayment? {
    positions[transaction].map { payments[$0] }
  }

  /// All attempts to pay for a reference, the oldest first.
  func attempts(_ reference: SandboxReference) -> [SandboxPayment] {
    (attempts[reference] ?? []).map { payments[$0] }
  }

  /// Changes a payment that is there.
  mutating func update(_ payment: SandboxPayment) {
    if let position = positions[payment.transaction] { payments[position] = payment }
  }

  /// Registers the amount of a reference, in place of one before.
  /// - Throws: `DomainError` `sandbox-full`.
  mutating func prepare(_ reference: SandboxReference, _ amount: PreparedAmount) throws(DomainError) {
    guard prepared[reference] != nil || prepared.count < settings.maxPayments else { throw .sandboxFull }
    prepared[reference] = amount
  }

  /// Makes a payment.
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
