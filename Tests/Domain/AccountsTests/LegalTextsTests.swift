import Basics
import Testing

@testable import Accounts

@Suite("The operator's own terms")
struct LegalTextsTests {
  private func read(_ files: [String: String]) throws(DomainError) -> LegalTexts {
    try LegalTexts(languages: ["ko", "en"]) { files[$0] }
  }

  @Test("A text has the version of its first line, in all languages")
  func versions() throws {
    let texts = try read([
      "terms.ko.md": "<!-- version: 2026-11-29 -->\n가", "terms.en.md": "<!-- version: 2026-11-29 -->\na",
      "privacy.en.md": "<!-- version: 1.2 -->\nb",
    ])
    #expect(texts.texts[.terms]?.version == "2026-11-29" && texts.texts[.terms]?.markdown.count == 2)
    #expect(texts.texts[.privacy]?.version == "1.2" && texts.texts[.location] == nil)
  }

  @Test(
    "A missing, malformed or differing version is refused",
    arguments: [
      ["terms.ko.md": "# 약관", "privacy.ko.md": "<!-- version: 1 -->"],
      ["terms.ko.md": "<!-- version: -->", "privacy.ko.md": "<!-- version: 1 -->"],
      ["terms.ko.md": "<!-- version: a b -->", "privacy.ko.md": "<!-- version: 1 -->"],
      ["terms.ko.md": "<!-- version: 123456789012345678901 -->", "privacy.ko.md": "<!-- version: 1 -->"],
      [
        "terms.ko.md": "<!-- version: 1 -->", "terms.en.md": "<!-- version: 2 -->",
        "privacy.ko.md": "<!-- version: 1 -->",
      ],
    ])
  func invalid(_ files: [String: String]) {
    #expect { try read(files) } throws: { ($0 as? DomainError)?.code == "legal-version-invalid" }
  }

  @Test("There must be terms and privacy", arguments: [[:], ["terms.ko.md": "<!-- version: 1 -->"]])
  func incomplete(_ files: [String: String]) {
    #expect { try read(files) } throws: { ($0 as? DomainError)?.code == "legal-texts-missing" }
  }
}
