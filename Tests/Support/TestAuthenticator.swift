import Crypto
package import JSON

/// An authenticator with one passkey (Ed25519), and the browser before it. What they say can be wrong in every part.
package struct TestAuthenticator: Sendable {
  package static let present: UInt8 = 0x01
  package static let verified: UInt8 = 0x04
  package static let backupEligible: UInt8 = 0x08
  package static let backedUp: UInt8 = 0x10
  private static let attested: UInt8 = 0x40

  package var credential: [UInt8]
  package var site: String
  package var origin: String
  package var flags = present | verified
  package var signCount: UInt32 = 0
  /// What it keeps of the account; nil: nothing.
  package var userHandle: [UInt8]?
  /// In place of `webauthn.create` or `webauthn.get`.
  package var type: String?
  /// Added to what the browser says.
  package var more: [JSONMember] = []
  /// The members of the key (COSE); nil: the right ones.
  package var key: [(label: Int, value: [UInt8])]?
  package var format = "none"
  /// The members of the statement.
  package var statement: [(name: String, value: [UInt8])] = []
  private let signer: DetachedSigner

  package init(
    seed: UInt8 = 1, site: String = "booths.localhost", origin: String = "http://booths.localhost:8080",
    userHandle: [UInt8]? = nil
  ) {
    signer = DetachedSigner(seed: [UInt8](repeating: seed, count: DetachedSigner.seedLength))
    credential = [UInt8](repeating: seed, count: 32)
    (self.site, self.origin, self.userHandle) = (site, origin, userHandle)
  }

  /// What the browser says.
  package func clientData(_ type: String, _ challenge: [UInt8]) -> [UInt8] {
    JSONValue.object(
      JSONValue.members([
        "type": .string(self.type ?? type), "challenge": .string(Base64URL.encode(challenge)),
        "origin": .string(origin),
      ]) + more
    ).bytes
  }

  package func authenticatorData(isNew: Bool = false, extensions: [UInt8] = []) -> [UInt8] {
    var bytes = Digest.bytes(of: Array(site.utf8)) + [flags | (isNew ? Self.attested : 0)]
    bytes += (0..<4).map { UInt8(truncatingIfNeeded: signCount >> (24 - 8 * UInt32($0))) }
    guard isNew else { return bytes + extensions }
    let length = [UInt8(truncatingIfNeeded: credential.count >> 8), UInt8(truncatingIfNeeded: credential.count)]
    return bytes + [UInt8](repeating: 0, count: 16) + length + credential + keyBytes + extensions
  }

  /// The key (COSE).
  package var keyBytes: [UInt8] {
    let members =
      key ?? [
        (1, CBORBytes.integer(1)), (3, CBORBytes.integer(-8)), (-1, CBORBytes.integer(6)),
        (-2, CBORBytes.bytes(signer.publicKey)),
      ]
    return CBORBytes.head(5, members.count) + members.flatMap { CBORBytes.integer($0.label) + $0.value }
  }

  package func signature(of bytes: [UInt8]) -> [UInt8] { signer.signature(of: bytes) }

  /// The answer to a request to make a passkey.
  package func registration(_ challenge: [UInt8]) -> (clientData: [UInt8], attestation: [UInt8]) {
    (clientData("webauthn.create", challenge), attestationObject(authenticatorData(isNew: true)))
  }

  package func attestationObject(_ data: [UInt8]) -> [UInt8] {
    CBORBytes.head(5, 3) + CBORBytes.text("fmt") + CBORBytes.text(format) + CBORBytes.text("attStmt")
      + CBORBytes.head(5, statement.count) + statement.flatMap { CBORBytes.text($0.name) + $0.value }
      + CBORBytes.text("authData") + CBORBytes.bytes(data)
  }

  /// The answer to a request to use the passkey.
  package func assertion(
    _ challenge: [UInt8]
  ) -> (clientData: [UInt8], authenticatorData: [UInt8], signature: [UInt8]) {
    let (client, data) = (clientData("webauthn.get", challenge), authenticatorData())
    return (client, data, signature(of: data + Digest.bytes(of: client)))
  }
}

/// Writes CBOR (RFC 8949).
package enum CBORBytes {
  package static func head(_ kind: UInt8, _ argument: Int) -> [UInt8] {
    let first = kind << 5
    switch argument {
    case 0..<24: return [first | UInt8(argument)]
    case 24..<256: return [first | 24, UInt8(argument)]
    default: return [first | 25, UInt8(argument >> 8 & 255), UInt8(argument & 255)]
    }
  }

  package static func integer(_ number: Int) -> [UInt8] { number < 0 ? head(1, -1 - number) : head(0, number) }
  package static func bytes(_ bytes: [UInt8]) -> [UInt8] { head(2, bytes.count) + bytes }
  package static func text(_ text: String) -> [UInt8] { head(3, text.utf8.count) + Array(text.utf8) }
}
