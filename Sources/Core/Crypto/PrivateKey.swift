package import Basics
import CCjose
import JSON

/// A private key of P-256 that authenticates this service to others (ES256).
package struct PrivateKey: Sendable {
  /// The key identifier in the header of tokens (`kid`).
  package let id: String
  /// The private scalar of 32 bytes.
  private let secret: [UInt8]

  /// Parses a PEM text (PKCS #8, RFC 5958, containing RFC 5915).
  /// - Throws: `DomainError` `key-unreadable` (invalid).
  package init(id: String, pem: String) throws(DomainError) {
    guard let secret = Self.secret(pem: pem), JOSEKey(secret: secret) != nil else {
      throw DomainError(
        .invalid, "key-unreadable",
        "This is not a P-256 private key in PEM format ('-----BEGIN PRIVATE KEY-----'); use the file as it was issued."
      )
    }
    self.id = id
    self.secret = secret
  }

  /// A signed JWT that authenticates this service for `lifetime` seconds.
  package func token(
    issuer: String, subject: String, audience: String, at instant: Timestamp, lifetime: Int64
  ) -> String {
    let now = floorDivide(instant.milliseconds, 1000).quotient
    let claims = JSONValue.object([
      "iss": .string(issuer), "iat": .integer(Int(now)), "exp": .integer(Int(now + lifetime)),
      "aud": .string(audience), "sub": .string(subject),
    ])
    guard let key = JOSEKey(secret: secret) else { preconditionFailure("the key was made of these bytes before") }
    return JOSESignature(signing: claims.bytes, JOSEHeader([("alg", "ES256"), ("kid", id)]), with: key).compact
  }

  // MARK: Reading

  private static func secret(pem: String) -> [UInt8]? {
    let lines = pem.split(whereSeparator: \.isNewline).map { $0.filter { !$0.isWhitespace } }.filter { !$0.isEmpty }
    guard lines.first == "-----BEGINPRIVATEKEY-----", lines.last == "-----ENDPRIVATEKEY-----",
      let bytes = Base64URL.decode(
        lines.dropFirst().dropLast().joined().replacing("+", with: "-").replacing("/", with: "_").replacing(
          "=", with: ""))
    else { return nil }
    return secret(der: bytes[...])
  }

  /// The DER of the algorithm: `ecPublicKey` with `prime256v1`.
  private static let algorithm: [UInt8] =
    [0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01, 0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07]

  private static func secret(der: ArraySlice<UInt8>) -> [UInt8]? {
    var outer = DERReader(der)
    guard var info = outer.sequence(), info.value(0x02)?.first == 0, let algorithm = info.value(0x30),
      Array(algorithm) == Self.algorithm, let wrapped = info.value(0x04)
    else { return nil }
    var inner = DERReader(wrapped)
    guard var key = inner.sequence(), key.value(0x02).map(Array.init) == [1], let secret = key.value(0x04),
      secret.count == 32
    else { return nil }
    return Array(secret)
  }
}

/// Reads nested elements of DER (X.690), as far as a private key needs it.
private struct DERReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  /// The contents of the next element if it has the tag; otherwise nil.
  mutating func value(_ tag: UInt8) -> ArraySlice<UInt8>? {
    guard rest.popFirst() == tag, let length = length(), length <= rest.count else { return nil }
    defer { rest = rest.dropFirst(length) }
    return rest.prefix(length)
  }

  mutating func sequence() -> DERReader? { value(0x30).map(DERReader.init) }

  /// One byte, or a byte with the number of length bytes (one or two) and these.
  private mutating func length() -> Int? {
    guard let first = rest.popFirst() else { return nil }
    switch first {
    case 0..<0x80: return Int(first)
    case 0x81: return rest.popFirst().map(Int.init)
    case 0x82:
      guard let high = rest.popFirst(), let low = rest.popFirst() else { return nil }
      return Int(high) << 8 | Int(low)
    default: return nil
    }
  }
}
