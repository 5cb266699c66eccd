import Basics
import Tabular
import Testing

@Suite("Records of a delimited text")
struct RecordTests {
  @Test("Fields are separated by delimiters, and records by line ends of any kind", arguments: ["\n", "\r\n", "\r"])
  func lineEnds(lineEnd: String) throws {
    let text = ["a,b", "1,2", "3,4"].joined(separator: lineEnd)
    #expect(try fields(text) == [["a", "b"], ["1", "2"], ["3", "4"]])
    #expect(try fields(text + lineEnd) == [["a", "b"], ["1", "2"], ["3", "4"]])
    #expect(try records(Array(text.utf8)).map(\.line) == [1, 2, 3])
  }

  @Test("Line ends may be mixed")
  func mixedLineEnds() throws {
    let found = try records(Array("a,b\r1,2\r\n3,4\n5,6".utf8))
    #expect(found.map(\.fields) == [["a", "b"], ["1", "2"], ["3", "4"], ["5", "6"]])
    #expect(found.map(\.line) == [1, 2, 3, 4])
  }

  @Test("Quotes may hold delimiters, line ends and doubled quotes")
  func quotes() throws {
    #expect(
      try fields("a,\"b,c\",\"d\r\ne\nf\rg\",\"say \"\"hi\"\"\",\"\"\r\n1,2,3,4,5")
        == [["a", "b,c", "d\r\ne\nf\rg", "say \"hi\"", ""], ["1", "2", "3", "4", "5"]])
  }

  @Test("Physical lines are counted, also those within quotes")
  func physicalLines() throws {
    let found = try records(Array("a,b\r\n\"1\r\n1\",2\r\n\n\n\"3\n\n3\",4\n5,6\n".utf8))
    #expect(found.map(\.line) == [1, 2, 6, 9])
  }

  @Test("A blank line is no record, and a line of delimiters is one")
  func blankLines() throws {
    #expect(try fields("\n\r\n   \na,b\n\n  \n,\n\"\",\n\n") == [["a", "b"], ["", ""], ["", ""]])
    #expect(try fields("a\n\"\"\n") == [["a"], [""]])
  }

  @Test("A delimiter at the end of every line makes a last, empty field")
  func trailingDelimiter() throws {
    #expect(try fields("a,b,\n1,2,\n") == [["a", "b", ""], ["1", "2", ""]])
    #expect(try fields("a,b,\n1,2,") == [["a", "b", ""], ["1", "2", ""]])
  }

  @Test("Ragged records keep their number of fields, and missing fields are empty")
  func ragged() throws {
    var reader = try TableReader(MemorySource(Array("a,b,c\n1\n1,2,3,4\n".utf8)))
    let batch = try #require(try reader.next())
    #expect((0..<batch.count).map { batch.fieldCount($0) } == [3, 1, 4])
    #expect(batch.bytes(1, 2).isEmpty)
    #expect(batch.text(1, 99) == "")
    #expect(batch.bytes(1, -1).isEmpty)
    #expect(try reader.next() == nil)
    #expect(try reader.next() == nil)
  }

  @Test("A quote within a field is text")
  func strayQuotes() throws {
    #expect(try fields("a,b\n5\" disc,it's \"so\"\n") == [["a", "b"], ["5\" disc", "it's \"so\""]])
    #expect(try fields("a,b\n\"서울 \"강남\" 점\",1\n") == [["a", "b"], ["서울 \"강남\" 점", "1"]])
    #expect(try fields("a,b\n\"abc\"def,1\n") == [["a", "b"], ["\"abc\"def", "1"]])
  }

  @Test("Blanks around quotes are not part of the field")
  func blanksAroundQuotes() throws {
    #expect(try fields("a, \"b,c\" ,d\n") == [["a", "b,c", "d"]])
    #expect(try fields("a, b ,d\n") == [["a", " b ", "d"]])
  }

  @Test("Texts are trimmed of blanks, no-break and ideographic spaces, and bytes are not")
  func trimming() throws {
    var reader = try TableReader(MemorySource(Array("  a\u{A0},\u{3000}가 나\u{3000} ,\" \t\n\",\u{A0}\n".utf8)))
    let batch = try #require(try reader.next())
    #expect(batch.texts(0) == ["a", "가 나", "", ""])
    #expect(Array(batch.trimmed(0, 1)) == Array("가 나".utf8))
    #expect(Array(batch.bytes(0, 0)) == Array("  a\u{A0}".utf8))
  }

  @Test("NUL is read like any other character")
  func nul() throws {
    #expect(try fields("a,b\n1,x\0y\n") == [["a", "b"], ["1", "x\0y"]])
  }

  @Test("A quote that is never closed spoils one record only")
  func unclosedQuote() throws {
    let found = try records(Array("a,b\n1,\"open\n2,x\n3,y\n".utf8))
    #expect(found.map(\.fields) == [["a", "b"], ["1", "\"open"], ["2", "x"], ["3", "y"]])
    #expect(found.map(\.fault) == [nil, .unclosedQuote, nil, nil])
    #expect(found.map(\.line) == [1, 2, 3, 4])
    let last = try records(Array("a,b\n1,\"open".utf8))
    #expect(
      last == [
        ReadRecord(fields: ["a", "b"], line: 1), ReadRecord(fields: ["1", "\"open"], line: 2, fault: .unclosedQuote),
      ])
  }

  @Test("A quote that is closed beyond the limit spoils one record only")
  func quoteClosedTooLate() throws {
    let rows = String(repeating: "1,some text that fills the line\n", count: 40_000)
    let found = try records(Array("a,b\n0,\"open\n\(rows)2,x\"\n3,y\n".utf8))
    #expect(found.count == 40_004)
    #expect(found.map(\.fault).filter { $0 != nil } == [.unclosedQuote])
    #expect(found[1].fault == .unclosedQuote)
    #expect(found.last == ReadRecord(fields: ["3", "y"], line: 40_004))
  }

  @Test("A record of a mebibyte is read, and a longer one is counted and skipped")
  func enormousField() throws {
    let limit = 1 << 20
    for (length, isRead) in [(limit - 3, true), (limit - 2, true), (limit - 1, false), (3 * limit, false)] {
      for quote in ["", "\""] {
        let field = String(repeating: "x", count: length - 2 * quote.count)
        let found = try records(Array("a,b\n1,\(quote)\(field)\(quote)\n2,y\n".utf8))
        #expect(found.count == 3)
        #expect(found[1].fault == (isRead ? nil : .tooLong))
        // The beginning of a field that is too long is kept.
        #expect(
          isRead ? found[1].fields.last?.utf8.count == field.utf8.count : found[1].fields.joined().utf8.count < 5000)
        #expect(found[2] == ReadRecord(fields: ["2", "y"], line: 3))
      }
    }
  }

  @Test("A long file without line ends is one skipped record")
  func noLineEnds() throws {
    let found = try records(Array("a,b\n".utf8) + [UInt8](repeating: 0x78, count: 5 << 20))
    #expect(found.map(\.fault) == [nil, .tooLong])
  }

  @Test("Stray quotes on every line take linear time")
  func strayQuotesEverywhere() throws {
    // Each line leaves a quote open, whether or not it starts within quotes.
    let count = 100_000
    let found = try records(Array("a,b\n".utf8) + Array(String(repeating: "a\"b,\"c\n", count: count).utf8))
    #expect(found.count == count + 1)
    #expect(found.dropFirst().allSatisfy { $0.fault == .unclosedQuote && $0.fields == ["a\"b", "\"c"] })
  }
}
