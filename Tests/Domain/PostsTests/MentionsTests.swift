import Posts
import Testing

@Suite("People who are named in texts")
struct MentionsTests {
  @Test(
    "A name begins a word with @, and ends with the text, a blank, a sign or a particle; the longest comes first",
    arguments: [
      ("@Mina", ["mina"]), ("안녕 @미나", ["미나"]), ("@미나님 안녕", ["미나님 안녕", "미나님", "미나"]), ("@미나에게", ["미나에게", "미나"]),
      ("@미나, 봐", ["미나, 봐", "미나,", "미나"]), ("(@미나)", ["미나)", "미나"]), ("@미나\n둘", ["미나"]),
      ("@ 미나", []), ("a@example.com", []), ("@", []), ("네컷", []), ("@미나리", ["미나리"]),
    ])
  func names(_ text: String, _ expected: [String]) {
    #expect(Mentions.candidates(in: text) == (expected.isEmpty ? [] : [expected]))
  }

  @Test("Of many, the first five count, and a name has at most forty characters")
  func limits() {
    let many = (1...9).map { "@p\($0)" }.joined(separator: "\n")
    #expect(Mentions.candidates(in: many) == [["p1"], ["p2"], ["p3"], ["p4"], ["p5"]])
    #expect(Mentions.candidates(in: "@" + String(repeating: "나", count: 41)) == [])
    #expect(Mentions.candidates(in: "@" + String(repeating: "나", count: 40)).count == 1)
    let signs = String(repeating: "@", count: 10_000)
    #expect(Mentions.candidates(in: signs).count == Mentions.maxCount)
  }
}
