import Basics
import Foundation
import JSON
import Support
import Testing

@Suite("JSON is read strictly")
struct JSONReaderTests {
  private func read(_ text: String) throws(DomainError) -> JSONValue { try JSONReader.value(of: Array(text.utf8)) }

  /// The code and field of the error.
  private func domainError(_ bytes: [UInt8]) -> String {
    do {
      let value = try JSONReader.value(of: bytes)
      return "read as \(value)"
    } catch {
      return "\(error.code) \(error.field ?? "-")"
    }
  }

  @Test("Values of every kind are read, with blanks between them")
  func values() throws {
    #expect(try read("null") == .null)
    #expect(try read(" true\n") == true)
    #expect(try read("\tfalse\r") == false)
    #expect(try read("[]") == [])
    #expect(try read("{ }") == .object([]))
    #expect(try read(#"{"b": [1, -2.5e3, "x"], "a": {"c": null}}"#)["b"] == [1, .number(-2500), "x"])
    #expect(try read("[ [ ] , { } ]") == [[], .object([])])
  }

  @Test(
    "A number that fits is an integer, and every other one is finite",
    arguments: [
      ("0", .integer(0)), ("-0", .integer(0)), ("9223372036854775807", .integer(.max)),
      ("-9223372036854775808", .integer(.min)), ("9223372036854775808", .number(9_223_372_036_854_775_808)),
      ("1.0", .number(1)), ("1e2", .number(100)), ("1E-2", .number(0.01)), ("0.1e+1", .number(1)),
      ("1e-400", .number(0)), ("1e-999", .number(0)), ("-1e-999", .number(0)), ("1e-99999999999999999999", .number(0)),
    ] as [(String, JSONValue)])
  func numbers(_ text: String, _ value: JSONValue) throws {
    #expect(try read(text) == value)
  }

