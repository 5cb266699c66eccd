import COpenSSL
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

  /// The HMAC-SHA-1 (20 bytes) of a message, for one-time codes (RFC 6238): authenticator apps know no other. libsodium
  /// does not have it.
  package static func sha1(of bytes: [UInt8], key: [UInt8]) -> [UInt8] {
    var code = [UInt8](repeating: 0, count: Int(SHA_DIGEST_LENGTH))
    var count = 0
    let isDone = EVP_Q_mac(
      nil, "HMAC", nil, "SHA1", nil, key, key.count, bytes, bytes.count, &code, code.count, &count)
    precondition(isDone != nil && count == code.count, "OpenSSL has no HMAC-SHA-1")
    return code
  }
}
