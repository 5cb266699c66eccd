package import Crypto

/// What a browser tells of its subscription (Push API): where to send messages, and how to encrypt them.
package struct PushTarget: Hashable, Sendable {
  /// The browser's point of P-256, uncompressed.
  private let publicKey: [UInt8]
  /// A secret of 16 bytes that only the browser and the sender have.
  private let secret: [UInt8]

  /// - Parameters:
  ///   - publicKey: `p256dh` of the subscription, as base64url.
  ///   - secret: `auth` of it, likewise. Nil if either is malformed, or the point not on the curve.
  package init?(publicKey: String, secret: String) {
    guard let point = Base64URL.decode(publicKey), let secret = Base64URL.decode(secret), secret.count == 16,
      P256Key().sharedSecret(with: point) != nil
    else { return nil }
    (self.publicKey, self.secret) = (point, secret)
  }

  /// The most bytes that every push service takes (RFC 8030, 7.2), less what encrypting adds.
  package static let maxCount = 4096 - 103

  /// A message for the browser (RFC 8291): one record of `aes128gcm` (RFC 8188).
  /// - Parameters:
  ///   - bytes: at most `maxCount`.
  ///   - salt: 16 unpredictable bytes, used once.
  ///   - sender: a key that is used once.
  package func encrypt(_ bytes: [UInt8], salt: [UInt8], sender: P256Key) -> [UInt8] {
    precondition(bytes.count <= Self.maxCount && salt.count == 16, "a message of one record")
    guard let shared = sender.sharedSecret(with: publicKey) else { preconditionFailure("the point was checked before") }
    let keyInfo = Array("WebPush: info\0".utf8) + publicKey + sender.publicKey
    let inputKey = HKDF.sha256(salt: secret, secret: shared, info: keyInfo, count: 32)
    let key = HKDF.sha256(salt: salt, secret: inputKey, info: Array("Content-Encoding: aes128gcm\0".utf8), count: 16)
    let nonce = HKDF.sha256(salt: salt, secret: inputKey, info: Array("Content-Encoding: nonce\0".utf8), count: 12)
    // The size of a record, and the length of the sender's point. The last record ends with 2.
    let head = salt + [0, 0, 0x10, 0, UInt8(sender.publicKey.count)] + sender.publicKey
    return head + AES128GCM.encrypt(bytes + [2], key: key, nonce: nonce)
  }
}
