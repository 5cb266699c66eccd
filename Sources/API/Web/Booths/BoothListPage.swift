import Basics
import Booths
import Geo
import HTTP

/// The page that lists booths where no script runs: those around a place that somebody names, or with a name. Where one
/// runs, the app shows its map instead.
struct BoothListPage: Sendable {
  let shells: [Language: PageShell]
  let catalogue: CatalogueHolder
  let gazetteer: Gazetteer
  let clock: @Sendable () -> Timestamp

  private static let maxCount = 20
  private static let maxTextLength = 100

  var route: Route {
    var route = Route(.get, "/booths", bodyLimit: 0, .deferred(page))
    // A search through texts.
    route.cost = 5
    return route
  }

  @Sendable private func page(_ request: Request) async -> Response {
    // There is a shell for each language.
    let (language, _) = BoothPages.language(request)
    let shell = shells[language].unsafelyUnwrapped
    let typed = (try? QueryParameters(parsing: request.query))?["q"] ?? ""
    let text = displayText(typed, maxLength: Self.maxTextLength)
    let catalogue = catalogue.current
    let found = Found(text, catalogue, gazetteer, limit: Self.maxCount)
    let list = BoothListContent(
      found: found, text: text, texts: shell.texts, language: language,
      facts: found.booths.map { BoothFacts(catalogue, $0.ordinal, at: clock()) })
    return shell.response(status: 200, head: list.head, content: list.content)
  }
}

/// The booths that a text names: the nearest ones where it names a place, else those that have it in their names, chains
/// or addresses. None for an empty text.
private struct Found {
  var place: SearchResult?
  var booths: [(ordinal: UInt32, metres: Double?)] = []

  init(_ text: String, _ catalogue: Catalogue, _ gazetteer: Gazetteer, limit: Int) {
    guard !text.isEmpty else { return }
    let best = PlaceSearch(gazetteer, catalogue).results(for: text, limit: 1).first
    if let best, [.region, .station, .place].contains(best.kind) {
      place = best
      booths = catalogue.near(best.coordinate, limit: limit).map { ($0.ordinal, $0.metres) }
    } else {
      booths = catalogue.search(text, limit: limit).map { ($0, nil) }
    }
  }
}

/// The markup of a list. Every text of the catalogue is escaped.
private struct BoothListContent {
  let found: Found
  let text: String
  let texts: Texts
  let language: Language
  let facts: [BoothFacts]

  private var title: String {
    let name = language == .english ? found.place?.englishName : nil
    return name ?? found.place?.name ?? (text.isEmpty ? texts.filled("searchLabel") : text)
  }

  /// There are as many pages as texts: search engines find the booths by the sitemap.
  var head: String {
    """
    <title>\(Markup.escaped("\(title) – \(texts.filled("name"))"))</title>
    <meta name="robots" content="noindex">
    """
  }

  var content: String {
    """
    <main id="booth-page" class="booth-page" tabindex="-1"><article>
    <h2><bdi>\(Markup.escaped(title))</bdi></h2>
    \(form)\(items)</article></main>
    """
  }

  private var form: String {
    let (label, action) = (Markup.escaped(texts.filled("searchLabel")), Markup.escaped(texts.filled("noScript.find")))
    return """
      <form class="find" action="/booths"><input name="q" type="search" maxlength="100" aria-label="\(label)" \
      placeholder="\(label)" value="\(Markup.escaped(text))"><button class="button is-main">\(action)</button></form>

      """
  }

  private var items: String {
    if text.isEmpty { return "" }
    if facts.isEmpty {
      return "<p class=\"note\">\(Markup.escaped(texts.filled("emptyText", ["text": text])))</p>\n"
    }
    let rows = zip(facts, found.booths).map { item($0, metres: $1.metres) }
    return "<ol class=\"items\">\n\(rows.joined())</ol>\n"
  }

  private func item(_ facts: BoothFacts, metres: Double?) -> String {
    let distance = metres.map { "<span class=\"far\">\(Markup.escaped(texts.distance($0)))</span>" } ?? ""
    let more = [texts.price(facts), facts.addresses(in: language).first].compactMap(\.self).joined(separator: " · ")
    return """
      <li><a class="item" href="/booths/\(facts.id)"><span class="words">\
      <span class="title-line"><bdi class="title">\(Markup.escaped(facts.name))</bdi>\(distance)</span>\
      <span class="opening is-\(facts.outlook.state.rawValue)">\(Markup.escaped(texts.opening(facts)))</span>\
      <bdi class="faint">\(Markup.escaped(more))</bdi></span></a></li>

      """
  }
}
