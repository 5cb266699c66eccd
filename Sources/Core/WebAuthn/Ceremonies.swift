import Crypto

/// A new passkey as it is to be stored.
package struct RegisteredPasskey: Hashable, Sendable {
  /// Its identifier, which its authenticator chose: 1 to 1,023 bytes.
  package let credential: [UInt8]
  /// The public key (COSE).
  package let key: [UInt8]
  package let algorithm: PasskeyAlgorithm
  package let state: PasskeyState
}

/// What changes when a passkey is used.
package struct PasskeyState: Hashable, Sendable {
  /// 0 if the authenticator does not count.
  package let signCount: UInt32
  package let isBackupEligible: Bool
  package let isBackedUp: Bool

  package init(signCount: UInt32, isBackupEligible: Bool, isBackedUp: Bool) {
    (self.signCount, self.isBackupEligible, self.isBackedUp) = (signCount, isBackupEligible, isBackedUp)
  }

  fileprivate init(_ data: AuthenticatorData) {
    self.init(
      signCount: data.signCount, isBackupEligible: data.isBackupEligible, isBackedUp: data.isBackedUp)
  }

  /// Makes sure that a later use of the passkey is possible after this one.
  /// - Throws: `WebAuthnFault` `backup`, `counter`.
  package func check(followedBy next: PasskeyState) throws(WebAuthnFault) {
    guard next.isBackupEligible == isBackupEligible else { throw .backup }
    guard next.signCount > signCount || (next.signCount == 0 && signCount == 0) else { throw .counter }
  }
}

/// The answer to a request to make a passkey (Web Authentication Level 2, 7.1).
package struct RegistrationResponse: Hashable, Sendable {
  /// More than any authenticator writes.
  package static let maxLength = 8192

  package let clientData: ClientData
  private let attestationObject: [UInt8]

  /// - Parameters:
  ///   - clientData: `clientDataJSON`.
  ///   - attestationObject: As the browser passed it on.
  /// - Throws: `WebAuthnFault` `malformed`.
  package init(clientData: [UInt8], attestationObject: [UInt8]) throws(WebAuthnFault) {
    guard attestationObject.count <= Self.maxLength else { throw .malformed }
    self.clientData = try ClientData(clientData)
    self.attestationObject = attestationObject
  }

  /// The passkey, if this answers the challenge on a page of the site.
  /// - Throws: `WebAuthnFault`; all but `counter`.
  package func verified(challenge: [UInt8], for party: RelyingParty) throws(WebAuthnFault) -> RegisteredPasskey {
    try clientData.check(.registration, challenge, party)
    guard let object = try? CBORReader.value(of: attestationObject), case .map(let members) = object,
      members.count == 3, let format = object[.text("fmt")]?.text, let statement = object[.text("attStmt")],
      let bytes = object[.text("authData")]?.bytes
    else { throw .malformed }
    let data = try AuthenticatorData(bytes)
    try data.check(party)
    guard let attested = data.attested else { throw .malformed }
    try check(statement, format, of: attested, bytes)
    return RegisteredPasskey(
      credential: attested.credential, key: attested.keyBytes, algorithm: attested.key.algorithm,
      state: PasskeyState(data))
  }

  /// None was asked for. Browsers pass on one by which the passkey signs itself (8.2, self attestation).
  private func check(
    _ statement: CBORValue, _ format: String, of attested: AuthenticatorData.Attested, _ data: [UInt8]
  ) throws(WebAuthnFault) {
    guard case .map(let members) = statement else { throw .malformed }
    switch format {
    case "none":
      guard members.isEmpty else { throw .attestation }
    case "packed":
      guard members.count == 2, statement[.text("alg")]?.integer == Int64(attested.key.algorithm.rawValue),
        let signature = statement[.text("sig")]?.bytes
      else { throw .attestation }
      guard attested.key.key.isSignature(signature, of: data + clientData.digest) else { throw .signature }
    default: throw .attestation
    }
  }
}

/// The answer to a request to use a passkey (Web Authentication Level 2, 7.2).
package struct AssertionResponse: Hashable, Sendable {
  /// More than any signature of these algorithms has.
  package static let maxSignatureLength = 1024

  package let clientData: ClientData
  private let authenticatorData: [UInt8]
  private let signature: [UInt8]

  /// - Parameter clientData: `clientDataJSON`.
  /// - Throws: `WebAuthnFault` `malformed`.
  package init(clientData: [UInt8], authenticatorData: [UInt8], signature: [UInt8]) throws(WebAuthnFault) {
    guard authenticatorData.count <= AuthenticatorData.maxLength, signature.count <= Self.maxSignatureLength else {
      throw .malformed
    }
    self.clientData = try ClientData(clientData)
    (self.authenticatorData, self.signature) = (authenticatorData, signature)
  }

  /// The state of the passkey after this use, if it answers the challenge on a page of the site.
  /// - Parameters:
  ///   - key: That of the passkey, as stored.
  ///   - last: Its state after the last use.
  /// - Throws: `WebAuthnFault`; all but `attestation`.
  package func verified(
    by key: [UInt8], after last: PasskeyState, challenge: [UInt8], for party: RelyingParty
  ) throws(WebAuthnFault) -> PasskeyState {
    try clientData.check(.authentication, challenge, party)
    let data = try AuthenticatorData(authenticatorData)
    try data.check(party)
    guard data.attested == nil else { throw .malformed }
    guard try CredentialKey(key).key.isSignature(signature, of: authenticatorData + clientData.digest) else {
      throw .signature
    }
    let state = PasskeyState(data)
    try last.check(followedBy: state)
    return state
  }
}
