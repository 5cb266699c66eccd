import Basics
import Payments
import SQL

/// Appends to the ledger and reads it, within one transaction. The tables are append-only.
enum LedgerRows {
  /// The columns of `LedgerReader.read`, in its order.
  private static let columns = """
    ledger_transaction.number, ledger_transaction.event, ledger_transaction.payment_id, ledger_transaction.moment,
    ledger_posting.account, ledger_posting.amount
    """
  private static let postings = "ledger_posting ON ledger_posting.transaction_number = ledger_transaction.number"
  private static let inOrder = "ORDER BY ledger_transaction.number, ledger_posting.position"
  static let ofOrder = """
    SELECT \(columns) FROM ledger_transaction JOIN \(postings) WHERE ledger_transaction.order_id = $1 \(inOrder)
    """
  /// An order with its ledger, each posting in a row.
  static let withOrder = """
    SELECT \(OrderRows.columns), \(columns) FROM shop_order
    LEFT JOIN ledger_transaction ON ledger_transaction.order_id = shop_order.id
    LEFT JOIN \(postings)
    WHERE shop_order.id = $1 \(inOrder)
    """
  static let sums = "SELECT account, SUM(amount) FROM ledger_posting GROUP BY account"

  /// Appends a transaction. The keys reject a second one of an event that happens once.
  static func append(_ transaction: LedgerTransaction) -> [BoundStatement] {
    let head = BoundStatement(
      "INSERT INTO ledger_transaction (event, order_id, payment_id, moment) VALUES ($1, $2, $3, $4)",
      [
        .text(transaction.event.rawValue), .id(transaction.order), .id(orNull: transaction.payment),
        .instant(transaction.instant),
      ])
    let postings = transaction.postings.enumerated().flatMap { position, posting in
      [Value.integer(Int64(position)), .text(posting.account.rawValue), .integer(Int64(posting.amount))]
    }
    return [head, BoundStatement(insertPostings(transaction.postings.count), [.id(transaction.order)] + postings)]
  }

  /// Adds a number of postings to the newest transaction of the order `$1`.
  static func insertPostings(_ count: Int) -> String {
    // A parameter in a list of rows has no type by itself.
    let rows = (0..<count).map { "(CAST($\(3 * $0 + 2) AS BIGINT), $\(3 * $0 + 3), CAST($\(3 * $0 + 4) AS BIGINT))" }
    return """
      INSERT INTO ledger_posting (transaction_number, position, account, amount)
      SELECT (SELECT MAX(number) FROM ledger_transaction WHERE order_id = $1),
        posting.column1, posting.column2, posting.column3
      FROM (VALUES \(rows.joined(separator: ", "))) AS posting
      """
  }

  /// The ledger of an order, oldest first.
  /// - Throws: `Unreadable` if the postings of a transaction do not sum to zero.
  static func ledger(of order: OrderID, on connection: any DatabaseConnection) throws -> [LedgerTransaction] {
    var reader = LedgerReader()
    try connection.each(ofOrder, [.id(order)]) { try reader.read($0) }
    return try reader.ledger(of: order)
  }

  /// An order with its ledger, oldest first; nil when absent.
  /// - Throws: `Unreadable` if the postings of a transaction do not sum to zero.
  static func orderAndLedger(
    _ id: OrderID, on connection: any DatabaseConnection
  ) throws -> (order: Order, ledger: [LedgerTransaction])? {
    var order: Order?
    var reader = LedgerReader()
    try connection.each(withOrder, [.id(id)]) { row in
      if order == nil { order = try OrderRows.order(of: row) }
      if !row.isNull(OrderRows.width) { try reader.read(row, from: OrderRows.width) }
    }
    return try order.map { (order: $0, ledger: try reader.ledger(of: id)) }
  }

  static func balances(on connection: any DatabaseConnection) throws -> [LedgerAccount: Int] {
    var balances = Dictionary(uniqueKeysWithValues: LedgerAccount.allCases.map { ($0, 0) })
    try connection.each(sums, []) { row in
      let account: LedgerAccount = try row.rawValue(0)
      balances[account] = Int(row.integer(1))
    }
    return balances
  }
}

/// Reads ledger transactions from rows, each with one posting.
private struct LedgerReader {
  private var heads: [(number: Int64, event: LedgerEvent, payment: PaymentID?, instant: Timestamp)] = []
  private var postings: [Int64: [LedgerPosting]] = [:]

  mutating func read(_ row: any Row, from first: Int = 0) throws {
    let number = row.integer(first)
    if heads.last?.number != number {
      heads.append(
        (number, try row.rawValue(first + 1), try row.identifierIfAny(first + 2), row.instant(first + 3)))
    }
    postings[number, default: []].append(LedgerPosting(try row.rawValue(first + 4), Int(row.integer(first + 5))))
  }

  /// - Throws: `Unreadable` if the postings of a transaction do not sum to zero.
  func ledger(of order: OrderID) throws -> [LedgerTransaction] {
    try heads.map { head in
      let whole = LedgerTransaction(
        event: head.event, order: order, payment: head.payment, instant: head.instant,
        postings: postings[head.number] ?? [])
      guard let whole else { throw Unreadable(what: "a ledger transaction whose sum is not zero") }
      return whole
    }
  }
}
