import Markdown
import Support
import Testing
import Workload

@Suite("Texts in CommonMark")
struct MarkdownTests {
  @Test(
    "Headings, lists and links become HTML",
    arguments: [
      ("# 약관\n\n첫 문단", "<h1>약관</h1>\n<p>첫 문단</p>\n"),
      ("- a\n- b", "<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n"),
      ("[홈](/privacy)", "<p><a href=\"/privacy\">홈</a></p>\n"), ("a < b & c", "<p>a &lt; b &amp; c</p>\n"), ("", ""),
    ])
  func html(_ text: String, _ html: String) {
    #expect(Markdown.html(text) == html)
  }

  @Test(
    "HTML and scripts do not get through",
    arguments: [
      "<script>alert(1)</script>", "a <img src=x onerror=alert(1)> b", "[a](javascript:alert(1))",
      "![a](javascript:alert(1))", "<!-- version: 1 -->\n\ntext",
    ])
  func safe(_ text: String) {
    let html = Markdown.html(text)
    for part in ["<script", "onerror", "javascript:", "version"] { #expect(!html.contains(part), "\(html)") }
  }

  @Test("Whatever is written gives HTML without scripts", arguments: 0..<50 as Range<UInt64>)
  func anything(_ seed: UInt64) {
    var random = SeededNumbers(seed: seed)
    let parts = ["<", ">", "script", "[a](", "javascript:", ")", "`", "\n", "&", "\0", "#", "-", "가", "!", "\"", "'"]
    let text = (0..<300).map { _ in parts.randomElement(using: &random)! }.joined()
    let html = Markdown.html(text)
    #expect(!html.contains("<script") && !html.contains("href=\"javascript:"))
  }
}
