import Basics
import Crypto
import Foundation
import Testing

@Suite("Access tokens")
struct AccessTokensTests {
  private static let start = Timestamp(seconds: 1_800_000_000)
  private let keys: SigningKeys
  private let tokens: AccessTokens
  private let secret: [UInt8]

  init() throws {
    keys = SigningKeys(random: systemRandom)
    tokens = AccessTokens(keys: keys)
    let object = try JSONSerialization.jsonObject(with: Data(keys.json.utf8))
    let set = try #require(object as? [String: [[String: Any]]])
    let text = try #require(set["keys"]?.first?["k"] as? String)
    secret = try #require(Base64URL.decode(text))
  }

  private func issue(at instant: Timestamp = start, lifetime: Int64 = 900) -> String {
    tokens.issue(subject: "someone", session: "somewhere", at: instant, lifetime: lifetime).token
  }

  @Test("A token holds its account, its session and its expiry")
  func issues() throws {
    let (token, expiry) = tokens.issue(subject: "someone", session: "somewhere", at: Self.start, lifetime: 900)
    #expect(expiry == Self.start.advanced(seconds: 900))
    let claims = try tokens.verify(token, at: Self.start)
    #expect(claims == AccessClaims(subject: "someone", session: "somewhere", expiresAt: expiry))
  }

  @Test("The token is a JWT with the documented header and claims")
  func isJWT() throws {
    let parts = issue().split(separator: ".")
    let head = try object(parts[0])
    #expect(head as? [String: String] == ["alg": "HS256", "typ": "JWT", "kid": keys.current.id])
    let claims = try object(parts[1])
    #expect(Set(claims.keys) == ["iss", "sub", "sid", "iat", "nbf", "exp"])
    #expect(claims["iss"] as? String == "fourcuts")
    #expect(claims["exp"] as? Int == 1_800_000_900)
  }

  private func object(_ part: Substring) throws -> [String: Any] {
    let bytes = try #require(Base64URL.decode(part))
    let object = try JSONSerialization.jsonObject(with: Data(bytes))
    return try #require(object as? [String: Any])
  }

  @Test("A token expires at its time and not before, also when it was issued within a second")
  func expires() throws {
    for milliseconds in [0, 1, 999] as [Int64] {
      let made = Timestamp(milliseconds: Self.start.milliseconds + milliseconds)
      let (token, expiry) = tokens.issue(subject: "a", session: "b", at: made, lifetime: 1)
      let lifetime = expiry.milliseconds - made.milliseconds
      #expect((1000...1999).contains(lifetime))
      #expect(throws: Never.self) { try tokens.verify(token, at: made) }
      #expect(throws: Never.self) { try tokens.verify(token, at: Timestamp(milliseconds: expiry.milliseconds - 1)) }
      #expect(throws: AccessTokenFault.expired) { try tokens.verify(token, at: expiry) }
    }
  }

  @Test("A token may be issued up to a minute ahead of the clock, and a later one counts as expired")
  func isNotYetValid() throws {
    let token = issue()
    let behind = Timestamp(milliseconds: Self.start.milliseconds - 60_000)
    #expect(try tokens.verify(token, at: behind).subject == tokens.verify(token, at: Self.start).subject)
    let before = Timestamp(milliseconds: behind.milliseconds - 1)
    #expect(throws: AccessTokenFault.expired) { try tokens.verify(token, at: before) }
  }

  // MARK: Attacks

  /// A forged token.
  private func forge(_ head: String, _ claims: String = goodClaims, signedBy secret: [UInt8]? = nil) throws -> String {
    let text = Base64URL.encode(Array(head.utf8)) + "." + Base64URL.encode(Array(claims.utf8))
    return text + "." + Base64URL.encode(Self.hmac(Array(text.utf8), secret ?? self.secret))
  }

  private static let goodClaims =
    #"{"iss":"fourcuts","sub":"a","sid":"b","iat":1800000000,"nbf":1800000000,"exp":1800000900}"#

