package import Crypto

/// The algorithms of passkeys that this service accepts, in order of preference, by their numbers of COSE.
package enum PasskeyAlgorithm: Int, Hashable, Sendable, CaseIterable {
  /// ECDSA on P-256 with SHA-256.
  case es256 = -7
  /// Ed25519.
  case edDSA = -8
  /// RSASSA-PKCS1-v1_5 with SHA-256.
  case rs256 = -257
}

/// The public key of a passkey (COSE, RFC 9052, 7), with its one algorithm.
package struct CredentialKey: Hashable, Sendable {
  package let algorithm: PasskeyAlgorithm
  package let key: VerificationKey

  /// Parses a stored key.
  /// - Throws: `WebAuthnFault` `malformed`, `algorithm`, `key`.
  package init(_ bytes: [UInt8]) throws(WebAuthnFault) {
    do { self = try Self(cose: try CBORReader.value(of: bytes)) } catch let fault as WebAuthnFault { throw fault } catch
    {
      throw .malformed
    }
  }

  /// - Throws: `WebAuthnFault` `malformed`, `algorithm`, `key` for parameters that are not of the algorithm, or that are
  ///   no key of a sound size.
  init(cose: CBORValue) throws(WebAuthnFault) {
    guard case .map(let members) = cose, let number = cose[.integer(3)]?.integer else { throw .malformed }
    guard let algorithm = Int(exactly: number).flatMap(PasskeyAlgorithm.init) else { throw .algorithm }
    // WebAuthn, 5.8.5 and 6.5.1.1: the parameters of the algorithm and no other ones.
    guard let material = Self.material(cose, algorithm), members.count == Self.memberCount(algorithm),
      let key = VerificationKey(material)
    else { throw .key }
    (self.algorithm, self.key) = (algorithm, key)
  }

  private static func memberCount(_ algorithm: PasskeyAlgorithm) -> Int { algorithm == .es256 ? 5 : 4 }

  private static func material(_ cose: CBORValue, _ algorithm: PasskeyAlgorithm) -> VerificationKey.Material? {
    let parameter = { (label: Int64) in cose[.integer(label)] }
    switch (algorithm, parameter(1)?.integer) {
    case (.es256, 2):
      guard parameter(-1) == .integer(1), let x = parameter(-2)?.bytes, let y = parameter(-3)?.bytes else { return nil }
      return .p256(x: x, y: y)
    case (.edDSA, 1):
      guard parameter(-1) == .integer(6), let x = parameter(-2)?.bytes else { return nil }
      return .ed25519(x)
    case (.rs256, 3):
      guard let modulus = parameter(-1)?.bytes, let exponent = parameter(-2)?.bytes else { return nil }
      return .rsa(modulus: modulus, exponent: exponent)
    default: return nil
    }
  }
}
