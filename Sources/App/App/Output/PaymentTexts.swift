import Basics
import CommandLineKit
import Payments
import Stores

// Terminal output about payments, for operators.

extension PaymentDetails {
  /// All details, in sections.
  func text(_ waiting: [WaitingTask], isStyled: Bool) -> String {
    var sections = [rows(payment.rows)]
    if let order { sections.append(rows(order.rows)) }
    sections += [
      table(["CHECK", "OUTCOME", "DETAIL"], payment.checks.map(\.row), isStyled),
      table(["CANCELLATION", "STATE", "AMOUNT", "ASKED FOR", "REASON"], cancellations.map(\.row), isStyled),
      table(["LEDGER", "EVENT", "ACCOUNT", "DEBIT", "CREDIT"], ledger.flatMap(\.rows), isStyled),
      table(["WAITING FOR", "DUE", "TRIED", "BECAUSE"], waiting.map(\.row), isStyled),
    ]
    return sections.filter { !$0.isEmpty }.joined(separator: "\n")
  }
}

extension Reconciliation {
  /// The differences and the ledger's balances.
  func text(isStyled: Bool) -> String {
    let found = table(
      ["DIFFERENCE", "GATEWAY", "TRANSACTION", "PAYMENT", "HERE", "THERE", "AMOUNT", "MENDED"], differences.map(\.row),
      isStyled)
    let sums = LedgerAccount.allCases.map { "\($0.rawValue) \(balances[$0] ?? 0)" }.joined(separator: ", ")
    let total = balances.values.reduce(0, +)
    return """
      \(found)\(compared) payments compared, \(differences.count) differ, \(differences.count(where: \.isRepaired)) mended.
      Ledger: \(sums); together \(total).

      """
  }
}

private func rows(_ rows: [(String, String)]) -> String {
  rows.filter { !$0.1.isEmpty }.map { padded($0.0, to: 14) + withoutControls($0.1) + "\n" }.joined()
}

/// A table. Empty text without rows.
private func table(_ titles: [String], _ rows: [[String]], _ isStyled: Bool) -> String {
  guard !rows.isEmpty else { return "" }
  let amounts = ["AMOUNT", "DEBIT", "CREDIT", "TRIED"]
  var table = TextTable(columns: titles.map { ($0, amounts.contains($0) ? .right : .left) }, rows: rows)
  table.maxCellWidth = 80
  return table.rendered(isStyled: isStyled)
}

extension PaymentRecord {
  fileprivate var rows: [(String, String)] {
    [
      ("payment", id.description), ("state", state.displayName), ("gateway", lastReport.gateway.rawValue),
      ("transaction", lastReport.transaction), ("reference", lastReport.reference),
      ("status", lastReport.status.displayValue),
      ("amount", "\(lastReport.amount) \(lastReport.currency)"),
      ("given back", lastReport.cancelledAmount == 0 ? "" : "\(lastReport.cancelledAmount) \(lastReport.currency)"),
      ("provider", lastReport.provider ?? ""), ("method", lastReport.method ?? ""), ("store", lastReport.store ?? ""),
      ("paid", lastReport.paidAt?.rfc3339 ?? ""), ("first seen", firstReportAt.rfc3339), ("seen", lastReportAt.rfc3339),
    ]
  }
}

extension Order {
  fileprivate var rows: [(String, String)] {
    [
      ("order", id.description), ("state", hyphenated(state.rawValue)), ("goods", "\(goods.name) (\(goods.post))"),
      ("amount", "\(amount) \(currency)"), ("reference", reference ?? ""), ("claims", claimedTransaction ?? ""),
      ("buyer", buyer?.description ?? "unknown"), ("made", createdAt.rfc3339), ("to be paid by", payBy.rfc3339),
      ("paid", paidAt?.rfc3339 ?? ""), ("validated", validatedAt?.rfc3339 ?? ""),
    ]
  }
}

extension CheckResult {
  fileprivate var row: [String] { [check.rawValue, hyphenated(outcome.rawValue), detail] }
}

extension Cancellation {
  fileprivate var row: [String] {
    [id.description, state.rawValue, String(amount), requestedAt.rfc3339, reason]
  }
}

extension LedgerTransaction {
  fileprivate var rows: [[String]] {
    postings.map { posting in
      [
        instant.rfc3339, hyphenated(event.rawValue), posting.account.rawValue,
        posting.amount > 0 ? String(posting.amount) : "", posting.amount < 0 ? String(-posting.amount) : "",
      ]
    }
  }
}

extension WaitingTask {
  fileprivate var row: [String] { ["\(kind) \(reference)", dueAt.rfc3339, String(attempts), reason] }
}

extension Reconciliation.Difference {
  fileprivate var row: [String] {
    [
      kind.displayName, gateway.rawValue, transaction, payment?.description ?? "",
      localState?.displayName ?? "never seen",
      gatewayPayment?.status.displayValue ?? "nothing",
      gatewayPayment.map { "\($0.amount - $0.cancelledAmount)" } ?? "",
      isRepaired ? "yes" : "no",
    ]
  }
}
