public import Basics
import Foundation
import JSON
public import Payments

/// Webhooks of the first interface. They are not signed, so that only the payment to look up is taken from them.
public struct PortOneV1Webhooks: WebhookReader {
  /// A reader.
  public init() {}

  /// The message of a JSON or form body. It names a payment and has no identifier.
  public func message(of delivery: WebhookDelivery, at instant: Timestamp) throws(DomainError) -> WebhookMessage {
    guard delivery.body.count <= WebhookError.maxBodyBytes else { throw WebhookError.invalid("it is too long") }
    guard let transaction = try Self.transaction(of: delivery.body), Self.isNumber(transaction) else {
      throw WebhookError.invalid("it names no payment by 'imp_uid'")
    }
    return WebhookMessage(id: nil, reference: .transaction(transaction))
  }

  /// Shops choose the format in the gateway's console; it is detected from the body.
  private static func transaction(of body: [UInt8]) throws(DomainError) -> String? {
    guard body.first(where: { $0 > 0x20 }) == UInt8(ascii: "{") else { return field("imp_uid", ofForm: body) }
    do throws(DomainError) {
      guard let text = try JSONReader.value(of: body)["imp_uid"]?.string else { return nil }
      return text
    } catch {
      throw WebhookError.invalid("it is not JSON")
    }
  }

  private static func field(_ name: String, ofForm body: [UInt8]) -> String? {
    let values = body.split(separator: UInt8(ascii: "&")).compactMap { pair -> String? in
      let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      // By bytes: texts of many combining marks take quadratic time to compare.
      guard parts.count == 2, decoded(parts[0])?.utf8.elementsEqual(name.utf8) == true else { return nil }
      return decoded(parts[1])
    }
    // Different readers would interpret two values differently.
    return values.count == 1 ? values[0] : nil
  }

  private static func decoded(_ bytes: ArraySlice<UInt8>) -> String? {
    String(validating: bytes.map { $0 == UInt8(ascii: "+") ? 0x20 : $0 }, as: UTF8.self)?.removingPercentEncoding
  }

  /// Whether a text has the form of the gateway's identifiers, such as `imp_1234567890`.
  private static func isNumber(_ text: String) -> Bool { isIdentifier(text) && isPathSegment(text) }
}
