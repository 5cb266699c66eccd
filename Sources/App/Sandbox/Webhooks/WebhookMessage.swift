package import Basics
import Crypto
import JSON
import WebClient

/// A webhook to send now, with values that differ from the gateway's usual ones.
package struct SandboxMessage: Hashable, Sendable {
  /// The transaction number of the payment.
  package var transaction: String
  /// The event type (V2) or the status (V1). Nil: that of the payment.
  package var type: String?
  /// The signing secret (V2), `whsec_` and Base64. Nil: the sandbox's secret.
  package var secret: String?
  /// The signed timestamp (V2). Nil: now.
  package var timestamp: Timestamp?
  /// The message ID (V2). Nil: a new one.
  package var id: String?

  /// The usual webhook about a payment.
  package init(_ transaction: String) {
    self.transaction = transaction
  }
}

/// A webhook ready to send, shared by its copies and retries.
struct WebhookMessage: Sendable {
  let address: WebAddress
  let body: [UInt8]
  /// Nil for V1, whose webhooks are unsigned.
  let signer: Signer?

  /// Nil when no webhook URL is set.
  init?(
    _ payment: SandboxPayment, type: String?, id: String, _ settings: SandboxSettings, key: [UInt8]?, at now: Timestamp
  ) {
    switch payment.interface {
    case .v1:
      guard let address = settings.v1WebhookURL else { return nil }
      self.address = address
      body =
        JSONValue.object([
          "imp_uid": .string(payment.transaction), "merchant_uid": .string(payment.reference),
          "status": .string(type ?? payment.status.v1Value),
        ]).bytes
      signer = nil
    case .v2:
      guard let address = settings.v2WebhookURL else { return nil }
      self.address = address
      body = payment.event(type ?? payment.status.v2Event, at: now).bytes
      signer = key.map { Signer(id: id, key: $0) }
    }
  }
}

extension SandboxPayment {
  /// The body of a V2 webhook.
  fileprivate func event(_ type: String, at now: Timestamp) -> JSONValue {
    let cancellation = type.hasSuffix("Cancelled") ? cancellations.last?.id : nil
    return .object([
      "type": .string(type), "timestamp": .string(now.rfc3339),
      "data": .object([
        "storeId": .string(store), "paymentId": .string(reference), "transactionId": .string(transaction),
        "cancellationId": cancellation.map { .string($0) },
      ]),
    ])
  }
}

/// Signs webhooks as specified by Standard Webhooks: an HMAC over message ID, timestamp in seconds, and body.
struct Signer: Sendable {
  let id: String
  let key: [UInt8]

  func fields(for body: [UInt8], at instant: Timestamp) -> [(name: String, value: String)] {
    let second = String(instant.milliseconds / 1000)
    let code = HMAC.sha256(of: Array("\(id).\(second).".utf8) + body, key: key)
    return [
      ("webhook-id", id), ("webhook-timestamp", second), ("webhook-signature", "v1,\(Base64.encode(code))"),
    ]
  }

  /// Decodes a secret: Base64 with or without the prefix `whsec_`. Nil when invalid.
  static func key(of secret: String) -> [UInt8]? {
    let text = secret.hasPrefix("whsec_") ? String(secret.dropFirst(6)) : secret
    return Base64.decode(text).flatMap { $0.isEmpty ? nil : $0 }
  }
}
