import Basics
import Payments
import SQL

/// Reads and writes payments and their checks, within one transaction.
enum PaymentRows {
  /// The condition under which a payment settles its order, or did so.
  static let hasSettled = "state IN ('settled', 'partlyCancelled', 'cancelled')"

  /// The columns of `record(of:)`, in its order.
  static let columns = """
    payment.id, payment.gateway, payment.transaction_id, payment.reference, payment.status, payment.amount,
    payment.cancelled_amount, payment.currency, payment.provider, payment.method, payment.is_virtual_account,
    payment.store, payment.paid_at, payment.evidence, payment.state, payment.order_id, payment.first_seen_at,
    payment.seen_at
    """
  /// The number of `columns`.
  static let width = 18
  static let select = "SELECT \(columns) FROM payment"
  /// Follows `payment`: the results of its last validation.
  private static let lastChecks = """
    payment_check ON payment_check.payment_id = payment.id AND payment_check.number = (
      SELECT MAX(last.number) FROM payment_check AS last WHERE last.payment_id = payment.id)
    """
  /// Selects a payment with its last checks, each in a row, and its open cancellation.
  private static let selectOne = """
    SELECT \(columns), payment_check.name, payment_check.outcome, payment_check.detail, \(CancellationRows.columns)
    FROM payment LEFT JOIN \(lastChecks)
    LEFT JOIN cancellation ON cancellation.payment_id = payment.id AND cancellation.state = 'requested'
    """
  static let byIdentifier = "\(selectOne) WHERE payment.id = $1 ORDER BY payment_check.position"
  static let byTransaction = """
    \(selectOne) WHERE payment.gateway = $1 AND payment.transaction_id = $2 ORDER BY payment_check.position
    """
  static let ofOrder = "\(select) WHERE order_id = $1 ORDER BY first_seen_at DESC, id DESC"
  static let settling = "SELECT id, state FROM payment WHERE order_id = $1 AND \(hasSettled)"

  static func checks(_ payments: String) -> String {
    """
    SELECT payment.id, payment_check.name, payment_check.outcome, payment_check.detail
    FROM payment JOIN \(lastChecks) WHERE payment.id IN (\(payments)) ORDER BY payment.id, payment_check.position
    """
  }

  static func payment(_ id: PaymentID, on connection: any DatabaseConnection) throws -> PaymentRecord? {
    try one(byIdentifier, [.id(id)], on: connection)?.record
  }

  /// The payment with a gateway's transaction id; nil when absent.
  static func payment(
    transaction: String, gateway: GatewayName, on connection: any DatabaseConnection
  ) throws -> PaymentRecord? {
    try refundable(transaction: transaction, gateway: gateway, on: connection)?.record
  }

  /// The payment with a gateway's transaction id, with its open cancellation; nil when absent.
  static func refundable(
    transaction: String, gateway: GatewayName, on connection: any DatabaseConnection
  ) throws -> (record: PaymentRecord, open: Cancellation?)? {
    try one(byTransaction, [.text(gateway.rawValue), .text(transaction)], on: connection)
  }

  private static func one(
    _ query: String, _ values: [Value], on connection: any DatabaseConnection
  ) throws -> (record: PaymentRecord, open: Cancellation?)? {
    var found: (record: PaymentRecord, open: Cancellation?)?
    try connection.each(query, values) { row in
      if found == nil {
        let open = row.isNull(width + 3) ? nil : try CancellationRows.cancellation(of: row, from: width + 3)
        found = (try record(of: row), open)
      }
      if !row.isNull(width) { found?.record.checks.append(try check(of: row, from: width)) }
    }
    return found
  }

  /// The payments seen for an order, newest first.
  static func payments(of order: OrderID, on connection: any DatabaseConnection) throws -> [PaymentRecord] {
    try list(ofOrder, [.id(order)], on: connection)
  }

  private static func list(
    _ query: String, _ values: [Value], on connection: any DatabaseConnection
  ) throws -> [PaymentRecord] {
    var records: [PaymentRecord] = []
    try connection.each(query, values) { records.append(try record(of: $0)) }
    return try withChecks(records, on: connection)
  }

  private static func withChecks(
    _ payments: [PaymentRecord], on connection: any DatabaseConnection
  ) throws -> [PaymentRecord] {
    var records = payments
    var results: [PaymentID: [CheckResult]] = [:]
    try connection.each(in: records.map { .id($0.id) }, checks) { row in
      results[try row.identifier(0), default: []].append(try check(of: row, from: 1))
    }
    for index in records.indices { records[index].checks = results[records[index].id] ?? [] }
    return records
  }

  /// The payment that has settled an order, and its state; nil when absent.
  static func settling(
    _ order: OrderID, on connection: any DatabaseConnection
  ) throws -> (id: PaymentID, state: PaymentState)? {
    try connection.first(settling, [.id(order)]) { (id: try $0.identifier(0), state: try $0.rawValue(1)) }
  }

  /// Reads a payment without its checks.
  private static func record(of row: any Row) throws -> PaymentRecord {
    let reported = GatewayPayment(
      gateway: try row.rawValue(1), transaction: row.text(2), reference: row.text(3),
      status: try GatewayStatus(stored: row.text(4)), amount: Int(row.integer(5)),
      cancelledAmount: Int(row.integer(6)), currency: row.text(7), provider: row.optionalText(8),
      method: row.optionalText(9), isVirtualAccount: row.integer(10) != 0, store: row.optionalText(11),
      paidAt: row.instantIfAny(12), evidence: row.text(13))
    return PaymentRecord(
      id: try row.identifier(0), lastReport: reported, state: try row.rawValue(14), order: try row.identifierIfAny(15),
      checks: [], firstReportAt: row.instant(16), lastReportAt: row.instant(17))
  }

