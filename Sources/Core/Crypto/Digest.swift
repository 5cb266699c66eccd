import Basics
import CSodium

/// An incremental SHA-256 (FIPS 180-4).
package struct Digest: Sendable {
  private var state = crypto_hash_sha256_state()

  package init() {
    Sodium.start()
    crypto_hash_sha256_init(&state)
  }

  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress else { return }
    crypto_hash_sha256_update(&state, start.assumingMemoryBound(to: UInt8.self), UInt64(bytes.count))
  }

  package mutating func update(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { update($0) }
  }

  /// The digest (32 bytes) of everything so far; more bytes may follow.
  package var bytes: [UInt8] {
    var state = state
    var bytes = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_BYTES))
    crypto_hash_sha256_final(&state, &bytes)
    return bytes
  }

  /// The digest as 64 hexadecimal digits in lower case.
  package var hexadecimal: String { Basics.hexadecimal(bytes) }

  /// The digest of `bytes`.
  package static func bytes(of bytes: [UInt8]) -> [UInt8] {
    var digest = Digest()
    digest.update(bytes)
    return digest.bytes
  }
}
