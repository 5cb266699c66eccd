public import Basics
import Synchronization

// Being told that something happened, and looking at it until it is decided.
extension PaymentService {
  /// Takes in that something happened to a payment; what, is asked of the gateway later. Cheap and durable.
  ///
  /// References with a secret in them are never kept, and so never looked at: none of ours has one.
  /// - Parameter message: the identifier of a message that is signed: each is taken once. What comes without one may be
  ///   anybody's word, and waits apart unless it is about a payment that is known here.
  /// - Throws: `DomainError` `reference-invalid` (invalid) where no payment can be called so, `shop-closed`
  ///   (unavailable) where the gateway is not in use, `queue-full` (rateLimited) where too many tasks wait already,
  ///   `maxUnproven` of what nobody has proven. What is known here is always taken.
  public func ingest(_ reference: PaymentReference, at gateway: GatewayName, message: String? = nil) async throws {
    _ = try self.gateway(gateway)
    try check(reference)
    if mask.covers(reference.text) { return }
    let isKnown = try await isKnown(reference, at: gateway)
    let lane: PaymentLane = isKnown || message != nil ? .orders : .unproven
    if !isKnown { guard try await hasRoom(in: lane) else { throw DomainError.queueFull } }
    let now = clock()
    let task = PaymentTask(gateway: gateway, reference: reference, dueAt: now, lane: lane)
    if let message {
      guard try await queue.add([task], message: message, at: now) else { return }
    } else {
      try await queue.add([task])
    }
    wake()
  }

  /// Whether a reference is that of an order that was made here, or of a payment that the gateway has told of.
  private func isKnown(_ reference: PaymentReference, at gateway: GatewayName) async throws -> Bool {
    switch reference {
    case .transaction(let text): try await store.payment(transaction: text, gateway: gateway) != nil
    case .order(let text): try await store.order(reference: text, gateway: gateway) != nil
    }
  }

  private func check(_ reference: PaymentReference) throws {
    let bytes = reference.text.utf8
    guard (1...100).contains(bytes.count), bytes.allSatisfy({ (0x21..<0x7F).contains($0) }) else {
      throw DomainError.referenceInvalid
    }
  }

  /// Works on tasks that are due, at most four at the same time, one of them unproven, until none is; and tidies up
  /// what is old.
  ///
  /// A task stays until what it looks at is decided, whatever is thrown meanwhile: while a gateway does not answer it
  /// is tried ever more rarely, at least every five minutes, and a task of a process that died is taken up after a
  /// minute. After some failures in a row a gateway is left in peace until the tasks are due again.
  /// - Returns: When to come again, at least a second from now; nil where nothing waits.
  /// - Parameter onFault: told of what is not a refusal of the gateway's, the task being tried again later; and of each
  ///   payment whose status is a word that is not known here (`UnknownPaymentStatus`).
  public func work(onFault: @escaping @Sendable (any Error) -> Void) async throws -> Timestamp? {
    let now = clock()
    // Gateways repeat their messages for some hours, and signatures are taken for minutes.
    if cleanup.isDue(at: now) { try await queue.forgetMessages(before: now.advanced(seconds: -172_800)) }
    let outages = Outages()
    let failure = await withTaskGroup(of: (any Error)?.self, returning: (any Error)?.self) { group in
      for worker in 0..<4 {
        group.addTask { await workAlone(worker == 0 ? PaymentLane.allCases : [.orders], outages, onFault) }
      }
      var first: (any Error)?
      for await failure in group { first = first ?? failure }
      return first
    }
    if let failure { throw failure }
    return try await queue.waiting().nextDue.map { max($0, clock().advanced(seconds: 1)) }
  }

  /// Does one task after the other.
  /// - Returns: What went wrong with the queue itself; nil once nothing is due.
  private func workAlone(
    _ lanes: [PaymentLane], _ outages: Outages, _ onFault: @Sendable (any Error) -> Void
  ) async -> (any Error)? {
    do {
      var isBusy = true
      while isBusy && !Task.isCancelled { isBusy = try await attemptNext(of: lanes, outages, onFault) }
      return nil
    } catch {
      return error
    }
  }

