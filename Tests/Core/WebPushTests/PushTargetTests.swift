import Basics
import Crypto
import Support
import Testing
import Workload

@testable import WebPush

@Suite("Messages for browsers")
struct PushTargetTests {
  private static func bytes(_ text: String) throws -> [UInt8] { try #require(Base64URL.decode(text)) }

  @Test("The example of RFC 8291 is encrypted as in its section 5")
  func example() throws {
    let target = try #require(
      PushTarget(
        publicKey: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        secret: "BTBZMqHH6r4Tts7J_aSIgg"))
    let sender = try #require(P256Key(secret: Self.bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")))
    let message = target.encrypt(
      Array("When I grow up, I want to be a watermelon".utf8), salt: try Self.bytes("DGv6ra1nlYgDCS1FRnbzlw"),
      sender: sender)
    #expect(
      Base64URL.encode(message)
        == "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK"
        + "6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN")
  }

  @Test("The longest message has the size that every push service takes")
  func longest() throws {
    let (browser, secret) = (P256Key(), Base64URL.encode([UInt8](repeating: 7, count: 16)))
    let target = try #require(PushTarget(publicKey: Base64URL.encode(browser.publicKey), secret: secret))
    let bytes = [UInt8](repeating: 1, count: PushTarget.maxCount)
    #expect(target.encrypt(bytes, salt: [UInt8](repeating: 2, count: 16), sender: P256Key()).count <= 4096)
  }

  @Test(
    "What is no key of a browser is refused",
    arguments: [
      ("", "BTBZMqHH6r4Tts7J_aSIgg"), ("AAAA", "BTBZMqHH6r4Tts7J_aSIgg"), ("%", "BTBZMqHH6r4Tts7J_aSIgg"),
      // The last digit leads off the curve.
      (
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw8",
        "BTBZMqHH6r4Tts7J_aSIgg"
      ),
      ("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4", "BTBZMqHH6r4Tts7J"),
    ])
  func refused(_ publicKey: String, _ secret: String) {
    #expect(PushTarget(publicKey: publicKey, secret: secret) == nil)
  }

  @Test("Both sides agree on a secret, and scalars that are none are no keys")
  func keys() {
    for _ in 0..<20 {
      let (one, other) = (P256Key(), P256Key())
      #expect(one.sharedSecret(with: other.publicKey) == other.sharedSecret(with: one.publicKey))
    }
    #expect(P256Key(secret: [UInt8](repeating: 0, count: 32)) == nil)
    #expect(P256Key(secret: [UInt8](repeating: 255, count: 32)) == nil)
    #expect(P256Key(secret: [1]) == nil)
  }

  @Test("A push service learns who sends, for twelve hours, by a signature that its key verifies")
  func authorization() throws {
    let key = P256Key()
    let sender = PushSender(key: key, contact: "https://booths.example")
    let instant = Timestamp(seconds: 1_800_000_000)
    let value = sender.authorization(for: "https://push.example", at: instant)
    #expect(value.hasPrefix("vapid t=") && value.hasSuffix(", k=\(Base64URL.encode(key.publicKey))"))
    let parts = value.dropFirst(8).prefix { $0 != "," }.split(separator: ".")
    let claims = String(decoding: try Self.bytes(String(parts[1])), as: UTF8.self)
    #expect(claims == #"{"aud":"https://push.example","exp":1800043200,"sub":"https://booths.example"}"#)
    #expect(
      String(decoding: try Self.bytes(String(parts[0])), as: UTF8.self).contains(#""alg":"ES256""#)
        && Base64URL.decode(String(parts[2]))?.count == 64)
  }
}
