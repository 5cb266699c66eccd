import Basics
import Payments
import SQL

/// A write transaction over the tables of the shop and of idempotency keys. Complexity of each operation: O(log n).
struct SQLPaymentTransaction: PaymentTransaction {
  let connection: any DatabaseConnection

  func order(reference: String, gateway: GatewayName) throws -> Order? {
    try OrderRows.order(reference: reference, gateway: gateway, on: connection)
  }

  func order(claiming transaction: String, gateway: GatewayName) throws -> Order? {
    try OrderRows.order(claiming: transaction, gateway: gateway, on: connection)
  }

  func payment(transaction: String, gateway: GatewayName) throws -> PaymentRecord? {
    try PaymentRows.payment(transaction: transaction, gateway: gateway, on: connection)
  }

  func snapshot(about payment: GatewayPayment?, for order: OrderID?) throws -> PaymentSnapshot {
    try PaymentSnapshot(about: payment, for: order, on: connection)
  }

  func write(_ decision: PaymentDecision, about payment: GatewayPayment?, _ snapshot: PaymentSnapshot) throws {
    try DecisionWriter(snapshot: snapshot, payment: payment, connection: connection).write(decision)
  }

  func finish(_ key: IdempotencyKey, _ response: StoredResponse) throws {
    try KeyRow(key, connection).finish(response)
  }
}
