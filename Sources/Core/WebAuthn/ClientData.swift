import Basics
import Crypto
import JSON

/// What a browser says about the request that an authenticator answered (`clientDataJSON`).
package struct ClientData: Hashable, Sendable {
  package enum Ceremony: String, Hashable, Sendable {
    case registration = "webauthn.create"
    case authentication = "webauthn.get"
  }

  /// More than any browser writes.
  package static let maxLength = 4096

  /// The bytes that the authenticator signed a digest of.
  package let bytes: [UInt8]
  /// As it was sent.
  package let challenge: [UInt8]
  private let type: String
  private let origin: String
  private let isEmbedded: Bool

  /// - Throws: `WebAuthnFault` `malformed`.
  package init(_ bytes: [UInt8]) throws(WebAuthnFault) {
    guard bytes.count <= Self.maxLength, let json = try? JSONReader.value(of: bytes),
      let type = json["type"]?.string, let origin = json["origin"]?.string,
      let challenge = json["challenge"]?.string.flatMap({ Base64URL.decode($0) })
    else { throw .malformed }
    switch json["crossOrigin"] {
    case nil, .bool(false): isEmbedded = json["topOrigin"] != nil
    case .bool(true): isEmbedded = true
    default: throw .malformed
    }
    (self.bytes, self.challenge, self.type, self.origin) = (bytes, challenge, type, origin)
  }

  /// Makes sure that a page of the site asked for this.
  /// - Throws: `WebAuthnFault` `type`, `challenge`, `origin`.
  func check(_ ceremony: Ceremony, _ challenge: [UInt8], _ party: RelyingParty) throws(WebAuthnFault) {
    guard type == ceremony.rawValue else { throw .type }
    guard areEqualSecrets(self.challenge, challenge) else { throw .challenge }
    guard origin == party.origin, !isEmbedded else { throw .origin }
  }

  var digest: [UInt8] { Digest.bytes(of: bytes) }
}
