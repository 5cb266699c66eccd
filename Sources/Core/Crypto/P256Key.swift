package import Basics
import COpenSSL

/// A key pair of the curve P-256, for agreeing on a secret and for signing (ES256).
package struct P256Key: Sendable {
  package static let secretLength = 32

  /// The private scalar.
  let secret: [UInt8]
  /// The point, uncompressed (65 bytes).
  package let publicKey: [UInt8]

  /// The key of a scalar of 32 bytes; nil for 0 and what is not below the order of the curve.
  package init?(secret: [UInt8]) {
    guard secret.count == Self.secretLength, secret.lexicographicallyPrecedes(Self.order),
      let point = Self.product(secret, nil)
    else { return nil }
    (self.secret, publicKey) = (secret, point)
  }

  /// A new key.
  package init(random: RandomBytes = systemRandom) {
    while true {
      // All but one of 2^32 scalars are keys.
      guard let key = P256Key(secret: random(Self.secretLength)) else { continue }
      self = key
      return
    }
  }

  /// The secret that both sides compute (SEC 1, 3.3.1): 32 bytes.
  /// - Parameter other: the other side's point, uncompressed. Nil if it is not on the curve.
  package func sharedSecret(with other: [UInt8]) -> [UInt8]? {
    guard other.count == 65, other[0] == 4 else { return nil }
    return Self.product(secret, other).map { Array($0[1..<33]) }
  }

  private static func product(_ scalar: [UInt8], _ point: [UInt8]?) -> [UInt8]? {
    var product = [UInt8](repeating: 0, count: 65)
    let isDone: Int32 =
      if let point { copenssl_p256_multiply(scalar, point, &product) } else {
        copenssl_p256_multiply(scalar, nil, &product)
      }
    return isDone == 1 ? product : nil
  }

  /// The order of the curve (SEC 2, 2.4.2).
  private static let order: [UInt8] = [
    0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xBC, 0xE6, 0xFA, 0xAD, 0xA7,
    0x17, 0x9E, 0x84, 0xF3, 0xB9, 0xCA, 0xC2, 0xFC, 0x63, 0x25, 0x51,
  ]
}

extension P256Key {
  /// A JWT with these claims, signed with ES256.
  package func token(_ claims: [UInt8]) -> String {
    guard let key = JOSEKey(secret: secret) else { preconditionFailure("the key was made of these bytes before") }
    return JOSESignature(signing: claims, JOSEHeader([("typ", "JWT"), ("alg", "ES256")]), with: key).compact
  }
}
