import Foundation
import Support
import Testing
import Workload

@testable import Segments

@Suite("Segment files")
struct SegmentFileTests {
  private let directory: ScratchDirectory
  private var path: String { directory.url.appendingPathComponent("a.segment").path }
  private let origin = SegmentOrigin(producer: "tests 1", version: 42, mark: "m7")

  init() throws { directory = try ScratchDirectory() }

  private func write(_ numbers: [UInt32] = [1, 2, 3], origin: SegmentOrigin? = nil) throws {
    var draft = SegmentDraft()
    draft.add("numbers", PackedArray(numbers))
    draft.add(part: "texts") { part in
      part.add("bytes", pieces: [PackedArray(Array("ab".utf8)), .empty, PackedArray(Array("c".utf8))])
    }
    try draft.write(origin ?? self.origin, to: path)
  }

  private func open() throws -> SegmentFile { try SegmentFile(path, producer: "tests 1") }

  private func bytes() throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(fileURLWithPath: path))) }

  private func put(_ bytes: [UInt8]) throws { try Data(bytes).write(to: URL(fileURLWithPath: path)) }

  @Test("A segment file is read back unchanged, with its origin")
  func roundTrip() throws {
    try write()
    let (file, fileSize) = (try open(), try bytes().count)
    #expect(file.origin == origin && file.byteCount == fileSize)
    let numbers: PackedArray<UInt32> = try file.contents.elements("numbers")
    let texts: PackedArray<UInt8> = try file.contents.part("texts").elements("bytes", count: 3)
    #expect(Array(numbers) == [1, 2, 3] && Array(texts) == Array("abc".utf8))
    try file.verify()
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.url.path) == ["a.segment"])
  }

  @Test("A segment file stays readable while a newer one replaces it")
  func replaced() throws {
    try write([1, 2, 3])
    let old: PackedArray<UInt32> = try open().contents.elements("numbers")
    try write([4])
    let new: PackedArray<UInt32> = try open().contents.elements("numbers")
    #expect(Array(old) == [1, 2, 3] && Array(new) == [4])
  }

  @Test("A file without a section, or with other elements than expected, is refused")
  func sections() throws {
    try write()
    let contents = try open().contents
    #expect(throws: SegmentFault.self) { try contents.elements("nothing", of: UInt32.self) }
    #expect(throws: SegmentFault.self) { try contents.elements("numbers", of: UInt64.self) }
    #expect(throws: SegmentFault.self) { try contents.elements("numbers", count: 4, of: UInt32.self) }
  }

  @Test("A file of another producer or format is refused as foreign")
  func foreign() throws {
    func expectForeign(_ comment: Comment) {
      #expect(comment) { try open() } throws: { if case SegmentFault.foreign = $0 { true } else { false } }
    }
    try write(origin: SegmentOrigin(producer: "tests 2", version: 42, mark: "m7"))
    expectForeign("another producer")
    try put(Array("id,name\n1,a\n".utf8))
    expectForeign("a table")
    try write()
    var newer = try bytes()
    newer[12] = 99
    try put(newer)
    expectForeign("a newer format")
    try FileManager.default.removeItem(atPath: path)
    #expect("none") { try open() } throws: { if case SegmentFault.unreadable = $0 { true } else { false } }
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    expectForeign("a directory")
  }

  @Test("A file of another length is refused")
  func lengths() throws {
    try write()
    let whole = try bytes()
    for length in Array(0..<700) + Array(stride(from: 700, to: whole.count, by: 97)) + [whole.count - 1] {
      try put(Array(whole[..<length]))
      #expect(throws: SegmentFault.self) { try open() }
    }
    try put(whole + [0])
    #expect(throws: SegmentFault.self) { try open() }
  }

  @Test("A flipped bit in the header is refused, and one in a section fails verification")
  func flippedBits() throws {
    try write()
    let whole = try bytes()
    let header = try whole.withUnsafeBytes { try SegmentHeader(parsing: $0, fileSize: whole.count) }
    for bit in 0..<header.size * 8 {
      var damaged = whole
      damaged[bit / 8] ^= 1 << UInt8(bit % 8)
      try put(damaged)
      #expect(throws: SegmentFault.self, "bit \(bit)") { try open() }
    }
    for section in header.sections {
      for byte in 0..<section.stride * section.count {
        var damaged = whole
        damaged[section.offset + byte] ^= 0x10
        try put(damaged)
        let file = try open()
        #expect { try file.verify() } throws: { "\($0)".contains(section.name) }
      }
    }
  }

  @Test("A file in a missing folder cannot be written and leaves nothing")
  func unwritable() throws {
    var draft = SegmentDraft()
    draft.add("numbers", PackedArray([1]))
    let missing = directory.url.appendingPathComponent("none/a.segment").path
    #expect(throws: (any Error).self) { try draft.write(origin, to: missing) }
    // A folder in the place of the file.
    try FileManager.default.createDirectory(atPath: path + "/b", withIntermediateDirectories: true)
    #expect(throws: (any Error).self) { try draft.write(origin, to: path) }
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.url.path) == ["a.segment"])
  }
}
