import Basics
import Payments
import SQL

/// Reads and writes orders within one transaction.
enum OrderRows {
  /// The columns of `order(of:)`, in its order.
  static let columns = """
    shop_order.id, shop_order.buyer_id, shop_order.post_id, shop_order.name, shop_order.amount, shop_order.currency,
    shop_order.gateway, shop_order.reference, shop_order.claimed, shop_order.created_at, shop_order.pay_by,
    shop_order.state, shop_order.paid_at, shop_order.validated_at, shop_order.seller_id, shop_order.refund_state,
    shop_order.refund_reason, shop_order.refund_requested_at, shop_order.refund_decided_at, shop_order.refund_answer
    """
  /// The number of `columns`.
  static let width = 20
  static let select = "SELECT \(columns) FROM shop_order"
  static let byIdentifier = "\(select) WHERE id = $1"
  static let byReference = "\(select) WHERE gateway = $1 AND reference = $2 AND claimed IS NULL"
  static let byClaim = "\(select) WHERE gateway = $1 AND claimed = $2 AND state <> 'closed'"

  static func order(_ id: OrderID, on connection: any DatabaseConnection) throws -> Order? {
    try connection.first(byIdentifier, [.id(id)], order(of:))
  }

  static func order(
    reference: String, gateway: GatewayName, on connection: any DatabaseConnection
  ) throws -> Order? {
    try connection.first(byReference, [.text(gateway.rawValue), .text(reference)], order(of:))
  }

  static func order(
    claiming transaction: String, gateway: GatewayName, on connection: any DatabaseConnection
  ) throws -> Order? {
    try connection.first(byClaim, [.text(gateway.rawValue), .text(transaction)], order(of:))
  }

  /// The orders `$1` and `$2`, and of the gateway `$3` the one with the reference `$4` and the one that claims the
  /// transaction `$5`; each with the payment that has settled it.
  static let candidates = """
    SELECT \(columns), (SELECT payment.id FROM payment WHERE order_id = shop_order.id AND \(PaymentRows.hasSettled))
    FROM shop_order
    WHERE id IN ($1, $2) OR (gateway = $3 AND reference = $4 AND claimed IS NULL)
      OR (gateway = $3 AND claimed = $5 AND state <> 'closed')
    """

  /// Orders by their identifiers, and those of a gateway that refer to a payment, without duplicates.
  static func candidates(
    _ ids: (OrderID?, OrderID?), _ gateway: GatewayName?, reference: String?, claiming transaction: String?,
    on connection: any DatabaseConnection
  ) throws -> [PaymentCandidates.Candidate] {
    var found: [PaymentCandidates.Candidate] = []
    try connection.each(
      candidates,
      [
        .id(orNull: ids.0), .id(orNull: ids.1), .text(orNull: gateway?.rawValue), .text(orNull: reference),
        .text(orNull: transaction),
      ]
    ) { row in
      found.append(.init(order: try order(of: row), settledBy: try row.identifierIfAny(width)))
    }
    return found
  }

  static func order(of row: any Row) throws -> Order {
    Order(
      id: try row.identifier(0), buyer: try row.identifierIfAny(1),
      goods: Goods(
        post: try row.identifier(2), name: row.text(3), price: Int(row.integer(4)),
        seller: try row.identifierIfAny(14)), currency: row.text(5),
      gateway: try row.rawValue(6), reference: row.optionalText(7), claimedTransaction: row.optionalText(8),
      createdAt: row.instant(9),
      payBy: row.instant(10), state: try row.rawValue(11), paidAt: row.instantIfAny(12),
      validatedAt: row.instantIfAny(13), refund: try refund(of: row))
  }

  // MARK: Writing

  /// Adds an order. The keys reject a reference that is taken.
  static func add(_ order: Order) -> BoundStatement {
    BoundStatement(
      """
      INSERT INTO shop_order
        (id, buyer_id, post_id, name, amount, currency, gateway, reference, claimed, created_at, pay_by, state,
          paid_at, validated_at, seller_id)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, (SELECT id FROM account WHERE id = $15))
      """,
      [
        .id(order.id), .id(orNull: order.buyer), .id(order.goods.post), .text(order.goods.name),
        .integer(Int64(order.amount)), .text(order.currency), .text(order.gateway.rawValue),
        .text(orNull: order.reference), .text(orNull: order.claimedTransaction), .instant(order.createdAt),
        .instant(order.payBy),
        .text(order.state.rawValue), .instant(orNull: order.paidAt), .instant(orNull: order.validatedAt),
        .id(orNull: order.goods.seller),
      ])
  }

  /// Keeps the photos of its goods for an order.
  static func keepPhotos(of order: Order) -> BoundStatement {
    BoundStatement(
      """
      INSERT INTO order_photo (order_id, position, photo)
      SELECT CAST($1 AS TEXT), post_photo.position, post_photo.photo
      FROM post_photo JOIN photo ON photo.name = post_photo.photo WHERE post_photo.post_id = $2
      """, [.id(order.id), .id(order.goods.post)])
  }

