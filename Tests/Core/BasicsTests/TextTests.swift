import Basics
import Testing

@Suite("Texts")
struct TextTests {
  @Test("Every kind of blank is trimmed from both ends of a text, and nowhere else")
  func trims() {
    #expect(trimmed("\u{3000}\t네  컷\u{2003}\n") == "네  컷")
    #expect(trimmed(" \u{A0} ") == "")
    #expect(trimmed("") == "")
    #expect(trimmed("a, b ".split(separator: ",")[1]) == "b")
  }

  @Test("Each byte is written with two hexadecimal digits")
  func hexadecimalDigits() {
    #expect(hexadecimal([]) == "")
    #expect(hexadecimal([0, 9, 10, 0x7F, 0xFF]) == "00090a7fff")
  }
}
