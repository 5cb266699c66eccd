import Accounts
import Basics
import HTTP
import Testing

@testable import Web

@Suite("The pages of terms and privacy")
struct LegalPagesTests {
  private static let own = [
    "terms.ko.md": "<!-- version: 3 -->\n# 우리 약관\n<script>x</script>\n\n문의: {contact}",
    "terms.en.md": "<!-- version: 3 -->\n# Our terms", "privacy.ko.md": "<!-- version: 2 -->\n# 우리 방침",
  ]

  private func settings(_ files: [String: String] = own) throws -> PageSettings {
    var settings = PageSettings()
    settings.legalTexts = try LegalTexts(languages: ["ko", "en"]) { files[$0] }
    settings.operatorContact = "help@booths.example & co"
    return settings
  }

  private static let english = [("Accept-Language", "en")]

  @Test("Without own texts there are drafts, which say so, in both languages")
  func drafts() throws {
    let strings = """
      {"title":"t","name":"n","account.legal.draft":"A draft","account.legal.noContact":"nobody",\
      "account.legal.terms":"Terms"}
      """
    let app = try SmallApp { $0["strings/ko.json"] = Array(strings.utf8) }
    let page = try app.get("/terms").text
    #expect(page.contains("<title>Terms – n</title>") && page.contains("A draft") && page.contains("<p>nobody</p>"))
    #expect(page.contains("<h1>Draft of terms in ko</h1>"))
    #expect(try app.get("/location-terms", Self.english).text.contains("<h1>Draft of location-terms in en</h1>"))
    #expect(!app.page().text.contains("terms="))
  }

  @Test("The operator's texts take their place, without HTML, in the language that there is")
  func own() throws {
    let app = try SmallApp(settings: try settings())
    let page = try app.get("/terms")
    #expect(page.text.contains("<h1>우리 약관</h1>") && !page.text.contains("<script>x"))
    #expect(page.text.contains("help@booths.example &amp; co") && !page.text.contains("Draft"))
    #expect(page.headers["Content-Security-Policy"]?.hasPrefix("default-src 'none'") == true)
    #expect(try app.get("/terms", Self.english).text.contains("Our terms"))
    #expect(try app.get("/privacy", Self.english).text.contains("우리 방침"))
    #expect(try app.get("/location-terms").text.contains("Draft"))
  }

  @Test("Each page links the others")
  func links() throws {
    let page = try SmallApp().get("/privacy").text
    #expect(page.contains(#"href="/terms""#) && page.contains(#"href="/location-terms""#))
    #expect(!page.contains(#"href="/privacy""#))
  }
}
