public import Basics

// What buyers do.
extension PaymentService {
  /// How many orders of one buyer may wait to be paid.
  static let maxWaiting = 100

  /// Makes an order: amount, currency and reference are fixed, here and at the gateway, before the client pays.
  /// - Parameter id: where a repetition is to be the same order.
  /// - Throws: `DomainError` `goods-unknown` (notFound), `goods-free` (invalid), `shop-closed` (unavailable),
  ///   `orders-waiting` (rateLimited) where a hundred of the buyer's wait to be paid, `order-taken` (conflict) where
  ///   the identifier is another order's, `gateway-unavailable` (unavailable; the order is there, and the same call
  ///   with the same identifier goes on).
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

  /// Finds out whether an order is paid, and says so once.
  /// - Parameters:
  ///   - transaction: the gateway's number of the payment (`imp_uid`), as the client was told it; nil: the gateway is
  ///     asked by the order's reference, as the second interface always is.
  ///   - completion: keeps what is told, in the transaction that decides it. What is refused before the gateway is
  ///     asked, or because it cannot be, is not kept.
  /// - Throws: `DomainError` `order-unknown` (notFound), `payment-validated` (conflict) where it was said before,
  ///   `order-closed` (conflict), `transaction-invalid` (invalid), `payment-unknown` (invalid) where the gateway knows
  ///   none, `payment-unpaid` (invalid), `payment-mismatch` (invalid) where another check fails; its sentence names the
  ///   checks, `payment-used` (conflict) where the payment is another order's, `gateway-unavailable` (unavailable): the
  ///   order stays pending and settles by itself later.
  public func validate(
    _ order: OrderID, transaction: String?, by buyer: AccountID, completion: RequestCompletion<Order>? = nil
  ) async throws -> Order {
    let order = try await self.order(order, of: buyer)
    guard order.validatedAt == nil else { throw DomainError.paymentValidated }
    let requested = order.gateway == .portOneV1 ? transaction.map(PaymentReference.transaction) : nil
    if case .transaction(let text) = requested { try checkTransaction(text) }
    return try await concluded(order, requested ?? reference(of: order), completion)
  }

  /// The same for old clients, which pay without an order and tell afterwards what they paid for: an order is made at
  /// the post's price of now. Who pays is known only where the client says so. Only the first interface has such
  /// clients.
  ///
  /// What is exposed by this: a claim without an account is believed from anybody who names a payment that really was
  /// made for this price, within `claimWithin`, and that nothing was claimed with before. Whoever learns or guesses the
  /// number of somebody's payment in the moments between paying and claiming can claim it first; the payer is then told
  /// `payment-validated` or `payment-used`, and the operator sees the payment with the order that it settled. Nobody
  /// gets more than was paid for: a payment settles one order, of its own amount, and never one whose money was given
  /// back. Payments of orders that were made first cannot be claimed. A claim whose payment turns out not to settle it
  /// ends at once, so that a wrong one does not keep the right one away. Each claim costs a call to the gateway, so
  /// that whoever serves this to strangers has to limit how often each may try.
  /// - Parameter isTrusted: whether the claim is kept before the gateway is asked, so that it is not lost where that
  ///   does not answer. Others are kept only once the gateway has told of their payment; so are all while many claims
  ///   wait.
  /// - Throws: as above, and `goods-unknown` (notFound), `goods-free` (invalid), `transaction-invalid` (invalid),
  ///   `shop-closed` (unavailable).
  public func claim(
    transaction: String, for post: PostID, by buyer: AccountID?, isTrusted: Bool = true
  ) async throws -> Order {
    _ = try gateway(.portOneV1)
    try checkTransaction(transaction)
    let order = try await claimed(transaction, for: post, by: buyer, isTrusted)
    guard order.goods.post == post, order.buyer == buyer || order.buyer == nil else { throw DomainError.paymentUsed }
    guard order.validatedAt == nil else { throw DomainError.paymentValidated }
    return try await concluded(order, .transaction(transaction))
  }

  // MARK: Their steps

  private func nativeGateway() throws -> any PaymentGateway {
    guard let gateway = gateways[.portOneV2] ?? gateways[.portOneV1] else { throw DomainError.shopClosed }
    return gateway
  }

  private func pricedGoods(_ post: PostID) async throws -> Goods {
    guard let goods = try await goods(post) else { throw DomainError.goodsUnknown }
    guard goods.price > 0 else { throw DomainError.goodsFree }
    return goods
  }

  /// Each order that waits is a task of the queue: nobody may fill it.
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
      // A repetition that came after the payment: what it says is decided on as ever.
      try await expedite(.order(reference), at: order.gateway)
      return order
    }
  }

  /// The claim of a transaction: the one that there is, or a new one with its task, before anything is asked where that
  /// may be.
  private func claimed(
    _ transaction: String, for post: PostID, by buyer: AccountID?, _ isTrusted: Bool
  ) async throws -> Order {
    if let known = try await store.order(claiming: transaction, gateway: .portOneV1) { return known }
    let now = clock()
    let order = Order(
      id: OrderID(at: now, random: random), buyer: buyer, goods: try await pricedGoods(post), gateway: .portOneV1,
      reference: nil, claimed: transaction, createdAt: now, payBy: now)
    var lane = PaymentLane.unproven
    let hasRoom = try await hasRoom(in: lane)
    if !isTrusted || !hasRoom {
      guard try await gateway(.portOneV1).payment(.transaction(transaction)) != nil else {
        throw DomainError.paymentNotFound
      }
      lane = .orders
    }
    do {
      // Whoever claims looks at once; the task is for when that comes to nothing.
      return try await add(order, pollingAt: now.advanced(seconds: 30), in: lane)
    } catch let error as DomainError where error.code == DomainError.paymentUsed.code {
      // Somebody was faster: the same client with a repetition, or another.
      guard let known = try await store.order(claiming: transaction, gateway: .portOneV1) else { throw error }
      return known
    }
  }

  /// Asks the gateway and tells what follows for an order. An order that is known to be paid needs no answer.
  private func concluded(
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

  /// The payment that has settled an order, where it is the one that is asked for.
  private func settling(_ order: Order, _ requested: PaymentReference) async throws -> GatewayPayment? {
    guard order.state == .paid || order.state == .partlyCancelled else { return nil }
    let settling = try await store.payments(of: order.id).first { $0.state.hasSettled }?.seen
    if case .transaction(let transaction) = requested, transaction != settling?.transaction { return nil }
    return settling
  }

  /// Numbers of payments stand in addresses: only what needs no escaping is one.
  private func checkTransaction(_ text: String) throws {
    let isPlain = text.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x2D
        || byte == 0x5F
    }
    guard isPlain, (1...64).contains(text.utf8.count), !mask.covers(text) else { throw DomainError.transactionInvalid }
  }
}