  @Test(
    "Escapes are decoded",
    arguments: [
      (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\u0041\uac15\uD83D\uDCF8""#, "A강📸"),
      (#""강남 📸""#, "강남 📸"), (#""""#, ""), (#""\u0001\u001F""#, "\u{1}\u{1F}"), (#""\u202e""#, "\u{202E}"),
    ])
  func escapes(_ text: String, _ value: String) throws {
    guard case .string(let read) = try read(text) else { throw NotAText() }
    #expect(Array(read.unicodeScalars) == Array(value.unicodeScalars))
  }

  private struct NotAText: Error {}

  @Test(
    "Malformed JSON is rejected with the path of the error",
    arguments: [
      ("", "json-malformed -"), ("  ", "json-malformed -"), ("{", "json-malformed -"), ("[1,]", "json-malformed [1]"),
      ("[1 2]", "json-malformed -"), (#"{"a":1,}"#, "json-malformed -"), (#"{"a" 1}"#, "json-malformed a"),
      (#"{"a":}"#, "json-malformed a"), (#"{a:1}"#, "json-malformed -"), (#"{'a':1}"#, "json-malformed -"),
      (#"{"a":[1,{"b":tru}]}"#, "json-malformed a[1].b"), (#"{"a":1}x"#, "json-malformed -"),
      (#"{"a":1}{}"#, "json-malformed -"), ("nul", "json-malformed -"), ("NaN", "json-malformed -"),
      ("Infinity", "json-malformed -"), ("01", "json-malformed -"), ("-", "json-malformed -"),
      (#"{"n":1.}"#, "json-malformed n"), (#"{"n":.5}"#, "json-malformed n"), (#"{"n":+1}"#, "json-malformed n"),
      (#"{"n":1e}"#, "json-malformed n"), (#"{"n":0x1}"#, "json-malformed -"), (#"{"s":"a}"#, "json-malformed s"),
      (#"{"s":"\x"}"#, "json-malformed s"), (#"{"s":"\u12g4"}"#, "json-malformed s"),
      (#"{"s":"\u12"#, "json-malformed s"), ("\u{FEFF}{}", "json-malformed -"), ("/**/1", "json-malformed -"),
    ])
  func malformed(_ text: String, _ expected: String) {
    #expect(domainError(Array(text.utf8)) == expected)
  }

  @Test(
    "Invalid texts are rejected with the path of their field",
    arguments: [
      (#"{"s":"\ud800"}"#, "json-text-invalid s"), (#"{"s":"\udc00"}"#, "json-text-invalid s"),
      (#"{"s":"\ud83dx"}"#, "json-text-invalid s"), (#"{"s":"\ud83d\ud83d"}"#, "json-text-invalid s"),
      (#"{"s":"\u0000"}"#, "json-text-invalid s"), ("{\"s\":\"a\u{0}b\"}", "json-text-invalid s"),
      ("{\"s\":\"a\nb\"}", "json-text-invalid s"), (#"{"p":[{"n":"\udfff"}]}"#, "json-text-invalid p[0].n"),
    ])
  func texts(_ text: String, _ expected: String) {
    #expect(domainError(Array(text.utf8)) == expected)
  }

  @Test("A text or key with more than a hundred combining marks in a row is rejected before it is compared")
  func marks() throws {
    let run = String(repeating: "\u{301}\u{316}", count: 50)
    #expect(try read("{\"a\(run)\":\"\(run)b\(run)\"}")["a" + run] == .string("\(run)b\(run)"))
    let heap = String(repeating: "\u{301}\u{316}", count: 30_000)
    let escapes = String(repeating: #"\u0301\u0316"#, count: 51)
    for text in [run + "\u{301}", heap, escapes] {
      #expect(domainError(Array(#"{"p":[{"n":"\#(text)"}]}"#.utf8)) == "json-text-invalid p[0].n")
      #expect(domainError(Array(#"{"o":{"\#(text)":1,"\#(text)":2}}"#.utf8)) == "json-text-invalid o")
    }
  }

  @Test(
    "Every kind of invalid UTF-8 is refused",
    arguments: [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE1, 0x84], [0x80]] as [[UInt8]])
  func encoding(_ bytes: [UInt8]) {
    #expect(domainError(Array(#"{"s":""#.utf8) + bytes + Array(#""}"#.utf8)) == "json-text-invalid s")
    #expect(domainError(Array(#"{""#.utf8) + bytes + Array(#"":1}"#.utf8)) == "json-text-invalid -")
  }

  @Test(
    "A repeated key in an object is refused",
    arguments: [
      (#"{"a":1,"a":1}"#, "json-duplicate-key a"), (#"{"o":{"b":1,"c":2,"b":3}}"#, "json-duplicate-key o.b"),
      (#"{"a":1,"\u0061":2}"#, "json-duplicate-key a"), ("{\"\u{E9}\":1,\"e\u{301}\":2}", "json-duplicate-key -"),
      (#"{"":1,"":2}"#, "json-duplicate-key -"), (#"{"o":{"<b>":1,"<b>":2}}"#, "json-duplicate-key o"),
    ])
  func duplicates(_ text: String, _ expected: String) {
    #expect(domainError(Array(text.utf8)) == expected)
  }

  @Test("A repeated key is found among many")
  func manyKeys() {
    let keys = (0..<5000).map { #""k\#($0)":0"# }
    for repeated in [0, 7, 8, 9, 4999] {
      #expect(
        domainError(Array("{\((keys + [keys[repeated]]).joined(separator: ","))}".utf8))
          == "json-duplicate-key k\(repeated)")
    }
    #expect(domainError(Array("{\(keys.joined(separator: ","))}".utf8)).hasPrefix("read as"))
  }

  @Test("The same key in different objects is no repetition")
  func sameKeyElsewhere() throws {
    #expect(try read(#"{"a":{"a":1},"b":[{"a":1},{"a":2}]}"#)["a"] == .object(["a": 1]))
  }

  @Test("Nesting is limited, and deep nesting does not exhaust the stack")
  func depth() throws {
    let maxDepth = JSONReader.maxDepth
    func nested(_ levels: Int) -> [UInt8] {
      Array((String(repeating: "[", count: levels) + String(repeating: "]", count: levels)).utf8)
    }
    #expect(throws: Never.self) { try JSONReader.value(of: nested(maxDepth)) }
    #expect(domainError(nested(maxDepth + 1)) == "json-too-deep [0]")
    #expect(domainError([UInt8](repeating: 0x5B, count: 1_000_000)) == "json-too-deep [0]")
    let objects = String(repeating: #"{"a":"#, count: 100_000)
    #expect(domainError(Array(objects.utf8)) == "json-too-deep a")
    #expect(domainError(Array(#"{"text":\#(String(repeating: "[", count: 40))"#.utf8)) == "json-too-deep text")
  }

  @Test(
    "Out-of-range numbers are rejected",
    arguments: ["1e400", "-1e400", String(repeating: "1", count: 65), "0." + String(repeating: "0", count: 70)])
  func outOfRange(_ number: String) {
    #expect(domainError(Array(#"{"price":\#(number)}"#.utf8)) == "json-number-out-of-range price")
  }

  @Test("A key that is unsafe to quote is left out of the path")
  func hostileKeys() {
    let long = String(repeating: "k", count: 41)
    #expect(domainError(Array(#"{"a":{"<script>":x}}"#.utf8)) == "json-malformed a")
    #expect(domainError(Array(#"{"\#(long)":x}"#.utf8)) == "json-malformed -")
  }

  @Test(
    "A truncated document names the value that was cut",
    arguments: [
      (#"{"email":"a@b","text":"aaaa"#, "text"), (#"{"photos":["a","b"#, "photos[1]"), (#"{"a":{"b":1"#, "a"),
      (#"{"a":"x\u00"#, "a"), (#"{"a"#, nil), (#"{"a":1}"#, nil), (#"{"a":nonsense"#, nil), ("", nil),
    ] as [(String, String?)])
  func truncated(_ text: String, _ coordinate: String?) {
    #expect(JSONReader.path(ofTruncated: Array(text.utf8)) == coordinate)
  }
}
