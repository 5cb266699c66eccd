import Support
import Testing
import TextForms
import Workload

@Suite("Forms of a text")
struct FormTests {
  @Test(
    "Canonically equivalent texts have one composed form",
    arguments: [
      ("\u{1112}\u{1161}\u{11AB}\u{1100}\u{1173}\u{11AF}", "한글"),
      ("e\u{301}", "é"),
      ("\u{212B}", "\u{C5}"),
      ("plain", "plain"),
      ("", ""),
    ])
  func composes(_ text: String, _ expected: String) {
    #expect(Array(composed(text).unicodeScalars) == Array(expected.unicodeScalars))
  }

  @Test("Every character of Unicode 14 stays equivalent when composed, for any order of its marks")
  func composesEquivalently() {
    var differing: [UInt32] = []
    for value in UInt32(0)...0x2FFFF {
      guard let scalar = Unicode.Scalar(value), let age = scalar.properties.age, age.major <= 14 else { continue }
      let text = "a" + String(scalar) + "\u{301}\u{323}"
      let form = composed(text)
      let other = composed("a" + String(scalar) + "\u{323}\u{301}")
      // The standard library compares strings by canonical equivalence with its own tables.
      if form != text || !form.unicodeScalars.elementsEqual(other.unicodeScalars) { differing.append(value) }
    }
    #expect(differing == [])
  }

  @Test(
    "Case, width, composition, invisible characters and kinds of blanks are ignored",
    arguments: [
      ("ＦＯＵＲＣＵＴＳ", "fourcuts"),
      ("FourCuts", "fourCUTS"),
      ("\u{1112}\u{1161}\u{11AB}\u{1100}\u{1173}\u{11AF}", "한글"),
      ("ﾊﾟﾋﾟ", "パピ"),
      ("Straße", "STRASSE"),
      ("four\u{200B}cu\u{AD}ts", "fourcuts"),
      ("한\u{3164}글", "한글"),
      ("네\u{A0}컷", "네 컷"),
      ("네\u{3000}\u{2003}컷", "네\t컷"),
      ("  네컷\n", "네컷"),
      ("ΣΑΣ", "σας"),
    ])
  func folds(_ left: String, _ right: String) {
    #expect(folded(left) == folded(right))
  }

  @Test("Different words stay different", arguments: [("네컷", "내컷"), ("네 컷", "네컷"), ("a", "á"), ("한", "ㅎㅏㄴ!")])
  func keepsApart(_ left: String, _ right: String) {
    #expect(folded(left) != folded(right))
  }

  @Test("Folding twice is folding once")
  func isIdempotent() {
    var numbers = SeededNumbers(seed: 7)
    var differing: [String] = []
    for _ in 0..<20_000 {
      let text = String(
        String.UnicodeScalarView(
          (0..<6).compactMap { _ in Unicode.Scalar(UInt32.random(in: 0...0x2FFFF, using: &numbers)) }))
      let once = folded(text)
      if !folded(once).unicodeScalars.elementsEqual(once.unicodeScalars) { differing.append(text) }
    }
    #expect(differing == [])
  }

  @Test("Runs of marks of any length and order are composed and folded once for all")
  func ordersMarks() {
    // Marks of several classes, one of which decomposes to two, and invisible characters between.
    let usual: [Unicode.Scalar] = [
      "\u{301}", "\u{316}", "\u{302}", "\u{323}", "\u{327}", "\u{338}", "\u{344}", "\u{3099}", "\u{5B0}", "\u{F71}",
      "\u{F72}", "\u{1D165}", "\u{34F}", "\u{200D}",
    ]
    // One that folds to a letter, which separates the marks before it from those behind; and two that decompose to marks
    // without being marks, which the standard library does not order.
    let odd: [Unicode.Scalar] = ["\u{345}", "\u{F73}", "\u{F81}"]
    let letters: [Unicode.Scalar] = ["a", "e", "O", "가", "か", "α", "Ω", " ", "\u{F40}", "\u{1100}", "\u{1D157}"]
    var numbers = SeededNumbers(seed: 11)
    for count in Array(0..<200) + [1000, 1001] {
      let marks = count % 2 == 0 ? usual : usual + odd
      var text = ""
      for _ in 0..<2 {
        text.unicodeScalars.append(letters.randomElement(using: &numbers) ?? "a")
        for _ in 0..<count { text.unicodeScalars.append(marks.randomElement(using: &numbers) ?? "\u{301}") }
      }
      let form = composed(text)
      #expect(composed(form).unicodeScalars.elementsEqual(form.unicodeScalars))
      let once = folded(text)
      #expect(folded(once).unicodeScalars.elementsEqual(once.unicodeScalars))
      #expect(FoldedName(FoldedName(text).text) == FoldedName(text))
      if marks == usual {
        // The standard library compares strings by canonical equivalence with its own tables.
        #expect(form == text)
        #expect(folded(form).unicodeScalars.elementsEqual(once.unicodeScalars))
      }
    }
  }

  @Test("Two names that look alike fold to one, also with forty combining marks")
  func foldsHeaps() {
    let (above, below) = (String(repeating: "\u{301}", count: 20), String(repeating: "\u{316}", count: 20))
    let mixed = "a" + String(repeating: "\u{301}\u{316}", count: 20)
    #expect(FoldedName(mixed) == FoldedName("a" + above + below))
    #expect(folded(mixed).unicodeScalars.elementsEqual(folded("a" + below + above).unicodeScalars))
    #expect(composed(mixed).unicodeScalars.elementsEqual(composed("a" + above + below).unicodeScalars))
  }

  @Test("A text may hold U+0000")
  func keepsNull() {
    #expect(composed("a\0e\u{301}") == "a\0é")
  }

  @Test("Half a million combining marks take linear time", .timeLimit(.minutes(1)))
  func survivesHeaps() {
    let heap = "a" + String(repeating: "\u{301}\u{323}", count: 250_000)
    #expect(composed(heap).unicodeScalars.count > 400_000)
    #expect(folded(heap).unicodeScalars.count > 400_000)
  }
}