  private var goodHead: String { head("HS256") }

  private func head(_ algorithm: String) -> String {
    #"{"alg":"\#(algorithm)","typ":"JWT","kid":"\#(keys.current.id)"}"#
  }

  /// HMAC-SHA-256 (RFC 2104), independent of the tested code.
  private static func hmac(_ text: [UInt8], _ key: [UInt8]) -> [UInt8] {
    let padded = key + [UInt8](repeating: 0, count: 64 - key.count)
    let inner = Digest.bytes(of: padded.map { $0 ^ 0x36 } + text)
    return Digest.bytes(of: padded.map { $0 ^ 0x5C } + inner)
  }

  @Test("A token forged with the right key is accepted, so the forger of these tests works")
  func acceptsOwnForm() throws {
    #expect(try tokens.verify(forge(goodHead), at: Self.start).subject == "a")
  }

  @Test(
    "Any algorithm but HS256 is refused, whatever the signature",
    arguments: [
      "none", "None", "NONE", "HS384", "HS512", "hs256", "RS256", "PS256", "ES256", "dir", "A128KW", "",
    ])
  func rejectsAlgorithms(_ algorithm: String) throws {
    let token = try forge(head(algorithm))
    #expect(throws: AccessTokenFault.unusable) { try tokens.verify(token, at: Self.start) }
    let parts = token.split(separator: ".")
    #expect(throws: AccessTokenFault.unusable) { try tokens.verify("\(parts[0]).\(parts[1]).", at: Self.start) }
    #expect(throws: AccessTokenFault.unusable) { try tokens.verify("\(parts[0]).\(parts[1])", at: Self.start) }
  }

  @Test(
    "A header with missing, unknown or repeated members is refused",
    arguments: [
      #"{"typ":"JWT","kid":"KID"}"#, #"{"alg":"HS256","typ":"JWT"}"#, #"{"alg":"HS256","kid":"KID"}"#,
      #"{"alg":"HS256","typ":"JWT","kid":"other"}"#, #"{"alg":"HS256","typ":"JWT","kid":""}"#,
      #"{"alg":"HS256","typ":"JWT","kid":7}"#, #"{"alg":"HS256","typ":"JWT","kid":null}"#,
      #"{"alg":["HS256"],"typ":"JWT","kid":"KID"}"#, #"{"alg":"HS256","typ":"JWT","kid":"KID","crit":["exp"]}"#,
      #"{"alg":"HS256","alg":"none","typ":"JWT","kid":"KID"}"#, #"{"alg":"HS256","typ":"JWE","kid":"KID"}"#,
      "[]", "null", "7", "{", "", #"{"alg":"HS256\u0000","typ":"JWT","kid":"KID"}"#,
    ])
  func rejectsHeads(_ head: String) throws {
    let token = try forge(head.replacing("KID", with: keys.current.id))
    #expect(throws: AccessTokenFault.unusable) { try tokens.verify(token, at: Self.start) }
  }

