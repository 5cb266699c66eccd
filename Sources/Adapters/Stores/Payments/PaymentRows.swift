import Basics
import Payments
import SQL

/// Reads and writes payments and their checks, within one transaction.
enum PaymentRows {
  /// The condition under which a payment settles its order, or did so.
  static let hasSettled = "state IN ('settled', 'partlyCancelled', 'cancelled')"

  static let select = """
    SELECT id, gateway, transaction_id, reference, status, amount, cancelled_amount, currency, provider, method,
      is_virtual_account, store, paid_at, evidence, state, order_id, first_seen_at, seen_at
    FROM payment
    """
  static let byIdentifier = "\(select) WHERE id = $1"
  static let byTransaction = "\(select) WHERE gateway = $1 AND transaction_id = $2"
  static let ofOrder = "\(select) WHERE order_id = $1 ORDER BY first_seen_at DESC, id DESC"
  static let settling = "SELECT id, state FROM payment WHERE order_id = $1 AND \(hasSettled)"
  static let lastChecks = """
    SELECT name, outcome, detail FROM payment_check
    WHERE payment_id = $1 AND number = (SELECT MAX(number) FROM payment_check WHERE payment_id = $1)
    ORDER BY position
    """

  /// The payment, or nil when absent.
  static func payment(_ id: PaymentID, on connection: any DatabaseConnection) throws -> PaymentRecord? {
    try connection.first(byIdentifier, [.id(id)]) { try record(of: $0, on: connection) }
  }

  /// The payment with a gateway's transaction id; nil when absent.
  static func payment(
    transaction: String, gateway: GatewayName, on connection: any DatabaseConnection
  ) throws -> PaymentRecord? {
    try connection.first(byTransaction, [.text(gateway.rawValue), .text(transaction)]) {
      try record(of: $0, on: connection)
    }
  }

  /// The payments seen for an order, newest first.
  static func payments(of order: OrderID, on connection: any DatabaseConnection) throws -> [PaymentRecord] {
    var records: [PaymentRecord] = []
    try connection.each(ofOrder, [.id(order)]) { records.append(try record(of: $0, on: connection)) }
    return records
  }

  /// The payment that has settled an order, and its state; nil when absent.
  static func settling(
    _ order: OrderID, on connection: any DatabaseConnection
  ) throws -> (id: PaymentID, state: PaymentState)? {
    try connection.first(settling, [.id(order)]) { (id: try $0.identifier(0), state: try $0.rawValue(1)) }
  }

  private static func record(of row: any Row, on connection: any DatabaseConnection) throws -> PaymentRecord {
    let id: PaymentID = try row.identifier(0)
    let reported = GatewayPayment(
      gateway: try row.rawValue(1), transaction: row.text(2), reference: row.text(3),
      status: try GatewayStatus(stored: row.text(4)), amount: Int(row.integer(5)),
      cancelledAmount: Int(row.integer(6)), currency: row.text(7), provider: row.optionalText(8),
      method: row.optionalText(9), isVirtualAccount: row.integer(10) != 0, store: row.optionalText(11),
      paidAt: row.instantIfAny(12), evidence: row.text(13))
    return PaymentRecord(
      id: id, lastReport: reported, state: try row.rawValue(14), order: try row.identifierIfAny(15),
      checks: try checks(of: id, on: connection), firstReportAt: row.instant(16), lastReportAt: row.instant(17))
  }

  /// The results of the last validation of a payment.
  private static func checks(of payment: PaymentID, on connection: any DatabaseConnection) throws -> [CheckResult] {
    var checks: [CheckResult] = []
    try connection.each(lastChecks, [.id(payment)]) { row in
      checks.append(CheckResult(try row.rawValue(0), try row.rawValue(1), row.text(2)))
    }
    return checks
  }

  // MARK: Writing

  /// Adds a payment, or replaces the mutable fields of the one with its identifier.
  static func write(_ record: PaymentRecord, on connection: any DatabaseConnection) throws {
    let reported = record.lastReport
    try connection.run(
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
  static func add(
    _ checks: [CheckResult], to payment: PaymentID, at instant: Timestamp, on connection: any DatabaseConnection
  ) throws {
    let last = try connection.integer("SELECT MAX(number) FROM payment_check WHERE payment_id = $1", [.id(payment)])
    for (position, result) in checks.enumerated() {
      try connection.run(
        """
        INSERT INTO payment_check (payment_id, number, position, moment, name, outcome, detail)
        VALUES ($1, $2, $3, $4, $5, $6, $7)
        """,
        [
          .id(payment), .integer((last ?? 0) + 1), .integer(Int64(position)), .instant(instant),
          .text(result.check.rawValue), .text(result.outcome.rawValue), .text(result.detail),
        ])
    }
  }

  // MARK: Lists

  /// The keys of payments, newest first: after the key (`$1`, `$2`), at most `$3`.
  static func listStatement(isNarrowed: Bool) -> String {
    """
    SELECT first_seen_at, id FROM payment WHERE \(isNarrowed ? "state = $4 AND " : "")(first_seen_at, id) < ($1, $2)
    ORDER BY first_seen_at DESC, id DESC LIMIT $3
    """
  }

  /// A page of payments in some states; empty: in any state.
  static func page(
    in states: [PaymentState], _ request: PageRequest, on connection: any DatabaseConnection
  ) throws -> Page<PaymentRecord> {
    try StatePages.page(
      listStatement(isNarrowed: !states.isEmpty), prefix: [], states: states.map(\.rawValue), request, on: connection
    ) { key in
      try PaymentID(key).flatMap { try payment($0, on: connection) }
    }
  }

  static let paid = """
    \(select) WHERE paid_at < $1 AND (paid_at, id) > ($2, $3) ORDER BY paid_at, id LIMIT $4
    """

  /// Payments by the time of payment, oldest first.
  /// - Throws: `ImpossibleChange` if `after` has no time of payment: an empty result would look like the end.
  static func payments(
    paidFrom: Timestamp, until: Timestamp, after: PaymentID?, limit: Int, on connection: any DatabaseConnection
  ) throws -> [PaymentRecord] {
    var start = [Value.instant(paidFrom), .text("")]
    if let after {
      guard let last = try payment(after, on: connection)?.lastReport.paidAt else {
        throw ImpossibleChange(what: "a list after a payment that is not in it")
      }
      start = [.instant(last), .id(after)]
    }
    var records: [PaymentRecord] = []
    try connection.each(paid, [.instant(until)] + start + [.integer(Int64(limit))]) {
      records.append(try record(of: $0, on: connection))
    }
    return records
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
