import APIKit
import Basics
package import Payments

/// The payment service, and the webhooks and checkouts of the gateways.
package struct Shop: Sendable {
  package var payments: PaymentService
  package var webhooks: [GatewayName: any WebhookReader]
  /// The parameters with which clients open a gateway's payment window.
  package var checkout: [GatewayName: Checkout]

  /// Limits claims of payments that the gateway does not know.
  package let claims = ClaimLimiter()

  package init(
    payments: PaymentService, webhooks: [GatewayName: any WebhookReader],
    checkout: [GatewayName: Checkout] = [:]
  ) {
    self.payments = payments
    self.webhooks = webhooks
    self.checkout = checkout
  }
}

/// The parameters of a gateway's payment window; none is secret.
package struct Checkout: Hashable, Sendable {
  /// V1: the shop's code (`imp…`); V2: the store.
  package var store: String?
  package var channel: String?
  /// The payment method, in the term of the gateway's library; nil: its default.
  package var method: String?
  /// The URL of a payment page to which browsers are sent; nil: the gateway's library opens the window.
  package var window: String?

  package init(store: String? = nil, channel: String? = nil, method: String? = nil, window: String? = nil) {
    self.store = store
    self.channel = channel
    self.method = method
    self.window = window
  }
}