  private static func check(of row: any Row, from first: Int) throws -> CheckResult {
    CheckResult(try row.rawValue(first), try row.rawValue(first + 1), row.text(first + 2))
  }

  // MARK: Writing

  /// Adds a payment, or replaces the mutable fields of the one with its identifier.
  static func write(_ record: PaymentRecord) -> BoundStatement {
    let reported = record.lastReport
    return BoundStatement(
      upsert,
      [
        .id(record.id), .text(reported.gateway.rawValue), .text(reported.transaction), .instant(record.firstReportAt),
        .text(reported.reference), .text(reported.status.stored), .integer(Int64(reported.amount)),
        .integer(Int64(reported.cancelledAmount)), .text(reported.currency), .text(orNull: reported.provider),
        .text(orNull: reported.method), .integer(reported.isVirtualAccount ? 1 : 0), .text(orNull: reported.store),
        .instant(orNull: reported.paidAt), .text(reported.evidence), .text(record.state.rawValue),
        .id(orNull: record.order),
        .instant(record.lastReportAt),
      ])
  }

  private static let upsert = """
    INSERT INTO payment
      (id, gateway, transaction_id, first_seen_at, \(changing.joined(separator: ", ")))
    VALUES ($1, $2, $3, $4, \((5..<5 + changing.count).map { "$\($0)" }.joined(separator: ", ")))
    ON CONFLICT (id) DO UPDATE SET \(changing.map { "\($0) = excluded.\($0)" }.joined(separator: ", "))
    """

  private static let changing = [
    "reference", "status", "amount", "cancelled_amount", "currency", "provider", "method", "is_virtual_account",
    "store", "paid_at", "evidence", "state", "order_id", "seen_at",
  ]

  /// Adds the results of a validation; earlier results stay.
  static func add(_ checks: [CheckResult], to payment: PaymentID, at instant: Timestamp) -> BoundStatement {
    let rows = checks.enumerated().flatMap { position, result in
      [
        Value.integer(Int64(position)), .text(result.check.rawValue), .text(result.outcome.rawValue),
        .text(result.detail),
      ]
    }
    return BoundStatement(insertChecks(checks.count), [.id(payment), .instant(instant)] + rows)
  }

  /// Adds a number of results of a validation of the payment `$1` at `$2`.
  static func insertChecks(_ count: Int) -> String {
    // A parameter in a list of rows has no type by itself.
    let rows = (0..<count).map {
      "(CAST($\(4 * $0 + 3) AS BIGINT), \(ValueList.placeholders(from: 4 * $0 + 4, count: 3)))"
    }
    return """
      INSERT INTO payment_check (payment_id, number, moment, position, name, outcome, detail)
      SELECT $1, (SELECT COALESCE(MAX(number), 0) + 1 FROM payment_check WHERE payment_id = $1), CAST($2 AS BIGINT),
        result.column1, result.column2, result.column3, result.column4
      FROM (VALUES \(rows.joined(separator: ", "))) AS result
      """
  }

  // MARK: Lists

  /// Payments, newest first, in some states; see `StatePages`.
  static func list(states: Int) -> String {
    StatePages.statement(select, table: "payment", time: "first_seen_at", states: states)
  }

  static func page(
    in states: [PaymentState], _ request: PageRequest, on connection: any DatabaseConnection
  ) throws -> Page<PaymentRecord> {
    let states = Set(states.map(\.rawValue)).sorted()
    let page = try connection.page(
      list(states: states.count), request, states.map(Value.text),
      key: { PageKey(instant: $0.firstReportAt, id: $0.id.description) }, record(of:))
    return Page(items: try withChecks(page.items, on: connection), next: page.next)
  }

  static let paid = """
    \(select) WHERE paid_at < $1 AND (paid_at, id) > ($2, $3) ORDER BY paid_at, id LIMIT $4
    """

  static func payments(
    paidFrom: Timestamp, until: Timestamp, after: PageKey?, limit: Int, on connection: any DatabaseConnection
  ) throws -> [PaymentRecord] {
    let start = [Value.instant(after?.instant ?? paidFrom), .text(after?.id ?? "")]
    return try list(paid, [.instant(until)] + start + [.integer(Int64(limit))], on: connection)
  }
}

extension GatewayStatus {
  private static let unknownPrefix = "unknown: "

  /// Every status with a fixed text.
  private static let known: [GatewayStatus] = [
    .ready, .virtualAccountIssued, .payPending, .paid, .partlyCancelled, .cancelled, .failed,
  ]

  /// The stored text. An unknown status keeps the gateway's own text.
  fileprivate var stored: String {
    if case .unknown(let word) = self { Self.unknownPrefix + word } else { displayValue }
  }

  /// The status of a stored text.
  /// - Throws: `Unreadable` for an unknown text.
  fileprivate init(stored text: String) throws {
    if let known = Self.known.first(where: { $0.displayValue == text }) {
      self = known
    } else if text.hasPrefix(Self.unknownPrefix) {
      self = .unknown(String(text.dropFirst(Self.unknownPrefix.count)))
    } else {
      throw Unreadable(what: "a payment's status")
    }
  }
}
