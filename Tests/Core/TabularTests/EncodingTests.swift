import Basics
import Tabular
import Testing

@Suite("Encodings of a delimited text")
struct EncodingTests {
  /// "이름,주소" and "퍠,똠방" in code page 949; neither 퍠 nor 똠 is in EUC-KR.
  static let cp949: [UInt8] =
    [0xC0, 0xCC, 0xB8, 0xA7, 0x2C, 0xC1, 0xD6, 0xBC, 0xD2, 0x0A] + [0xBB, 0x97, 0x2C, 0x8C, 0x63, 0xB9, 0xE6, 0x0A]
  static let cp949Fields = [["이름", "주소"], ["퍠", "똠방"]]
  /// ASCII only, longer than the 64 KiB that are examined for detection.
  static let longASCII = Array(("a,b\n" + String(repeating: "1,plain text in a long row\n", count: 6000)).utf8)

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

  @Test("UTF-8 is read with and without a byte order mark")
  func utf8() throws {
    let plain = Array("이름,주소\n가,🙂\n".utf8)
    for bytes in [plain, [0xEF, 0xBB, 0xBF] + plain] {
      let (encoding, found) = try Self.open(bytes)
      #expect(encoding == .utf8)
      #expect(found.map(\.fields) == [["이름", "주소"], ["가", "🙂"]])
    }
  }

  @Test("Code page 949 is read with syllables outside EUC-KR")
  func cp949() throws {
    let (encoding, found) = try Self.open(Self.cp949)
    #expect(encoding == .cp949)
    #expect(found.map(\.fields) == Self.cp949Fields)
    #expect(found.allSatisfy { $0.fault == nil })
    #expect(try Self.open(Self.cp949, .cp949).1.map(\.fields) == Self.cp949Fields)
  }

  @Test("Every syllable of Hangul can be read in code page 949")
  func allSyllables() throws {
    var syllables = Set<Character>()
    for lead in UInt8(0x81)...0xC8 {
      var line: [UInt8] = []
      for trail in Array(0x41...0x5A) + Array(0x61...0x7A) + Array(UInt8(0x81)...0xFE) { line += [lead, trail] }
      let found = try records(line + [0x0A], encoding: .cp949, delimiter: 0x2C)
      syllables.formUnion(found.flatMap(\.fields).joined())
    }
    let all = Set((UInt32(0xAC00)...0xD7A3).compactMap { Unicode.Scalar($0).map(Character.init) })
    #expect(all.count == 11_172)
    #expect(syllables.isSuperset(of: all))
  }

  @Test(
    "UTF-16 of either order is read with and without a mark, with surrogates", arguments: [true, false], [true, false])
  func utf16(bigEndian: Bool, mark: Bool) throws {
    let (encoding, found) = try Self.open(Self.utf16("이름,주소\n1,🙂\n", bigEndian: bigEndian, mark: mark))
    #expect(encoding == (bigEndian ? .utf16BigEndian : .utf16LittleEndian))
    #expect(found.map(\.fields) == [["이름", "주소"], ["1", "🙂"]])
    #expect(found.allSatisfy { $0.fault == nil })
  }

  @Test("A lone surrogate and an odd byte at the end mark their record")
  func brokenUTF16() throws {
    var bytes = Self.utf16("a,b\nX,1\n2,3", bigEndian: false, mark: true)
    bytes[2 + 4 * 2 + 1] = 0xD8
    let (_, found) = try Self.open(bytes + [0x41])
    #expect(found.map(\.fields) == [["a", "b"], ["\u{FFFD}", "1"], ["2", "3\u{FFFD}"]])
    #expect(found.map(\.fault) == [nil, .undecodable, .undecodable])
  }

  @Test("Bytes that are not UTF-8 mark their record only")
  func brokenUTF8() throws {
    let bytes = Array("가,나\n".utf8) + [0x31, 0xFF, 0x2C, 0xE3, 0x81, 0x0A] + Array("다,\u{FFFD}\n".utf8) + [0xEA, 0xB0]
    let found = try records(bytes, encoding: .utf8)
    #expect(found.map(\.fields) == [["가", "나"], ["1\u{FFFD}", "\u{FFFD}"], ["다", "\u{FFFD}"], ["\u{FFFD}"]])
    #expect(found.map(\.fault) == [nil, .undecodable, nil, .undecodable])
  }

  @Test("Bytes that are not code page 949 mark their record and swallow no delimiter, quote or line end")
  func brokenCP949() throws {
    let bytes: [UInt8] =
      Array("a,b\n1".utf8) + [0xB0, 0x2C, 0x22, 0x80, 0x22, 0x0A, 0xFE, 0xFE, 0x2C, 0xC9, 0x0A, 0xB0]
    let found = try records(bytes, encoding: .cp949)
    #expect(found.map(\.fields) == [["a", "b"], ["1\u{FFFD}", "\u{FFFD}"], ["\u{FFFD}", "\u{FFFD}"], ["\u{FFFD}"]])
    #expect(found.map(\.fault) == [nil, .undecodable, .undecodable, .undecodable])
  }

  @Test("The encoding of a long ASCII beginning is decided at the first other byte")
  func lateDecision() throws {
    for (tail, encoding) in [(Self.cp949, TextEncoding.cp949), (Array("이름,주소\n퍠,똠방\n".utf8), .utf8)] {
      var reader = try TableReader(MemorySource(Self.longASCII + tail))
      #expect(reader.dialect.encoding == .utf8)
      var last: [[String]] = []
      var count = 0
      while let batch = try reader.next() {
        count += batch.count
        last += (0..<batch.count).map { batch.texts($0) }
        last = last.suffix(2)
        #expect((0..<batch.count).allSatisfy { batch.fault($0) == nil })
      }
      #expect(count == 6003)
      #expect(last == Self.cp949Fields)
      #expect(reader.dialect.encoding == encoding)
    }
  }

  @Test("A character that is truncated at the end of the sample does not decide the encoding", arguments: 0..<4)
  func splitCharacter(shift: Int) throws {
    let rows = String(repeating: "가나다,라마바\n", count: 8000)
    let (encoding, found) = try Self.open(Array((String(repeating: "x", count: shift) + "a,b\n" + rows).utf8))
    #expect(encoding == .utf8)
    #expect(found.count == 8001)
    #expect(found.dropFirst().allSatisfy { $0.fields == ["가나다", "라마바"] && $0.fault == nil })
  }

  @Test("A few invalid bytes do not turn UTF-8 into another encoding")
  func mostlyUTF8() throws {
    let (encoding, found) = try Self.open(Array("이름,주소\n서울,부산\n".utf8) + [0xFF, 0x2C, 0x31, 0x0A])
    #expect(encoding == .utf8)
    #expect(found.map(\.fault) == [nil, nil, .undecodable])
  }

  @Test("A byte order mark that contradicts the given encoding is refused")
  func encodingMismatch() throws {
    let domainError = #expect(throws: DomainError.self) { try records([0xEF, 0xBB, 0xBF, 0x61], encoding: .cp949) }
    #expect(domainError?.code == "encoding-contradicted")
    #expect(domainError?.field == "encoding")
  }
}
