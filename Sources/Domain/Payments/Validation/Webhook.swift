public import Basics

/// A message from a gateway as it came in.
public struct WebhookDelivery: Hashable, Sendable {
  /// By name in lower case.
  public let headers: [String: String]
  /// The bytes as they came: signatures are over these.
  public let body: [UInt8]

  /// A delivery from its parts.
  public init(headers: [String: String], body: [UInt8]) {
    self.headers = headers
    self.body = body
  }
}

/// What a message says, as far as it is believed: never more than that there is something to look at.
public struct WebhookMessage: Hashable, Sendable {
  /// Its identifier, the same for each repetition; nil where it has none.
  public let id: String?
  /// The payment that something happened to; nil where the message is about something else.
  public let reference: PaymentReference?

  /// A message from its parts.
  public init(id: String?, reference: PaymentReference?) {
    self.id = id
    self.reference = reference
  }
}

/// Reads a gateway's messages and finds out whether they are the gateway's.
public protocol WebhookReader: Sendable {
  /// The message of a delivery.
  /// - Throws: `DomainError` `webhook-signature` (unauthenticated) where it is not signed by a secret that is known,
  ///   `webhook-time` (unauthenticated) where it is too old or from the future, `webhook-invalid` (invalid) where it is
  ///   none of the gateway's forms.
  func message(of delivery: WebhookDelivery, at instant: Timestamp) throws(DomainError) -> WebhookMessage
}
