public import Basics
import Synchronization

// The worker that checks payments until they are decided.
extension PaymentService {
  /// Runs due tasks until there are none, at most four concurrently, one of them from the lane `unproven`; and deletes
  /// old message identifiers.
  ///
  /// A task stays until its payment is decided, whatever is thrown meanwhile. While a gateway is unavailable, a task is
  /// retried at growing intervals of up to five minutes, and a task of a crashed process after a minute. After four
  /// failures in a row, a gateway is not called until the tasks are due again.
  /// - Returns: When to call again, at least a second from now; nil if nothing waits.
  /// - Parameter onFault: called for each error that is not an ordinary one of the gateway (the task is retried later),
  ///   and for each payment with an unknown status (`UnknownPaymentStatus`).
  public func work(onFault: @escaping @Sendable (any Error) -> Void) async throws -> Timestamp? {
    let now = clock()
    // Gateways redeliver messages for some hours, and signatures are valid for minutes.
    if cleanup.isDue(at: now) { try await queue.forgetMessages(before: now.advanced(seconds: -172_800)) }
    let outages = Outages()
    let failure = await withTaskGroup(of: (any Error)?.self, returning: (any Error)?.self) { group in
      for worker in 0..<4 {
        group.addTask { await runWorker(worker == 0 ? PaymentLane.allCases : [.orders], outages, onFault) }
      }
      var first: (any Error)?
      for await failure in group { first = first ?? failure }
      return first
    }
    if let failure { throw failure }
    return try await queue.waiting().nextDue.map { max($0, clock().advanced(seconds: 1)) }
  }

  /// Runs one task after another.
  /// - Returns: An error of the queue itself; nil once nothing is due.
  private func runWorker(
    _ lanes: [PaymentLane], _ outages: Outages, _ onFault: @Sendable (any Error) -> Void
  ) async -> (any Error)? {
    do {
      var isBusy = true
      while isBusy && !Task.isCancelled { isBusy = try await runNextTask(of: lanes, outages, onFault) }
      return nil
    } catch {
      return error
    }
  }

  /// Runs one task; false if none is due.
  private func runNextTask(
    of lanes: [PaymentLane], _ outages: Outages, _ onFault: @Sendable (any Error) -> Void
  ) async throws -> Bool {
    // A task that takes longer may run twice at once: both decide by the gateway's report alone, and a refund names the
    // amount that must remain before it.
    let leases = try await queue.lease(at: clock(), seconds: 60, limit: 1, from: lanes)
    guard let leased = leases.first else { return false }
    let gateway = leased.task.gateway
    do {
      guard outages.isAvailable(gateway) else {
        try await queue.postpone(leased, until: leased.nextTry(after: clock()), because: "gateway-unavailable")
        return true
      }
      let again = try await poll(leased.task, onFault)
      outages.recordSuccess(gateway)
      if let again {
        try await queue.postpone(leased, until: again, because: "pending")
      } else {
        try await queue.finish(leased)
      }
    } catch let error as DomainError where error.kind == .unavailable {
      if error.condition != nil { onFault(error) }
      if error.condition.map({ $0.subject == .gateway }) ?? true { outages.recordFailure(gateway) }
      try await queue.postpone(leased, until: leased.nextTry(after: clock()), because: error.code)
    } catch is CancellationError {
      try await queue.postpone(leased, until: clock(), because: "interrupted")
    } catch {
      onFault(error)
      try await queue.postpone(leased, until: leased.nextTry(after: clock()), because: "fault")
    }
    return true
  }

