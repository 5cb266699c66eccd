import Foundation
import Support
import Tabular
import Testing
import Workload

@Suite("Writing delimited text")
struct WriterTests {
  static func written(_ records: [[String]], by writer: TableWriter = TableWriter()) -> String {
    var writer = writer
    for record in records { writer.append(record) }
    return String(decoding: writer.drain(), as: UTF8.self)
  }

  @Test("Only what needs quotes is quoted, quotes are doubled, and lines end in CR LF")
  func quoting() {
    #expect(
      Self.written([["a", "b,c", "d\"e", "f\ng", "h\ri", " j", "k "], ["", "가"]])
        == "a,\"b,c\",\"d\"\"e\",\"f\ng\",\"h\ri\",\" j\",k \r\n,가\r\n")
  }

  @Test("Line feeds, another delimiter and a byte order mark are written on request")
  func options() {
    let writer = TableWriter(delimiter: 0x09, lineEnd: .lineFeed, byteOrderMark: true)
    #expect(Self.written([["a,b", "c\td"]], by: writer) == "\u{FEFF}a,b\t\"c\td\"\n")
  }

  @Test("The writer does not change texts, not even formulas")
  func formulas() {
    #expect(Self.written([["=1+1", "@x", "-5"]]) == "=1+1,@x,-5\r\n")
  }

  @Test("A record without content is still a record when read back")
  func emptyRecords() throws {
    let text = Self.written([["a"], [""], [" "], ["", ""]])
    #expect(try fields(text, delimiter: 0x2C) == [["a"], [""], [" "], ["", ""]])
  }

  @Test("Bytes of a reader can be written as they are")
  func bytes() throws {
    var reader = try TableReader(MemorySource(Array("a,\"b,\"\"c\"\n".utf8)))
    let batch = try #require(try reader.next())
    var writer = TableWriter()
    writer.append(bytes: (0..<2).map { batch.bytes(0, $0) })
    #expect(writer.count == 11)
    #expect(writer.drain() == Array("a,\"b,\"\"c\"\r\n".utf8))
    #expect(writer.count == 0)
  }
}

extension ScratchDirectory {
  /// Writes a file into the directory. Returns whether that succeeded.
  func write(_ bytes: [UInt8], as name: String) -> Bool {
    FileManager.default.createFile(atPath: url.appendingPathComponent(name).path, contents: Data(bytes))
  }
}
