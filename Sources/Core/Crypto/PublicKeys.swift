package import Basics
import JSON

package enum SignatureAlgorithm: String, Hashable, Sendable, CaseIterable {
  /// RSA with SHA-256 (RFC 7518, 3.3).
  case rs256 = "RS256"
  /// The curve P-256 with SHA-256 (RFC 7518, 3.4).
  case es256 = "ES256"
}

/// A public key of an identity provider. Its key type determines its one algorithm: it cannot be used with another,
/// in particular not as an HMAC secret.
package struct PublicKey: Hashable, Sendable {
  enum Material: Hashable, Sendable {
    case rsa(modulus: [UInt8], exponent: [UInt8])
    /// A point of P-256, 32 bytes each.
    case curve(x: [UInt8], y: [UInt8])
  }

  /// The key identifier in the header of tokens (`kid`).
  package let id: String
  let material: Material

  package var algorithm: SignatureAlgorithm {
    switch material {
    case .rsa: .rs256
    case .curve: .es256
    }
  }

  /// The length of its signatures in bytes (RFC 7518, 3.3 and 3.4).
  var signatureLength: Int {
    switch material {
    case .rsa(let modulus, _): modulus.count
    case .curve: 64
    }
  }

  /// Parses a member of a JWK set; nil when it is not for signatures of these algorithms, or too weak or too large.
  init?(_ json: JSONValue) {
    guard let id = json["kid"]?.string, !id.isEmpty, json["use"] == nil || json["use"] == "sig",
      Self.allowsVerifying(json["key_ops"]), let material = Material(json)
    else { return nil }
    self.id = id
    self.material = material
    guard json["alg"] == nil || json["alg"] == .string(algorithm.rawValue), JOSEKey(self) != nil else { return nil }
  }

  private static func allowsVerifying(_ operations: JSONValue?) -> Bool {
    guard let operations else { return true }
    guard case .array(let names) = operations else { return false }
    return names.contains("verify")
  }
}

extension PublicKey.Material {
  /// From 2,048 bits, the minimum of RFC 7518, 3.3, to 8,192, above which verification costs too much.
  private static let modulusSizes = 256...1024

  fileprivate init?(_ json: JSONValue) {
    switch json["kty"]?.string {
    case "RSA":
      guard let modulus = json.bytes("n"), let exponent = json.bytes("e"), modulus.first != 0,
        Self.modulusSizes.contains(modulus.count), (1...4).contains(exponent.count), exponent.first != 0,
        let last = exponent.last, last & 1 == 1, exponent != [1]
      else { return nil }
      self = .rsa(modulus: modulus, exponent: exponent)
    case "EC":
      guard json["crv"] == "P-256", let x = json.bytes("x"), let y = json.bytes("y"), x.count == 32, y.count == 32
      else { return nil }
      self = .curve(x: x, y: y)
    default: return nil
    }
  }
}

/// The public keys of a token issuer (a JWK set, RFC 7517).
package struct PublicKeySet: Hashable, Sendable {
  /// More than any issuer uses.
  private static let maxKeys = 64

  /// The usable keys in their order.
  package let keys: [PublicKey]

  /// Parses a JWK set. Unusable members are ignored, as RFC 7517, 5 demands.
  /// - Throws: `DomainError` `keys-unreadable` (unavailable) when it is not a JWK set or contains no usable key.
  package init(json: [UInt8]) throws(DomainError) {
    let unreadable = DomainError(
      .unavailable, "keys-unreadable", "The key set contains no public key that can verify signatures.")
    guard let set = try? JSONReader.value(of: json), let members = set["keys"]?.array else { throw unreadable }
    keys = members.prefix(Self.maxKeys).compactMap(PublicKey.init)
    if keys.isEmpty { throw unreadable }
  }

  package func key(_ id: String, _ algorithm: SignatureAlgorithm) -> PublicKey? {
    keys.first { $0.id == id && $0.algorithm == algorithm }
  }
}

extension JSONValue {
  fileprivate func bytes(_ key: String) -> [UInt8]? { self[key]?.string.flatMap { Base64URL.decode($0) } }
}
