import COpenSSL
import CSodium

/// A public key that verifies signatures over bytes. Its kind determines its one algorithm.
package struct VerificationKey: Hashable, Sendable {
  package enum Material: Hashable, Sendable {
    /// A point of P-256, 32 bytes each; its signatures are in DER, over SHA-256.
    case p256(x: [UInt8], y: [UInt8])
    /// PKCS #1 v1.5 with SHA-256.
    case rsa(modulus: [UInt8], exponent: [UInt8])
    /// A point of Ed25519, 32 bytes.
    case ed25519([UInt8])
  }

  package let material: Material

  /// Nil unless the numbers are a key: a point on its curve, or an RSA key from 2,048 to 4,096 bits with an odd exponent
  /// of at most 4 bytes.
  package init?(_ material: Material) {
    self.material = material
    guard isUsable else { return nil }
  }

  private var isUsable: Bool {
    switch material {
    case .p256(let x, let y): x.count == 32 && y.count == 32 && withOpenSSLKey { _ in true } == true
    case .rsa(let modulus, let exponent):
      (256...512).contains(modulus.count) && modulus[0] & 0x80 != 0 && (1...4).contains(exponent.count)
        && exponent[0] != 0 && exponent[exponent.count - 1] & 1 == 1 && exponent != [1]
        && withOpenSSLKey { _ in true } == true
    case .ed25519(let point):
      point.count == 32 && crypto_core_ed25519_is_valid_point(point) == 1
    }
  }

  /// Whether a signature is this key's over the bytes.
  package func isSignature(_ signature: [UInt8], of bytes: [UInt8]) -> Bool {
    if case .ed25519(let point) = material {
      return signature.count == Int(crypto_sign_BYTES)
        && crypto_sign_verify_detached(signature, bytes, UInt64(bytes.count), point) == 0
    }
    return withOpenSSLKey { key in
      guard let context = EVP_MD_CTX_new() else { return false }
      defer { EVP_MD_CTX_free(context) }
      guard EVP_DigestVerifyInit(context, nil, EVP_sha256(), nil, key) == 1 else { return false }
      return EVP_DigestVerify(context, signature, signature.count, bytes, bytes.count) == 1
    } ?? false
  }

  /// Calls `body` with the key in OpenSSL; nil if OpenSSL refuses the numbers.
  private func withOpenSSLKey<Result>(_ body: (OpaquePointer) -> Result) -> Result? {
    // The errors of a refused key or signature would be taken for those of a later call on this thread.
    defer { ERR_clear_error() }
    let info = subjectPublicKeyInfo
    return info.withUnsafeBufferPointer { bytes -> Result? in
      var position = bytes.baseAddress
      guard let key = d2i_PUBKEY(nil, &position, bytes.count) else { return nil }
      defer { EVP_PKEY_free(key) }
      return body(key)
    }
  }

  // MARK: DER

  /// The key in the form of certificates (RFC 5280, 4.1).
  private var subjectPublicKeyInfo: [UInt8] {
    switch material {
    case .p256(let x, let y): DER.sequence(Self.p256 + DER.bitString([4] + x + y))
    case .rsa(let modulus, let exponent):
      DER.sequence(
        Self.rsaEncryption + DER.bitString(DER.sequence(DER.integer(modulus) + DER.integer(exponent))))
    case .ed25519(let point): DER.sequence(Self.ed25519 + DER.bitString(point))
    }
  }

  /// `id-ecPublicKey` with `prime256v1` (RFC 5480).
  private static let p256 = DER.sequence(
    [0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01, 0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07])
  /// `rsaEncryption` without parameters (RFC 3279).
  private static let rsaEncryption = DER.sequence(
    [0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01, 0x05, 0x00])
  /// `id-Ed25519` (RFC 8410).
  private static let ed25519 = DER.sequence([0x06, 0x03, 0x2B, 0x65, 0x70])
}

/// Writes the elements of DER (X.690) that a public key needs.
private enum DER {
  static func sequence(_ content: [UInt8]) -> [UInt8] { element(0x30, content) }

  static func bitString(_ content: [UInt8]) -> [UInt8] { element(0x03, [0] + content) }

  /// A positive number, most significant byte first.
  static func integer(_ bytes: [UInt8]) -> [UInt8] {
    element(0x02, (bytes.first ?? 0) & 0x80 == 0 ? bytes : [0] + bytes)
  }

  /// - Parameter content: at most 65,535 bytes.
  private static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
    let (high, low) = (UInt8(truncatingIfNeeded: content.count >> 8), UInt8(truncatingIfNeeded: content.count))
    let length: [UInt8] = content.count < 0x80 ? [low] : content.count < 0x100 ? [0x81, low] : [0x82, high, low]
    return [tag] + length + content
  }
}
