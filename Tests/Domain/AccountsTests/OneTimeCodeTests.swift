import Accounts
import Basics
import Support
import Testing

@Suite("One-time codes")
struct OneTimeCodeTests {
  @Test(
    "The codes are those of RFC 6238, appendix B, for SHA-1",
    arguments: [
      (59, "94287082"), (1_111_111_109, "07081804"), (1_111_111_111, "14050471"), (1_234_567_890, "89005924"),
      (2_000_000_000, "69279037"), (20_000_000_000, "65353130"),
    ] as [(Int64, String)])
  func vectors(_ seconds: Int64, _ expected: String) {
    let codes = OneTimeCodes(secret: Array("12345678901234567890".utf8))
    let step = OneTimeCodes.step(at: Timestamp(seconds: seconds))
    #expect(codes.code(of: step, digits: 8) == expected)
    #expect(codes.code(of: step) == String(expected.suffix(6)))
    #expect(codes.step(of: String(expected.suffix(6)), at: Timestamp(seconds: seconds), after: 0) == step)
  }

  @Test(
    "The codes by counter are those of RFC 4226, appendix D",
    arguments: [
      (0, "755224"), (1, "287082"), (2, "359152"), (3, "969429"), (4, "338314"), (5, "254676"), (6, "287922"),
      (7, "162583"), (8, "399871"), (9, "520489"),
    ] as [(Int64, String)])
  func counters(_ counter: Int64, _ expected: String) {
    let codes = OneTimeCodes(secret: Array("12345678901234567890".utf8))
    #expect(codes.code(of: counter) == expected)
  }

  @Test("A step begins every thirty seconds, also for the first and last instants")
  func steps() {
    #expect(OneTimeCodes.step(at: Timestamp(milliseconds: 29_999)) == 0)
    #expect(OneTimeCodes.step(at: Timestamp(milliseconds: 30_000)) == 1)
    let codes = OneTimeCodes(secret: [1])
    for instant in [Timestamp(milliseconds: .min), Timestamp(milliseconds: .max)] {
      #expect(codes.code(of: OneTimeCodes.step(at: instant)).utf8.count == 6)
    }
  }

  @Test("Texts that are no code are not valid", arguments: ["", "1", "12345", "1234567", "abcdef", "１２３４５６", "-94287"])
  func malformed(_ text: String) {
    let codes = OneTimeCodes(secret: Array("12345678901234567890".utf8))
    #expect(codes.step(of: text, at: Timestamp(seconds: 59), after: 0) == nil)
  }

  @Test("The address of an app has the secret and escapes the nickname")
  func uri() {
    let codes = OneTimeCodes(secret: Array("12345678901234567890".utf8))
    #expect(codes.text == "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ")
    #expect(
      codes.uri(for: "미나 &")
        == "otpauth://totp/fourcuts:%EB%AF%B8%EB%82%98%20%26?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
        + "&issuer=fourcuts&algorithm=SHA1&digits=6&period=30")
    #expect(AuthenticatorApp(secret: codes.text).code(at: Timestamp(seconds: 59)) == "287082")
  }
}
