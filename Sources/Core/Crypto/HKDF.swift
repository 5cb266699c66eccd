/// Keys derived from a secret (RFC 5869), with SHA-256.
package enum HKDF {
  /// - Parameter count: at most 32 bytes: one block.
  package static func sha256(salt: [UInt8], secret: [UInt8], info: [UInt8], count: Int) -> [UInt8] {
    let key = HMAC.sha256(of: secret, key: salt)
    return Array(HMAC.sha256(of: info + [1], key: key).prefix(count))
  }
}
