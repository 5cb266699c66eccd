import Foundation
import JSON
import Support
import Testing
import Workload

/// The text that `body` writes.
private func json(_ body: (inout JSONWriter) -> Void) -> String {
  var writer = JSONWriter(capacity: 1)
  body(&writer)
  return String(decoding: writer.finish(), as: UTF8.self)
}

@Suite("JSON is written byte by byte")
struct JSONWriterTests {
  @Test("Commas are written between values only")
  func commas() {
    let text = json { writer in
      writer.beginObject()
      writer.key("empty")
      writer.beginArray()
      writer.endArray()
      writer.key("list")
      writer.beginArray()
      writer.integer(1)
      writer.beginObject()
      writer.endObject()
      writer.null()
      writer.bool(true)
      writer.bool(false)
      writer.literal("x")
      writer.endArray()
      writer.key(named: "by \"name\"")
      writer.string("y")
      writer.endObject()
    }
    #expect(text == #"{"empty":[],"list":[1,{},null,true,false,"x"],"by \"name\"":"y"}"#)
  }

  @Test(
    "Only the characters that JSON requires are escaped",
    arguments: [
      ("", #""""#), ("a\"b\\c", #""a\"b\\c""#), ("\u{8}\t\n\u{C}\r", #""\b\t\n\f\r""#),
      ("\0\u{1F}", #""\u0000\u001f""#),
      ("강남 인생네컷 📸", #""강남 인생네컷 📸""#), ("</script>", #""</script>""#),
    ])
  func escapes(_ text: String, _ written: String) {
    #expect(json { $0.string(text) } == written)
    #expect(json { $0.string(Array(text.utf8)[...]) } == written)
  }

  @Test("A character that needs escaping is found anywhere")
  func escapeAnywhere() {
    for length in 0..<40 {
      for position in 0...length {
        for special: Character in ["\"", "\\", "\n", "\u{1}", "\u{1F}"] {
          var text = String(repeating: "가", count: length / 3) + String(repeating: "a", count: length)
          text.insert(special, at: text.index(text.startIndex, offsetBy: position))
          #expect(decoded(json { $0.string(text) }) as? String == text)
        }
      }
    }
  }

  @Test("Any text is read back unchanged")
  func anyText() {
    var numbers = SeededNumbers(seed: 1)
    for _ in 0..<2000 {
      let scalars = (0..<Int.random(in: 0..<60, using: &numbers)).compactMap { _ in
        let largest: UInt32 = Bool.random(using: &numbers) ? 0x80 : 0x11_0000
        return UnicodeScalar(UInt32.random(in: 0..<largest, using: &numbers))
      }
      let text = String(String.UnicodeScalarView(scalars))
      let back = decoded(json { $0.string(text) }) as? String
      #expect(back.map { Array($0.unicodeScalars) } == Array(text.unicodeScalars))
    }
  }

  @Test(
    "Integers are written with all digits",
    arguments: [
      (0, "0"), (-1, "-1"), (10, "10"), (99, "99"), (100, "100"), (Int64.max, "9223372036854775807"),
      (Int64.min, "-9223372036854775808"),
    ])
  func integers(_ value: Int64, _ written: String) {
    #expect(json { $0.integer(value) } == written)
  }

  @Test(
    "Degrees are written exactly with the fewest digits",
    arguments: [
      (0, "0.0"), (1, "0.0000001"), (-1, "-0.0000001"), (1_270_276_000, "127.0276"), (374_979_000, "37.4979"),
      (-1_800_000_000, "-180.0"), (5_000_000, "0.5"), (Int32.max, "214.7483647"), (Int32.min, "-214.7483648"),
    ])
  func degrees(_ value: Int32, _ written: String) {
    #expect(json { $0.degrees(e7: value) } == written)
  }

  @Test("Written degrees are read back as the same double")
  func degreesReadBack() {
    var numbers = SeededNumbers(seed: 2)
    for _ in 0..<2000 {
      let value = Int32.random(in: -1_800_000_000...1_800_000_000, using: &numbers)
      #expect(Double(json { $0.degrees(e7: value) }) == Double(value) / 1e7)
    }
  }

  @Test(
    "Decimals are rounded, halves away from zero",
    arguments: [
      (0, 2, "0.00"), (0.005, 2, "0.01"), (-0.004, 2, "0.00"), (-0.5, 1, "-0.5"), (12.345678, 4, "12.3457"),
      (999.999, 2, "1000.00"), (20_003_931.4586, 2, "20003931.46"), (1e300, 2, "1e+300"), (.infinity, 2, "null"),
      (.nan, 2, "null"), (0.000_000_001, 9, "0.000000001"),
    ])
  func decimals(_ value: Double, _ places: Int, _ written: String) {
    #expect(json { $0.decimal(value, places: places) } == written)
  }

  @Test(
    "Other numbers are written in the shortest form that is read back",
    arguments: [(37.358647, "37.358647"), (0.1, "0.1"), (-1e-7, "-1e-07"), (-.infinity, "null")])
  func numbers(_ value: Double, _ written: String) {
    #expect(json { $0.number(value) } == written)
  }

  @Test("A document that outgrows its first buffer is complete")
  func growth() {
    let text = json { writer in
      writer.beginArray()
      for number in 0..<1000 { writer.string("number \(number)") }
      writer.endArray()
    }
    #expect((decoded(text) as? [String])?.count == 1000)
  }

  private func decoded(_ text: String) -> Any? {
    try? JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
  }
}
