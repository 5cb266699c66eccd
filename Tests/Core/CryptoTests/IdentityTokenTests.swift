import Basics
import Crypto
import JSON
import Support
import Testing
import Workload

/// Shared by all tests, because generating keys is slow.
private let rsa = ProviderKey.rsa("rsa")
private let curve = ProviderKey.curve("curve")

@Suite("Identity tokens of other providers")
struct IdentityTokenTests {
  private static let now = Timestamp(seconds: 1_800_000_000)
  private let keys: PublicKeySet
  private var expectation = IdentityRequirements(issuers: ["https://issuer.example"], audiences: ["app", "other app"])

  init() throws {
    keys = try PublicKeySet(json: JSONValue.object(["keys": [rsa.jwk, curve.jwk]]).bytes)
  }

  private static let goodClaims: [(name: String, value: JSONValue?)] = [
    ("iss", "https://issuer.example"), ("aud", "app"), ("sub", "someone"), ("iat", 1_800_000_000),
    ("exp", 1_800_000_600),
  ]

  /// Valid claims with changes. Nil removes a claim.
  private static func claims(_ changes: KeyValuePairs<String, JSONValue?> = [:]) -> JSONValue {
    let kept = goodClaims.filter { claim in !changes.contains { $0.key == claim.name } }
    let members = kept.map { ($0.name, $0.value) } + changes.map { ($0.key, $0.value) }
    return .object(members.compactMap { name, value in value.map { JSONMember(key: name, value: $0) } })
  }

  private func check(_ text: String, at instant: Timestamp = now) throws -> IdentityClaims {
    let token = try IdentityToken(text)
    guard let key = keys.key(token.keyID, token.algorithm) else { throw IdentityTokenFault.unusable }
    return try token.claims(signedBy: key, expecting: expectation, at: instant)
  }

  private func expectUnusable(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(throws: IdentityTokenFault.unusable, "\(text)", sourceLocation: sourceLocation) { try check(text) }
  }

  // MARK: Valid tokens

  @Test("A token of either algorithm yields its claims", arguments: [rsa, curve])
  func takes(_ key: ProviderKey) throws {
    let claims = try check(key.token(Self.claims(["email": "a@b.kr", "email_verified": true, "name": "미나"])))
    #expect(claims.subject == "someone" && claims.email == "a@b.kr" && claims.isEmailVerified && claims.name == "미나")
  }

  @Test(
    "An address counts as verified only for true, or for the text that Apple sends",
    arguments: [
      (true, true), ("true", true), (false, false), ("false", false), (nil, false), ("yes", false), (1, false),
      (.null, false),
    ] as [(JSONValue?, Bool)])
  func readsVerification(_ value: JSONValue?, _ isVerified: Bool) throws {
    let claims = try check(rsa.token(Self.claims(["email": "a@b.kr", "email_verified": value])))
    #expect(claims.isEmailVerified == isVerified)
  }

  @Test(
    "A token may name several audiences, if all of them are this service's",
    arguments: ["app", ["app"], ["app", "other app"]] as [JSONValue])
  func takesAudiences(_ audience: JSONValue) throws {
    #expect(throws: Never.self) { try check(rsa.token(Self.claims(["aud": audience]))) }
  }

  @Test("A nickname is preferred to a name, and times may have a fraction")
  func readsOptionalParts() throws {
    let text = rsa.token(Self.claims(["name": "Kim Mina", "nickname": "미나", "exp": .number(1_800_000_600.5)]))
    #expect(try check(text).name == "미나")
  }

  // MARK: Times

  @Test("A token expires at its time, with a minute of tolerance for clocks")
  func expires() throws {
    let text = rsa.token(Self.claims())
    #expect(throws: Never.self) { try check(text, at: Timestamp(milliseconds: 1_800_000_659_999)) }
    #expect(throws: IdentityTokenFault.expired) { try check(text, at: Timestamp(seconds: 1_800_000_660)) }
  }

  @Test("A token is refused before its time, with a minute of tolerance", arguments: ["iat", "nbf"])
  func isNotYetValid(_ claim: String) throws {
    let text = rsa.token(Self.claims(["iat": 1_799_999_000, "nbf": 1_799_999_000]))
    #expect(throws: Never.self) { try check(text) }
    let changed: (Int) -> String = { seconds in
      rsa.token(
        Self.claims([
          "iat": .integer(claim == "iat" ? seconds : 1_799_999_000),
          "nbf": .integer(claim == "nbf" ? seconds : 1_799_999_000),
        ]))
    }
    #expect(throws: Never.self) { try check(changed(1_800_000_060)) }
    expectUnusable(changed(1_800_000_061))
  }

  @Test(
    "Missing or malformed times are refused",
    arguments: [
      ["exp": nil], ["iat": nil], ["exp": "1800000600"], ["iat": "1800000000"], ["nbf": "1800000000"], ["exp": .null],
      ["exp": .integer(.max)], ["exp": .number(1e300)], ["exp": -1], ["iat": .integer(.min)], ["nbf": .number(-0.5)],
    ] as [KeyValuePairs<String, JSONValue?>])
  func rejectsTimes(_ changes: KeyValuePairs<String, JSONValue?>) {
    expectUnusable(rsa.token(Self.claims(changes)))
  }

