import Basics
import Payments
import SQL

/// Appends to the ledger and reads it, within one transaction. The tables are append-only.
enum LedgerRows {
  static let ofOrder = """
    SELECT number, event, payment_id, moment, account, amount
    FROM ledger_transaction JOIN ledger_posting ON transaction_number = number
    WHERE order_id = $1 ORDER BY number, position
    """
  static let sums = "SELECT account, SUM(amount) FROM ledger_posting GROUP BY account"

  /// Appends a transaction. The keys reject a second one of an event that happens once.
  static func append(_ transaction: LedgerTransaction, on connection: any DatabaseConnection) throws {
    let number = try add(transaction, on: connection)
    for (position, posting) in transaction.postings.enumerated() {
      try connection.run(
        "INSERT INTO ledger_posting (transaction_number, position, account, amount) VALUES ($1, $2, $3, $4)",
        [
          .integer(number), .integer(Int64(position)), .text(posting.account.rawValue),
          .integer(Int64(posting.amount)),
        ])
    }
  }

  /// Inserts a transaction without its postings and returns its number.
  private static func add(_ transaction: LedgerTransaction, on connection: any DatabaseConnection) throws -> Int64 {
    var number: Int64?
    // Reads to the end: SQLite checks foreign keys only then.
    try connection.each(
      """
      INSERT INTO ledger_transaction (event, order_id, payment_id, moment) VALUES ($1, $2, $3, $4) RETURNING number
      """,
      [
        .text(transaction.event.rawValue), .id(transaction.order), .id(orNull: transaction.payment),
        .instant(transaction.instant),
      ]
    ) { number = $0.integer(0) }
    guard let number else { throw Unreadable(what: "the number of a new transaction") }
    return number
  }

  /// The ledger of an order, oldest first.
  /// - Throws: `Unreadable` if the postings of a transaction do not sum to zero.
  static func ledger(of order: OrderID, on connection: any DatabaseConnection) throws -> [LedgerTransaction] {
    var heads: [(number: Int64, event: LedgerEvent, payment: PaymentID?, instant: Timestamp)] = []
    var postings: [Int64: [LedgerPosting]] = [:]
    try connection.each(ofOrder, [.id(order)]) { row in
      let number = row.integer(0)
      if heads.last?.number != number {
        heads.append((number, try row.rawValue(1), try row.identifierIfAny(2), row.instant(3)))
      }
      postings[number, default: []].append(LedgerPosting(try row.rawValue(4), Int(row.integer(5))))
    }
    return try heads.map { head in
      let whole = LedgerTransaction(
        event: head.event, order: order, payment: head.payment, instant: head.instant,
        postings: postings[head.number] ?? [])
      guard let whole else { throw Unreadable(what: "a ledger transaction whose sum is not zero") }
      return whole
    }
  }

  /// The sum of each account over the whole ledger.
  static func balances(on connection: any DatabaseConnection) throws -> [LedgerAccount: Int] {
    var balances = Dictionary(uniqueKeysWithValues: LedgerAccount.allCases.map { ($0, 0) })
    try connection.each(sums, []) { row in
      let account: LedgerAccount = try row.rawValue(0)
      balances[account] = Int(row.integer(1))
    }
    return balances
  }
}
