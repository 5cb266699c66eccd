import Basics
import Foundation
import Support
import Testing
import Workload

@testable import Tabular

/// Seeded mutation tests. `FOURCUTS_FUZZ_ROUNDS=100000 swift test --filter FuzzTests` runs more rounds.
@Suite("Hostile delimited text")
struct FuzzTests {
  static let rounds = ProcessInfo.processInfo.environment["FOURCUTS_FUZZ_ROUNDS"].flatMap(Int.init) ?? 400
  static let seeds: [[UInt8]] = [
    Array("a,b,c\r\n\"1,\r\n2\",\"say \"\"hi\"\"\",3\r\n4,5,6".utf8),
    Array("이름;주소;비고\n\"서울\n역\";\"가\"나\"; \"x\" \n가;나;다\n".utf8),
    Array("a\tb\r1\t\"2\r3\"\r\r4\t5\r".utf8), EncodingTests.cp949 + EncodingTests.cp949,
    EncodingTests.utf16("이름,주소\n\"1,\n2\",🙂\n3,4\n", bigEndian: false, mark: true),
  ]
  static let splices: [[UInt8]] = [
    [0x22], [0x22, 0x22], [0x2C], [0x0D], [0x0A], [0x0D, 0x0A], [0x2C, 0x22], [0x22, 0x2C], [0x20], [0x00], [0xFF],
    [0xEA, 0xB0], [0xB0], [0x22, 0x0A, 0x22], [0xEF, 0xBB, 0xBF],
  ]

  static func mutated(_ seed: [UInt8], _ numbers: inout SeededNumbers) -> [UInt8] {
    var bytes = seed
    for _ in 0..<Int.random(in: 0...8, using: &numbers) {
      let position = Int.random(in: 0...bytes.count, using: &numbers)
      switch Int.random(in: 0..<4, using: &numbers) {
      case 0: bytes.insert(contentsOf: splices.randomElement(using: &numbers) ?? [], at: position)
      case 1: bytes.removeSubrange(position..<min(bytes.count, position + Int.random(in: 0...6, using: &numbers)))
      case 2: bytes.insert(contentsOf: bytes.prefix(position).suffix(12), at: position)
      default: if position < bytes.count { bytes[position] = UInt8.random(in: 0...255, using: &numbers) }
      }
    }
    return bytes
  }

  static func cut(
    _ bytes: [UInt8], _ encoding: TextEncoding, pieces: [Int], sample: Int, page: Int, record: Int
  ) throws -> [ReadRecord] {
    let sizes = TableReader.Sizes(sample: sample, page: page, record: record)
    let source = PiecewiseSource(bytes: bytes, sizes: pieces)
    return try all(TableReader(source, encoding: encoding, delimiter: 0x2C, sizes: sizes))
  }

  @Test("The records are the same for pieces and windows of any size")
  func everySplit() throws {
    var numbers = SeededNumbers(seed: 20)
    for _ in 0..<Self.rounds {
      let encoding: TextEncoding = [.utf8, .cp949].randomElement(using: &numbers) ?? .utf8
      // The prefix keeps mutations away from the start of the file, where some bytes are rejected.
      let bytes = Array("xx,y\n".utf8) + Self.mutated(Self.seeds.randomElement(using: &numbers) ?? [], &numbers)
      let limit = [8, 20, 60, 1 << 20].randomElement(using: &numbers) ?? 8
      let whole: [ReadRecord]
      do {
        whole = try Self.cut(bytes, encoding, pieces: [1 << 20], sample: 1 << 16, page: 1 << 17, record: limit)
      } catch let domainError as DomainError {
        #expect(domainError.code == "not-text")
        continue
      }
      for page in [1, 2, 3, 7, 30] {
        let pieces = (0..<3).map { _ in Int.random(in: 1...9, using: &numbers) }
        let found = try Self.cut(bytes, encoding, pieces: pieces, sample: 5, page: page, record: limit)
        #expect(found == whole, "page \(page), limit \(limit), \(encoding): \(bytes)")
      }
      Self.checkOrder(whole, bytes)
    }
  }

  /// Line numbers ascend, none is beyond the end, and only faulty records have no fields.
  static func checkOrder(_ records: [ReadRecord], _ bytes: [UInt8]) {
    let lines = bytes.count { $0 == 0x0A || $0 == 0x0D } + 1
    #expect(zip(records, records.dropFirst()).allSatisfy { $0.line < $1.line })
    #expect(records.allSatisfy { $0.line >= 1 && $0.line <= lines })
    #expect(records.allSatisfy { !$0.fields.isEmpty || $0.fault == .tooLong })
  }

  @Test("Records of any length around the window are read alike")
  func windowEdges() throws {
    for length in (1 << 17) - 20...(1 << 17) + 4 where length % 3 == 0 {
      let field = String(repeating: "x", count: length)
      let text = "a,b\r\n1,\"\(field)\"\"\r\n\"\r\n2,y\r\n"
      #expect(try fields(text) == [["a", "b"], ["1", field + "\"\r\n"], ["2", "y"]])
    }
  }
}