  @Test("An expired token for another audience is reported as unusable, not as expired")
  func hidesOtherAccounts() {
    let text = rsa.token(Self.claims(["aud": "stranger"]))
    #expect(throws: IdentityTokenFault.unusable) { try check(text, at: Timestamp(seconds: 1_900_000_000)) }
  }

  // MARK: Claims

  @Test(
    "A token of another issuer, for another audience or without a subject is refused",
    arguments: [
      ["iss": "https://issuer.example/"], ["iss": "issuer.example"], ["iss": nil], ["iss": ["https://issuer.example"]],
      ["aud": "stranger"], ["aud": nil], ["aud": []], ["aud": ["app", "stranger"]], ["aud": ["stranger"]],
      ["aud": ["app", 7]], ["aud": 7], ["aud": .object([JSONMember(key: "app", value: true)])], ["aud": "APP"],
      ["sub": nil], ["sub": ""], ["sub": 7], ["sub": .string(String(repeating: "s", count: 256))],
    ] as [KeyValuePairs<String, JSONValue?>])
  func rejectsClaims(_ changes: KeyValuePairs<String, JSONValue?>) {
    expectUnusable(rsa.token(Self.claims(changes)))
  }

  @Test(
    "A payload that is no object with the required claims is refused",
    arguments: ["", "{}", "[]", "null", "{", "\u{FEFF}{}", "\"iss\""])
  func rejectsPayloads(_ payload: String) {
    expectUnusable(rsa.token(payload: Array(payload.utf8)))
  }

