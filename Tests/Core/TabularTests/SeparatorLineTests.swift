import Testing

@testable import Tabular

@Suite("The line that states a delimiter")
struct SeparatorLineTests {
  @Test(
    "A separator line of Excel decides the delimiter, and is one record",
    arguments: [("sep=;\r\n", UInt8(0x3B)), ("SEP=\t\n", 0x09), ("\"sep=|\"\n", 0x7C), ("sep=,\r\n", 0x2C)])
  func line(_ first: String, _ delimiter: UInt8) throws {
    let character = String(UnicodeScalar(delimiter))
    // Each of the others would be found otherwise.
    let row = ["가,나;다,라|마", "37,5", "x"].joined(separator: character)
    let text = first + ["a", "b", "c"].joined(separator: character) + "\n" + row + "\n"
    var reader = try TableReader(MemorySource(Array(text.utf8)))
    let batch = try #require(try reader.next())
    #expect(reader.dialect.delimiter == delimiter)
    #expect(batch.count == 3 && batch.line(1) == 2)
    if delimiter != 0x2C && delimiter != 0x3B && delimiter != 0x7C { #expect(batch.fieldCount(2) == 3) }
    #expect(batch.texts(1) == ["a", "b", "c"])
  }

  @Test(
    "A header that only begins like a separator line decides nothing",
    arguments: ["sep=a,b\n1,2\n", "sepal,b\n1,2\n", "sep=\n1,2\n"])
  func header(_ text: String) throws {
    #expect(try TableReader(MemorySource(Array(text.utf8))).dialect.delimiter == 0x2C)
  }
}
