import APIKit
import Accounts
import Basics
package import Contracts
import Crypto
package import JSON
import WebAuthn

enum PasskeyFields {
  static let id = Parameter<PasskeyID>(
    "id", .identifier(), "The identifier of a passkey.", example: "0199c0ffee0123456789abcd")
  static let unknown = ResponseDescription.notFound("The account has no such passkey.")

  static let clientData = BodyField<[UInt8]>(
    "client_data", .base64URL(maxCount: ClientData.maxLength), "`clientDataJSON` of the answer, in Base64url.",
    isRequired: true)
  static let attestation = BodyField<[UInt8]>(
    "attestation", .base64URL(maxCount: RegistrationResponse.maxLength),
    "`attestationObject` of the answer, in Base64url.", isRequired: true)
  private static let nameRule = "A name by which its owner tells it from others"
  static let name = BodyField<String>(
    "name", .text(1...Passkey.maxNameLength), "\(nameRule); a general one when absent.", example: "미나의 휴대폰")
  static let newName = BodyField<String>(
    "name", .text(1...Passkey.maxNameLength), "\(nameRule).", isRequired: true, example: "미나의 휴대폰")

  static let credential = BodyField<[UInt8]>(
    "credential", .base64URL(maxCount: AuthenticatorData.maxIdentifierLength), "`id` of the answer.",
    isRequired: true)
  static let authenticatorData = BodyField<[UInt8]>(
    "authenticator_data", .base64URL(maxCount: AuthenticatorData.maxLength),
    "`authenticatorData` of the answer, in Base64url.", isRequired: true)
  static let signature = BodyField<[UInt8]>(
    "signature", .base64URL(maxCount: AssertionResponse.maxSignatureLength),
    "`signature` of the answer, in Base64url.", isRequired: true)
  static let userHandle = BodyField<[UInt8]>(
    "user_handle", .base64URL(maxCount: 64),
    "`userHandle` of the answer, in Base64url; required for a login.")

  static let assertion: [any DescribedField] = [credential, clientData, authenticatorData, signature, userHandle]
}

extension ValueKind<[UInt8]> {
  /// Bytes in Base64url without padding, 1 to `maxCount`.
  fileprivate static func base64URL(maxCount: Int) -> ValueKind {
    let maxLength = (maxCount * 4 + 2) / 3
    return ValueKind(
      "1 to \(maxCount) bytes in Base64url without padding",
      schema: .object([
        "type": "string", "pattern": "^[A-Za-z0-9_-]+$", "maxLength": .integer(maxLength),
      ])
    ) { text in
      guard (1...maxLength).contains(text.utf8.count) else { return .malformed }
      return ParsedParameter(Base64URL.decode(text))
    }
  }
}

extension RequestContext {
  /// The site that passkeys are for: the service's public address or, for tries without one, `localhost` as the request
  /// names it. Another host of a request is never trusted.
  /// - Throws: `DomainError` `passkeys-not-offered` (conflict).
  func relyingParty() throws(DomainError) -> RelyingParty {
    guard environment.publicAddress != nil || isLoopbackHTTP,
      let party = WebOrigin(address: publicAddress).flatMap({ RelyingParty(origin: $0.text) })
    else { throw .passkeysNotOffered }
    return party
  }

  /// - Throws: `DomainError` `field-missing`, `field-invalid`.
  func passkeyRegistration() throws(DomainError) -> (PasskeyRegistration, name: String?) {
    let registration = PasskeyRegistration(
      clientData: try body.required(PasskeyFields.clientData),
      attestationObject: try body.required(PasskeyFields.attestation))
    return (registration, try body.value(PasskeyFields.name))
  }

  /// - Throws: `DomainError` `field-missing`, `field-invalid`.
  func passkeyAssertion() throws(DomainError) -> PasskeyAssertion {
    PasskeyAssertion(
      credential: try body.required(PasskeyFields.credential), clientData: try body.required(PasskeyFields.clientData),
      authenticatorData: try body.required(PasskeyFields.authenticatorData),
      signature: try body.required(PasskeyFields.signature), userHandle: try body.value(PasskeyFields.userHandle))
  }
}

extension PasskeyDocument {
  init(_ passkey: Passkey) {
    self.init(
      id: passkey.id, name: passkey.name, createdAt: passkey.createdAt, usedAt: passkey.usedAt,
      isSynced: passkey.isBackupEligible, isSecondFactor: passkey.isSecondFactor)
  }
}

/// Browsers wait as long as a challenge is valid, in milliseconds.
private let passkeyTimeout = 300_000

extension PasskeyCreationDocument {
  init(_ creation: PasskeyCreation, at party: RelyingParty) {
    self.init(
      challenge: Base64URL.encode(creation.challenge), host: party.id, service: "fourcuts",
      user: (Base64URL.encode(creation.userHandle), creation.userName, creation.displayName),
      algorithms: PasskeyAlgorithm.allCases.map(\.rawValue), timeout: passkeyTimeout,
      excluded: creation.excluded.map { Base64URL.encode($0) })
  }
}

extension PasskeyRequestDocument {
  init(_ request: PasskeyRequest, at party: RelyingParty) {
    self.init(
      challenge: Base64URL.encode(request.challenge), host: party.id, timeout: passkeyTimeout,
      allowed: request.allowed.map { Base64URL.encode($0) })
  }
}

extension PasskeyAlgorithmValue: SchemaProviding {
  package static var schema: JSONValue { .object(["type": "integer"]) }
  package static var example: PasskeyAlgorithmValue { PasskeyAlgorithmValue(PasskeyAlgorithm.es256.rawValue) }
}
