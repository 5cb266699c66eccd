import Basics
import Crypto
import Support
import Testing
import Workload

@Suite("Seals, digests and their texts")
struct SealTests {
  private let authenticator = MessageAuthenticator(key: [UInt8](0..<32))

  @Test("A code is valid for its bytes and its key only")
  func seals() {
    let code = authenticator.code(for: Array("네컷".utf8))
    #expect(code.count == 32)
    #expect(authenticator.isCode(code, for: Array("네컷".utf8)))
    #expect(!authenticator.isCode(code, for: Array("내컷".utf8)))
    #expect(!MessageAuthenticator(key: [UInt8](1...32)).isCode(code, for: Array("네컷".utf8)))
    #expect(authenticator.isCode(authenticator.code(for: []), for: []))
  }

  @Test("A code may be cut to 16 bytes and no further")
  func truncated() {
    let code = authenticator.code(for: [1, 2, 3])
    #expect(authenticator.isCode(Array(code.prefix(16)), for: [1, 2, 3]))
    #expect(!authenticator.isCode(Array(code.prefix(15)), for: [1, 2, 3]))
    #expect(!authenticator.isCode([], for: [1, 2, 3]))
    #expect(!authenticator.isCode(code + [0], for: [1, 2, 3]))
  }

  @Test("A code is invalid after a change of any bit")
  func noticesEveryBit() {
    let code = authenticator.code(for: [1, 2, 3])
    for bit in 0..<256 {
      var changed = code
      changed[bit / 8] ^= 1 << (bit % 8)
      #expect(!authenticator.isCode(changed, for: [1, 2, 3]))
    }
  }

  @Test(
    "The digests are those of the standard's examples",
    arguments: [
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    ])
  func digests(_ text: String, _ expected: String) {
    var digest = Digest()
    for byte in text.utf8 { digest.update([byte]) }
    #expect(digest.hexadecimal == expected)
    #expect(hexadecimal(Digest.bytes(of: Array(text.utf8))) == expected)
  }

  @Test("A digest can be read while more bytes are added")
  func goesOn() {
    var digest = Digest()
    digest.update(Array("a".utf8))
    #expect(digest.bytes == Digest.bytes(of: Array("a".utf8)))
    digest.update(Array("bc".utf8))
    #expect(digest.bytes == Digest.bytes(of: Array("abc".utf8)))
  }

  @Test("Bytes survive encoding and decoding")
  func roundTrips() {
    var numbers = SeededNumbers(seed: 1)
    for count in 0..<100 {
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &numbers) }
      let text = Base64URL.encode(bytes)
      #expect(text.utf8.allSatisfy { $0 != 0x2B && $0 != 0x2F && $0 != 0x3D })
      #expect(Base64URL.decode(text) == bytes)
    }
  }

  @Test(
    "Malformed base64url is rejected",
    arguments: ["A", "AA==", "A+8A", "AA AA", "AB", "네컷", "AAAA\n", "AA\0A", "éé", "AAé"])
  func rejects(_ text: String) {
    #expect(Base64URL.decode(text) == nil)
  }

  @Test("Random bytes have the requested length and differ")
  func isRandom() {
    #expect(systemRandom(0) == [])
    #expect(systemRandom(32).count == 32)
    #expect(systemRandom(32) != systemRandom(32))
  }

  @Test("Equal secrets compare as equal, and others do not")
  func compares() {
    #expect(areEqualSecrets([], []))
    #expect(areEqualSecrets([1, 2], [1, 2]))
    #expect(!areEqualSecrets([1, 2], [1, 3]))
    #expect(!areEqualSecrets([1, 2], [1, 2, 3]))
  }
}