  @Test("A repeated claim is refused")
  func rejectsDuplicates() {
    let good = String(decoding: Self.claims().bytes, as: UTF8.self)
    #expect(throws: Never.self) { try check(rsa.token(payload: Array(good.utf8))) }
    expectUnusable(rsa.token(payload: Array((good.dropLast() + #","aud":"app"}"#).utf8)))
  }

  // MARK: Nonces

  @Test("The token must hold the expected nonce, as it is or as Apple's digest")
  mutating func comparesNonces() throws {
    let raw = "n-0S6_WzA2Mj"
    let digest = hexadecimal(Digest.bytes(of: Array(raw.utf8)))
    expectation.nonce = raw
    for held in [raw, digest] as [String] {
      #expect(throws: Never.self) { try check(rsa.token(Self.claims(["nonce": .string(held)]))) }
    }
    for held in ["other", nil, 7, .string(digest.uppercased())] as [JSONValue?] {
      expectUnusable(rsa.token(Self.claims(["nonce": held])))
    }
  }

  @Test("A token with an unexpected nonce is refused unless that check is off")
  mutating func needsNonces() throws {
    let text = rsa.token(Self.claims(["nonce": "n-0S6_WzA2Mj"]))
    expectUnusable(text)
    expectation.rejectsUnexpectedNonce = false
    #expect(throws: Never.self) { try check(text) }
  }

  // MARK: Attacks

  @Test("An HMAC signature with the public key as its secret is refused, in every encoding of the key")
  func rejectsConfusion() throws {
    let modulus = try #require(rsa.jwk["n"]?.string.flatMap { Base64URL.decode($0) })
    let exponent = try #require(rsa.jwk["e"]?.string.flatMap { Base64URL.decode($0) })
    let pem = Array(publicKeyPEM(modulus: modulus, exponent: exponent).utf8)
    for secret in [pem, pem + [0x0A], rsa.jwk.bytes, modulus, Array((rsa.jwk["n"]?.string ?? "").utf8)] {
      for kid in ["rsa", "curve"] {
        let text = tokenSigned(byHMAC: secret, Self.claims(), kid: kid)
        #expect(throws: IdentityTokenFault.unusable) { try IdentityToken(text) }
      }
    }
  }

  @Test("A header that names the other key's algorithm or identifier finds no key")
  func rejectsMixedKeys() throws {
    let forged = curve.token(Self.claims(), head: [("kid", "rsa")])
    expectUnusable(forged)
    let token = try IdentityToken(forged)
    let key = try #require(keys.key("rsa", .rs256))
    #expect(throws: IdentityTokenFault.unusable) {
      try token.claims(signedBy: key, expecting: expectation, at: Self.now)
    }
    // The same algorithm and `kid`, another key.
    let twin = ProviderKey.curve("curve")
    expectUnusable(twin.token(Self.claims()))
  }

  @Test(
    "An unsupported algorithm is refused before a key is looked up",
    arguments: [
      "none", "None", "NONE", "HS256", "HS384", "HS512", "rs256", "RS384", "RS512", "PS256", "ES384", "ES512", "EdDSA",
      "dir", "",
    ])
  func rejectsAlgorithms(_ algorithm: String) {
    let parts = rsa.token(Self.claims()).split(separator: ".")
    let head = Base64URL.encode(Array(#"{"alg":"\#(algorithm)","kid":"rsa","typ":"JWT"}"#.utf8))
    for text in ["\(head).\(parts[1]).\(parts[2])", "\(head).\(parts[1]).", "\(head).\(parts[1])"] {
      #expect(throws: IdentityTokenFault.unusable) { try IdentityToken(text) }
    }
  }

  @Test(
    "A header with missing, unknown or repeated members is refused",
    arguments: [
      #"{"alg":"RS256","typ":"JWT"}"#, #"{"kid":"rsa","typ":"JWT"}"#, #"{"alg":"RS256","kid":""}"#,
      #"{"alg":"RS256","kid":7}"#, #"{"alg":["RS256"],"kid":"rsa"}"#, #"{"alg":"RS256","kid":"rsa","crit":["exp"]}"#,
      #"{"alg":"RS256","alg":"none","kid":"rsa"}"#, #"{"alg":"none","alg":"RS256","kid":"rsa"}"#,
      #"{"alg":"RS256","kid":"rsa","typ":"JWE"}"#, #"{"alg":"RS256\u0000","kid":"rsa"}"#, "[]", "null", "{", "7",
    ])
  func rejectsHeads(_ head: String) {
    let parts = rsa.token(Self.claims()).split(separator: ".")
    #expect(throws: IdentityTokenFault.unusable) {
      try IdentityToken("\(Base64URL.encode(Array(head.utf8))).\(parts[1]).\(parts[2])")
    }
  }

  @Test("A header with 'crit' is refused, and one without a type is accepted")
  func readsSignedHeads() throws {
    expectUnusable(rsa.token(Self.claims(), head: [("crit", ["exp"])]))
    expectUnusable(rsa.token(Self.claims(), head: [("typ", "at+jwt")]))
    expectUnusable(rsa.token(Self.claims(), head: [("kid", "unknown")]))
    #expect(throws: Never.self) { try check(rsa.token(Self.claims(), head: [("x5u", "https://evil.example")])) }
  }

  @Test("A change of any character is detected", arguments: [rsa, curve])
  func noticesEveryCharacter(_ key: ProviderKey) {
    let token = Array(key.token(Self.claims()).utf8)
    var numbers = SeededNumbers(seed: 1)
    for position in token.indices {
      var changed = token
      changed[position] = [0x41, 0x5F, 0x2E, token[position] ^ 1].randomElement(using: &numbers) ?? 0
      if changed == token { continue }
      expectUnusable(String(decoding: changed, as: UTF8.self))
    }
  }

  @Test("A token that was cut, lengthened or padded is refused", arguments: [rsa, curve])
  func noticesLength(_ key: ProviderKey) {
    let token = key.token(Self.claims())
    for count in stride(from: 0, to: token.count, by: 3) { expectUnusable(String(token.prefix(count))) }
    for text in [token + "A", token + "=", token + ".", token + ".AAAA", " " + token, token + "\n", "Bearer " + token] {
      expectUnusable(text)
    }
  }

  @Test("A megabyte of any characters is refused without being parsed")
  func rejectsLargeTexts() {
    let million = String(repeating: "A", count: 1_000_000)
    for text in [million, "\(million).\(million).\(million)", String(repeating: ".", count: 1_000_000), "토큰 없음"] {
      expectUnusable(text)
    }
    let nested = Base64URL.encode(Array(String(repeating: "[", count: 4000).utf8))
    expectUnusable("\(nested).\(nested).AAAA")
  }

  @Test("Tokens that are verified concurrently keep their own claims", .timeLimit(.minutes(1)))
  func isConcurrent() async throws {
    let texts = [rsa.token(Self.claims()), curve.token(Self.claims())]
    await withTaskGroup(of: Void.self) { group in
      for task in 0..<8 {
        group.addTask { for _ in 0..<50 { #expect((try? check(texts[task % 2]))?.subject == "someone") } }
      }
    }
  }
}

extension JSONValue {
  var string: String? { if case .string(let text) = self { text } else { nil } }
}

/// The PEM of an RSA public key (SubjectPublicKeyInfo, RFC 5280, 4.1).
private func publicKeyPEM(modulus: [UInt8], exponent: [UInt8]) -> String {
  func element(_ tag: UInt8, _ bytes: [UInt8]) -> [UInt8] {
    [tag, 0x82, UInt8(bytes.count >> 8), UInt8(bytes.count & 255)] + bytes
  }
  let key = element(0x30, element(0x02, [0] + modulus) + element(0x02, exponent))
  let algorithm: [UInt8] = [0x30, 0x0D, 0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01, 0x05, 0x00]
  let whole = element(0x30, algorithm + element(0x03, [0] + key))
  let text = Base64URL.encode(whole).replacing("-", with: "+").replacing("_", with: "/")
  return "-----BEGIN PUBLIC KEY-----\n\(text)\n-----END PUBLIC KEY-----"
}
