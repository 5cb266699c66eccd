import Basics
import Crypto
import JSON
import Support
import Testing

@testable import WebAuthn

@Suite("Passkeys made and used")
struct CeremonyTests {
  private static let site = RelyingParty(origin: "http://booths.localhost:8080")!
  private static let challenge = [UInt8](repeating: 9, count: 32)

  // MARK: By another program

  @Test("Passkeys of each algorithm are registered, without attestation and signed by themselves", arguments: vectors)
  func registrations(_ vector: Vector) throws {
    for object in [\Vector.none, \.packed] {
      let response = try RegistrationResponse(
        clientData: Vector.created, attestationObject: vector.bytes(object))
      let made = try response.verified(challenge: Vector.challenge, for: Vector.site)
      #expect(made.algorithm == vector.algorithm && made.credential.count == 32)
      #expect(made.state == PasskeyState(signCount: 7, isBackupEligible: true, isBackedUp: true))
      #expect(try CredentialKey(made.key).algorithm == vector.algorithm)
    }
  }

  private func registered(_ vector: Vector) throws -> RegisteredPasskey {
    try RegistrationResponse(clientData: Vector.created, attestationObject: vector.bytes(\.none))
      .verified(challenge: Vector.challenge, for: Vector.site)
  }

  private func use(
    _ passkey: RegisteredPasskey, _ client: [UInt8], _ data: [UInt8], _ signature: [UInt8]
  ) throws -> PasskeyState {
    try AssertionResponse(clientData: client, authenticatorData: data, signature: signature)
      .verified(by: passkey.key, after: passkey.state, challenge: Vector.challenge, for: Vector.site)
  }

