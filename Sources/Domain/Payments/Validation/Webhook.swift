public import Basics

/// A webhook request as received.
public struct WebhookDelivery: Hashable, Sendable {
  /// By name in lower case.
  public let headers: [String: String]
  /// The raw bytes, which the signature covers.
  public let body: [UInt8]

  /// Creates a delivery.
  public init(headers: [String: String], body: [UInt8]) {
    self.headers = headers
    self.body = body
  }
}

/// The content of a webhook, as far as it is trusted: only that there is a payment to check.
public struct WebhookMessage: Hashable, Sendable {
  /// The message identifier, the same for each redelivery; nil if it has none.
  public let id: String?
  /// The payment concerned; nil if the message is about something else.
  public let reference: PaymentReference?

  /// Creates a message.
  public init(id: String?, reference: PaymentReference?) {
    self.id = id
    self.reference = reference
  }
}

/// Parses and authenticates a gateway's webhooks.
public protocol WebhookReader: Sendable {
  /// Parses a delivery.
  /// - Throws: `DomainError` `webhook-signature` (unauthenticated) if it is not signed with a known secret,
  ///   `webhook-time` (unauthenticated) if it is too old or from the future, `webhook-invalid` (invalid) if it has none
  ///   of the gateway's formats.
  func message(of delivery: WebhookDelivery, at instant: Timestamp) throws(DomainError) -> WebhookMessage
}
