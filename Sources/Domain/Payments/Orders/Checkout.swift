public import Basics

// The buyers' actions.
extension PaymentService {
  /// Maximum of pending orders per buyer.
  static let maxWaiting = 100

  /// Creates an order: amount, currency and reference are fixed, here and at the gateway, before the client pays.
  /// - Parameter id: the identifier for the order; a repetition with the same one returns the same order.
  /// - Throws: `DomainError` `goods-unknown` (notFound), `goods-free` (invalid), `shop-closed` (unavailable),
  ///   `orders-waiting` (rateLimited) if the buyer has a hundred pending orders, `order-taken` (conflict) if the
  ///   identifier is another order's, `gateway-unavailable` (unavailable; the order exists, and the same call with the
  ///   same identifier continues).
  public func order(_ post: PostID, by buyer: AccountID, as id: OrderID? = nil) async throws -> Order {
    let gateway = try nativeGateway()
    let now = clock()
    let id = id ?? OrderID(at: now, random: random)
    var order: Order
    if let known = try await store.order(id) {
      order = known
    } else {
      let wanted = Order(
        id: id, buyer: buyer, goods: try await pricedGoods(post), gateway: gateway.name, reference: "order-\(id)",
        createdAt: now, payBy: now.advanced(seconds: policy.payWithin))
      try await checkWaiting(of: buyer)
      order = try await add(wanted, pollingAt: policy.closing(of: wanted))
    }
    guard order.buyer == buyer, order.goods.post == post else { throw DomainError.orderTaken }
    if order.state == .pending { order = try await prepared(order) }
    return order
  }

  /// Checks whether an order is paid, and confirms that once.
  /// - Parameters:
  ///   - transaction: the gateway's transaction number (`imp_uid`), as the client received it; nil to ask the gateway
  ///     by the order's reference, as always with V2.
  ///   - completion: stores the response, in the transaction that decides. Errors before the gateway is called, or
  ///     because it is unavailable, are not stored.
  /// - Throws: `DomainError` `order-unknown` (notFound), `payment-validated` (conflict) if it was confirmed before,
  ///   `order-closed` (conflict), `transaction-invalid` (invalid), `payment-unknown` (invalid) if the gateway knows
  ///   none, `payment-unpaid` (invalid), `payment-mismatch` (invalid) if another check fails; its message names the
  ///   checks, `payment-used` (conflict) if the payment is another order's, `gateway-unavailable` (unavailable): the
  ///   order stays pending and is settled in the background.
  public func validate(
    _ order: OrderID, transaction: String?, by buyer: AccountID, completion: RequestCompletion<Order>? = nil
  ) async throws -> Order {
    let order = try await self.order(order, of: buyer)
    guard order.validatedAt == nil else { throw DomainError.paymentValidated }
    let requested = order.gateway == .portOneV1 ? transaction.map(PaymentReference.transaction) : nil
    if case .transaction(let text) = requested { try checkTransaction(text) }
    return try await fetchAndDecide(order, requested ?? reference(of: order), completion)
  }

  /// The same for old clients, which pay without an order and then name what they paid for: an order is created at the
  /// post's current price. The payer is known only if the client says so. Only V1 has such clients.
  ///
  /// Security: a claim without an account is accepted from anybody who names a payment that really was made for this
  /// price, within `claimWithin`, and that was not claimed before. So an attacker who learns or guesses the transaction
  /// number between payment and claim can claim it first; the payer then gets `payment-validated` or `payment-used`,
  /// and the operator sees the payment with the order that it settled. Nobody gets more than was paid for: a payment
  /// settles one order, of its own amount, and never after a refund. Payments of orders made first cannot be claimed. A
  /// claim whose payment turns out not to settle it ends at once, so that a wrong claim does not block the right one.
  /// Each claim costs a gateway request, so an API that serves it without authentication has to rate-limit it.
  /// - Parameter isTrusted: whether the claim is stored before the gateway is called, so that it is not lost if the
  ///   gateway is unavailable. Other claims are stored only once the gateway has reported the payment, and so are all
  ///   claims while many are waiting.
  /// - Throws: As `validate`, and `goods-unknown` (notFound), `goods-free` (invalid), `transaction-invalid` (invalid),
  ///   `shop-closed` (unavailable).
  public func claim(
    transaction: String, for post: PostID, by buyer: AccountID?, isTrusted: Bool = true
  ) async throws -> Order {
    _ = try gateway(.portOneV1)
    try checkTransaction(transaction)
    let order = try await claimed(transaction, for: post, by: buyer, isTrusted)
    guard order.goods.post == post, order.buyer == buyer || order.buyer == nil else { throw DomainError.paymentUsed }
    guard order.validatedAt == nil else { throw DomainError.paymentValidated }
    return try await fetchAndDecide(order, .transaction(transaction))
  }