  private static func refund(of row: any Row) throws -> RefundRequest? {
    guard !row.isNull(15) else { return nil }
    return RefundRequest(
      reason: row.text(16), requestedAt: row.instant(17), state: try row.rawValue(15), decidedAt: row.instantIfAny(18),
      answer: row.text(19))
  }

  /// Replaces the mutable fields of an order.
  /// - Throws: `ImpossibleChange` if other fields differ, or the state transition is not allowed.
  static func replace(_ old: Order, by new: Order) throws -> BoundStatement {
    try check(old, new)
    return BoundStatement(
      """
      UPDATE shop_order SET reference = $2, state = $3, paid_at = $4, validated_at = $5, refund_state = $6,
        refund_reason = $7, refund_requested_at = $8, refund_decided_at = $9, refund_answer = $10
      WHERE id = $1
      """,
      [
        .id(new.id), .text(orNull: new.reference), .text(new.state.rawValue), .instant(orNull: new.paidAt),
        .instant(orNull: new.validatedAt), .text(orNull: new.refund?.state.rawValue), .text(new.refund?.reason ?? ""),
        .instant(orNull: new.refund?.requestedAt), .instant(orNull: new.refund?.decidedAt),
        .text(new.refund?.answer ?? ""),
      ])
  }

  private static func check(_ old: Order, _ new: Order) throws {
    var unchanged = new
    unchanged.reference = old.reference
    unchanged.state = old.state
    unchanged.paidAt = old.paidAt
    unchanged.validatedAt = old.validatedAt
    unchanged.refund = old.refund
    guard unchanged == old else { throw ImpossibleChange(what: "another order") }
    guard old.reference == nil || new.reference == old.reference else {
      throw ImpossibleChange(what: "an order's reference")
    }
    guard old.validatedAt == nil || new.validatedAt == old.validatedAt else {
      throw ImpossibleChange(what: "when an order was validated")
    }
    guard new.refund == old.refund || new.refund?.canFollow(old.refund) == true else {
      throw ImpossibleChange(what: "the refund request of an order")
    }
    guard new.state == old.state || old.state.canBecome(new.state) else {
      throw ImpossibleChange(what: "an order from \(old.state) to \(new.state)")
    }
  }

  // MARK: Lists

  /// A buyer's orders, newest first, in some states; see `StatePages`.
  static func list(states: Int) -> String {
    StatePages.statement(
      select, table: "shop_order", time: "created_at", condition: "buyer_id = $4", states: states)
  }

  /// A page of a buyer's orders in some states; empty: in any state.
  static func page(
    of buyer: AccountID, in states: [OrderState], _ request: PageRequest, on connection: any DatabaseConnection
  ) throws -> Page<Order> {
    let states = Set(states.map(\.rawValue)).sorted()
    return try page(
      list(states: states.count), [.id(buyer)] + states.map(Value.text), request,
      on: connection)
  }

  private static func page(
    _ statement: String, _ values: [Value], _ request: PageRequest, on connection: any DatabaseConnection
  ) throws -> Page<Order> {
    try connection.page(
      statement, request, values, key: { PageKey(instant: $0.createdAt, id: $0.id.description) }, order(of:))
  }

  /// The newest purchase of each post that the buyer `$4` has.
  static let purchases = """
    \(select) WHERE buyer_id = $4 AND \(isPurchased) AND (created_at, id) < ($1, $2) AND NOT EXISTS (
      SELECT 1 FROM shop_order AS later
      WHERE later.buyer_id = $4 AND later.post_id = shop_order.post_id AND \(isPurchased(as: "later"))
        AND (later.created_at, later.id) > (shop_order.created_at, shop_order.id))
    ORDER BY created_at DESC, id DESC LIMIT $3
    """

  static func purchases(
    by buyer: AccountID, _ request: PageRequest, on connection: any DatabaseConnection
  ) throws -> Page<Order> {
    try page(purchases, [.id(buyer)], request, on: connection)
  }

  private static let paidStates = OrderState.allCases.filter(\.wasPaid).map(\.rawValue)

  /// A seller's orders that were paid, newest first; see `StatePages`.
  static let sales = StatePages.statement(
    select, table: "shop_order", time: "created_at", condition: "seller_id = $4", states: paidStates.count)

  static func sales(
    of seller: AccountID, _ request: PageRequest, on connection: any DatabaseConnection
  ) throws -> Page<Order> {
    try page(
      sales, [.id(seller)] + paidStates.map(Value.text), request, on: connection)
  }

