import Basics
import Testing

@Suite("Combining marks in a row")
struct CombiningMarksTests {
  @Test(
    "A hundred combining marks in a row are allowed, and one more is refused",
    arguments: ["\u{301}", "\u{316}", "\u{345}", "\u{5B0}", "\u{302A}", "\u{1D165}", "\u{F73}", "\u{F75}", "\u{F81}"])
  func counts(_ mark: String) {
    let run = String(repeating: mark, count: CombiningMarks.maxCount)
    for start in ["", "a", "컷"] {
      #expect(!CombiningMarks.areTooMany(in: start + run + "b" + run + "한" + run))
      #expect(CombiningMarks.areTooMany(in: start + run + "b" + run + mark))
    }
  }

  @Test(
    "Characters other than combining marks may follow each other without limit",
    arguments: ["a", "é", "네", "\u{1100}", "\u{1161}", "中", "\u{200D}", "\u{FE0F}", "👍🏽", "\u{903}"])
  func ignoresOthers(_ text: String) {
    #expect(!CombiningMarks.areTooMany(in: String(repeating: text, count: 1000)))
  }
}
