public import Basics
import Crypto
import JSON
public import Payments

/// Webhooks of the second interface, signed according to Standard Webhooks (standardwebhooks.com, version 1.0.0):
/// HMAC-SHA-256 over identifier, timestamp and body.
public struct PortOneV2Webhooks: WebhookReader {
  /// The maximum difference between a message's timestamp and the server's clock, in seconds.
  private static let tolerance: Int64 = 300
  /// More signatures than any sender makes while rotating secrets.
  private static let maxSignatures = 16

  private let keys: [WebhookKey]

  /// A reader that accepts any of some secrets (`whsec_` and Base64).
  /// - Throws: `DomainError` `webhook-secret-invalid` (invalid) if there are none, or if one is malformed or has fewer
  ///   than 16 bytes.
  public init(secrets: [String]) throws(DomainError) {
    guard !secrets.isEmpty else { throw Self.secretInvalid }
    keys = try secrets.map { secret throws(DomainError) in
      guard let key = WebhookKey(secret) else { throw Self.secretInvalid }
      return key
    }
  }

  private static var secretInvalid: DomainError {
    DomainError(
      .invalid, "webhook-secret-invalid",
      "A webhook secret is 'whsec_' and Base64 of at least 16 bytes, as the gateway's console shows it.")
  }

  /// The message of a signed JSON body, accepted within five minutes of its timestamp.
  public func message(of delivery: WebhookDelivery, at instant: Timestamp) throws(DomainError) -> WebhookMessage {
    guard delivery.body.count <= WebhookError.maxBodyBytes else { throw WebhookError.invalid("it is too long") }
    guard let id = delivery.headers["webhook-id"], let time = delivery.headers["webhook-timestamp"],
      let signatures = delivery.headers["webhook-signature"]
    else { throw WebhookError.signature }
    guard isSigned(delivery.body, id: id, time: time, by: signatures) else { throw WebhookError.signature }
    guard let seconds = Self.seconds(time), abs(seconds - Self.seconds(of: instant)) <= Self.tolerance else {
      throw WebhookError.time
    }
    guard isIdentifier(id) else { throw WebhookError.invalid("its identifier is invalid") }
    return WebhookMessage(id: id, reference: try Self.reference(of: delivery.body))
  }

  /// Whether one of the signatures, separated by spaces, matches one of the keys.
  private func isSigned(_ body: [UInt8], id: String, time: String, by signatures: String) -> Bool {
    let codes = signatures.split(separator: " ").prefix(Self.maxSignatures).compactMap { signature -> [UInt8]? in
      signature.hasPrefix("v1,") ? Base64.decode(signature.dropFirst(3)) : nil
    }
    guard !codes.isEmpty else { return false }
    return keys.contains { key in
      let right = key.code(for: body, id: id, time: time)
      return codes.contains { areEqualSecrets($0, right) }
    }
  }

  /// Unix seconds, digits only.
  private static func seconds(_ text: String) -> Int64? {
    guard (1...12).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int64(text)
  }

  private static func seconds(of instant: Timestamp) -> Int64 { instant.milliseconds / 1000 }

  /// The payment of the message. Event types added later are accepted too, if they refer to a payment.
  private static func reference(of body: [UInt8]) throws(DomainError) -> PaymentReference? {
    guard let message = try? JSONReader.value(of: body), let type = message["type"]?.string else {
      throw WebhookError.invalid("it is not a JSON object with a type")
    }
    guard type.hasPrefix("Transaction."), let reference = message["data"]?["paymentId"]?.string,
      isPathSegment(reference)
    else { return nil }
    return .order(reference)
  }
}

extension PortOneV2Webhooks: CustomReflectable {
  /// Redacted.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
