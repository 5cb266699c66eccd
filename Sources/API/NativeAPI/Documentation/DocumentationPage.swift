import APIKit
import Basics
import Contracts
import HTTP
import JSON

/// The documentation page in one language, made from the table of endpoints. It needs no script; `docs.js` adds the
/// search, copying and sending.
struct DocumentationPage {
  let endpoints: [Endpoint]
  let schemas: [JSONMember]
  let examples: [String: [RecordedExample]]
  let tree: String
  let language: String
  /// The address of the service in commands; the script puts that of the page in its place.
  let address: String
  /// A text of the page, escaped.
  let text: (String) -> String
  /// A text of the page in which backticks mark code.
  private let prose: (String) -> String
  /// An English title as markup, in the language of the page if it has that title.
  private let title: (String) -> String

  init(
    _ endpoints: [Endpoint], schemas: [JSONMember], files: DocumentationFiles, language: String, address: String
  ) {
    (self.endpoints, self.schemas, self.language, self.address) = (endpoints, schemas, language, address)
    examples = Dictionary(grouping: files.examples, by: \.operation)
    tree = files.tree
    text = { Markup.escaped(files.text("docs.\($0)", language)) }
    prose = { OperationSection.prose(files.text("docs.\($0)", language)) }
    title = { english in
      files.title(english, language).map(Markup.escaped) ?? "<span lang=\"en\">\(Markup.escaped(english))</span>"
    }
  }

  var html: String {
    """
    <!doctype html>
    <html lang="\(language)">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
    <title>\(text("title"))</title>
    <meta name="description" content="\(text("description"))">
    <link rel="icon" href="\(tree)/icon.svg" type="image/svg+xml">
    <link rel="stylesheet" href="\(tree)/style.css">
    <link rel="stylesheet" href="\(tree)/views/docs/docs.css">
    <link rel="stylesheet" href="\(tree)/dark.css" media="(prefers-color-scheme: dark)" data-scheme="dark">
    <script src="\(tree)/theme.js"></script>
    <script type="module" src="\(tree)/views/docs/docs.js"></script>
    </head>
    <body class="docs" \(scriptTexts)>
    <a class="skip" href="#content">\(text("skip"))</a>
    <header class="docs-top">
    <a class="logo" href="/"><img src="\(tree)/icon.svg" alt="" width="28" height="28"><span>\(text("home"))</span></a>
    <button type="button" class="small docs-menu" popovertarget="contents">\(text("menu"))</button>
    </header>
    <nav id="contents" class="docs-nav" aria-label="\(text("menu"))" popover>\(navigation)</nav>
    <main id="content" class="docs-main" tabindex="-1">
    <h1>\(text("title"))</h1>
    \(introduction)
    \(EndpointGroup.Part.allCases.map(part).joined(separator: "\n"))
    \(schemaSection)
    \(problemSection)
    </main>
    <div id="status" class="notices" role="status"></div>
    </body>
    </html>

    """
  }

  private var scriptTexts: String {
    [
      "search", "search-hint", "found", "copy", "copied", "not-copied", "try", "send", "sending", "secret-hint",
      "failed", "answer", "in-path", "in-query",
    ].map { "data-\($0)=\"\(text($0))\"" }.joined(separator: " ")
  }

  // MARK: Navigation

  private var navigation: String {
    let parts = EndpointGroup.Part.allCases.map { part in
      let groups = endpoints.groups.filter { $0.part == part }
      if groups.isEmpty { return "" }
      return "<h2>\(text("part.\(part)"))</h2>\n<ul>\(groups.map(links).joined(separator: "\n"))</ul>"
    }
    return """
      <div id="search-place"></div>
      \(parts.joined(separator: "\n"))
      <h2>\(text("reference"))</h2>
      <ul><li><a href="#schemas">\(text("schemas"))</a></li><li><a href="#problems">\(text("problems"))</a></li>
      <li><a href="/openapi.json">OpenAPI 3.1</a></li></ul>
      """
  }

