import Foundation

#if canImport(CryptoKit)
  import CryptoKit
#else
  import CSodium
#endif

/// The public key with which a server's files are verified: Ed25519 (RFC 8032).
public struct CatalogueKey: Hashable, Sendable {
  private let bytes: [UInt8]

  /// A key of 32 bytes; nil for another number of them.
  public init?(_ bytes: some Collection<UInt8>) {
    guard bytes.count == 32 else { return nil }
    self.bytes = Array(bytes)
  }

  /// A key in Base64, as `/.well-known/fourcuts` tells it.
  public init?(base64 text: String) {
    guard let bytes = Data(base64Encoded: text) else { return nil }
    self.init(bytes)
  }

  func isSignature(_ signature: Data, of message: Data) -> Bool {
    #if canImport(CryptoKit)
      guard let key = try? Curve25519.Signing.PublicKey(rawRepresentation: bytes) else { return false }
      return key.isValidSignature(signature, for: message)
    #else
      guard sodium_init() >= 0, signature.count == Layout.signatureLength else { return false }
      return crypto_sign_verify_detached(Array(signature), Array(message), UInt64(message.count), bytes) == 0
    #endif
  }
}

/// An incremental SHA-256.
struct BodyDigest {
  #if canImport(CryptoKit)
    private var state = SHA256()
  #else
    private var state = crypto_hash_sha256_state()
  #endif

  init() {
    #if !canImport(CryptoKit)
      crypto_hash_sha256_init(&state)
    #endif
  }

  mutating func update(_ bytes: UnsafeRawBufferPointer) {
    #if canImport(CryptoKit)
      state.update(bufferPointer: bytes)
    #else
      crypto_hash_sha256_update(&state, bytes.bindMemory(to: UInt8.self).baseAddress, UInt64(bytes.count))
    #endif
  }

  func finish() -> [UInt8] {
    #if canImport(CryptoKit)
      return Array(state.finalize())
    #else
      var (state, digest) = (state, [UInt8](repeating: 0, count: Layout.digestLength))
      crypto_hash_sha256_final(&state, &digest)
      return digest
    #endif
  }
}
