import Basics

// Notifications about payments.
extension PaymentService {
  /// Accepts a notification about a payment, which is fetched from the gateway later. Cheap and durable.
  ///
  /// References that contain a secret are dropped and never checked: none of ours contains one.
  /// - Parameter message: the identifier of a signed message: each is accepted once. A notification without one may
  ///   come from anybody, and waits in the lane `unproven`, unless its payment is known here.
  /// - Throws: `DomainError` `reference-invalid` (invalid) if it cannot be a payment's reference, `shop-closed`
  ///   (unavailable) if the gateway is not in use, `queue-full` (rateLimited) if too many tasks wait already
  ///   (`maxUnproven` in the lane `unproven`). Notifications of known payments are always accepted.
  public func ingest(_ reference: PaymentReference, at gateway: GatewayName, message: String? = nil) async throws {
    _ = try self.gateway(gateway)
    try check(reference)
    if mask.containsSecret(reference.text) { return }
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

  /// Whether a reference is that of an order made here, or of a payment that the gateway has reported.
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
}

extension PaymentReference {
  var text: String {
    switch self {
    case .transaction(let text), .order(let text): text
    }
  }
}
