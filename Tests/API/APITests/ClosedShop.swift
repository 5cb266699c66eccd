import APIKit
import Basics
import Crypto
import LegacyAPI
import NativeAPI
import Payments
import SQL
import StandardsAPI
import Stores

extension Shop {
  /// A shop without a gateway.
  static func closed(_ database: any Database, _ now: @escaping @Sendable () -> Timestamp) -> Shop {
    Shop(
      payments: PaymentService(
        store: SQLPaymentStore(database), queue: SQLPaymentQueue(database), gateways: [], policy: PaymentPolicy(),
        goods: { _ in nil }, clock: now, random: systemRandom),
      webhooks: [:])
  }
}
