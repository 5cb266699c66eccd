import Basics
import Payments
import SQL

/// A write transaction over the tables of the shop and of idempotency keys. Complexity of each operation: O(log n).
struct SQLPaymentTransaction: PaymentTransaction {
  let connection: any DatabaseConnection
  let notices: NoticeWriter

  func candidates(for payment: GatewayPayment?, requested order: OrderID?) throws -> PaymentCandidates {
    let found = try payment.flatMap {
      try PaymentRows.refundable(transaction: $0.transaction, gateway: $0.gateway, on: connection)
    }
    return PaymentCandidates(
      payment: payment, record: found?.record, cancellation: found?.open,
      orders: try OrderRows.candidates(
        (order, found?.record.order), payment?.gateway, reference: payment?.reference,
        claiming: payment?.transaction, on: connection))
  }

  func write(_ decision: PaymentDecision, about payment: GatewayPayment?, _ snapshot: PaymentSnapshot) throws {
    try DecisionWriter(snapshot: snapshot, payment: payment, notices: notices).write(decision)
  }

  func finish(_ key: IdempotencyKey, _ response: StoredResponse) throws {
    try KeyRow(key, connection).finish(response)
  }
}
