import Accounts
import Basics
import HTTP
import Markdown

/// The pages `/terms`, `/privacy` and `/location-terms`: the operator's texts, or drafts that say that they are.
struct LegalPages {
  private typealias Pages = [Language: PreparedResponse]

  let routes: [Route]

  /// - Parameter draft: the shipped text of a file such as `terms.ko.md`.
  /// - Throws: `DomainError` `web-files-missing` or `web-files-invalid`.
  init(
    _ own: LegalTexts, template: Template, contact: String, draft: (_ name: String) throws(DomainError) -> String,
    values: (Language) -> (String) -> String?
  ) throws(DomainError) {
    var routes: [Route] = []
    for document in LegalDocument.allCases {
      var pages: Pages = [:]
      for language in Language.allCases {
        let value = values(language)
        let title = value("account.legal.\(document.rawValue)") ?? ""
        let text =
          if let text = own.text(of: document, in: language) { text } else {
            try draft("\(document.rawValue).\(language.rawValue).md")
          }
        let html = Self.content(text, isDraft: own.texts[document] == nil, contact: contact, beside: document, value)
        let parts = template.text.split(separator: "{{content}}", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { throw .webFilesInvalid("legal.html has no place for its content") }
        let filled = { (part: Substring) throws(DomainError) in
          try Template(text: String(part)).filled { $0 == "title" ? title : value($0) }
        }
        pages[language] = Self.page(try filled(parts[0]) + html + filled(parts[1]))
      }
      let served = pages
      routes.append(
        // There is a page for each language.
        Route(
          .get, "/\(document.rawValue)", bodyLimit: 0,
          .immediate { request in
            served[Language(of: request)].unsafelyUnwrapped.response(to: request)
          }))
    }
    self.routes = routes
  }

  /// The text, with a note if it is a draft, and links to the other texts.
  private static func content(
    _ text: String, isDraft: Bool, contact: String, beside document: LegalDocument,
    _ value: @escaping (String) -> String?
  ) -> String {
    let words = { (key: String) in Markup.escaped(value(key) ?? "") }
    let note = isDraft ? "<p class=\"note\" role=\"note\"><strong>\(words("account.legal.draft"))</strong></p>\n" : ""
    let others = LegalDocument.allCases.filter { $0 != document }.map {
      "<a href=\"/\($0.rawValue)\">\(words("account.legal.\($0.rawValue)"))</a>"
    }
    let known = text.replacing("{contact}", with: contact.isEmpty ? value("account.legal.noContact") ?? "" : contact)
    return "\(note)\(Markdown.html(known))<p>\(others.joined(separator: " · "))</p>"
  }

  private static func page(_ html: String) -> PreparedResponse {
    PreparedResponse(
      Array(html.utf8), type: FileType.html.mediaType,
      [
        ("Cache-Control", "no-cache"), ("Vary", "Accept-Language, Cookie, Accept-Encoding"),
        ("Content-Security-Policy", SecurityHeaders.page(nil)),
      ] + SecurityHeaders.pageHeaders)
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
