import Crypto
import WebAuthn

let passkeyTargets = [
  FuzzTarget("cbor") { bytes in
    guard let (value, rest) = try? CBORReader.first(of: bytes[...]) else {
      require((try? CBORReader.value(of: bytes)) == nil, "a whole value has no beginning")
      return
    }
    let length = bytes.count - rest.count
    require((try? CBORReader.value(of: Array(bytes[..<length]))) == value, "a value alone is read otherwise")
    require(rest.isEmpty || (try? CBORReader.value(of: bytes)) == nil, "something follows a value")
    require((try? CBORReader.value(of: Array(bytes[..<(length - 1)]))) == nil, "a cut value is read")
  },
  FuzzTarget("passkey") { bytes in
    let challenge = [UInt8](repeating: 7, count: 32)
    if let attested = (try? AuthenticatorData(bytes))?.attested {
      let length = attested.credential.count
      require((1...AuthenticatorData.maxIdentifierLength).contains(length), "an identifier of \(length) bytes")
      require((try? CredentialKey(attested.keyBytes)) == attested.key, "a key is read otherwise")
      require(!attested.key.key.isSignature(bytes, of: bytes), "a signature was forged")
    }
    _ = try? ClientData(bytes)
    let text = #"","origin":"https://booths.example"}"#
    let client = Array((#"{"type":"webauthn.create","challenge":""# + Base64URL.encode(challenge) + text).utf8)
    guard let site = RelyingParty(origin: "https://booths.example"),
      let response = try? RegistrationResponse(clientData: client, attestationObject: bytes),
      let made = try? response.verified(challenge: challenge, for: site)
    else { return }
    require((try? CredentialKey(made.key))?.algorithm == made.algorithm, "a registered key is read otherwise")
  },
]
