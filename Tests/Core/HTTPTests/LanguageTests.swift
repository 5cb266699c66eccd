import Basics
import Testing

@testable import HTTP

@Suite("The language of the pages")
struct LanguageTests {
  @Test(
    "Korean is chosen without a preference, and English for any other language",
    arguments: [
      (nil, "ko"), ("", "ko"), ("ko", "ko"), ("ko-KR,ko;q=0.9,en-US;q=0.8,en;q=0.7", "ko"),
      ("en-US,en;q=0.9,ko;q=0.8", "en"),
      ("en;q=0.3, ko;q=0.5", "ko"), ("fr-FR,fr;q=0.9", "en"), ("ja,ko;q=0.1", "ko"), ("*", "ko"), ("de,*;q=0.5", "ko"),
      ("en;q=0,ko;q=0.1", "ko"), ("ko;q=0", "en"), ("EN-gb", "en"), ("korean", "en"), ("en;q=x,ko;q=0.2", "ko"),
      (",,;;q=,", "en"), ("en;q=2", "en"), (String(repeating: "a,", count: 5000) + "ko", "en"),
    ] as [(String?, String)])
  func chosen(_ header: String?, _ language: String) {
    #expect(Language(accepting: header).rawValue == language)
  }
}