  /// Checks the payment of a task.
  /// - Returns: When to check again; nil if everything is decided.
  private func poll(_ task: PaymentTask, _ onFault: @Sendable (any Error) -> Void) async throws -> Timestamp? {
    let payment = try await gateway(task.gateway).payment(task.reference)
    var isCancelling = false
    if let payment {
      try await apply(payment)
      if case .unknown(let word) = payment.status {
        onFault(UnknownPaymentStatus(gateway: task.gateway, value: String(mask.masked(word).prefix(60))))
      }
      isCancelling = try await resumeCancellation(payment)
    } else {
      try await checkVanished(task)
    }
    let again = try await nextPoll(task, payment)
    return isCancelling ? min(again ?? clock().advanced(seconds: 60), clock().advanced(seconds: 60)) : again
  }

  /// When to poll the order of a task again; nil if there is none, or it is not pending any more.
  private func nextPoll(_ task: PaymentTask, _ payment: GatewayPayment?) async throws -> Timestamp? {
    guard let order = try await pendingOrder(of: task) else { return nil }
    if let payment, policy.isPayment(payment, of: order, named: nil) {
      return policy.nextPoll(at: order, payment, after: clock())
    }
    guard let left = try await applyNotFound(for: order.id), left.state == .pending else { return nil }
    return policy.nextPoll(at: left, nil, after: clock())
  }

  private func pendingOrder(of task: PaymentTask) async throws -> Order? {
    let order =
      switch task.reference {
      case .transaction(let text): try await store.order(claiming: text, gateway: task.gateway)
      case .order(let text): try await store.order(reference: text, gateway: task.gateway)
      }
    return order.flatMap { $0.state == .pending && reference(of: $0) == task.reference ? $0 : nil }
  }

  /// A payment with a pending refund is waited for, even if its gateway does not know it any more.
  private func checkVanished(_ task: PaymentTask) async throws {
    let records: [PaymentRecord] =
      switch task.reference {
      case .transaction(let text):
        [try await store.payment(transaction: text, gateway: task.gateway)].compactMap(\.self)
      case .order(let text):
        if let order = try await store.order(reference: text, gateway: task.gateway) {
          try await store.payments(of: order.id)
        } else {
          []
        }
      }
    for record in records where try await openCancellation(of: record.id) != nil { throw DomainError.paymentVanished }
  }
}

/// A gateway reported a payment with an unknown status, which does not count as paid.
public struct UnknownPaymentStatus: Error, Hashable, Sendable {
  /// The gateway.
  public let gateway: GatewayName
  /// The status, at most 60 characters of it.
  public let value: String

  /// Creates an error.
  public init(gateway: GatewayName, value: String) {
    self.gateway = gateway
    self.value = value
  }
}

extension LeasedTask {
  private static let backoff = Backoff(first: 2000, limit: 300_000)

  /// The next try of a failed task: after 2, 4, 8... seconds and at most 5 minutes, with a jitter of up to a quarter
  /// less that depends on reference and attempts, so that tasks that failed together are not retried together.
  func nextTry(after instant: Timestamp) -> Timestamp {
    let delay = Self.backoff.pause(after: attempts + 1)
    var jitter = StableHash(UInt64(truncatingIfNeeded: attempts))
    jitter.combine(task.reference.text)
    return Timestamp(milliseconds: instant.milliseconds + delay - Int64(jitter.value % UInt64(delay / 4)))
  }
}

/// The gateways that are unavailable during one run: ten thousand tasks need not each find that out.
private final class Outages: Sendable {
  private let failures = Mutex<[GatewayName: Int]>([:])

  func isAvailable(_ gateway: GatewayName) -> Bool { failures.withLock { $0[gateway, default: 0] < 4 } }
  func recordFailure(_ gateway: GatewayName) { failures.withLock { $0[gateway, default: 0] += 1 } }
  func recordSuccess(_ gateway: GatewayName) { failures.withLock { $0[gateway] = 0 } }
}

/// The last cleanup: once an hour is enough.
final class Cleanup: Sendable {
  private let last = Mutex<Timestamp?>(nil)

  func isDue(at instant: Timestamp) -> Bool {
    last.withLock { last in
      if let last, instant < last.advanced(seconds: 3_600) { return false }
      last = instant
      return true
    }
  }
}