  /// Does one task; false where none is due.
  private func attemptNext(
    of lanes: [PaymentLane], _ outages: Outages, _ onFault: @Sendable (any Error) -> Void
  ) async throws -> Bool {
    let leases = try await queue.lease(at: clock(), seconds: 60, limit: 1, from: lanes)
    guard let leased = leases.first else { return false }
    let gateway = leased.task.gateway
    do {
      guard outages.admits(gateway) else {
        try await queue.postpone(leased, until: leased.nextTry(after: clock()), because: "gateway-unavailable")
        return true
      }
      let again = try await poll(leased.task, onFault)
      outages.answered(gateway)
      if let again {
        try await queue.postpone(leased, until: again, because: "pending")
      } else {
        try await queue.finish(leased)
      }
    } catch let error as DomainError where error.kind == .unavailable {
      if error.condition != nil { onFault(error) }
      if error.condition.map({ $0.subject == .gateway }) ?? true { outages.failed(gateway) }
      try await queue.postpone(leased, until: leased.nextTry(after: clock()), because: error.code)
    } catch is CancellationError {
      try await queue.postpone(leased, until: clock(), because: "interrupted")
    } catch {
      onFault(error)
      try await queue.postpone(leased, until: leased.nextTry(after: clock()), because: "fault")
    }
    return true
  }

  /// Looks at what a task is about.
  /// - Returns: When to look again; nil where everything is decided.
  private func poll(_ task: PaymentTask, _ onFault: @Sendable (any Error) -> Void) async throws -> Timestamp? {
    let payment = try await gateway(task.gateway).payment(task.reference)
    var isCancelling = false
    if let payment {
      try await apply(payment)
      if case .unknown(let word) = payment.status {
        onFault(UnknownPaymentStatus(gateway: task.gateway, word: String(mask.masked(word).prefix(60))))
      }
      isCancelling = try await resumeCancellation(payment)
    } else {
      try await checkVanished(task)
    }
    let again = try await nextPoll(task, payment)
    return isCancelling ? min(again ?? clock().advanced(seconds: 60), clock().advanced(seconds: 60)) : again
  }

  /// When the order that a task belongs to is looked at again; nil where it is none or no longer pending.
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

  /// A payment that some is to be given back of is waited for, also where its gateway does not know it any more.
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

/// A gateway told of a payment with a status that is not known here: it was not taken for a success.
public struct UnknownPaymentStatus: Error, Hashable, Sendable {
  /// Who told it.
  public let gateway: GatewayName
  /// The word, at most 60 characters of it.
  public let word: String

  /// An unknown status; see the properties.
  public init(gateway: GatewayName, word: String) {
    self.gateway = gateway
    self.word = word
  }
}

extension PaymentReference {
  var text: String {
    switch self {
    case .transaction(let text), .order(let text): text
    }
  }
}

extension LeasedTask {
  /// When a task is tried again that failed: after 2, 4, 8... seconds and at most 5 minutes, up to a quarter less, by
  /// the task's name and attempts, so that those that failed together do not come back together.
  func nextTry(after instant: Timestamp) -> Timestamp {
    let delay = min(300_000, Int64(2_000) << min(max(attempts, 0), 8))
    // FNV-1a (G. Fowler, L. C. Noll, K.-P. Vo).
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in Array(task.reference.text.utf8) + [UInt8(truncatingIfNeeded: attempts)] {
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
    }
    return Timestamp(milliseconds: instant.milliseconds + delay - Int64(hash % UInt64(delay / 4)))
  }
}

/// Which gateways do not answer, during one run: ten thousand tasks need not each find that out.
private final class Outages: Sendable {
  private let failures = Mutex<[GatewayName: Int]>([:])

  func admits(_ gateway: GatewayName) -> Bool { failures.withLock { $0[gateway, default: 0] < 4 } }
  func failed(_ gateway: GatewayName) { failures.withLock { $0[gateway, default: 0] += 1 } }
  func answered(_ gateway: GatewayName) { failures.withLock { $0[gateway] = 0 } }
}

/// When it was last tidied up: once an hour is enough.
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
