import Basics
import Booths
import Geo
import HTTP

/// The page that lists booths without a script: those around a place, or with a name. Where one runs, the app shows its
/// map instead.
///
/// `?q=` names the place, `page=` one of up to 50 pages of 20 booths.
struct BoothListPage: Sendable {
  let shells: [Language: PageShell]
  let catalogue: CatalogueHolder
  let gazetteer: Gazetteer
  let clock: @Sendable () -> Timestamp

  private static let countOfPage = 20
  private static let maxPage = 50
  private static let maxTextLength = 100

  var route: Route {
    var route = Route(.get, "/booths", bodyLimit: 0, .deferred(page))
    // A search through texts.
    route.cost = 5
    return route
  }

  @Sendable private func page(_ request: Request) async -> Response {
    // There is a shell for each language.
    let (language, isNamed) = BoothPages.language(request)
    let shell = shells[language].unsafelyUnwrapped
    let query = try? QueryParameters(parsing: request.query)
    let text = displayText(query?["q"] ?? "", maxLength: Self.maxTextLength)
    let page = min(max(1, query?["page"].flatMap { Int($0) } ?? 1), Self.maxPage)
    let (first, end) = ((page - 1) * Self.countOfPage, page * Self.countOfPage)
    let catalogue = catalogue.current
    // One more tells whether there is a next page.
    let now = clock()
    let found = Found(text, PlaceSearch(gazetteer, catalogue, now: now), catalogue, limit: end + 1)
    let list = BoothListContent(
      place: found.place, text: text, texts: shell.texts, language: language, isLanguageNamed: isNamed, page: page,
      nextPage: found.booths.count > end && page < Self.maxPage ? page + 1 : nil,
      items: found.booths.prefix(end).dropFirst(first).map { (BoothFacts(catalogue, $0.ordinal, at: now), $0.metres) })
    return shell.response(status: 200, head: list.head, content: list.content)
  }
}

/// The booths that a text names: the nearest ones if it names a place, otherwise those with it in their names, chains
/// or addresses. None for an empty text.
private struct Found {
  var place: SearchResult?
  var booths: [(ordinal: UInt32, metres: Double?)] = []

  init(_ text: String, _ search: PlaceSearch, _ catalogue: Catalogue, limit: Int) {
    guard !text.isEmpty else { return }
    let best = search.results(for: text, limit: 1).first
    if let best, [.region, .station, .place].contains(best.kind) {
      place = best
      booths = catalogue.near(best.coordinate, limit: limit).map { ($0.ordinal, $0.metres) }
    } else {
      booths = (search.booths(for: text, limit: limit) ?? []).map { ($0, nil) }
    }
  }
}

/// The markup of a list. Every text of the catalogue is escaped.
private struct BoothListContent {
  let place: SearchResult?
  let text: String
  let texts: Texts
  let language: Language
  /// Whether the address names the language; links to the other pages then name it too.
  let isLanguageNamed: Bool
  let page: Int
  let nextPage: Int?
  let items: [(facts: BoothFacts, metres: Double?)]

  private var title: String {
    let name = language == .english ? place?.englishName : nil
    return name ?? place?.name ?? (text.isEmpty ? texts.filled("searchLabel") : text)
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
    \(form)\(list)\(pages)</article></main>
    """
  }

  private var form: String {
    let (label, action) = (Markup.escaped(texts.filled("searchLabel")), Markup.escaped(texts.filled("noScript.find")))
    return """
      <form class="find" action="/booths">\(hiddenLanguage)<input name="q" type="search" maxlength="100" aria-label="\(label)" \
      placeholder="\(label)" value="\(Markup.escaped(text))"><button class="button is-main">\(action)</button></form>

      """
  }

  private var hiddenLanguage: String {
    isLanguageNamed ? "<input type=\"hidden\" name=\"lang\" value=\"\(language.rawValue)\">" : ""
  }

  private var list: String {
    if text.isEmpty { return "" }
    if items.isEmpty, page == 1 {
      return "<p class=\"note\">\(Markup.escaped(texts.filled("emptyText", ["text": text])))</p>\n"
    }
    return "<ol class=\"items\">\n\(items.map(item).joined())</ol>\n"
  }

  private var pages: String {
    let before = page > 1 ? link(to: page - 1, "prev", "noScript.previous") : ""
    let after = nextPage.map { link(to: $0, "next", "noScript.next") } ?? ""
    return before.isEmpty && after.isEmpty ? "" : "<nav class=\"actions\">\(before)\(after)</nav>\n"
  }

  private func link(to page: Int, _ relation: String, _ label: String) -> String {
    let language = isLanguageNamed ? "&amp;lang=\(language.rawValue)" : ""
    let address = "/booths?q=\(percentEncoded(text))&amp;page=\(page)\(language)"
    return "<a class=\"button\" rel=\"\(relation)\" href=\"\(address)\">\(Markup.escaped(texts.filled(label)))</a>"
  }

  private func item(_ facts: BoothFacts, _ metres: Double?) -> String {
    let distance = metres.map { "<span class=\"far\">\(Markup.escaped(texts.distance($0)))</span>" } ?? ""
    let more = [texts.price(facts), facts.addresses(in: language).first].compactMap(\.self).joined(separator: " · ")
    return """
      <li><a class="item" href="/booths/\(facts.id)"><span class="words">\
      <span class="title-line"><bdi class="title">\(Markup.escaped(facts.name(in: language)))</bdi>\(distance)</span>\
      <span class="opening is-\(facts.outlook.state.rawValue)">\(Markup.escaped(texts.opening(facts)))</span>\
      <bdi class="faint">\(Markup.escaped(more))</bdi></span></a></li>

      """
  }
}
