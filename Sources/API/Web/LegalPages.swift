import Accounts
import Basics
import HTTP
import Markdown

/// The pages `/terms`, `/privacy` and `/location-terms`: the operator's texts, or drafts that say that they are.
struct LegalPages {
  let routes: [Route]

  /// - Parameters:
  ///   - shells: the pages around a text.
  ///   - draft: the shipped text of a file such as `terms.ko.md`.
  /// - Throws: `DomainError` of `draft`.
  init(
    _ own: LegalTexts, in shells: [Language: PageShell], contact: String,
    draft: (_ name: String) throws(DomainError) -> String
  ) throws(DomainError) {
    var routes: [Route] = []
    for document in LegalDocument.allCases {
      var pages: WebApp.Pages = [:]
      for (language, shell) in shells {
        let own = own.text(of: document, in: language)
        let text = if let own { own } else { try draft("\(document.rawValue).\(language.rawValue).md") }
        let content = Self.content(text, isDraft: own == nil, contact: contact, beside: document, shell.texts)
        pages[language] = WebApp.page(
          shell.html(head: Self.head(document, shell.texts), content: content), SecurityHeaders.page(nil),
          SecurityHeaders.pageHeaders)
      }
      let served = pages
      routes.append(
        Route(.get, "/\(document.rawValue)", bodyLimit: 0, .immediate { WebApp.page($0, of: served) }))
    }
    self.routes = routes
  }

  private static func head(_ document: LegalDocument, _ texts: Texts) -> String {
    "<title>\(name(document, texts)) – \(Markup.escaped(texts["name"] ?? ""))</title>"
  }

  private static func name(_ document: LegalDocument, _ texts: Texts) -> String {
    Markup.escaped(texts["account.legal.\(document.rawValue)"] ?? "")
  }

  /// The text, with a note if it is a draft, and links to the other texts.
  private static func content(
    _ text: String, isDraft: Bool, contact: String, beside document: LegalDocument, _ texts: Texts
  ) -> String {
    let note =
      "<p class=\"note\" role=\"note\"><strong>\(Markup.escaped(texts["account.legal.draft"] ?? ""))</strong></p>\n"
    let others = LegalDocument.allCases.filter { $0 != document }.map {
      "<a href=\"/\($0.rawValue)\">\(name($0, texts))</a>"
    }
    let contact = contact.isEmpty ? texts["account.legal.noContact"] ?? "" : contact
    let html = Markdown.html(text.replacing("{contact}", with: contact))
    return "\(isDraft ? note : "")\(html)<p>\(others.joined(separator: " · "))</p>"
  }
}

extension LegalTexts {
  /// The operator's text in a language, or in another if there is none in it; nil if there is none.
  fileprivate func text(of document: LegalDocument, in language: Language) -> String? {
    texts[document].flatMap { $0.markdown[language.rawValue] ?? $0.markdown.values.first }
  }

  /// The valid versions for the pages' scripts, such as `terms=2026-11-29 privacy=2026-11-29`.
  var versions: String {
    LegalDocument.allCases.compactMap { document in texts[document].map { "\(document.rawValue)=\($0.version)" } }
      .joined(separator: " ")
  }
}
