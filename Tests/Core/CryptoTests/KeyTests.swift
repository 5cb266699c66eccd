import Basics
import Crypto
import JSON
import Support
import Testing
import Workload

private let rsa = ProviderKey.rsa("rsa")
private let curve = ProviderKey.curve("curve")

@Suite("Public keys of providers")
struct PublicKeySetTests {
  private func set(_ keys: JSONValue...) throws -> PublicKeySet {
    try PublicKeySet(json: JSONValue.object(["keys": .array(keys)]).bytes)
  }

  /// The JWK with changed members. Nil removes a member.
  private func changed(_ key: ProviderKey, _ changes: KeyValuePairs<String, JSONValue?>) -> JSONValue {
    guard case .object(let members) = key.jwk else { return .null }
    let kept = members.filter { member in !changes.contains { $0.key == member.key } }
    return .object(kept + JSONValue.members(changes))
  }

  @Test("A key is found by its identifier and its algorithm")
  func finds() throws {
    let keys = try set(rsa.jwk, curve.jwk)
    #expect(keys.keys.map(\.id) == ["rsa", "curve"])
    #expect(keys.key("rsa", .rs256)?.algorithm == .rs256 && keys.key("curve", .es256)?.algorithm == .es256)
    #expect(keys.key("rsa", .es256) == nil && keys.key("curve", .rs256) == nil && keys.key("other", .rs256) == nil)
  }

  @Test("A key for another use, a weak key and a malformed key are ignored")
  func passesOver() throws {
    let small = ProviderKey.rsa("small", bits: 1024)
    let useless: [JSONValue] = [
      changed(rsa, ["use": "enc"]), changed(rsa, ["alg": "RS512"]), changed(rsa, ["alg": "HS256"]),
      changed(rsa, ["alg": "ES256"]), changed(rsa, ["key_ops": ["sign"]]), changed(rsa, ["kid": nil]),
      changed(rsa, ["kid": ""]), changed(rsa, ["n": nil]), changed(rsa, ["n": "AQAB"]), changed(rsa, ["e": "AQ"]),
      changed(rsa, ["e": "AAAB"]), changed(rsa, ["e": "AAAA"]), changed(rsa, ["kty": "oct", "k": "AAAA"]),
      changed(rsa, ["n": .string(String(repeating: "B", count: 2000))]), changed(curve, ["crv": "P-384"]),
      changed(curve, ["x": curve.jwk["y"]]), changed(curve, ["y": "AAAA"]), changed(curve, ["alg": "RS256"]),
      small.jwk, .null, 7, [], .object([]),
    ]
    for key in useless {
      let keys = try set(rsa.jwk, key)
      #expect(keys.keys.count == 1, "\(key)")
    }
    #expect(try set(changed(rsa, ["use": nil, "alg": nil, "key_ops": ["verify"]])).keys.count == 1)
  }

