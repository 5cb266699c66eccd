import Basics
import JSON
import Payments
import Stores

// JSON documents about payments, for operators.

extension PaymentRecord {
  var json: JSONValue {
    .object([
      "id": .string(id.description), "state": .string(state.displayName),
      "gateway": .string(lastReport.gateway.rawValue),
      "transaction": .string(lastReport.transaction), "reference": .string(lastReport.reference),
      "status": .string(lastReport.status.displayValue), "amount": .integer(lastReport.amount),
      "cancelled_amount": .integer(lastReport.cancelledAmount), "currency": .string(lastReport.currency),
      "provider": text(lastReport.provider), "method": text(lastReport.method), "store": text(lastReport.store),
      "paid_at": instant(lastReport.paidAt), "first_seen_at": .string(firstReportAt.rfc3339),
      "seen_at": .string(lastReportAt.rfc3339), "order": text(order?.description),
      "checks": .array(checks.map(\.json)),
      "evidence": (try? JSONReader.value(of: Array(lastReport.evidence.utf8))) ?? .null,
    ])
  }

  var failedChecks: [String] { checks.filter { $0.outcome == .failed }.map(\.check.rawValue) }
}

extension PaymentDetails {
  func json(_ waiting: [WaitingTask]) -> JSONValue {
    .object([
      "payment": payment.json, "order": order?.json ?? .null, "cancellations": .array(cancellations.map(\.json)),
      "ledger": .array(ledger.map(\.json)), "waiting": .array(waiting.map(\.json)),
    ])
  }
}

extension Reconciliation {
  var json: JSONValue {
    .object([
      "compared": .integer(compared), "differences": .array(differences.map(\.json)),
      "balances": .object(
        LedgerAccount.allCases.map { JSONMember(key: $0.rawValue, value: .integer(balances[$0] ?? 0)) }),
    ])
  }
}

extension CheckResult {
  fileprivate var json: JSONValue {
    .object([
      "check": .string(check.rawValue), "outcome": .string(hyphenated(outcome.rawValue)), "detail": .string(detail),
    ])
  }
}

extension Order {
  var json: JSONValue {
    .object([
      "id": .string(id.description), "state": .string(hyphenated(state.rawValue)),
      "post": .string(goods.post.description),
      "name": .string(goods.name), "amount": .integer(amount), "currency": .string(currency),
      "gateway": .string(gateway.rawValue), "reference": text(reference), "claimed": text(claimedTransaction),
      "buyer": text(buyer?.description), "created_at": .string(createdAt.rfc3339), "pay_by": .string(payBy.rfc3339),
      "paid_at": instant(paidAt), "validated_at": instant(validatedAt), "seller": text(goods.seller?.description),
      "refund": refund?.json ?? .null,
    ])
  }
}

extension RefundRequest {
  fileprivate var json: JSONValue {
    .object([
      "state": .string(state.rawValue), "reason": .string(reason), "requested_at": .string(requestedAt.rfc3339),
      "decided_at": instant(decidedAt), "answer": .string(answer),
    ])
  }
}

extension Cancellation {
  fileprivate var json: JSONValue {
    .object([
      "id": .string(id.description), "state": .string(state.rawValue), "amount": .integer(amount),
      "reason": .string(reason), "requested_at": .string(requestedAt.rfc3339),
    ])
  }
}

extension LedgerTransaction {
  fileprivate var json: JSONValue {
    .object([
      "event": .string(hyphenated(event.rawValue)), "moment": .string(instant.rfc3339),
      "payment": text(payment?.description),
      "postings": .array(
        postings.map { .object(["account": .string($0.account.rawValue), "amount": .integer($0.amount)]) }),
    ])
  }
}

extension WaitingTask {
  fileprivate var json: JSONValue {
    .object([
      "kind": .string(kind), "reference": .string(reference), "due_at": .string(dueAt.rfc3339),
      "attempts": .integer(attempts), "reason": .string(reason),
    ])
  }
}

extension Reconciliation.Difference {
  fileprivate var json: JSONValue {
    .object([
      "kind": .string(kind.displayName), "gateway": .string(gateway.rawValue), "transaction": .string(transaction),
      "payment": text(payment?.description), "here": text(localState?.displayName),
      "there": text(gatewayPayment?.status.displayValue),
      "amount_there": gatewayPayment.map { .integer($0.amount) } ?? .null,
      "cancelled_amount_there": gatewayPayment.map { .integer($0.cancelledAmount) } ?? .null,
      "mended": .bool(isRepaired),
    ])
  }
}

private func text(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }

private func instant(_ instant: Timestamp?) -> JSONValue { text(instant?.rfc3339) }

// MARK: Names

extension PaymentState {
  /// The name in output and options: `partly-cancelled`.
  var displayName: String { hyphenated(rawValue) }
}

extension Reconciliation.Difference.Kind {
  /// The name in output: `unknown-here`.
  var displayName: String { hyphenated(rawValue) }
}

/// `partly-cancelled` for `partlyCancelled`.
func hyphenated(_ name: String) -> String {
  name.reduce(into: "") { $0 += $1.isUppercase ? "-\($1.lowercased())" : String($1) }
}
