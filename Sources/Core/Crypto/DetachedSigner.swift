import CSodium

/// Signs files so that others can verify them: Ed25519 (RFC 8032).
package struct DetachedSigner: Sendable {
  /// The length of the seed that the key pair follows from.
  package static let seedLength = Int(crypto_sign_SEEDBYTES)

  /// 32 bytes.
  package let publicKey: [UInt8]
  private let secretKey: [UInt8]

  /// - Parameter seed: `seedLength` secret bytes.
  package init(seed: [UInt8]) {
    precondition(seed.count == Self.seedLength, "a seed of another length")
    Sodium.start()
    var publicKey = [UInt8](repeating: 0, count: Int(crypto_sign_PUBLICKEYBYTES))
    var secretKey = [UInt8](repeating: 0, count: Int(crypto_sign_SECRETKEYBYTES))
    crypto_sign_seed_keypair(&publicKey, &secretKey, seed)
    (self.publicKey, self.secretKey) = (publicKey, secretKey)
  }

  /// The signature of 64 bytes; always the same for the same bytes.
  package func signature(of bytes: [UInt8]) -> [UInt8] {
    var signature = [UInt8](repeating: 0, count: Int(crypto_sign_BYTES))
    crypto_sign_detached(&signature, nil, bytes, UInt64(bytes.count), secretKey)
    return signature
  }
}
