package import Basics
package import Crypto
import JSON

/// Identifies this server to push services (RFC 8292).
package struct PushSender: Sendable {
  private let key: P256Key
  /// An `https:` or `mailto:` address at which the operator of a push service reaches that of this server.
  private let contact: String

  package init(key: P256Key, contact: String) {
    (self.key, self.contact) = (key, contact)
  }

  /// What browsers subscribe with: base64url of the uncompressed point.
  package var publicKey: String { Base64URL.encode(key.publicKey) }

  /// Half of what is allowed.
  private static let lifetime: Int64 = 12 * 3600

  /// The value of `Authorization` in a request to a push service.
  /// - Parameter origin: that of the subscription, such as `https://push.example`.
  package func authorization(for origin: String, at instant: Timestamp) -> String {
    let end = floorDivide(instant.advanced(seconds: Self.lifetime).milliseconds, 1000).quotient
    let claims = JSONValue.object([
      "aud": .string(origin), "exp": .integer(Int(end)), "sub": .string(contact),
    ])
    return "vapid t=\(key.token(claims.bytes)), k=\(publicKey)"
  }
}
