import Basics
import Payments
import SQL

/// Reads and writes orders within one transaction.
enum OrderRows {
  static let select = """
    SELECT id, buyer_id, post_id, name, amount, currency, gateway, reference, claimed, created_at, pay_by, state,
      paid_at, validated_at
    FROM shop_order
    """
  static let byIdentifier = "\(select) WHERE id = $1"
  static let byReference = "\(select) WHERE gateway = $1 AND reference = $2 AND claimed IS NULL"
  static let byClaim = "\(select) WHERE gateway = $1 AND claimed = $2 AND state <> 'closed'"

  /// The order, or nil when absent.
  static func order(_ id: OrderID, on connection: any DatabaseConnection) throws -> Order? {
    try connection.first(byIdentifier, [.id(id)], order(of:))
  }

  /// The order with a reference; nil when absent.
  static func order(
    reference: String, gateway: GatewayName, on connection: any DatabaseConnection
  ) throws -> Order? {
    try connection.first(byReference, [.text(gateway.rawValue), .text(reference)], order(of:))
  }

  /// The order that claims a transaction and is not closed; nil when absent.
  static func order(
    claiming transaction: String, gateway: GatewayName, on connection: any DatabaseConnection
  ) throws -> Order? {
    try connection.first(byClaim, [.text(gateway.rawValue), .text(transaction)], order(of:))
  }

  private static func order(of row: any Row) throws -> Order {
    Order(
      id: try row.identifier(0), buyer: try row.identifierIfAny(1),
      goods: Goods(post: try row.identifier(2), name: row.text(3), price: Int(row.integer(4))), currency: row.text(5),
      gateway: try row.rawValue(6), reference: row.optionalText(7), claimedTransaction: row.optionalText(8),
      createdAt: row.instant(9),
      payBy: row.instant(10), state: try row.rawValue(11), paidAt: row.instantIfAny(12),
      validatedAt: row.instantIfAny(13))
  }

  // MARK: Writing

  /// Adds an order. The keys reject a reference that is taken.
  static func add(_ order: Order, on connection: any DatabaseConnection) throws {
    try connection.run(
      """
      INSERT INTO shop_order
        (id, buyer_id, post_id, name, amount, currency, gateway, reference, claimed, created_at, pay_by, state,
          paid_at, validated_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
      """,
      [
        .id(order.id), .id(orNull: order.buyer), .id(order.goods.post), .text(order.goods.name),
        .integer(Int64(order.amount)), .text(order.currency), .text(order.gateway.rawValue),
        .text(orNull: order.reference), .text(orNull: order.claimedTransaction), .instant(order.createdAt),
        .instant(order.payBy),
        .text(order.state.rawValue), .instant(orNull: order.paidAt), .instant(orNull: order.validatedAt),
      ])
  }

  /// Replaces the mutable fields of an order.
  /// - Throws: `ImpossibleChange` if other fields differ, or the state transition is not allowed.
  static func replace(_ old: Order, by new: Order, on connection: any DatabaseConnection) throws {
    try check(old, new)
    try connection.run(
      "UPDATE shop_order SET reference = $2, state = $3, paid_at = $4, validated_at = $5 WHERE id = $1",
      [
        .id(new.id), .text(orNull: new.reference), .text(new.state.rawValue), .instant(orNull: new.paidAt),
        .instant(orNull: new.validatedAt),
      ])
  }

  private static func check(_ old: Order, _ new: Order) throws {
    var unchanged = new
    unchanged.reference = old.reference
    unchanged.state = old.state
    unchanged.paidAt = old.paidAt
    unchanged.validatedAt = old.validatedAt
    guard unchanged == old else { throw ImpossibleChange(what: "another order") }
    guard old.reference == nil || new.reference == old.reference else {
      throw ImpossibleChange(what: "an order's reference")
    }
    guard old.validatedAt == nil || new.validatedAt == old.validatedAt else {
      throw ImpossibleChange(what: "when an order was validated")
    }
    guard new.state == old.state || old.state.canBecome(new.state) else {
      throw ImpossibleChange(what: "an order from \(old.state) to \(new.state)")
    }
  }

  // MARK: Lists

  /// The keys of a buyer's orders, newest first: after the key (`$1`, `$2`), at most `$3`.
  static func listStatement(isNarrowed: Bool) -> String {
    """
    SELECT created_at, id FROM shop_order
    WHERE buyer_id = $4 AND \(isNarrowed ? "state = $5 AND " : "")(created_at, id) < ($1, $2)
    ORDER BY created_at DESC, id DESC LIMIT $3
    """
  }

  /// A page of a buyer's orders in some states; empty: in any state.
  static func page(
    of buyer: AccountID, in states: [OrderState], _ request: PageRequest, on connection: any DatabaseConnection
  ) throws -> Page<Order> {
    try StatePages.page(
      listStatement(isNarrowed: !states.isEmpty), prefix: [.id(buyer)], states: states.map(\.rawValue), request,
      on: connection
    ) { key in
      try OrderID(key).flatMap { try order($0, on: connection) }
    }
  }

  // MARK: Buyers

  /// The maximum number of buyers returned for one post.
  static let maxBuyers = 1_000
  /// The condition under which an order counts as bought.
  static let isPurchased = "state IN ('paid', 'partlyCancelled') AND buyer_id IS NOT NULL"
  static let bought = """
    SELECT buyer_id, paid_at, id FROM shop_order
    WHERE post_id = $1 AND \(isPurchased) AND (paid_at, id) > ($2, $3)
    ORDER BY paid_at, id LIMIT \(maxBuyers)
    """

  /// The buyers of a post, each once, in the order of their payments.
  static func buyers(of post: PostID, on connection: any DatabaseConnection) throws -> [AccountID] {
    var buyers: [AccountID] = []
    var known: Set<AccountID> = []
    var last = (paidAt: Int64.min, id: "")
    // An account that buys the same many times must not hide the others: read on until there are enough.
    while buyers.count < maxBuyers {
      var read = 0
      try connection.each(bought, [.id(post), .integer(last.paidAt), .text(last.id)]) { row in
        read += 1
        last = (row.integer(1), row.text(2))
        let buyer: AccountID = try row.identifier(0)
        if buyers.count < maxBuyers && known.insert(buyer).inserted { buyers.append(buyer) }
      }
      if read < maxBuyers { break }
    }
    return buyers
  }
}
