import APIKit
import Basics
package import Payments

/// What is needed to sell.
package struct Shop: Sendable {
  /// Orders and payments.
  package var payments: PaymentService
  /// Who reads the messages of which gateway; those of others are not served.
  package var webhooks: [GatewayName: any WebhookReader]
  /// What clients hand to a gateway's own library to open its window.
  package var checkout: [GatewayName: Checkout]

  /// Stops those who name payments that the gateway does not know.
  package let claims = ClaimLimiter()

  /// A shop from its parts.
  package init(
    payments: PaymentService, webhooks: [GatewayName: any WebhookReader],
    checkout: [GatewayName: Checkout] = [:]
  ) {
    self.payments = payments
    self.webhooks = webhooks
    self.checkout = checkout
  }
}

/// What opens a gateway's window; none of it is secret.
package struct Checkout: Hashable, Sendable {
  /// V1: the shop's code (`imp…`); V2: the store.
  package var store: String?
  /// Which channel pays.
  package var channel: String?
  /// How clients pay, in the word of the gateway's library; nil: its usual way.
  package var method: String?
  /// The address of a payment window to which browsers are sent; nil: the gateway's library opens one.
  package var window: String?

  /// A checkout from its parts.
  package init(store: String? = nil, channel: String? = nil, method: String? = nil, window: String? = nil) {
    self.store = store
    self.channel = channel
    self.method = method
    self.window = window
  }
}
