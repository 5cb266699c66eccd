package import Basics
import Crypto
import JSON
import WebClient

/// A message to be sent now, and what about it is to be other than the gateway would have it.
package struct SandboxMessage: Hashable, Sendable {
  /// The payment that it is about.
  package var transaction: String
  /// What it says has happened: the event (V2), the status (V1); nil: what has.
  package var type: String?
  /// What it is signed with (V2): `whsec_` and Base64; nil: the sandbox's secret.
  package var secret: String?
  /// When it says that it was sent (V2); nil: now.
  package var timestamp: Timestamp?
  /// Its own number (V2); nil: a new one.
  package var id: String?

  /// The message that a gateway would send about a payment.
  package init(_ transaction: String) {
    self.transaction = transaction
  }
}

/// A message as it goes to the shop, made once for all its copies and repetitions.
struct Message: Sendable {
  let address: WebAddress
  let body: [UInt8]
  /// Nil where it is not signed.
  let signer: Signer?

  /// Nil where nobody is to be told.
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
          "status": .string(type ?? payment.status.v1Word),
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
  /// The body of a message of the second interface.
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

/// Signs as Standard Webhooks says: an HMAC over the number, the second and the body.
struct Signer: Sendable {
  let id: String
  let key: [UInt8]

  /// The fields of the head that go with a body sent at a moment.
  func fields(for body: [UInt8], at instant: Timestamp) -> [(name: String, value: String)] {
    let second = String(instant.milliseconds / 1000)
    let code = HMAC.sha256(of: Array("\(id).\(second).".utf8) + body, key: key)
    return [
      ("webhook-id", id), ("webhook-timestamp", second), ("webhook-signature", "v1,\(Base64.encode(code))"),
    ]
  }

  /// The key that a secret stands for: `whsec_` and Base64, or Base64 alone; nil where it is neither.
  static func key(of secret: String) -> [UInt8]? {
    let text = secret.hasPrefix("whsec_") ? String(secret.dropFirst(6)) : secret
    return Base64.decode(text).flatMap { $0.isEmpty ? nil : $0 }
  }
}