  @Test(
    "Claims that are missing, of another type or of another issuer are refused",
    arguments: [
      "", "{}", "[]", "null", "{", #"{"iss":"fourcuts","sub":"a","sid":"b","iat":1800000000,"nbf":1800000000}"#,
      goodClaims.replacing("fourcuts", with: "other"), goodClaims.replacing(#""a""#, with: "7"),
      goodClaims.replacing("1800000900", with: #""1800000900""#),
      goodClaims.replacing("1800000900", with: "9223372036854775807"),
      goodClaims.replacing(#""nbf":1800000000"#, with: #""nbf":-9223372036854775808"#),
      goodClaims.replacing(#""sid":"b","#, with: ""),
    ])
  func rejectsClaims(_ claims: String) throws {
    let token = try forge(goodHead, claims)
    #expect(throws: AccessTokenFault.unusable) { try tokens.verify(token, at: Self.start) }
  }

  @Test("The signature of another key, of an empty key and of the key's text is refused")
  func rejectsOtherKeys() throws {
    for secret in [[UInt8](repeating: 0, count: 32), [], Array(Base64URL.encode(secret).utf8)] {
      let token = try forge(goodHead, signedBy: secret)
      #expect(throws: AccessTokenFault.unusable) { try tokens.verify(token, at: Self.start) }
    }
    let stranger = AccessTokens(keys: SigningKeys(random: systemRandom))
    #expect(throws: AccessTokenFault.unusable) { try stranger.verify(issue(), at: Self.start) }
  }

  @Test("An expired token of another key is reported as unusable, not as expired")
  func hidesReasonForForgeries() throws {
    let token = try forge(goodHead, signedBy: [UInt8](repeating: 0, count: 32))
    #expect(throws: AccessTokenFault.unusable) { try tokens.verify(token, at: Self.start.advanced(seconds: 5000)) }
  }

  @Test("A change of any character is detected")
  func noticesEveryCharacter() {
    let token = Array(issue().utf8)
    for position in token.indices {
      for other in [UInt8(ascii: "A"), UInt8(ascii: "_"), UInt8(ascii: "."), token[position] ^ 1]
      where other != token[position] {
        var changed = token
        changed[position] = other
        let text = String(decoding: changed, as: UTF8.self)
        #expect(throws: AccessTokenFault.unusable, "\(text)") { try tokens.verify(text, at: Self.start) }
      }
    }
  }

  @Test("A token that was cut, lengthened or padded is refused")
  func noticesLength() {
    let token = issue()
    for count in 0..<token.count {
      #expect(throws: AccessTokenFault.unusable) { try tokens.verify(String(token.prefix(count)), at: Self.start) }
    }
    for text in [token + "A", token + "=", token + ".", token + ".AAAA", " " + token, token + "\n", "Bearer " + token] {
      #expect(throws: AccessTokenFault.unusable) { try tokens.verify(text, at: Self.start) }
    }
  }

  @Test("A megabyte of any characters is refused without being parsed")
  func rejectsLargeTexts() throws {
    let million = String(repeating: "A", count: 1_000_000)
    for text in [million, million + "." + million + "." + million, String(repeating: ".", count: 1_000_000)] {
      #expect(throws: AccessTokenFault.unusable) { try tokens.verify(text, at: Self.start) }
    }
    let nested = String(repeating: "[", count: 400)
    #expect(throws: AccessTokenFault.unusable) { try tokens.verify(forge(nested), at: Self.start) }
    #expect(throws: AccessTokenFault.unusable) { try tokens.verify("토큰 없음", at: Self.start) }
  }

  // MARK: Rotation

  @Test("After a rotation new tokens use the new key, and old ones stay valid until the old key ends")
  func rotates() throws {
    let old = issue()
    let rotated = keys.rotated(at: Self.start, accepted: 60, random: systemRandom)
    tokens.use(rotated)
    #expect(try object(issue().split(separator: ".")[0])["kid"] as? String == rotated.current.id)
    #expect(throws: Never.self) { try tokens.verify(issue(), at: Self.start) }
    #expect(throws: Never.self) { try tokens.verify(old, at: Self.start.advanced(seconds: 59)) }
    #expect(throws: AccessTokenFault.expired) { try tokens.verify(old, at: Self.start.advanced(seconds: 60)) }
  }

  @Test("Tokens that are issued and verified concurrently keep their own claims", .timeLimit(.minutes(1)))
  func isConcurrent() async throws {
    await withTaskGroup(of: Void.self) { group in
      for task in 0..<8 {
        group.addTask {
          for number in 0..<100 {
            let token = tokens.issue(subject: "\(task)", session: "\(number)", at: Self.start, lifetime: 9).token
            #expect((try? tokens.verify(token, at: Self.start))?.session == "\(number)")
          }
        }
      }
    }
  }
}
