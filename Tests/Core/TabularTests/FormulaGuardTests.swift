import Tabular
import Testing
import Workload

@Suite("Texts that a spreadsheet would run")
struct FormulaGuardTests {
  private func isGuarded(_ text: String) -> Bool { FormulaGuard.isGuarded(Array(text.utf8).span) }

  @Test(
    "A text that a spreadsheet would run gets an apostrophe",
    arguments: ["=1+1", "=HYPERLINK(\"http://x\")", "+cmd|' /C calc'!A0", "-2+3+cmd", "@SUM(1)", "\t=1", "\r=1", "="])
  func formulas(_ text: String) {
    #expect(FormulaGuard.guarded(text) == "'" + text)
  }

  @Test(
    "Numbers, telephone numbers and other texts get none",
    arguments: ["", "-33.4", "+82-2-123-4567", "+82 (2) 123", "-", "네컷", "a=1", "'", "'s", "1-2"])
  func others(_ text: String) {
    #expect(FormulaGuard.guarded(text) == text)
    #expect(!isGuarded(text))
  }

  @Test("A text is read back unchanged, whatever it begins with")
  func returns() {
    var numbers = SeededNumbers(seed: 31)
    let letters = Array("'''=+-@\t\r1a (")
    for _ in 0..<20_000 {
      let length = Int.random(in: 0...6, using: &numbers)
      let text = String((0..<length).map { _ in letters[Int.random(in: 0..<letters.count, using: &numbers)] })
      let guarded = FormulaGuard.guarded(text)
      #expect((guarded != text) == isGuarded(guarded), "\(text.debugDescription)")
      #expect(guarded == text || guarded.dropFirst() == text)
    }
  }
}
