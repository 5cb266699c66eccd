public import Basics
import Crypto
import JSON
public import Payments

/// Messages of the second interface, signed as Standard Webhooks says (standardwebhooks.com, version 1.0.0): by
/// HMAC-SHA-256 over identifier, moment and body.
public struct PortOneV2Webhooks: WebhookReader {
  /// By how many seconds the moment of a message may differ from ours.
  private static let tolerance: Int64 = 300
  /// More signatures than any sender makes while it changes secrets.
  private static let maxSignatures = 16

  private let keys: [[UInt8]]

  /// A reader that takes each of some secrets (`whsec_` and Base64).
  /// - Throws: `DomainError` `webhook-secret-invalid` (invalid) where one is none, or has fewer than 16 bytes, or none
  ///   is given.
  public init(secrets: [String]) throws(DomainError) {
    guard !secrets.isEmpty else { throw Self.secretInvalid }
    keys = try secrets.map { secret throws(DomainError) in
      guard secret.hasPrefix("whsec_"), let key = Base64.decode(secret.dropFirst(6)), key.count >= 16 else {
        throw Self.secretInvalid
      }
      return key
    }
  }

  private static var secretInvalid: DomainError {
    DomainError(
      .invalid, "webhook-secret-invalid",
      "A webhook secret is 'whsec_' and Base64 of at least 16 bytes, as the gateway's console shows it.")
  }

  /// The message of a signed JSON body, taken within five minutes of its making.
  public func message(of delivery: WebhookDelivery, at instant: Timestamp) throws(DomainError) -> WebhookMessage {
    guard delivery.body.count <= WebhookError.maxBodyBytes else { throw WebhookError.invalid("it is too long") }
    guard let id = delivery.headers["webhook-id"], let time = delivery.headers["webhook-timestamp"],
      let signatures = delivery.headers["webhook-signature"]
    else { throw WebhookError.signature }
    guard isSigned(Array("\(id).\(time).".utf8) + delivery.body, by: signatures) else { throw WebhookError.signature }
    guard let seconds = Self.seconds(time), abs(seconds - Self.seconds(of: instant)) <= Self.tolerance else {
      throw WebhookError.time
    }
    guard isPlainWord(id) else { throw WebhookError.invalid("its identifier is none") }
    return WebhookMessage(id: id, reference: try Self.reference(of: delivery.body))
  }

  /// Whether one of the signatures, which blanks separate, is that of one of the keys.
  private func isSigned(_ text: [UInt8], by signatures: String) -> Bool {
    let codes = signatures.split(separator: " ").prefix(Self.maxSignatures).compactMap { signature -> [UInt8]? in
      signature.hasPrefix("v1,") ? Base64.decode(signature.dropFirst(3)) : nil
    }
    guard !codes.isEmpty else { return false }
    return keys.contains { key in
      let right = HMAC.sha256(of: text, key: key)
      return codes.contains { areEqualSecrets($0, right) }
    }
  }

  /// Unix seconds, as digits only.
  private static func seconds(_ text: String) -> Int64? {
    guard (1...12).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int64(text)
  }

  private static func seconds(of instant: Timestamp) -> Int64 { instant.milliseconds / 1000 }

  /// What the message is about: kinds that are added later too, as long as they speak of a payment.
  private static func reference(of body: [UInt8]) throws(DomainError) -> PaymentReference? {
    guard let message = try? JSONReader.value(of: body), case .string(let type)? = message["type"] else {
      throw WebhookError.invalid("it is no JSON object with a type")
    }
    guard type.hasPrefix("Transaction."), case .string(let reference)? = message["data"]?["paymentId"],
      isPathSegment(reference)
    else { return nil }
    return .order(reference)
  }
}

extension PortOneV2Webhooks: CustomReflectable {
  /// Nothing of what it holds.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
