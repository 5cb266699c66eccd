import Basics
import Foundation
import Support
import Tabular
import Testing
import Workload

@Suite("Detection from the beginning of a file")
struct BeginningTests {
  @Test("The delimiter is found", arguments: [",", "\t", ";", "|"])
  func delimiter(delimiter: Character) throws {
    let lines = ["name,address,price", "가,\"서울 중구, 1층\",37", "나,부산; 사하구|2,38", "다,\"a\tb\",39"]
    let text = lines.map { line in
      // The same table with another delimiter; the two characters are swapped.
      String(line.map { $0 == "," ? delimiter : $0 == delimiter ? "," : $0 })
    }.joined(separator: "\n")
    let reader = try TableReader(MemorySource(Array(text.utf8)))
    #expect(reader.dialect.delimiter == delimiter.asciiValue)
    #expect(try all(reader).allSatisfy { $0.fields.count == 3 })
  }

  @Test("Decimal commas do not make the comma the delimiter")
  func decimalCommas() throws {
    #expect(try fields("lat;lon\n37,5;127,0\n35,1;129,0\n")[1] == ["37,5", "127,0"])
  }

  @Test("A title line above the header does not hide the delimiter")
  func titleLine() throws {
    #expect(try fields("2024 booths\na\tb\tc\n1\t2, x\t3\n").map(\.count) == [1, 3, 3])
  }

  @Test("A file of one column has no delimiter")
  func oneColumn() throws {
    #expect(try fields("name\nfirst\nsecond\n") == [["name"], ["first"], ["second"]])
  }

  @Test("A given delimiter is used")
  func explicitDelimiter() throws {
    #expect(try fields("a,b;c\n", delimiter: 0x3B) == [["a,b", "c"]])
  }

  @Test("A first record longer than the sample is still split")
  func longHeader() throws {
    let header = (0..<20_000).map { "column\($0)" }.joined(separator: ";")
    #expect(try fields(header + "\n1;2\n").map(\.count) == [20_000, 2])
  }

  @Test(
    "An empty file is refused",
    arguments: ["", "\u{FEFF}", "\n\r\n  \n"])
  func empty(text: String) {
    let domainError = #expect(throws: DomainError.self) { try records(Array(text.utf8)) }
    #expect(domainError?.code == "empty-file")
  }

  @Test(
    "A file that is no text is refused with the name of its format",
    arguments: [
      ("PK\u{3}\u{4}\u{14}\0", ".xlsx"), ("%PDF-1.7\n", "PDF"), ("SQLite format 3\0", "SQLite"),
      ("<!DOCTYPE html>\n<html>", "web page"),
    ])
  func otherFormats(beginning: String, name: String) {
    let domainError = #expect(throws: DomainError.self) { try records(Array(beginning.utf8), encoding: .utf8) }
    #expect(domainError?.code == "not-text")
    #expect(domainError?.message.contains(name) == true)
  }

  @Test("Binary data is refused")
  func binary() {
    var numbers = SeededNumbers(seed: 1)
    let bytes = [0x01] + (0..<5000).map { _ in UInt8(truncatingIfNeeded: numbers.next()) }
    let domainError = #expect(throws: DomainError.self) { try records(bytes) }
    #expect(domainError?.code == "not-text")
  }

  @Test("A file is read like memory, and its size is known")
  func files() throws {
    let directory = try ScratchDirectory()
    let path = directory.url.appendingPathComponent("a.csv").path
    let bytes = Array("a,b\n".utf8) + Array(String(repeating: "1,2\n", count: 100_000).utf8)
    try #require(directory.write(bytes, as: "a.csv"))
    let source = try FileSource(path: path)
    #expect(source.size == bytes.count)
    var reader = try TableReader(source)
    #expect(try all(reader).count == 100_001)
    while try reader.next() != nil {}
    #expect(reader.bytesRead <= bytes.count)
  }

  @Test("An unreadable file is refused with an error message")
  func unreadableFiles() throws {
    let directory = try ScratchDirectory()
    let missing = #expect(throws: DomainError.self) { try FileSource(path: directory.url.path + "/none.csv") }
    #expect(missing?.kind == .notFound)
    let unreadable = #expect(throws: DomainError.self) { try FileSource(path: directory.url.path) }
    #expect(unreadable?.code == "file-unreadable")
  }
}
