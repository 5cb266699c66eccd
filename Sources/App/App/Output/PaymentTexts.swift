import Basics
import CommandLineKit
import Payments
import Stores

// Terminal output about payments, for operators.

extension PaymentDetails {
  func text(_ waiting: [WaitingTask], _ style: TextStyle) -> String {
    var sections = [rows(payment.rows(style))]
    if let order { sections.append(rows(order.rows(style))) }
    sections += [
      table(["CHECK", "OUTCOME", "DETAIL"], payment.checks.map(\.row), style),
      table(["CANCELLATION", "STATE", "AMOUNT", "ASKED FOR", "REASON"], cancellations.map { $0.row(style) }, style),
      table(["LEDGER", "EVENT", "ACCOUNT", "DEBIT", "CREDIT"], ledger.flatMap { $0.rows(style) }, style),
      table(["WAITING FOR", "DUE", "TRIED", "BECAUSE"], waiting.map { $0.row(style) }, style),
    ]
    return sections.filter { !$0.isEmpty }.joined(separator: "\n")
  }
}

extension Reconciliation {
  /// The differences and the ledger's balances.
  func text(_ style: TextStyle) -> String {
    let found = table(
      ["DIFFERENCE", "GATEWAY", "TRANSACTION", "PAYMENT", "HERE", "THERE", "AMOUNT", "MENDED"], differences.map(\.row),
      style)
    let sums = LedgerAccount.allCases.map { "\($0.rawValue) \(balances[$0] ?? 0)" }.joined(separator: ", ")
    let total = balances.values.reduce(0, +)
    return """
      \(found)\(counted(compared, "payment")) compared, \(counted(differences.count, "differs", "differ")), \
      \(differences.count(where: \.isRepaired)) mended.
      Ledger: \(sums); together \(total).

      """
  }
}

private func rows(_ rows: [(String, String)]) -> String {
  rows.filter { !$0.1.isEmpty }.map { padded($0.0, to: 14) + withoutControls($0.1) + "\n" }.joined()
}

/// A table. Empty text without rows.
private func table(_ titles: [String], _ rows: [[String]], _ style: TextStyle) -> String {
  guard !rows.isEmpty else { return "" }
  let amounts = ["AMOUNT", "DEBIT", "CREDIT", "TRIED"]
  let texts = ["DETAIL", "REASON", "BECAUSE"]
  let table = TextTable(
    columns: titles.map { ($0, amounts.contains($0) ? .right : texts.contains($0) ? .text : .left) }, rows: rows)
  return table.rendered(style)
}

extension PaymentRecord {
  fileprivate func rows(_ style: TextStyle) -> [(String, String)] {
    [
      ("payment", id.description), ("state", state.displayName), ("gateway", lastReport.gateway.rawValue),
      ("transaction", lastReport.transaction), ("reference", lastReport.reference),
      ("status", lastReport.status.displayValue),
      ("amount", "\(lastReport.amount) \(lastReport.currency)"),
      ("given back", lastReport.cancelledAmount == 0 ? "" : "\(lastReport.cancelledAmount) \(lastReport.currency)"),
      ("provider", lastReport.provider ?? ""), ("method", lastReport.method ?? ""), ("store", lastReport.store ?? ""),
      ("paid", lastReport.paidAt.map(style.text) ?? ""), ("first seen", style.text(firstReportAt)),
      ("seen", style.text(lastReportAt)),
    ]
  }
}

extension Order {
  fileprivate func rows(_ style: TextStyle) -> [(String, String)] {
    [
      ("order", id.description), ("state", hyphenated(state.rawValue)), ("goods", "\(goods.name) (\(goods.post))"),
      ("amount", "\(amount) \(currency)"), ("reference", reference ?? ""), ("claims", claimedTransaction ?? ""),
      ("buyer", buyer?.description ?? "unknown"), ("made", style.text(createdAt)), ("to be paid by", style.text(payBy)),
      ("paid", paidAt.map(style.text) ?? ""), ("validated", validatedAt.map(style.text) ?? ""),
      ("seller", goods.seller?.description ?? ""),
      ("refund", refund.map { "\($0.state.rawValue): \($0.reason)" } ?? ""), ("answered", refund?.answer ?? ""),
    ]
  }
}

extension CheckResult {
  fileprivate var row: [String] { [check.rawValue, hyphenated(outcome.rawValue), detail] }
}

extension Cancellation {
  fileprivate func row(_ style: TextStyle) -> [String] {
    [id.description, state.rawValue, String(amount), style.text(requestedAt), reason]
  }
}

extension LedgerTransaction {
  fileprivate func rows(_ style: TextStyle) -> [[String]] {
    postings.map { posting in
      [
        style.text(instant), hyphenated(event.rawValue), posting.account.rawValue,
        posting.amount > 0 ? String(posting.amount) : "", posting.amount < 0 ? String(-posting.amount) : "",
      ]
    }
  }
}

extension WaitingTask {
  fileprivate func row(_ style: TextStyle) -> [String] {
    ["\(kind) \(reference)", style.text(dueAt), String(attempts), reason]
  }
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
