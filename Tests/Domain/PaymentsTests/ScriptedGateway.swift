import Basics
import Payments
import Synchronization

/// A gateway in memory that does what it is told, also the wrong thing.
final class ScriptedGateway: PaymentGateway {
  struct State {
    var payments: [String: GatewayPayment] = [:]
    var prepared: [String: Int] = [:]
    var isDown = false
    /// Transactions that no list has.
    var unlisted: Set<String> = []
    /// How many answers to cancellations are lost after the money was given back.
    var lostAnswers = 0
    var rejectsCancelling = false
    /// What becomes of a payment just before a cancellation arrives.
    var beforeCancelling: (@Sendable (inout GatewayPayment) -> Void)?
    var polls = 0
    var cancellations: [GatewayCancellation] = []
    var atOnce = 0
    var maxConcurrent = 0
    /// Whether calls take a moment.
    var isSlow = false
    var answersNonsense = false
    var pageSize = 100
    var endlessPages = false
  }

  let name: GatewayName
  let script = Mutex(State())

  init(_ name: GatewayName = .portOneV1) { self.name = name }

  static let unavailable = DomainError(
    .unavailable, "gateway-unavailable", "The gateway does not answer: try again later.")

  func set(_ change: (inout State) -> Void) { script.withLock { change(&$0) } }
  var polls: Int { script.withLock { $0.polls } }

  func add(_ payment: GatewayPayment) { set { $0.payments[payment.transaction] = payment } }
  func change(_ transaction: String, _ change: (inout GatewayPayment) -> Void) {
    set { if $0.payments[transaction] != nil { change(&$0.payments[transaction]!) } }
  }

  // MARK: What the shop asks

  func prepare(_ reference: String, amount: Int, currency: String) async throws {
    try script.withLock { state in
      if state.isDown { throw Self.unavailable }
      if state.payments.values.contains(where: { $0.reference == reference && $0.status == .paid }) {
        throw DomainError(.conflict, "order-paid-there", "It is paid.")
      }
      state.prepared[reference] = amount
    }
  }

  func payment(_ reference: PaymentReference) async throws -> GatewayPayment? {
    let isSlow = script.withLock { state in
      state.polls += 1
      state.atOnce += 1
      state.maxConcurrent = max(state.maxConcurrent, state.atOnce)
      return state.isSlow
    }
    if isSlow { try? await Task.sleep(for: .milliseconds(5)) }
    return try script.withLock { state in
      state.atOnce -= 1
      if state.isDown { throw Self.unavailable }
      if state.answersNonsense { throw MalformedReport() }
      switch reference {
      case .transaction(let text): return state.payments[text]
      case .order(let text):
        let found = state.payments.values.filter { $0.reference == text }.sorted { $0.transaction < $1.transaction }
        return found.first { $0.status == .paid } ?? found.last
      }
    }
  }

  func cancel(_ order: GatewayCancellation) async throws -> GatewayPayment {
    try script.withLock { state in
      if state.isDown { throw Self.unavailable }
      state.cancellations.append(order)
      guard var payment = state.payments[order.transaction] else { throw Self.unavailable }
      state.beforeCancelling?(&payment)
      state.payments[order.transaction] = payment
      let left = payment.amount - payment.refunded
      guard !state.rejectsCancelling, left == order.remaining, order.amount <= left else {
        throw DomainError(.conflict, "cancel-refused", "No.")
      }
      payment.cancelledAmount = payment.refunded + order.amount
      payment.status = payment.cancelledAmount == payment.amount ? .cancelled : .partlyCancelled
      state.payments[order.transaction] = payment
      if state.lostAnswers > 0 {
        state.lostAnswers -= 1
        throw Self.unavailable
      }
      return payment
    }
  }

  func payments(from: Timestamp, until: Timestamp, page: String?) async throws -> GatewayPage {
    try script.withLock { state in
      if state.isDown { throw Self.unavailable }
      let all = state.payments.values.filter { ($0.paidAt ?? from) >= from && ($0.paidAt ?? from) < until }
        .filter { !state.unlisted.contains($0.transaction) }
        .sorted { $0.transaction < $1.transaction }
      let start = page.flatMap(Int.init) ?? 0
      let end = min(start + state.pageSize, all.count)
      let next = end < all.count || state.endlessPages ? String(end) : nil
      return GatewayPage(payments: Array(all[min(start, all.count)..<end]), next: next)
    }
  }
}

struct MalformedReport: Error {}
