import CSodium

/// Says that bytes are ours, and finds out whether they still are (HMAC-SHA-512-256).
package struct Seal: Sendable {
  private let key: [UInt8]

  /// How many bytes a key has.
  package static let keyLength = Int(crypto_auth_KEYBYTES)

  /// A seal of a secret key of 32 bytes.
  package init(key: [UInt8]) {
    precondition(key.count == Self.keyLength)
    Sodium.start()
    self.key = key
  }

  /// 32 bytes that only the key's owner can make for a text.
  package func code(for bytes: [UInt8]) -> [UInt8] {
    var code = [UInt8](repeating: 0, count: Int(crypto_auth_BYTES))
    crypto_auth(&code, bytes, UInt64(bytes.count), key)
    return code
  }

  /// Whether a code is that of the bytes, in constant time. A code may be cut to its first 16 bytes or more.
  package func isCode(_ code: [UInt8], for bytes: [UInt8]) -> Bool {
    guard (16...Int(crypto_auth_BYTES)).contains(code.count) else { return false }
    return areEqualSecrets(code, [UInt8](self.code(for: bytes).prefix(code.count)))
  }
}
