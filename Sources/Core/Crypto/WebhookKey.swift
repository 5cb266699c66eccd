/// A key of Standard Webhooks (standardwebhooks.com, version 1.0.0).
package struct WebhookKey: Hashable, Sendable, CustomReflectable {
  private let bytes: [UInt8]

  /// Parses `whsec_` and Base64 of at least 16 bytes; nil for other texts.
  package init?(_ secret: String) {
    guard secret.hasPrefix("whsec_"), let bytes = Base64.decode(secret.dropFirst(6)), bytes.count >= 16 else {
      return nil
    }
    self.bytes = bytes
  }

  /// The code (32 bytes) in the signature of a message. Compare it with `areEqualSecrets`.
  /// - Parameter time: Unix seconds, as the message has them.
  package func code(for body: [UInt8], id: String, time: String) -> [UInt8] {
    HMAC.sha256(of: Array("\(id).\(time).".utf8) + body, key: bytes)
  }

  /// Empty: it is secret.
  package var customMirror: Mirror { Mirror(self, children: []) }
}
