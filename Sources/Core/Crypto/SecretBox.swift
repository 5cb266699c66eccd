import CSodium

/// Keeps what must be had again and read by nobody else: encrypted and sealed (XChaCha20-Poly1305).
package struct SecretBox: Sendable {
  private let key: [UInt8]

  /// How many bytes a key has.
  package static let keyLength = Int(crypto_aead_xchacha20poly1305_ietf_KEYBYTES)
  private static let nonceLength = Int(crypto_aead_xchacha20poly1305_ietf_NPUBBYTES)
  private static let sealLength = Int(crypto_aead_xchacha20poly1305_ietf_ABYTES)

  /// A box of a secret key of 32 bytes.
  package init(key: [UInt8]) {
    precondition(key.count == Self.keyLength)
    Sodium.start()
    self.key = key
  }

  /// The bytes as they may be kept: another text each time.
  /// - Parameter label: what they belong to; they are only had back by naming it again.
  package func closed(_ bytes: [UInt8], label: String) -> [UInt8] {
    let nonce = systemRandom(Self.nonceLength)
    let label = Array(label.utf8)
    var closed = [UInt8](repeating: 0, count: bytes.count + Self.sealLength)
    var count = UInt64(0)
    crypto_aead_xchacha20poly1305_ietf_encrypt(
      &closed, &count, bytes, UInt64(bytes.count), label, UInt64(label.count), nil, nonce, key)
    return nonce + closed.prefix(Int(count))
  }

  /// The bytes that were closed; nil where they are none of ours or were changed or belong to something else.
  package func opened(_ closed: [UInt8], label: String) -> [UInt8]? {
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
