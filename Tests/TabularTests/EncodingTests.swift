import Basics
import Tabular
import Testing

@Suite("Encodings of a delimited text")
struct EncodingTests {
  /// "이름,주소" and "퍠,똠방" in code page 949; neither 퍠 nor 똠 is in EUC-KR.
  static let cp949: [UInt8] =
    [0xC0, 0xCC, 0xB8, 0xA7, 0x2C, 0xC1, 0xD6, 0xBC, 0xD2, 0x0A] + [0xBC, 0x40, 0x2C, 0x8C, 0x63, 0xB9, 0xE6, 0x0A]
  static let text = "이름,주소\n\u{D360},똠방\n"

  static func utf16(_ text: String, bigEndian: Bool, mark: Bool) -> [UInt8] {
    ((mark ? "\u{FEFF}" : "") + text).utf16.flatMap { unit -> [UInt8] in
      let bytes = [UInt8(truncatingIfNeeded: unit), UInt8(truncatingIfNeeded: unit >> 8)]
      return bigEndian ? bytes.reversed() : bytes
    }
  }

  static func open(_ bytes: [UInt8], _ encoding: TextEncoding? = nil) throws -> (TextEncoding, [ReadRecord]) {
    let reader = try TableReader(MemorySource(bytes), encoding: encoding)
    return (reader.dialect.encoding, try all(reader))
  }

  @Test("UTF-8 with and without a byte order mark")
  func utf8() throws {
    let plain = Array("이름,주소\n가,🙂\n".utf8)
    for bytes in [plain, [0xEF, 0xBB, 0xBF] + plain] {
      let (encoding, found) = try Self.open(bytes)
      #expect(encoding == .utf8)
      #expect(found.map(\.fields) == [["이름", "주소"], ["가", "🙂"]])
    }
  }

  @Test("UTF-16 of either order, with and without a mark, with surrogates", arguments: [true, false], [true, false])
  func utf16(bigEndian: Bool, mark: Bool) throws {
    let (encoding, found) = try Self.open(Self.utf16("이름,주소\n1,🙂\n", bigEndian: bigEndian, mark: mark))
    #expect(encoding == (bigEndian ? .utf16BigEndian : .utf16LittleEndian))
    #expect(found.map(\.fields) == [["이름", "주소"], ["1", "🙂"]])
    #expect(found.allSatisfy { $0.fault == nil })
  }

  @Test("A surrogate that stands alone, and an odd byte at the end, mark their record")
  func brokenUTF16() throws {
    var bytes = Self.utf16("a,b\nX,1\n2,3", bigEndian: false, mark: true)
    bytes[2 + 4 * 2 + 1] = 0xD8
    let (_, found) = try Self.open(bytes + [0x41])
    #expect(found.map(\.fields) == [["a", "b"], ["\u{FFFD}", "1"], ["2", "3\u{FFFD}"]])
    #expect(found.map(\.fault) == [nil, .undecodable, .undecodable])
  }
}