  // MARK: Steps

  private func nativeGateway() throws -> any PaymentGateway {
    guard let gateway = gateways[.portOneV2] ?? gateways[.portOneV1] else { throw DomainError.shopClosed }
    return gateway
  }

  private func pricedGoods(_ post: PostID) async throws -> Goods {
    guard let goods = try await goods(post) else { throw DomainError.goodsUnknown }
    guard goods.price > 0 else { throw DomainError.goodsFree }
    return goods
  }

  /// Each pending order has a task in the queue: one buyer must not fill it.
  private func checkWaiting(of buyer: AccountID) async throws {
    let request = try PageRequest(limit: Self.maxWaiting)
    let waiting = try await store.orders(of: buyer, in: [.pending], request).items
    guard waiting.count < Self.maxWaiting else { throw DomainError.ordersWaiting }
  }

  private func add(
    _ order: Order, pollingAt instant: Timestamp, in lane: PaymentLane = .orders
  ) async throws -> Order {
    guard let entry = LedgerTransaction.ordered(order, at: order.createdAt) else { throw DomainError.goodsFree }
    let task = PaymentTask(gateway: order.gateway, reference: reference(of: order), dueAt: instant, lane: lane)
    return try await store.add(order, entry, task)
  }

  /// Fixes the price at the gateway.
  private func prepared(_ order: Order) async throws -> Order {
    guard let reference = order.reference else { return order }
    do {
      try await gateway(order.gateway).prepare(reference, amount: order.amount, currency: order.currency)
      return order
    } catch let error as DomainError where error.code == "order-paid-there" {
      // A repetition that came after the payment, which is decided about as usual.
      await expedite(.order(reference), at: order.gateway)
      return order
    }
  }

  /// The claim of a transaction: the existing one, or a new one with its task. It is stored before the gateway is
  /// called, if the claim is trusted and there is room.
  private func claimed(
    _ transaction: String, for post: PostID, by buyer: AccountID?, _ isTrusted: Bool
  ) async throws -> Order {
    if let known = try await store.order(claiming: transaction, gateway: .portOneV1) { return known }
    let now = clock()
    let order = Order(
      id: OrderID(at: now, random: random), buyer: buyer, goods: try await pricedGoods(post), gateway: .portOneV1,
      reference: nil, claimedTransaction: transaction, createdAt: now, payBy: now)
    var lane = PaymentLane.unproven
    let hasRoom = try await hasRoom(in: lane)
    if !isTrusted || !hasRoom {
      guard try await gateway(.portOneV1).payment(.transaction(transaction)) != nil else {
        throw DomainError.paymentNotFound
      }
      lane = .orders
    }
    do {
      // The caller fetches the payment at once; the task is the fallback.
      return try await add(order, pollingAt: now.advanced(seconds: 30), in: lane)
    } catch let error as DomainError where error.code == DomainError.paymentUsed.code {
      // A concurrent claim was first: a repetition by the same client, or another client.
      guard let known = try await store.order(claiming: transaction, gateway: .portOneV1) else { throw error }
      return known
    }
  }

  /// Fetches the payment and returns the order after the decision. An order that is known to be paid needs no request.
  private func fetchAndDecide(
    _ order: Order, _ requested: PaymentReference, _ completion: RequestCompletion<Order>? = nil
  ) async throws -> Order {
    let payment: GatewayPayment?
    if let known = try await settling(order, requested) {
      payment = known
    } else {
      payment = try await fetch(requested, at: order.gateway, for: order)
    }
    let concluded =
      if let payment {
        try await apply(payment, for: order.id, completion: completion)
      } else {
        try await applyNotFound(for: order.id, isValidating: true, completion: completion)
      }
    guard let concluded else { throw DomainError.orderUnknown }
    return concluded
  }

  /// The payment that has settled an order, if it is the requested one.
  private func settling(_ order: Order, _ requested: PaymentReference) async throws -> GatewayPayment? {
    guard order.state == .paid || order.state == .partlyCancelled else { return nil }
    let settling = try await store.payments(of: order.id).first { $0.state.hasSettled }?.lastReport
    if case .transaction(let transaction) = requested, transaction != settling?.transaction { return nil }
    return settling
  }

  /// Transaction numbers go into URLs: only unreserved characters are accepted.
  private func checkTransaction(_ text: String) throws {
    let isPlain = text.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x2D
        || byte == 0x5F
    }
    guard isPlain, (1...64).contains(text.utf8.count), !mask.containsSecret(text) else {
      throw DomainError.transactionInvalid
    }
  }
}