  /// A payment of more than the price settles no order, but a gateway may report any refund.
  static let salesTotal = """
    SELECT COUNT(*), CAST(COALESCE(SUM(shop_order.amount), 0) AS BIGINT),
      CAST(COALESCE(SUM(CASE WHEN payment.cancelled_amount < shop_order.amount THEN payment.cancelled_amount
        WHEN payment.cancelled_amount IS NULL THEN 0 ELSE shop_order.amount END), 0) AS BIGINT)
    FROM shop_order LEFT JOIN payment ON payment.order_id = shop_order.id AND payment.\(PaymentRows.hasSettled)
    WHERE shop_order.seller_id = $1
      AND shop_order.state IN (\(paidStates.map { "'\($0)'" }.joined(separator: ", ")))
    """

  static func salesTotal(of seller: AccountID, on connection: any DatabaseConnection) throws -> SalesTotal {
    let total = try connection.first(salesTotal, [.id(seller)]) { row in
      SalesTotal(count: Int(row.integer(0)), amount: Int(row.integer(1)), refunded: Int(row.integer(2)))
    }
    return total ?? SalesTotal()
  }

  /// The condition under which nobody has decided about a refund.
  static let isRefundRequested = "refund_state = 'requested'"
  static let refundRequests = """
    \(select) WHERE \(isRefundRequested) AND (created_at, id) < ($1, $2) ORDER BY created_at DESC, id DESC LIMIT $3
    """

  static func refundRequests(
    _ request: PageRequest, on connection: any DatabaseConnection
  ) throws -> Page<Order> {
    try page(refundRequests, [], request, on: connection)
  }

  // MARK: Buyers

  /// The maximum number of buyers returned for one post.
  static let maxBuyers = 1_000
  /// The condition under which an order counts as bought.
  static let isPurchased = "state IN ('paid', 'partlyCancelled') AND buyer_id IS NOT NULL"

  /// The condition under which an order keeps the photos of its goods: its buyer has them, or may still pay.
  static let keepsPhotos = "state IN ('pending', 'paid', 'partlyCancelled') AND buyer_id IS NOT NULL"

  /// `isPurchased` of a table under another name.
  static func isPurchased(as table: String) -> String {
    "\(table).state IN ('paid', 'partlyCancelled') AND \(table).buyer_id IS NOT NULL"
  }
  private static let maxPosts = 16

  /// Purchases of posts by payment, at most `maxBuyers` of each: of `$1` after the key (`$2`, `$3`), and so on.
  static func bought(posts: Int) -> String {
    let runs = (0..<posts).map { post in
      """
      SELECT post_id, buyer_id, paid_at, id FROM (
        SELECT post_id, buyer_id, paid_at, id FROM shop_order
        WHERE post_id = $\(3 * post + 1) AND \(isPurchased) AND (paid_at, id) > ($\(3 * post + 2), $\(3 * post + 3))
        ORDER BY paid_at, id LIMIT \(maxBuyers)) AS run
      """
    }
    return "\(runs.joined(separator: " UNION ALL ")) ORDER BY post_id, paid_at, id"
  }

  /// The buyers of a post, as far as they were read.
  private struct Buyers {
    var buyers: [AccountID] = []
    var known: Set<AccountID> = []
    var last = (paidAt: Int64.min, id: "")
    /// The purchases that the last statement read.
    var read = 0
    /// An account that buys the same many times must not hide the others: read on until there are enough.
    var isComplete: Bool { buyers.count >= maxBuyers || read < maxBuyers }

    mutating func add(_ buyer: AccountID, _ purchase: (paidAt: Int64, id: String)) {
      read += 1
      last = purchase
      if buyers.count < maxBuyers && known.insert(buyer).inserted { buyers.append(buyer) }
    }
  }

  /// The buyers of posts, each once, in the order of their payments. Posts without buyers are left out.
  static func buyers(
    of posts: Set<PostID>, on connection: any DatabaseConnection
  ) throws -> [PostID: [AccountID]] {
    var found: [PostID: Buyers] = [:]
    var left = Array(posts)
    while !left.isEmpty {
      for start in stride(from: 0, to: left.count, by: maxPosts) {
        let some = left[start..<min(start + maxPosts, left.count)]
        for post in some { found[post, default: Buyers()].read = 0 }
        try readOn(Array(some), &found, on: connection)
      }
      left = left.filter { found[$0]?.isComplete == false }
    }
    return found.mapValues(\.buyers).filter { !$0.value.isEmpty }
  }

  private static func readOn(
    _ posts: [PostID], _ found: inout [PostID: Buyers], on connection: any DatabaseConnection
  ) throws {
    var values = posts.flatMap { post in
      let last = (found[post] ?? Buyers()).last
      return [Value.id(post), .integer(last.paidAt), .text(last.id)]
    }
    // Padded with identifiers of no post, so that few statements have to be prepared.
    let count = ValueList.padded(posts.map(Value.id)).count
    values += [Value](repeating: .null, count: 3 * (count - posts.count))
    try connection.each(bought(posts: count), values) { row in
      let post: PostID = try row.identifier(0)
      found[post]?.add(try row.identifier(1), (row.integer(2), row.text(3)))
    }
  }
}
