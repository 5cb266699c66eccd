import Foundation
import TOML
import Testing
import Workload

@Suite("Settings files in a subset of TOML")
struct TOMLTests {
  private func read(_ text: String) throws(TOMLFault) -> TOMLDocument { try TOMLDocument(Array(text.utf8)) }

  @Test("Texts, numbers, switches and lists are read with their lines")
  func values() throws {
    let document = try read(
      """
      # The port of a node
      port = 8_080\t# with a comment
      public-url = "https://booths.example/\\u00e9\\n"
      literal = 'C:\\new'
      access-log = true

      app = [ "a=lslp", # one
        'b=slp',
      ]
      offset = -3
      empty = ""
      """)
    #expect(document.entries.map(\.line) == [2, 3, 4, 5, 7, 10, 11])
    #expect(
      document.entries.map(\.value) == [
        .integer(8080), .text("https://booths.example/é\n"), .text("C:\\new"), .boolean(true),
        .list(["a=lslp", "b=slp"]), .integer(-3), .text(""),
      ])
  }

  @Test("Line ends may be CR LF, and the last one may be missing")
  func lineEnds() throws {
    #expect(try read("a = 1\r\n\r\nb = [\r\n'x'\r\n]\r\n# end").entries.map(\.line) == [1, 3])
    #expect(try read("").entries.isEmpty)
  }

  @Test(
    "An error is reported with its line and column",
    arguments: [
      ("port 8080", 1, 6, "'=' is missing"), ("\n  port = ", 2, 10, "value is missing"),
      ("a = 1\nb = 2\na = 3", 3, 2, "given in line 1"), ("[server]", 1, 1, "Tables"), ("a.b = 1", 1, 2, "dots"),
      ("\"a\" = 1", 1, 1, "no quotation marks"), ("a = { b = 1 }", 1, 5, "Tables"),
      ("a = yes", 1, 5, "needs quotation marks"), ("a = 1.5", 1, 5, "whole number"), ("a = 010", 1, 5, "whole number"),
      ("a = 99999999999999999999", 1, 5, "whole number"), ("a = 2026-11-23", 1, 5, "whole number"),
      ("a = \"x", 1, 7, "closing"), ("a = \"x\nb = 1", 1, 7, "closing"), ("a = \"\"\"x\"\"\"", 1, 5, "several lines"),
      ("a = \"\\x\"", 1, 6, "escape"), ("a = \"\\ud800\"", 1, 6, "escape"), ("a = \"\\u12\"", 1, 6, "escape"),
      ("a = 1 b = 2", 1, 7, "Only a comment"), ("a = [1]", 1, 6, "A list holds texts"), ("a = [\"x\"", 1, 9, "','"),
      ("a = [", 1, 6, "']' is missing"), ("a = \"\u{1}\"", 1, 6, "control character"), ("# \u{7F}", 1, 3, "comment"),
      ("a = 1\rb = 2", 1, 6, "LF"), ("=", 1, 1, "starts with a name"), ("\u{FEFF}a = 1", 1, 1, "starts with a name"),
    ])
  func errors(text: String, line: Int, column: Int, words: String) {
    let error = #expect(throws: TOMLFault.self) { try read(text) }
    #expect(error.map { [$0.line, $0.column] } == [line, column])
    #expect(error?.message.contains(words) == true, "\(error.map { "\($0)" } ?? "")")
  }

  @Test("Bytes that are not UTF-8 are rejected with their line")
  func encoding() {
    let error = #expect(throws: TOMLFault.self) { try TOMLDocument(Array("a = 1\n# ".utf8) + [0xFF, 0x0A]) }
    #expect(error?.line == 2)
  }

  /// Python's `tomllib` reads whole TOML: what is accepted here must mean the same there.
  @Test("An accepted file has the same meaning in another TOML reader")
  func differential() throws {
    var numbers = SeededNumbers(seed: 20_261_123)
    let texts = (0..<3000).map { _ in Self.document(&numbers) }
    let accepted = texts.compactMap { text in (try? read(text)).map { (text, $0) } }
    // Both outcomes have to be frequent for the comparison to say something.
    #expect(accepted.count > 500 && accepted.count < 2500)
    let references = try Self.readByPython(accepted.map(\.0))
    for ((text, document), reference) in zip(accepted, references) {
      #expect(Self.plain(document) == reference, "\(text)")
    }
  }

  /// A document of valid and of broken pieces.
  private static func document(_ numbers: inout SeededNumbers) -> String {
    let values = [
      "1", "-20", "+7", "1_000", "0", "-0", "true", "false", "\"\"", "'a # b'", "\"\\t\\\"\\\\\\u00e9\\U0001F600\"",
      "[]", "['a']", "[ \"a\" , 'b',]", "[ # x\n 'c'\r\n]", "\"네컷\"",
    ]
    let broken = ["01", "1__0", "_1", "tru", "\"", "'\n'", "[", "[1]", "\"\\q\"", "", "1 2", "[['a']]", "\r", "\u{0}"]
    return (0..<Int.random(in: 0...4, using: &numbers)).map { index in
      let isBroken = Int.random(in: 0..<8, using: &numbers) == 0
      let value = (isBroken ? broken : values).randomElement(using: &numbers)!
      let name = isBroken ? ["a", "a.b", "\"a\"", ""].randomElement(using: &numbers)! : "name-\(index)"
      let blanks = ["", " ", "\t"].randomElement(using: &numbers)!
      let end = ["\n", "\r\n", " # end\n", "\n\n"].randomElement(using: &numbers)!
      return "\(blanks)\(name)\(blanks)=\(blanks)\(value)\(blanks)\(end)"
    }.joined()
  }

  private static func plain(_ document: TOMLDocument) -> [String: String] {
    Dictionary(
      uniqueKeysWithValues: document.entries.map { entry in
        switch entry.value {
        case .text(let text): (entry.name, "text " + text)
        case .integer(let number): (entry.name, "integer \(number)")
        case .boolean(let boolean): (entry.name, "boolean \(boolean)")
        case .list(let texts): (entry.name, "list " + texts.joined(separator: "\u{1F}"))
        }
      })
  }

  private static func readByPython(_ texts: [String]) throws -> [[String: String]] {
    let script = """
      import json, sys, tomllib
      def plain(value):
          if isinstance(value, bool): return 'boolean ' + str(value).lower()
          if isinstance(value, int): return f'integer {value}'
          return 'text ' + value if isinstance(value, str) else 'list ' + '\\x1f'.join(value)
      texts = json.load(open(sys.argv[1], encoding='utf-8'))
      json.dump([{name: plain(value) for name, value in tomllib.loads(text).items()} for text in texts], sys.stdout)
      """
    let directory = try ScratchDirectory()
    let input = directory.url.appendingPathComponent("texts.json")
    try JSONEncoder().encode(texts).write(to: input)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
    process.arguments = ["-c", script, input.path]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    return try JSONDecoder().decode([[String: String]].self, from: bytes)
  }
}
