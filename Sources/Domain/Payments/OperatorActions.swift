public import Basics

// The operator's actions.
extension PaymentService {
  /// A payment with everything known about it.
  /// - Throws: `DomainError` `payment-unknown` (notFound).
  public func details(_ id: PaymentID) async throws -> PaymentDetails {
    guard let details = try await store.details(of: id) else { throw DomainError.paymentUnknown }
    return details
  }

  /// Fetches a payment from the gateway now, and decides about it.
  /// - Throws: `DomainError` `payment-unknown` (notFound), `shop-closed`, `gateway-unavailable`.
  public func verify(_ id: PaymentID) async throws -> PaymentDetails {
    try await renew(try await record(id))
    return try await details(id)
  }

  /// Refunds a payment, fully or in part. The request is stored first, so that it completes after a crash as well.
  ///
  /// Payments that settled nothing can be refunded, too. Nothing is refunded twice: a request with an unknown outcome
  /// is only repeated after fetching the payment, and the gateway is sent the amount that must remain before it.
  /// - Parameters:
  ///   - amount: nil for everything that is left.
  ///   - reason: 1...200 characters.
  ///   - id: the identifier for the request; a repetition with the same one is the same request.
  /// - Throws: `DomainError` `payment-unknown` (notFound), `reason-invalid`, `amount-invalid` (invalid),
  ///   `cancel-impossible` (conflict) if nothing is left or another refund is in progress, `cancel-refused` (conflict),
  ///   `shop-closed`, `gateway-unavailable` (unavailable; it is retried in the background).
  public func cancel(
    _ payment: PaymentID, amount: Int?, reason: String, as id: CancellationID? = nil
  ) async throws -> PaymentDetails {
    try await refund(payment, amount, reason: reason, as: id) { _ in nil }
  }

  /// - Parameter change: the payment's order as it becomes in the transaction that stores the request; nil: unchanged.
  func refund(
    _ payment: PaymentID, _ amount: Int?, reason: String, as id: CancellationID?,
    _ change: @escaping @Sendable (Order?) throws -> Order?
  ) async throws -> PaymentDetails {
    try checkReason(reason)
    let record = try await record(payment)
    _ = try gateway(record.lastReport.gateway)
    let id = id ?? CancellationID(at: clock(), random: random)
    // The current payment if the gateway is available, else the last report.
    let reported = await Result.of { try await renew(record) }
    if case .success(nil) = reported { throw DomainError.paymentVanished }
    try await request(id, amount, mask.masked(reason), of: record, change)
    do {
      if let now = try reported.get() { try await resumeCancellation(now) }
    } catch let error as DomainError where error.kind == .unavailable {
      await expedite(reference(of: record.lastReport), at: record.lastReport.gateway)
      throw error
    }
    let details = try await details(payment)
    if details.cancellations.contains(where: { $0.id == id && $0.state == .refused }) {
      throw DomainError.cancelRejected
    }
    return details
  }

  // MARK: Steps

  func checkReason(_ reason: String) throws(DomainError) {
    guard (1...200).contains(reason.count), reason.contains(where: { !$0.isWhitespace }) else {
      throw DomainError.reasonInvalid
    }
  }

  private func record(_ id: PaymentID) async throws -> PaymentRecord {
    guard let record = try await store.payment(id) else { throw DomainError.paymentUnknown }
    return record
  }

  @discardableResult
  private func renew(_ record: PaymentRecord) async throws -> GatewayPayment? {
    let payment = try await gateway(record.lastReport.gateway).payment(reference(of: record.lastReport))
    if let payment { try await apply(payment) }
    return payment
  }

  /// Stores a refund request with its task, unless it was stored before.
  private func request(
    _ id: CancellationID, _ amount: Int?, _ reason: String, of record: PaymentRecord,
    _ change: @escaping @Sendable (Order?) throws -> Order?
  ) async throws {
    if try await store.cancellations(of: record.id).contains(where: { $0.id == id }) { return }
    let now = clock()
    let task = PaymentTask(
      gateway: record.lastReport.gateway, reference: reference(of: record.lastReport), dueAt: now.advanced(seconds: 30))
    try await store.decide(about: record.lastReport, for: record.order) { snapshot in
      guard let record = snapshot.record else { return PaymentDecision(error: .paymentUnknown) }
      guard snapshot.cancellation == nil else { return PaymentDecision(error: .cancelUnderWay) }
      let left = record.lastReport.moneyMoved ? record.lastReport.amount - record.lastReport.refunded : 0
      guard left > 0 else { return PaymentDecision(error: .nothingToCancel) }
      guard (1...left).contains(amount ?? left) else { return PaymentDecision(error: .amountInvalid) }
      let cancellation = Cancellation(
        id: id, payment: record.id, amount: amount ?? left, refundedBefore: record.lastReport.refunded, reason: reason,
        requestedAt: now)
      return PaymentDecision(order: try change(snapshot.order), cancellation: cancellation, tasks: [task])
    }
  }

  func openCancellation(of payment: PaymentID) async throws -> Cancellation? {
    try await store.cancellations(of: payment).first { $0.state == .requested }
  }

  /// Asks the gateway for the pending refund of a payment that was just fetched.
  /// - Returns: Whether the refund is still pending.
  @discardableResult
  func resumeCancellation(_ payment: GatewayPayment) async throws -> Bool {
    guard let record = try await store.payment(transaction: payment.transaction, gateway: payment.gateway),
      let open = try await openCancellation(of: record.id)
    else { return false }
    let request = GatewayCancellation(
      id: open.id, transaction: payment.transaction, reference: payment.reference, amount: open.amount,
      remaining: record.lastReport.amount - open.refundedBefore, reason: open.reason)
    do {
      try await apply(try await gateway(payment.gateway).cancel(request))
    } catch let error as DomainError where error.kind == .conflict {
      // The refund may have succeeded before, with a lost response.
      guard try await renew(record) != nil else { throw DomainError.paymentVanished }
      try await abandon(open, of: record)
    }
    return try await openCancellation(of: record.id) != nil
  }

  /// Records that the gateway rejected a refund, unless the payment shows that it was carried out.
  private func abandon(_ cancellation: Cancellation, of record: PaymentRecord) async throws {
    try await store.decide(about: record.lastReport, for: record.order) { snapshot in
      guard var open = snapshot.cancellation, open.id == cancellation.id, let reported = snapshot.record?.lastReport
      else {
        return PaymentDecision()
      }
      open.state = open.isDone(by: reported) ? .done : .refused
      return PaymentDecision(cancellation: open)
    }
  }
}

extension Result where Success: Sendable, Failure == any Error {
  /// The result of a body, to be handled later.
  fileprivate static func of(_ body: () async throws -> Success) async -> Result {
    do { return .success(try await body()) } catch { return .failure(error) }
  }
}
