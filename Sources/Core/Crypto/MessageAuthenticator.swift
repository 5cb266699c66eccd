import CSodium

/// Authenticates bytes of this service (HMAC-SHA-512-256).
package struct MessageAuthenticator: Sendable {
  private let key: [UInt8]

  /// The length of a key in bytes.
  package static let keyLength = Int(crypto_auth_KEYBYTES)

  /// An authenticator with a secret key of 32 bytes.
  package init(key: [UInt8]) {
    precondition(key.count == Self.keyLength)
    Sodium.start()
    self.key = key
  }

  /// The authentication code (32 bytes).
  package func code(for bytes: [UInt8]) -> [UInt8] {
    var code = [UInt8](repeating: 0, count: Int(crypto_auth_BYTES))
    crypto_auth(&code, bytes, UInt64(bytes.count), key)
    return code
  }

  /// Whether a code matches the bytes, in constant time. A code may be truncated to 16 bytes or more.
  package func isCode(_ code: [UInt8], for bytes: [UInt8]) -> Bool {
    guard (16...Int(crypto_auth_BYTES)).contains(code.count) else { return false }
    return areEqualSecrets(code, [UInt8](self.code(for: bytes).prefix(code.count)))
  }
}