  @Test("Passkeys of each algorithm are used", arguments: vectors)
  func assertions(_ vector: Vector) throws {
    let passkey = try registered(vector)
    let state = try use(passkey, Vector.got, vector.bytes(\.authenticatorData), vector.bytes(\.signature))
    #expect(state == PasskeyState(signCount: 8, isBackupEligible: true, isBackedUp: true))
    // The key of another one.
    for other in vectors where other.algorithm != vector.algorithm {
      #expect(throws: WebAuthnFault.signature) {
        try use(registered(other), Vector.got, vector.bytes(\.authenticatorData), vector.bytes(\.signature))
      }
    }
  }

  @Test("A use with any changed, missing or added byte is refused", arguments: vectors)
  func changedBytes(_ vector: Vector) throws {
    let passkey = try registered(vector)
    let parts = [Vector.got, vector.bytes(\.authenticatorData), vector.bytes(\.signature)]
    var tried = 0
    for (part, bytes) in parts.enumerated() {
      for position in bytes.indices {
        for bit in 0..<8 {
          var changed = parts
          changed[part][position] ^= 1 << UInt8(bit)
          #expect(throws: WebAuthnFault.self, "part \(part), byte \(position), bit \(bit)") {
            try use(passkey, changed[0], changed[1], changed[2])
          }
          tried += 1
        }
      }
      for changed in [Array(bytes.dropLast()), bytes + [0], Array(bytes.dropFirst()), []] {
        var all = parts
        all[part] = changed
        #expect(throws: WebAuthnFault.self) { try use(passkey, all[0], all[1], all[2]) }
      }
    }
    #expect(tried > 1600)
  }

  @Test("A key with any changed byte verifies nothing", arguments: vectors)
  func changedKeys(_ vector: Vector) throws {
    let passkey = try registered(vector)
    for position in passkey.key.indices {
      var key = passkey.key
      key[position] ^= 0x01
      let response = try AssertionResponse(
        clientData: Vector.got, authenticatorData: vector.bytes(\.authenticatorData),
        signature: vector.bytes(\.signature))
      #expect(throws: WebAuthnFault.self, "byte \(position)") {
        try response.verified(by: key, after: passkey.state, challenge: Vector.challenge, for: Vector.site)
      }
    }
  }

  @Test("A registration with a changed byte is refused or is another passkey", arguments: vectors)
  func changedRegistrations(_ vector: Vector) throws {
    let passkey = try registered(vector)
    let object = vector.bytes(\.none)
    // The model of the authenticator, 16 bytes, is not kept.
    let model =
      object.count - (passkey.key.count + passkey.credential.count + 18)..<object.count
      - (passkey.key.count + passkey.credential.count + 2)
    var refused = 0
    for position in object.indices where !model.contains(position) {
      var changed = object
      changed[position] ^= 0x01
      let made = try? RegistrationResponse(clientData: Vector.created, attestationObject: changed)
        .verified(challenge: Vector.challenge, for: Vector.site)
      if let made { #expect(made != passkey, "byte \(position)") } else { refused += 1 }
    }
    #expect(refused > 60)
    for position in Vector.created.indices {
      var changed = Vector.created
      changed[position] ^= 0x01
      let made = try? RegistrationResponse(clientData: changed, attestationObject: object)
        .verified(challenge: Vector.challenge, for: Vector.site)
      // The names of members that are optional.
      if made != nil { #expect(String(decoding: changed, as: UTF8.self).contains("origin")) }
    }
  }

  // MARK: Refusals

  private func register(_ authenticator: TestAuthenticator) throws -> RegisteredPasskey {
    let (client, object) = authenticator.registration(Self.challenge)
    return try RegistrationResponse(clientData: client, attestationObject: object)
      .verified(challenge: Self.challenge, for: Self.site)
  }

  private func assert(
    _ authenticator: TestAuthenticator,
    after last: PasskeyState = PasskeyState(
      signCount: 0, isBackupEligible: false, isBackedUp: false)
  ) throws -> PasskeyState {
    let (client, data, signature) = authenticator.assertion(Self.challenge)
    return try AssertionResponse(clientData: client, authenticatorData: data, signature: signature)
      .verified(
        by: TestAuthenticator().keyBytes, after: last, challenge: Self.challenge, for: Self.site)
  }

  /// What is wrong in both ceremonies, although it is signed.
  private static let wrong: [(WebAuthnFault, @Sendable (inout TestAuthenticator) -> Void)] = [
    (.type, { $0.type = "webauthn.other" }), (.type, { $0.type = "payment.get" }),
    (.origin, { $0.origin = "https://booths.example" }), (.origin, { $0.origin = "http://booths.localhost" }),
    (.origin, { $0.origin = "https://booths.localhost:8080" }),
    (.origin, { $0.origin = "http://booths.localhost:8081" }),
    (.origin, { $0.origin = "http://evil.booths.localhost:8080" }), (.origin, { $0.origin = "" }),
    (.origin, { $0.origin = "HTTP://booths.localhost:8080" }),
    (.origin, { $0.origin = "http://booths.localhost:8080/" }),
    (.origin, { $0.more = [JSONMember(key: "crossOrigin", value: true)] }),
    (.origin, { $0.more = [JSONMember(key: "topOrigin", value: "http://booths.localhost:8080")] }),
    (.malformed, { $0.more = [JSONMember(key: "crossOrigin", value: "false")] }),
    (.malformed, { $0.more = [JSONMember(key: "origin", value: "http://booths.localhost:8080")] }),
    (.relyingParty, { $0.site = "localhost" }), (.relyingParty, { $0.site = "booths.example" }),
    (.relyingParty, { $0.site = "http://booths.localhost:8080" }),
    (.presence, { $0.flags = TestAuthenticator.verified }), (.verification, { $0.flags = TestAuthenticator.present }),
    (.presence, { $0.flags = 0 }), (.backup, { $0.flags |= TestAuthenticator.backedUp }),
    // Extensions are said to be there, and are not.
    (.malformed, { $0.flags |= 0x80 }),
  ]

  @Test("What a page, a browser or an authenticator says wrongly is refused, although it is signed", arguments: 0..<22)
  func refusals(_ number: Int) throws {
    let (fault, spoil) = Self.wrong[number]
    var authenticator = TestAuthenticator()
    #expect(try register(authenticator).credential == authenticator.credential)
    _ = try assert(authenticator)
    spoil(&authenticator)
    #expect(throws: fault) { try register(authenticator) }
    #expect(throws: fault) { try assert(authenticator) }
    #expect(Self.wrong.count == 22)
  }

  @Test("The answer to one kind of request is none to the other")
  func kinds() throws {
    var authenticator = TestAuthenticator()
    authenticator.type = "webauthn.get"
    #expect(throws: WebAuthnFault.type) { try register(authenticator) }
    authenticator.type = "webauthn.create"
    #expect(throws: WebAuthnFault.type) { try assert(authenticator) }
    // Data of a new passkey in place of those of a use.
    authenticator.type = nil
    let (client, data) = (
      authenticator.clientData("webauthn.get", Self.challenge), authenticator.authenticatorData(isNew: true)
    )
    let signature = authenticator.signature(of: data + Digest.bytes(of: client))
    #expect(throws: WebAuthnFault.malformed) {
      try AssertionResponse(clientData: client, authenticatorData: data, signature: signature)
        .verified(
          by: authenticator.keyBytes, after: PasskeyState(signCount: 0, isBackupEligible: false, isBackedUp: false),
          challenge: Self.challenge, for: Self.site)
    }
    // And the other way round.
    #expect(throws: WebAuthnFault.malformed) {
      try RegistrationResponse(
        clientData: authenticator.clientData("webauthn.create", Self.challenge),
        attestationObject: authenticator.attestationObject(authenticator.authenticatorData())
      ).verified(challenge: Self.challenge, for: Self.site)
    }
  }

  @Test("Another challenge is refused, and one in padded or other Base64")
  func challenges() throws {
    let authenticator = TestAuthenticator()
    let (client, object) = authenticator.registration(Self.challenge)
    let response = try RegistrationResponse(clientData: client, attestationObject: object)
    for other in [[UInt8](repeating: 8, count: 32), [], Self.challenge + [0], Array(Self.challenge.dropLast())] {
      #expect(throws: WebAuthnFault.challenge) { try response.verified(challenge: other, for: Self.site) }
    }
    for text in ["\(Base64URL.encode(Self.challenge))=", "+/+/", "a b", ""] {
      let json = #"{"type":"webauthn.create","challenge":"\#(text)","origin":"http://booths.localhost:8080"}"#
      #expect(throws: WebAuthnFault.self) {
        try RegistrationResponse(clientData: Array(json.utf8), attestationObject: object)
          .verified(challenge: Self.challenge, for: Self.site)
      }
    }
  }

  @Test("A count must grow from the last one, unless both are 0; whether a passkey may be backed up stays the same")
  func counters() throws {
    let state = { (count: UInt32, eligible: Bool, backedUp: Bool) in
      PasskeyState(signCount: count, isBackupEligible: eligible, isBackedUp: backedUp)
    }
    var authenticator = TestAuthenticator()
    for (last, next) in [(0, 0), (0, 1), (1, 2), (7, UInt32.max)] as [(UInt32, UInt32)] {
      authenticator.signCount = next
      #expect(try assert(authenticator, after: state(last, false, false)).signCount == next)
    }
    for (last, next) in [(1, 0), (1, 1), (2, 1), (.max, .max), (.max, 0)] as [(UInt32, UInt32)] {
      authenticator.signCount = next
      #expect(throws: WebAuthnFault.counter) { try assert(authenticator, after: state(last, false, false)) }
    }
    authenticator.signCount = 0
    #expect(throws: WebAuthnFault.backup) { try assert(authenticator, after: state(0, true, true)) }
    authenticator.flags |= TestAuthenticator.backupEligible
    #expect(throws: WebAuthnFault.backup) { try assert(authenticator, after: state(0, false, false)) }
    #expect(try assert(authenticator, after: state(0, true, true)).isBackedUp == false)
    authenticator.flags |= TestAuthenticator.backedUp
    #expect(try assert(authenticator, after: state(0, true, false)).isBackedUp)
  }

  @Test("Identifiers are from 1 to 1,023 bytes long, and lengths are those that are said")
  func identifiers() throws {
    var authenticator = TestAuthenticator()
    for length in [1, 16, 1023] {
      authenticator.credential = [UInt8](repeating: 3, count: length)
      #expect(try register(authenticator).credential.count == length)
    }
    for length in [0, 1024, 3000] {
      authenticator.credential = [UInt8](repeating: 3, count: length)
      #expect(throws: WebAuthnFault.malformed) { try register(authenticator) }
    }
    let client = authenticator.clientData("webauthn.create", Self.challenge)
    let data = TestAuthenticator().authenticatorData(isNew: true)
    for cut in [data.count - 1, 60, 54, 36, 0].map({ Array(data.prefix($0)) }) + [data + [0]] {
      let object = authenticator.attestationObject(cut)
      #expect(throws: WebAuthnFault.malformed) {
        try RegistrationResponse(clientData: client, attestationObject: object)
          .verified(challenge: Self.challenge, for: Self.site)
      }
    }
  }

  @Test("Extensions are read and ignored; they must be a map, and nothing may follow")
  func extensions() throws {
    var authenticator = TestAuthenticator()
    authenticator.flags |= 0x80
    let client = authenticator.clientData("webauthn.create", Self.challenge)
    func register(_ extensions: [UInt8]) throws {
      let object = authenticator.attestationObject(authenticator.authenticatorData(isNew: true, extensions: extensions))
      _ = try RegistrationResponse(clientData: client, attestationObject: object)
        .verified(challenge: Self.challenge, for: Self.site)
    }
    try register(CBORBytes.head(5, 1) + CBORBytes.text("credProtect") + CBORBytes.integer(2))
    try register([0xA0])
    for wrong in [[0x80], [0xA0, 0xA0], [0x01], [0xA1, 0x61, 0x61]] as [[UInt8]] {
      #expect(throws: WebAuthnFault.malformed) { try register(wrong) }
    }
  }

  @Test("Other attestations than none and that by the passkey itself are refused")
  func attestations() throws {
    var authenticator = TestAuthenticator()
    let own = { (authenticator: TestAuthenticator, algorithm: Int, signed: [UInt8]) in
      [
        ("alg", CBORBytes.integer(algorithm)), ("sig", CBORBytes.bytes(authenticator.signature(of: signed))),
      ]
    }
    let signed =
      authenticator.authenticatorData(isNew: true)
      + Digest.bytes(of: authenticator.clientData("webauthn.create", Self.challenge))
    authenticator.statement = [("sig", CBORBytes.bytes([1]))]
    #expect(throws: WebAuthnFault.attestation) { try register(authenticator) }
    authenticator.format = "packed"
    #expect(throws: WebAuthnFault.attestation) { try register(authenticator) }
    authenticator.statement = own(authenticator, -8, signed)
    _ = try register(authenticator)
    authenticator.statement = own(authenticator, -7, signed)
    #expect(throws: WebAuthnFault.attestation) { try register(authenticator) }
    authenticator.statement = own(authenticator, -8, signed + [0])
    #expect(throws: WebAuthnFault.signature) { try register(authenticator) }
    authenticator.statement = own(authenticator, -8, signed) + [("x5c", [0x80])]
    #expect(throws: WebAuthnFault.attestation) { try register(authenticator) }
    for format in ["fido-u2f", "tpm", "android-key", "apple", "", "None"] {
      (authenticator.format, authenticator.statement) = (format, [])
      #expect(throws: WebAuthnFault.attestation, "\(format)") { try register(authenticator) }
    }
  }

  @Test("Keys of other algorithms, with other parameters and of no sound size are refused")
  func keys() throws {
    typealias Members = [(label: Int, value: [UInt8])]
    let int = { (label: Int, value: Int) in (label: label, value: CBORBytes.integer(value)) }
    let bytes = { (label: Int, value: [UInt8]) in (label: label, value: CBORBytes.bytes(value)) }
    let point = DetachedSigner(seed: [UInt8](repeating: 1, count: 32)).publicKey
    let modulus = { (count: Int) in [0x80] + [UInt8](repeating: 0x11, count: count - 1) }
    let cases: [(WebAuthnFault, Members)] = [
      // ES384, PS256, ES256K, none.
      (.algorithm, [int(1, 2), int(3, -35), int(-1, 2)]), (.algorithm, [int(1, 3), int(3, -37)]),
      (.algorithm, [int(1, 2), int(3, -47)]), (.algorithm, [int(1, 1), int(3, 0)]), (.malformed, [int(1, 1)]),
      (.malformed, [int(1, 1), (3, CBORBytes.text("EdDSA"))]),
      // The type, the curve and the length of another algorithm.
      (.key, [int(1, 2), int(3, -8), int(-1, 6), bytes(-2, point)]),
      (.key, [int(1, 1), int(3, -8), int(-1, 1), bytes(-2, point)]),
      (.key, [int(1, 1), int(3, -8), int(-1, 6), bytes(-2, Array(point.dropLast()))]),
      (.key, [int(1, 1), int(3, -8), int(-1, 6), bytes(-2, point + [0])]),
      (.key, [int(1, 1), int(3, -8), int(-1, 6), bytes(-2, point), int(4, 2)]),
      (.key, [int(1, 1), int(3, -8), int(-1, 6)]),
      // Points of small order.
      (.key, [int(1, 1), int(3, -8), int(-1, 6), bytes(-2, [1] + [UInt8](repeating: 0, count: 31))]),
      (.key, [int(1, 1), int(3, -8), int(-1, 6), bytes(-2, [UInt8](repeating: 0, count: 32))]),
      // Not on the curve, and in a compressed form.
      (
        .key,
        [
          int(1, 2), int(3, -7), int(-1, 1), bytes(-2, [UInt8](repeating: 1, count: 32)),
          bytes(-3, [UInt8](repeating: 1, count: 32)),
        ]
      ),
      (.key, [int(1, 2), int(3, -7), int(-1, 1), bytes(-2, [UInt8](repeating: 1, count: 32)), (-3, [0xF5])]),
      (
        .key,
        [
          int(1, 2), int(3, -7), int(-1, 1), bytes(-2, [UInt8](repeating: 0, count: 32)),
          bytes(-3, [UInt8](repeating: 0, count: 32)),
        ]
      ),
      // 1,024, 2,040 and 4,104 bits; exponents of 1, an even one, a long one.
      (.key, [int(1, 3), int(3, -257), bytes(-1, modulus(128)), bytes(-2, [1, 0, 1])]),
      (.key, [int(1, 3), int(3, -257), bytes(-1, modulus(255)), bytes(-2, [1, 0, 1])]),
      (.key, [int(1, 3), int(3, -257), bytes(-1, [0] + modulus(255)), bytes(-2, [1, 0, 1])]),
      (.key, [int(1, 3), int(3, -257), bytes(-1, modulus(513)), bytes(-2, [1, 0, 1])]),
      (.key, [int(1, 3), int(3, -257), bytes(-1, modulus(256)), bytes(-2, [1])]),
      (.key, [int(1, 3), int(3, -257), bytes(-1, modulus(256)), bytes(-2, [1, 0, 0])]),
      (.key, [int(1, 3), int(3, -257), bytes(-1, modulus(256)), bytes(-2, [1, 0, 0, 0, 1])]),
    ]
    for (number, (fault, members)) in cases.enumerated() {
      var authenticator = TestAuthenticator()
      authenticator.key = members
      #expect(throws: fault, "key \(number)") { try register(authenticator) }
    }
  }

  @Test("What is too long is refused before it is read")
  func lengths() {
    let long = [UInt8](repeating: 0x20, count: ClientData.maxLength + 1)
    #expect(throws: WebAuthnFault.malformed) { try RegistrationResponse(clientData: long, attestationObject: []) }
    let client = TestAuthenticator().clientData("webauthn.get", [])
    let object = [UInt8](repeating: 0, count: RegistrationResponse.maxLength + 1)
    #expect(throws: WebAuthnFault.malformed) { try RegistrationResponse(clientData: client, attestationObject: object) }
    #expect(throws: WebAuthnFault.malformed) {
      try AssertionResponse(clientData: client, authenticatorData: long, signature: [])
    }
    #expect(throws: WebAuthnFault.malformed) {
      try AssertionResponse(clientData: client, authenticatorData: [], signature: long)
    }
  }
}
