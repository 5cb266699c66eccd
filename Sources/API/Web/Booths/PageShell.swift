import Basics
import HTTP

/// The page of the app in a language, around a head and a first content that the server writes.
package struct PageShell: Sendable {
  let texts: Texts
  private let language: Language
  private let parts: [String]
  private let policy: String

  private static let placeholders = ["{{head}}", "{{content}}"]

  /// - Throws: `DomainError` `web-files-invalid` when the template lacks a place, or has an unknown one.
  init(
    _ template: Template, _ texts: Texts, _ language: Language, policy: String,
    _ fill: (String) -> String?
  ) throws(DomainError) {
    var parts: [String] = []
    var rest = template.text[...]
    for placeholder in Self.placeholders {
      guard let range = rest.firstRange(of: placeholder) else {
        throw .webFilesInvalid("the page has no place for its \(placeholder.dropFirst(2).dropLast(2))")
      }
      parts.append(try Template(text: String(rest[..<range.lowerBound])).filled(fill))
      rest = rest[range.upperBound...]
    }
    parts.append(try Template(text: String(rest)).filled(fill))
    (self.texts, self.language, self.parts, self.policy) = (texts, language, parts, policy)
  }

  /// The page with markup at its two places.
  func html(head: String, content: String) -> String { "\(parts[0])\(head)\(parts[1])\(content)\(parts[2])" }

  /// A page that depends on the data. Compressed by the engine.
  func response(status: Int, head: String, content: String) -> Response {
    let bytes = Array(html(head: head, content: content).utf8)
    var headers = Headers([
      ("Content-Type", FileType.html.mediaType), ("Cache-Control", status == 200 ? "no-cache" : "no-store"),
      ("Vary", "Accept-Language, Cookie, Accept-Encoding"), ("Content-Security-Policy", policy),
    ])
    for (name, value) in SecurityHeaders.pageHeaders { headers.add(name, value) }
    headers.add("Content-Language", language.rawValue)
    if status == 200 { headers.add("ETag", "W/\"\(contentHash([bytes]))\"") }
    return Response(status: status, headers: headers, body: .bytes(bytes))
  }

  /// The page of an address that does not exist.
  /// - Parameter key: that of the text that says so.
  func notFound(_ key: String) -> Response {
    let title = Markup.escaped(texts[key] ?? "")
    return response(
      status: 404, head: "<title>\(title)</title>\n<meta name=\"robots\" content=\"noindex\">",
      content: """
        <main id="booth-page" class="booth-page"><article>
        <h2>\(title)</h2>
        <p>\(Markup.escaped(texts["page.notFoundWhy"] ?? ""))</p>
        <p class="actions"><a class="button is-main" href="/">\(Markup.escaped(texts["page.toMap"] ?? ""))</a>\
        <a class="button" href="/app/feed">\(Markup.escaped(texts["page.toFeed"] ?? ""))</a></p>
        </article></main>
        """)
  }
}
