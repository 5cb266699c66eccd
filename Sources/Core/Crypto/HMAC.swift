import CSodium

/// Message authentication codes (RFC 2104).
package enum HMAC {
  /// The HMAC-SHA-256 (32 bytes) of a message, with a key of any length. Compare it with `areEqualSecrets`.
  package static func sha256(of bytes: [UInt8], key: [UInt8]) -> [UInt8] {
    Sodium.start()
    var state = crypto_auth_hmacsha256_state()
    crypto_auth_hmacsha256_init(&state, key, key.count)
    crypto_auth_hmacsha256_update(&state, bytes, UInt64(bytes.count))
    var code = [UInt8](repeating: 0, count: Int(crypto_auth_hmacsha256_BYTES))
    crypto_auth_hmacsha256_final(&state, &code)
    return code
  }
}
