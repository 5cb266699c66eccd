import Support
import Testing
import Workload

@testable import Zip

@Suite("Archives that are written")
struct ZipWriterTests {
  @Test("libzip reads what is written, whatever the names and the contents", arguments: 0..<20 as Range<UInt64>)
  func read(_ seed: UInt64) throws {
    var random = SeededNumbers(seed: seed)
    var (writer, bytes, written) = (ZipWriter(), [UInt8](), [String: [UInt8]]())
    for index in 0..<Int.random(in: 0...30, using: &random) {
      let name = ["사진/\(index).jpg", "photos/\(index)", "a \(index).json"].randomElement(using: &random)!
      let content = (0..<Int.random(in: 0...5000, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random)
      }
      written[name] = content
      bytes += writer.entry(name, content)
    }
    let archive = try ZipArchive(bytes: bytes + writer.end())
    #expect(archive.entries.count == written.count)
    for entry in archive.entries {
      #expect(try archive.content(entry.name, maxCount: 5000) == written[entry.name])
    }
  }

  @Test("More entries than the old form counts are written in the form ZIP64")
  func many() throws {
    var (writer, bytes) = (ZipWriter(), [UInt8]())
    for index in 0..<65_536 { bytes += writer.entry("\(index)", []) }
    let end = writer.end()
    // The signatures of the end of ZIP64 and of its place.
    #expect(end.suffix(98).starts(with: [0x50, 0x4B, 6, 6]) && end.suffix(42).starts(with: [0x50, 0x4B, 6, 7]))
    #expect(end.suffix(22).dropFirst(8).prefix(4) == [255, 255, 255, 255])
    #expect(end.suffix(98).dropFirst(24).prefix(8) == [0, 0, 1, 0, 0, 0, 0, 0])
  }
}
