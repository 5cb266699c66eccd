import Basics
import Booths
import HTTP
import Synchronization

/// The addresses of the pages of all booths that are not closed, for search engines (sitemaps.org, 0.9).
struct Sitemap: Sendable {
  let catalogue: CatalogueHolder
  let base: @Sendable (Request) -> String
  private let parts = SitemapParts()

  static let maxCount = 50_000

  init(catalogue: CatalogueHolder, base: @escaping @Sendable (Request) -> String) {
    (self.catalogue, self.base) = (catalogue, base)
  }

  var routes: [Route] {
    var index = Route(.get, "/sitemap.xml", bodyLimit: 0, .deferred(index))
    var part = Route(.get, "/sitemaps/{part}", bodyLimit: 0, .deferred(part))
    (index.cost, part.cost) = (5, 5)
    return [index, part, Route(.get, "/robots.txt", bodyLimit: 0, .immediate(robots))]
  }

  /// All addresses, or an index of the parts if they are too many for one file.
  @Sendable private func index(_ request: Request) async -> Response {
    let catalogue = catalogue.current
    let starts = parts.starts(of: catalogue)
    if starts.count <= 1 { return addresses(catalogue, after: nil, request) }
    let base = base(request)
    let items = starts.indices.map { "<sitemap><loc>\(Markup.escaped(base))/sitemaps/\($0 + 1).xml</loc></sitemap>" }
    return document("sitemapindex", items, catalogue, base)
  }

  @Sendable private func part(_ request: Request) async -> Response {
    let catalogue = catalogue.current
    let starts = parts.starts(of: catalogue)
    guard let name = request.parameters["part"], name.hasSuffix(".xml"), let number = Int(name.dropLast(4)),
      name == "\(number).xml", starts.count > 1, starts.indices.contains(number - 1)
    else { return .plainText(404, "There is no such part.\n") }
    return addresses(catalogue, after: starts[number - 1], request)
  }

  private func addresses(_ catalogue: Catalogue, after start: BoothID?, _ request: Request) -> Response {
    let base = base(request)
    let location = "<url><loc>\(Markup.escaped(base))/booths/"
    let items = catalogue.all(after: start, limit: Self.maxCount).map {
      "\(location)\(catalogue.record($0).id)</loc></url>"
    }
    return document("urlset", items, catalogue, base)
  }

  private func document(_ name: String, _ items: [String], _ catalogue: Catalogue, _ base: String) -> Response {
    let text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <\(name) xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
      \(items.joined(separator: "\n"))
      </\(name)>

      """
    let tag = contentHash([Array("\(catalogue.version) \(catalogue.mark) \(base)".utf8)])
    return Response(
      status: 200,
      headers: Headers([
        ("Content-Type", "application/xml; charset=utf-8"), ("Cache-Control", "no-cache"),
        ("ETag", "W/\"\(tag)\""), ("Vary", "Accept-Encoding"), ("X-Content-Type-Options", "nosniff"),
      ]), body: .bytes(Array(text.utf8)))
  }

  /// Search engines read the pages and their photos, not the API.
  @Sendable private func robots(_ request: Request) -> Response {
    let base = base(request)
    let sitemap = base.isEmpty ? "" : "\nSitemap: \(base)/sitemap.xml\n"
    var response = Response.plainText(
      200, "User-agent: *\nAllow: /api/photos/\nDisallow: /api/\nDisallow: /app/\nDisallow: /pay/\n\(sitemap)")
    response.headers["Cache-Control"] = "no-cache"
    return response
  }
}

/// The beginnings of the parts of a catalogue, found once for each version.
private final class SitemapParts: Sendable {
  private struct State {
    var catalogue = ""
    var starts: [BoothID?] = []
  }

  private let state = Mutex(State())

  /// The booth before the first one of each part; nil for the first part. Complexity: O(booths) for a new version.
  func starts(of catalogue: Catalogue) -> [BoothID?] {
    let name = "\(catalogue.version) \(catalogue.mark)"
    return state.withLock { state in
      if state.catalogue != name || state.starts.isEmpty {
        state.catalogue = name
        state.starts = Self.starts(catalogue)
      }
      return state.starts
    }
  }

  private static func starts(_ catalogue: Catalogue) -> [BoothID?] {
    var starts: [BoothID?] = [nil]
    while true {
      let part = catalogue.all(after: starts[starts.count - 1], limit: Sitemap.maxCount + 1)
      guard part.count > Sitemap.maxCount else { return starts }
      starts.append(catalogue.record(part[Sitemap.maxCount - 1]).id)
    }
  }
}
