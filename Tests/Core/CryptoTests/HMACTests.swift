import Basics
import Crypto
import Testing

@Suite("Codes by a key")
struct HMACTests {
  private static func code(_ text: String, key: [UInt8]) -> String {
    hexadecimal(HMAC.sha256(of: Array(text.utf8), key: key))
  }

  @Test("The codes are those of RFC 4231, for keys shorter and longer than a block")
  func vectors() {
    #expect(
      Self.code("Hi There", key: [UInt8](repeating: 0x0B, count: 20))
        == "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7")
    #expect(
      Self.code("what do ya want for nothing?", key: Array("Jefe".utf8))
        == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
    #expect(
      Self.code(
        "Test Using Larger Than Block-Size Key - Hash Key First", key: [UInt8](repeating: 0xAA, count: 131))
        == "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54")
  }

  @Test("An empty message with an empty key has a code")
  func empty() {
    #expect(
      Self.code("", key: []) == "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad")
  }
}

@Suite("Codes by a key for one-time codes")
struct HMACSHA1Tests {
  private static func code(_ text: String, key: [UInt8]) -> String {
    hexadecimal(HMAC.sha1(of: Array(text.utf8), key: key))
  }

  @Test("The codes are those of RFC 2202, for keys shorter and longer than a block")
  func vectors() {
    #expect(
      Self.code("Hi There", key: [UInt8](repeating: 0x0B, count: 20)) == "b617318655057264e28bc0b6fb378c8ef146be00")
    #expect(
      Self.code("what do ya want for nothing?", key: Array("Jefe".utf8)) == "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79")
    #expect(
      Self.code(
        "Test Using Larger Than Block-Size Key - Hash Key First", key: [UInt8](repeating: 0xAA, count: 80))
        == "aa4ae5e15272d00e95705637ce8a3b55ed402112")
  }

  @Test("An empty message with an empty key has a code")
  func empty() {
    #expect(Self.code("", key: []) == "fbdb1d1b18aa6c08324b7d64b71fb76370690e1d")
  }
}

@Suite("Base32")
struct Base32Tests {
  @Test(
    "The encodings are those of RFC 4648, section 10, without padding",
    arguments: [
      ("", ""), ("f", "MY"), ("fo", "MZXQ"), ("foo", "MZXW6"), ("foob", "MZXW6YQ"), ("fooba", "MZXW6YTB"),
      ("foobar", "MZXW6YTBOI"),
    ])
  func vectors(plain: String, text: String) {
    #expect(Base32.encode(Array(plain.utf8)) == text)
  }

  @Test("Every letter is used, also for bytes with the highest bit")
  func alphabet() {
    #expect(Base32.encode([0xFF, 0xFF, 0xFF, 0xFF, 0xFF]) == "77777777")
    #expect(Base32.encode([0, 0x44, 0x32, 0x14, 0xC7]) == "ABCDEFGH")
  }
}

@Suite("Base64")
struct Base64Tests {
  @Test(
    "The encodings are those of RFC 4648, section 10, in both directions",
    arguments: [
      ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
      ("foobar", "Zm9vYmFy"),
    ])
  func vectors(plain: String, text: String) {
    #expect(Base64.encode(Array(plain.utf8)) == text)
    #expect(Base64.decode(text) == Array(plain.utf8))
  }

  @Test("The standard alphabet is used beyond letters and digits")
  func alphabet() {
    #expect(Base64.encode([0xFB, 0xFF]) == "+/8=")
    #expect(Base64URL.encode([0xFB, 0xFF]) == "-_8")
  }

  @Test(
    "Malformed base64 is rejected: missing padding, blanks, URL-safe digits, other letters, spare bits",
    arguments: ["éé", "Zmé", "Zg", "Zg=", "Zm9v ", " Zm9v", "Zm\n9v", "-_8=", "Zh==", "한글", "Zm9v\u{0}"])
  func others(text: String) {
    #expect(Base64.decode(text) == nil)
  }
}
