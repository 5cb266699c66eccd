import Foundation
import Support
import Testing
import Workload

@testable import TextForms

@Suite("A folded name")
struct FoldedNameTests {
  @Test(
    "A folded name ignores case, blanks, width and normal form",
    arguments: [
      ("Photo Gray", "ｐＨＯＴＯ\u{3000}ｇray"), ("인생 네컷", " 인생\t네\u{A0}컷\u{2003}"), ("ÄÖ", "äö"), ("ＩＤ－１", "id-1"),
      ("", " "), ("㈜인생네컷", "(주)인생네컷"), ("ㅋㅋ포토", "\u{FFBB}\u{FFBB}포토"), ("ﾊﾟﾋﾟ", "パピ"), ("힐링①", "힐링1"),
      ("카페", "\u{110F}\u{1161}\u{1111}\u{1166}"), ("각", "가\u{11A8}"), ("ㄱ ㅏ", "ㄱㅏ"), ("네\u{200B}컷", "네컷"),
      ("📷 샷", "📷샷"), ("ÉCLAIR", "e\u{301}clair"),
    ])
  func same(_ one: String, _ other: String) {
    #expect(FoldedName(one) == FoldedName(other))
  }

  @Test(
    "Different names fold to different ones",
    arguments: [("인생네컷", "인생네컸"), ("a1", "a2"), ("a", ""), ("📷", "📸"), ("-", "_")])
  func different(_ one: String, _ other: String) {
    #expect(FoldedName(one) != FoldedName(other))
  }

  /// A random name as on signs: mostly syllables, some letters, marks and compatibility forms.
  private func name(_ numbers: inout SeededNumbers) -> String {
    let forms = Array("㈜①㎡ﬁＡａ１\u{FFA1}\u{FFC2}ｶﾞガéÅẛ̣ㄱㅏㄳ·ㆍ~-_ \u{3000}\u{A0}ßİΣ漢字\u{F900}각힣히히")
    return String(
      (0..<Int.random(in: 0...12, using: &numbers)).map { _ in
        switch Int.random(in: 0...5, using: &numbers) {
        case 0: forms.randomElement(using: &numbers)!
        case 1: Character(Unicode.Scalar(UInt8.random(in: 0x20...0x7E, using: &numbers)))
        default: Character(Unicode.Scalar(UInt32.random(in: 0xAC00...0xD7A3, using: &numbers))!)
        }
      })
  }

  @Test("Every form of a name folds to the same one, also when it is folded again")
  func forms() {
    var numbers = SeededNumbers(seed: 12)
    for _ in 0..<4000 {
      let name = name(&numbers)
      let folded = FoldedName(name)
      let others = [
        name.decomposedStringWithCanonicalMapping, name.precomposedStringWithCanonicalMapping,
        name.decomposedStringWithCompatibilityMapping, name.precomposedStringWithCompatibilityMapping,
        String(name.map { "\($0) " }.joined()), folded.text,
        name.applyingTransform(.fullwidthToHalfwidth, reverse: true) ?? name,
      ]
      for other in others { #expect(FoldedName(other) == folded, "\(name) \(Array(other.unicodeScalars))") }
      #expect(folded.text == foldedWithoutBlanks(name))
    }
  }

  @Test("A folded name is valid and bounded for any bytes")
  func anyBytes() {
    var numbers = SeededNumbers(seed: 3)
    var name = FoldedName()
    for length in 0..<2000 {
      let bytes = (0..<length % 9).map { _ in UInt8(truncatingIfNeeded: numbers.next()) }
      name.fold(bytes.span)
      #expect(name.bytes.count <= 33 * bytes.count)
      #expect(String(validating: name.bytes, as: UTF8.self) != nil)
    }
  }
}

@Suite("Whether bytes are in composed form")
struct ComposedBytesTests {
  @Test("Bytes that count as composed are unchanged by composing, for every character")
  func noDoubt() {
    var differing: [UInt32] = []
    var doubtful = 0
    for value in UInt32(1)...0x2FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let text = "e\(scalar)가\(scalar)"
      if ComposedBytes.firstPossiblyNonNFC(in: Array(text.utf8).span) < text.utf8.count {
        doubtful += 1
      } else if !text.precomposedStringWithCanonicalMapping.utf8.elementsEqual(text.utf8) {
        differing.append(value)
      }
    }
    #expect(differing == [])
    #expect(doubtful > 1000)
  }

  @Test("Ordinary characters count as composed, and the first other one is found in a long text")
  func doubt() {
    let plain = Array("인생네컷 강남점 (주) ㈜힐링 A-1 café 漢字 ㅋㅋ ㎡ · ".utf8)
    let text = Array((0..<20).flatMap { _ in plain })
    #expect(ComposedBytes.firstPossiblyNonNFC(in: text.span) == text.count)
    let jamo = Array("\u{1100}".utf8)
    for position in 0...text.count where position == text.count || text[position] & 0xC0 != 0x80 {
      let other = text[..<position] + jamo + text[position...]
      #expect(ComposedBytes.firstPossiblyNonNFC(in: Array(other).span) == position)
    }
    #expect(ComposedBytes.firstPossiblyNonNFC(in: Array((jamo + text + jamo)).span, from: 1) == jamo.count + text.count)
  }
}
