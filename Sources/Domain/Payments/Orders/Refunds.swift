public import Basics

// Receipts, sales and refunds: of buyers and sellers, and of operators who decide.
extension PaymentService {
  /// The end of the time in which the buyer can request a refund; nil if there is nothing to request, or it was
  /// requested.
  public func refundDeadline(of order: Order) -> Timestamp? {
    guard order.state.isPurchased, order.refund == nil else { return nil }
    return order.paidAt?.advanced(seconds: policy.refundWithin)
  }

  /// The amounts paid and refunded for an order of a buyer.
  /// - Throws: `DomainError` `order-unknown` (notFound), `order-unpaid` (conflict).
  public func receipt(of id: OrderID, by buyer: AccountID) async throws -> Receipt {
    let order = try await order(id, of: buyer)
    guard order.state.wasPaid, let payment = try await settlingPayment(of: id) else { throw DomainError.nothingPaid }
    let refunds = try await store.ledger(of: id).filter {
      $0.event == .cancellation || $0.event == .partialCancellation
    }
    return Receipt(
      order: order, payment: payment,
      refunds: refunds.map { entry in
        Receipt.Refund(
          amount: entry.postings.first { $0.account == .refunds }?.amount ?? 0, instant: entry.instant)
      })
  }

  /// An order of a buyer or a seller.
  /// - Throws: `DomainError` `order-unknown` (notFound), also for everybody else.
  public func order(_ id: OrderID, boughtOrSoldBy account: AccountID) async throws -> Order {
    guard let order = try await store.order(id), order.buyer == account || order.goods.seller == account else {
      throw DomainError.orderUnknown
    }
    return order
  }

  // MARK: Sales

  /// A seller's orders that were paid, newest first.
  public func sales(of seller: AccountID, _ request: PageRequest) async throws -> Page<Order> {
    try await store.sales(of: seller, request)
  }

  /// The sales of a seller.
  public func salesTotal(of seller: AccountID) async throws -> SalesTotal { try await store.salesTotal(of: seller) }

  // MARK: Refunds

  /// The orders with a refund request that nobody has decided, for operators, newest first.
  public func refundRequests(_ request: PageRequest) async throws -> Page<Order> {
    try await store.refundRequests(request)
  }

  /// An order of which a refund was requested, for operators.
  /// - Throws: `DomainError` `order-unknown`, `refund-unknown` (notFound).
  public func refundRequest(of id: OrderID) async throws -> Order {
    guard let order = try await store.order(id) else { throw DomainError.orderUnknown }
    guard order.refund != nil else { throw DomainError.refundUnknown }
    return order
  }

  /// Requests the refund of the rest of an order's payment. The seller or an operator decides. The same request again
  /// changes nothing.
  /// - Parameter reason: 1...200 characters.
  /// - Throws: `DomainError` `order-unknown` (notFound), `reason-invalid` (invalid), `refund-impossible` (conflict) if
  ///   nothing is paid or left, `refund-too-late` (conflict), `refund-requested` (conflict).
  public func requestRefund(of id: OrderID, reason: String, by buyer: AccountID) async throws -> Order {
    try checkReason(reason)
    let (now, reason) = (clock(), mask.masked(reason))
    return try await change(try await order(id, of: buyer).id) { order in
      if let refund = order.refund {
        guard refund.state == .requested, refund.reason == reason else { throw DomainError.refundRequested }
        return order
      }
      guard let deadline = refundDeadline(of: order) else { throw DomainError.refundImpossible }
      guard now <= deadline else { throw DomainError.refundTooLate }
      var order = order
      order.refund = RefundRequest(reason: reason, requestedAt: now)
      return order
    }
  }

  /// Decides about a refund request. Accepting it refunds the rest of the payment, as `cancel` does; accepting again
  /// repeats a refund that the gateway has rejected, and nothing is refunded twice.
  /// - Parameters:
  ///   - answer: what the buyer is told; at most 200 characters.
  ///   - seller: nil for an operator, who can also accept what the seller has declined.
  /// - Throws: `DomainError` `order-unknown`, `refund-unknown` (notFound), `answer-invalid` (invalid),
  ///   `refund-decided`, `refund-impossible` (conflict) if nothing is left, and as `cancel`.
  public func decideRefund(
    of id: OrderID, isAccepted: Bool, answer: String = "", by seller: AccountID?
  ) async throws -> Order {
    guard answer.count <= 200 else { throw DomainError.answerInvalid }
    let order = try await soldOrder(id, by: seller)
    guard let refund = order.refund else { throw DomainError.refundUnknown }
    let payment = try await settlingPayment(of: id)
    if isAccepted, refund.state == .accepted, let payment {
      let isUnderWay = try await openCancellation(of: payment.id) != nil
      if isUnderWay || order.state == .cancelled { return order }
    }
    let (now, answer) = (clock(), mask.masked(answer))
    let decide: @Sendable (Order) throws -> Order = { order in
      guard order.state.isPurchased else { throw DomainError.refundImpossible }
      guard var refund = order.refund, refund.state.canBecome(isAccepted ? .accepted : .declined),
        refund.state != .declined || seller == nil
      else { throw DomainError.refundDecided }
      (refund.state, refund.decidedAt, refund.answer) = (isAccepted ? .accepted : .declined, now, answer)
      var order = order
      order.refund = refund
      return order
    }
    guard isAccepted else { return try await change(id, decide) }
    guard let payment else { throw DomainError.refundImpossible }
    // The buyer's words go to nobody but the seller and operators.
    _ = try await self.refund(payment.id, nil, reason: "refund request of the buyer", as: nil) { try $0.map(decide) }
    return try await soldOrder(id, by: seller)
  }

  // MARK: Steps

  private func soldOrder(_ id: OrderID, by seller: AccountID?) async throws -> Order {
    guard let order = try await store.order(id), seller == nil || order.goods.seller == seller else {
      throw DomainError.orderUnknown
    }
    return order
  }

  private func settlingPayment(of order: OrderID) async throws -> PaymentRecord? {
    try await store.payments(of: order).first(where: \.state.hasSettled)
  }

  /// Changes an order alone.
  private func change(_ id: OrderID, _ change: @escaping @Sendable (Order) throws -> Order) async throws -> Order {
    let changed = try await store.decide(about: nil, for: id) { snapshot in
      PaymentDecision(order: try snapshot.order.map(change))
    }
    guard let changed else { throw DomainError.orderUnknown }
    return changed
  }
}
