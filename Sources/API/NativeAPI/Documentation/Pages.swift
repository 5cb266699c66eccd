import APIKit
import Basics
import Booths
import Contracts
import Geo
import HTTP
import JSON
import Location

/// HTML pages of the documentation.
enum Pages {
  /// The start page, with sample URLs.
  static func home(boothCount: Int, defaultCoordinate coordinate: Coordinate) -> String {
    let around = "lat=\(coordinate.latitude)&lon=\(coordinate.longitude)"
    let samples = [
      ("/api/booths/near?\(around)&limit=5", "the five nearest booths to a position"),
      (
        "/api/booths/near?location_state=denied&region=seoul-mapo",
        "the nearest booths without the device's location"
      ),
      ("/api/booths/near?\(around)&radius=1.5km&open_at=now&people=4", "open now, within 1.5 km, for four people"),
      ("/api/booths/in?bbox=126.9,37.4,127.1,37.6", "the booths of a viewport"),
      ("/api/booths/search?q=ㄱㄴ", "a search by initial consonants"), ("/api/brands", "the chains"),
      ("/api/posts/near?\(around)", "poses for the booths around a position"), ("/api/posts", "what people share"),
      ("/ogc", "OGC API – Features, for map programs"), ("/docs", "the documentation"),
      ("/openapi.json", "the definition in OpenAPI 3.1"),
    ]
    let items = samples.map { path, text in
      "<li><a href=\"\(Markup.escaped(path))\"><code>\(Markup.escaped(path))</code></a> – \(Markup.escaped(text))</li>"
    }
    return page(
      "fourcuts",
      """
      <h1>fourcuts</h1>
      <p>Finds photo booths: the nearest ones, those on a map, those of a name; and what people share about them. This
      service holds
      \(boothCount) booths.</p>
      <h2>To try</h2>
      <ul>\(items.joined(separator: "\n"))</ul>
      """)
  }

  /// The page with all endpoints.
  static func documentation(_ endpoints: [Endpoint]) -> String {
    let groups = endpoints.groups.map { group in
      let rows = endpoints.filter { $0.group == group }.map(section).joined(separator: "\n")
      return "<h2>\(Markup.escaped(group.title))</h2>\n\(rows)"
    }
    return page(
      "fourcuts: documentation",
      """
      <h1>Documentation</h1>
      <p>For programs: <a href="/openapi.json">OpenAPI 3.1</a>. Unknown, repeated and invalid parameters are rejected,
      and so are body fields, except in the APIs that follow other contracts. Answers about booths carry an
      <code>ETag</code> that changes with the catalogue. Lists are GeoJSON if <code>Accept</code> names
      <code>application/geo+json</code>.</p>
      \(groups.joined(separator: "\n"))
      <h2>Problems</h2>
      <p>Errors are <code>application/problem+json</code> (RFC 9457). <code>code</code> is stable, for programs;
      <code>parameter</code> names the parameter or field in error.</p>
      <dl>\(problems)</dl>
      """)
  }

  private static var problems: String {
    let kinds = DomainError.Kind.allCases.map { ($0.rawValue, String($0.status), $0.title) }
    let others = [
      ("not-acceptable", "406", "Not acceptable"), ("unsupported-media-type", "415", "Unsupported media type"),
      ("fault", "500", "Internal error"),
      ("http", "4xx", "HTTP error"),
    ]
    return (kinds + others).map { name, status, title in
      "<dt id=\"problem-\(name)\">\(status)</dt><dd>\(Markup.escaped(title)).</dd>"
    }.joined(separator: "\n")
  }

  private static func section(_ endpoint: Endpoint) -> String {
    let segments = endpoint.pathParameters.map(\.name)
    let parameters = (endpoint.pathParameters + endpoint.query + endpoint.headers).map { parameter in
      row(
        parameter.name, isNeeded: parameter.isRequired || segments.contains(parameter.name), parameter.summary,
        parameter.example)
    }
    let fields = endpoint.body?.fields?.map { field in
      row(
        field.name, isNeeded: field.isRequired, field.summary,
        field.example.map { String(decoding: $0.bytes, as: UTF8.self) })
    }
    let body = endpoint.body.map { "<p>Body: <code>\(Markup.escaped($0.type))</code>. \(prose($0.summary))</p>" } ?? ""
    let answers = endpoint.answers.map { "<li>\($0.status): \(prose($0.summary))</li>" }.joined()
    return """
      <section>
      <h3><code>\(endpoint.method.rawValue) \(Markup.escaped(endpoint.path))</code></h3>
      <p>\(prose(endpoint.summary)). \(prose(endpoint.details))\(caller(endpoint.caller))</p>
      \(table(parameters))\(body)\(table(fields ?? []))
      <ul>\(answers)</ul>
      </section>
      """
  }

  private static func caller(_ need: CallerRequirement) -> String {
    switch need {
    case .none: ""
    case .optional: " Takes <code>Authorization: Bearer</code>."
    case .required: " Needs <code>Authorization: Bearer</code>."
    }
  }

  private static func table(_ rows: [String]) -> String {
    rows.isEmpty ? "" : "<table>\(rows.joined(separator: "\n"))</table>"
  }

  private static func row(_ name: String, isNeeded: Bool, _ summary: String, _ example: String?) -> String {
    let exampleHTML = example.map { " <span>e.g. <code>\(Markup.escaped($0))</code></span>" } ?? ""
    return "<tr><th><code>\(Markup.escaped(name))</code>\(isNeeded ? " (required)" : "")</th>"
      + "<td>\(prose(summary))\(exampleHTML)</td></tr>"
  }

  private static func page(_ title: String, _ body: String) -> String {
    """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>\(Markup.escaped(title))</title>
    <link rel="stylesheet" href="/docs/style.css">
    </head>
    <body>
    <main>
    \(body)
    </main>
    </body>
    </html>

    """
  }

  /// Documentation text as HTML; backticks mark code.
  private static func prose(_ text: String) -> String {
    let parts = Markup.escaped(text).split(separator: "`", omittingEmptySubsequences: false)
    return parts.enumerated().map { $0.offset % 2 == 1 ? "<code>\($0.element)</code>" : String($0.element) }.joined()
  }

  static let style = """
    :root { color-scheme: light dark; font: 16px/1.6 system-ui, sans-serif; }
    main { max-width: 52rem; margin: 2rem auto; padding: 0 1rem; }
    code { font-size: .92em; overflow-wrap: anywhere; }
    section { border-top: 1px solid #8886; padding: .5rem 0; }
    table { border-collapse: collapse; width: 100%; }
    th, td { text-align: left; vertical-align: top; padding: .3rem .8rem .3rem 0; }
    th { width: 12rem; font-weight: normal; }
    dt { float: left; clear: left; width: 4rem; }

    """
}