  @Test(
    "A text that is no key set or has no usable key is refused",
    arguments: ["", "{}", "[]", #"{"keys":{}}"#, #"{"keys":[]}"#])
  func rejects(_ text: String) throws {
    let domainError = #expect(throws: DomainError.self) { try PublicKeySet(json: Array(text.utf8)) }
    #expect(domainError?.code == "keys-unreadable")
  }

  @Test("At most the first 64 keys of a set are read")
  func isBounded() throws {
    let many = (0..<200).map { changed(curve, ["kid": .string("\($0)")]) }
    #expect(try PublicKeySet(json: JSONValue.object(["keys": .array(many)]).bytes).keys.count == 64)
  }
}

@Suite("A private key of our own")
struct PrivateKeyTests {
  private static let start = Timestamp(seconds: 1_800_000_000)
  @Test("The public key verifies its token, which holds the given claims")
  func signs() throws {
    let key = try PrivateKey(id: "mine", pem: signingKeyPEM)
    let text = key.token(issuer: "team", subject: "app", audience: "https://them", at: Self.start, lifetime: 300)
    let keys = try PublicKeySet(json: Array(Self.jwks.utf8))
    let token = try IdentityToken(text)
    #expect(token.keyID == "mine" && token.algorithm == .es256)
    let expectation = IdentityRequirements(issuers: ["team"], audiences: ["https://them"])
    let publicKey = try #require(keys.key("mine", .es256))
    let claims = try token.claims(signedBy: publicKey, expecting: expectation, at: Self.start)
    #expect(claims.subject == "app")
    #expect(throws: IdentityTokenFault.expired) {
      try token.claims(signedBy: publicKey, expecting: expectation, at: Self.start.advanced(seconds: 360))
    }
  }

  private static let jwks =
    #"{"keys":[{"kty":"EC","crv":"P-256","kid":"mine","x":"7lWR29xsSX_ijJfRPQzCIVFC8Ko5KBO-xMDzrlVKkgw","y":"EqYIOCzhod_GU3PpAPu3PQt3KMIXrbEE7RZfCrDcn6Q"}]}"#

  @Test("A truncated or malformed private key is refused")
  func rejects() {
    var texts = [
      "", "-----BEGIN PRIVATE KEY-----\n-----END PRIVATE KEY-----", signingKeyPEM.replacing("PRIVATE", with: "PUBLIC"),
    ]
    let lines = signingKeyPEM.split(separator: "\n")
    texts += (0..<lines[1].count).map { count in
      [String(lines[0]), String(lines[1].prefix(count)), String(lines[lines.count - 1])].joined(separator: "\n")
    }
    for text in texts {
      let domainError = #expect(throws: DomainError.self) { try PrivateKey(id: "mine", pem: text) }
      #expect(domainError?.code == "key-unreadable")
    }
  }

  @Test("A changed key is refused or signs, and never ends the process")
  func standsNoise() throws {
    var numbers = SeededNumbers(seed: 3)
    let text = Array(signingKeyPEM.utf8)
    for _ in 0..<2000 {
      var changed = text
      for _ in 0..<Int.random(in: 1...4, using: &numbers) {
        changed[Int.random(in: changed.indices, using: &numbers)] = UInt8.random(in: 0x20...0x7E, using: &numbers)
      }
      let pem = String(decoding: changed, as: UTF8.self)
      switch Result(catching: { () throws(DomainError) in try PrivateKey(id: "mine", pem: pem) }) {
      case .success(let key):
        let text = key.token(issuer: "team", subject: "app", audience: "https://them", at: Self.start, lifetime: 300)
        #expect(try IdentityToken(text).keyID == "mine")
      case .failure(let domainError):
        #expect(domainError.code == "key-unreadable")
      }
    }
  }
}

@Suite("A box for secrets")
struct SecretBoxTests {
  private let box = SecretBox(key: [UInt8](0..<32))

  @Test("A secret is decrypted with its label and key only, and encrypts differently each time")
  func closes() {
    let secret = Array("r.refresh-token".utf8)
    let closed = box.encrypt(secret, label: "apple 1")
    #expect(box.decrypt(closed, label: "apple 1") == secret)
    #expect(box.decrypt(closed, label: "apple 2") == nil)
    #expect(SecretBox(key: [UInt8](1...32)).decrypt(closed, label: "apple 1") == nil)
    #expect(box.encrypt(secret, label: "apple 1") != closed)
    #expect(box.decrypt(box.encrypt([], label: ""), label: "") == [])
  }

  @Test("A changed or missing byte makes decryption fail")
  func noticesEveryByte() {
    let closed = box.encrypt([1, 2, 3], label: "a")
    for index in closed.indices {
      var changed = closed
      changed[index] ^= 1
      #expect(box.decrypt(changed, label: "a") == nil)
      #expect(box.decrypt(Array(closed.prefix(index)), label: "a") == nil)
    }
  }
}
