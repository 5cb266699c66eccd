import Foundation
import Support
import Tabular
import Testing
import Workload

@Suite("Fields in composed form")
struct ComposedFieldTests {
  private func scalars(_ rows: [[String]]) -> [[[UInt8]]] { rows.map { $0.map { Array($0.utf8) } } }

  @Test("A text in either form is read as the composed one, and other characters are unchanged")
  func eitherForm() throws {
    let text = "이름,주소\n\"인생\"\"네컷\"\"\",\"서울특별시\n강남구, 1\"\ncafé,a\u{212B}b\n강남점;강북점,\u{37E}\n"
    let expected = scalars([
      ["이름", "주소"], ["인생\"네컷\"", "서울특별시\n강남구, 1"], ["café", "a\u{C5}b"], ["강남점;강북점", ";"],
    ])
    #expect(scalars(try fields(text.decomposedStringWithCanonicalMapping, delimiter: 0x2C)) == expected)
    #expect(scalars(try fields(text, delimiter: 0x2C)) == expected)
  }

  @Test("A character that becomes a delimiter when composed does not split a field")
  func delimiter() throws {
    #expect(scalars(try fields("a;b\u{37E}c\n", delimiter: 0x3B)) == scalars([["a", "b;c"]]))
  }

  @Test("Random tables in both forms are read alike in pieces of any size")
  func random() throws {
    var numbers = SeededNumbers(seed: 5)
    let pool = ["강", "남", "각", "a", "é", " ", "1", "㈜", "ガ", "\u{1112}", "“", "\u{FEFF}"]
    for _ in 0..<40 {
      let rows = (0..<200).map { _ in
        (0..<4).map { _ in
          "x" + (0..<Int.random(in: 0...9, using: &numbers)).map { _ in pool.randomElement(using: &numbers)! }.joined()
        }
      }
      let text = rows.map { $0.joined(separator: ",") + "\n" }.joined().decomposedStringWithCanonicalMapping
      let source = PiecewiseSource(bytes: Array(text.utf8), sizes: [1, 7, 1000, 3])
      let read = try all(TableReader(source, encoding: .utf8, delimiter: 0x2C)).map(\.fields)
      #expect(scalars(read) == scalars(rows.map { $0.map(\.precomposedStringWithCanonicalMapping) }))
    }
  }
}
