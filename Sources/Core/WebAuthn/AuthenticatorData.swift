import Crypto

/// What an authenticator says (`authData`; Web Authentication Level 2, 6.1, with the flags of backups of Level 3).
package struct AuthenticatorData: Hashable, Sendable {
  /// The maximum length of a credential ID, in bytes.
  package static let maxIdentifierLength = 1023
  /// More than any authenticator writes.
  package static let maxLength = 4096

  /// A new passkey.
  package struct Attested: Hashable, Sendable {
    package let credential: [UInt8]
    /// As the authenticator wrote it.
    package let keyBytes: [UInt8]
    package let key: CredentialKey
  }

  package let relyingPartyHash: [UInt8]
  package let isPresent: Bool
  package let isVerified: Bool
  /// Whether the passkey may be copied to other devices of its owner.
  package let isBackupEligible: Bool
  package let isBackedUp: Bool
  package let signCount: UInt32
  package let attested: Attested?

  /// - Throws: `WebAuthnFault` `malformed`, `algorithm`, `key`.
  package init(_ bytes: [UInt8]) throws(WebAuthnFault) {
    guard (37...Self.maxLength).contains(bytes.count) else { throw .malformed }
    let flags = bytes[32]
    let has = { (bit: UInt8) in flags & bit != 0 }
    relyingPartyHash = Array(bytes[..<32])
    (isPresent, isVerified) = (has(0x01), has(0x04))
    (isBackupEligible, isBackedUp) = (has(0x08), has(0x10))
    signCount = bytes[33..<37].reduce(0) { $0 << 8 | UInt32($1) }
    var rest = bytes[37...]
    attested = has(0x40) ? try Self.attested(&rest) : nil
    if has(0x80) {
      guard case .map = try Self.value(&rest) else { throw .malformed }
    }
    guard rest.isEmpty else { throw .malformed }
  }

  private static func attested(_ rest: inout ArraySlice<UInt8>) throws(WebAuthnFault) -> Attested {
    // The model of the authenticator is not asked for.
    let head = rest.prefix(18)
    guard head.count == 18 else { throw .malformed }
    let length = head.suffix(2).reduce(0) { $0 << 8 | Int($1) }
    rest = rest.dropFirst(18)
    guard (1...maxIdentifierLength).contains(length), rest.count > length else { throw .malformed }
    let credential = Array(rest.prefix(length))
    rest = rest.dropFirst(length)
    let start = rest
    let cose = try value(&rest)
    return Attested(
      credential: credential, keyBytes: Array(start.dropLast(rest.count)), key: try CredentialKey(cose: cose))
  }

  private static func value(_ rest: inout ArraySlice<UInt8>) throws(WebAuthnFault) -> CBORValue {
    do {
      let (value, after) = try CBORReader.first(of: rest)
      rest = after
      return value
    } catch { throw .malformed }
  }

  /// Makes sure that it is about the site, and that somebody was there who is the authenticator's owner.
  /// - Throws: `WebAuthnFault` `relyingParty`, `presence`, `verification`, `backup`.
  func check(_ party: RelyingParty) throws(WebAuthnFault) {
    guard relyingPartyHash == Digest.bytes(of: Array(party.id.utf8)) else { throw .relyingParty }
    guard isPresent else { throw .presence }
    guard isVerified else { throw .verification }
    guard isBackupEligible || !isBackedUp else { throw .backup }
  }
}