  private func links(to group: EndpointGroup) -> String {
    let links = endpoints.filter { $0.group == group }.map { endpoint in
      """
      <li><a href="#\(OpenAPI.operationID(endpoint))">\(OperationSection.method(endpoint)) \
      <code>\(Markup.escaped(endpoint.path))</code></a></li>
      """
    }
    return """
      <li><details><summary>\(title(group.title)) <span class="faint">\(links.count)</span></summary>
      <ul>\(links.joined(separator: "\n"))</ul></details></li>
      """
  }

  // MARK: Content

  private var introduction: String {
    """
    <div class="docs-text"><p>\(prose("intro.start"))</p>
    <ul><li>\(prose("intro.token"))</li><li>\(prose("intro.strict"))</li>
    <li>\(prose("intro.tag"))</li><li>\(prose("intro.examples"))</li></ul>
    <p><a href="/openapi.json">\(text("openapi"))</a></p></div>
    """
  }

  private func part(_ part: EndpointGroup.Part) -> String {
    let groups = endpoints.groups.filter { $0.part == part }
    guard !groups.isEmpty else { return "" }
    return """
      <section class="docs-part" aria-labelledby="part-\(part)">
      <h2 id="part-\(part)">\(text("part.\(part)"))</h2>
      <p class="docs-text">\(prose("about.\(part)"))</p>
      \(groups.map(section).joined(separator: "\n"))
      </section>
      """
  }

  private func section(_ group: EndpointGroup) -> String {
    let operations = endpoints.filter { $0.group == group }.map { endpoint in
      let examples = examples["\(endpoint.method.rawValue) \(endpoint.path)"] ?? []
      return OperationSection(endpoint: endpoint, examples: examples, address: address, text: text, title: title).html
    }
    return """
      <section class="docs-group" aria-labelledby="\(group.name)">
      <h3 id="\(group.name)">\(title(group.title)) \
      <a class="docs-definition" href="/openapi.json?group=\(group.name)">OpenAPI<span class="unseen"> – \
      \(title(group.title))</span></a></h3>
      \(operations.joined(separator: "\n"))
      </section>
      """
  }

  private var schemaSection: String {
    let sections = schemas.map { schema in
      let rows = SchemaTable.rows(of: schema.value)
      let content =
        rows.isEmpty
        ? "<p class=\"type\">\(SchemaTable.type(schema.value))</p>"
        : "<table class=\"docs-fields\">\(rows.joined(separator: "\n"))</table>"
      let name = Markup.escaped(schema.key)
      return "<section class=\"docs-schema\" id=\"schema-\(name)\"><h3>\(name)</h3>\n\(content)</section>"
    }
    return """
      <section class="docs-part" aria-labelledby="schemas"><h2 id="schemas">\(text("schemas"))</h2>
      <p class="docs-text">\(prose("about.schemas"))</p>
      <div lang="en">\(sections.joined(separator: "\n"))</div></section>
      """
  }

  private var problemSection: String {
    let kinds = DomainError.Kind.allCases.map { ($0.rawValue, String($0.status), $0.title) }
    let others = [
      ("not-acceptable", "406", "Not acceptable"), ("unsupported-media-type", "415", "Unsupported media type"),
      ("fault", "500", "Internal error"), ("http", "4xx", "HTTP error"),
    ]
    let rows = (kinds + others).map { name, status, title in
      """
      <tr id="problem-\(name)"><th scope="row">\(status)</th><td>\(Markup.escaped(title))</td>\
      <td><code>/docs#problem-\(name)</code></td></tr>
      """
    }
    return """
      <section class="docs-part" aria-labelledby="problems"><h2 id="problems">\(text("problems"))</h2>
      <p class="docs-text">\(prose("about.problems"))</p>
      <table class="docs-fields" lang="en">\(rows.joined(separator: "\n"))</table></section>
      """
  }
}
