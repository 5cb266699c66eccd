import CSodium

/// Authenticated encryption of stored secrets (XChaCha20-Poly1305).
package struct SecretBox: Sendable {
  private let key: [UInt8]

  /// The length of a key in bytes.
  package static let keyLength = Int(crypto_aead_xchacha20poly1305_ietf_KEYBYTES)
  private static let nonceLength = Int(crypto_aead_xchacha20poly1305_ietf_NPUBBYTES)
  private static let sealLength = Int(crypto_aead_xchacha20poly1305_ietf_ABYTES)

  /// A box with a secret key of 32 bytes.
  package init(key: [UInt8]) {
    precondition(key.count == Self.keyLength)
    Sodium.start()
    self.key = key
  }

  /// Encrypts bytes, with a random nonce: the result differs each time.
  /// - Parameter label: associated data that identifies the owner; decryption needs the same label.
  package func encrypt(_ bytes: [UInt8], label: String) -> [UInt8] {
    let nonce = systemRandom(Self.nonceLength)
    let label = Array(label.utf8)
    var closed = [UInt8](repeating: 0, count: bytes.count + Self.sealLength)
    var count = UInt64(0)
    crypto_aead_xchacha20poly1305_ietf_encrypt(
      &closed, &count, bytes, UInt64(bytes.count), label, UInt64(label.count), nil, nonce, key)
    return nonce + closed.prefix(Int(count))
  }

  /// Decrypts bytes; nil when they were encrypted with another key or label, or modified.
  package func decrypt(_ closed: [UInt8], label: String) -> [UInt8]? {
    guard closed.count >= Self.nonceLength + Self.sealLength else { return nil }
    let (nonce, sealed) = (Array(closed.prefix(Self.nonceLength)), Array(closed.dropFirst(Self.nonceLength)))
    let label = Array(label.utf8)
    var bytes = [UInt8](repeating: 0, count: sealed.count)
    var count = UInt64(0)
    let outcome = crypto_aead_xchacha20poly1305_ietf_decrypt(
      &bytes, &count, nil, sealed, UInt64(sealed.count), label, UInt64(label.count), nonce, key)
    return outcome == 0 ? Array(bytes.prefix(Int(count))) : nil
  }
}
