package import Basics
package import Booths
import Geo
package import HTTP
import JSON
package import Posts

/// The pages of booths for everybody who has a link: people, messengers and search engines. They need no script; where
/// one runs, the app shows the booth on its map instead.
package struct BoothPages: Sendable {
  let shells: [Language: PageShell]
  let catalogue: CatalogueHolder
  let gazetteer: Gazetteer
  let gallery: @Sendable (BoothID) async throws -> BoothGallery
  let sources: @Sendable () async throws -> [BoothSource]
  let pictures: PreviewPictures
  /// The address at which the request reached the server, without a slash at its end.
  let base: @Sendable (Request) -> String
  let clock: @Sendable () -> Timestamp

  /// - Parameters:
  ///   - gallery: what people share about a booth; where it throws, the page goes without photos.
  ///   - sources: The sources of the booths; where it throws, the page goes without their terms.
  ///   - draw: draws a preview picture, as PNG.
  package init(
    _ app: WebApp, catalogue: CatalogueHolder, gazetteer: Gazetteer,
    gallery: @escaping @Sendable (BoothID) async throws -> BoothGallery,
    sources: @escaping @Sendable () async throws -> [BoothSource],
    draw: @escaping @Sendable (PreviewCard) async throws -> [UInt8], base: @escaping @Sendable (Request) -> String,
    clock: @escaping @Sendable () -> Timestamp
  ) {
    (shells, self.catalogue, self.gazetteer) = (app.shells, catalogue, gazetteer)
    (self.gallery, self.sources) = (gallery, sources)
    (pictures, self.base, self.clock) = (PreviewPictures(draw), base, clock)
  }

  package var routes: [Route] {
    let sitemap = Sitemap(catalogue: catalogue, base: base)
    var picture = Route(.get, "/booths/{id}/preview.png", bodyLimit: 0, .deferred(preview))
    // It is drawn for the first one who asks.
    picture.cost = 5
    let list = BoothListPage(shells: shells, catalogue: catalogue, gazetteer: gazetteer, clock: clock)
    return [list.route, Route(.get, "/booths/{id}", bodyLimit: 0, .deferred(page)), picture] + sitemap.routes
  }

  /// The number of a booth as its address has it: digits without leading zeros.
  private static func number(_ request: Request) -> BoothID? {
    guard let text = request.parameters["id"], (1...15).contains(text.utf8.count), text.first != "0",
      text.utf8.allSatisfy({ (0x30...0x39).contains($0) })
    else { return nil }
    return Int64(text).map { BoothID($0) }
  }

  /// The language in the address (`?lang=en`), otherwise the chosen one or the browser's.
  static func language(_ request: Request) -> (language: Language, isNamed: Bool) {
    for pair in (request.query ?? "").split(separator: "&") where pair.hasPrefix("lang=") {
      if let language = Language(rawValue: String(pair.dropFirst(5))) { return (language, true) }
    }
    return (Language(of: request), false)
  }

  @Sendable private func page(_ request: Request) async -> Response {
    let (language, isNamed) = Self.language(request)
    // There is a shell for each language.
    let shell = shells[language].unsafelyUnwrapped
    let catalogue = catalogue.current
    guard let id = Self.number(request), let ordinal = catalogue.ordinal(of: id) else {
      return shell.notFound("page.booth.unknown")
    }
    let gallery = try? await gallery(id)
    let facts = BoothFacts(catalogue, ordinal, at: clock())
    let terms = try? await sources().first { $0.name == facts.source }?.terms
    let page = BoothPage(
      facts: facts, texts: shell.texts, language: language,
      isLanguageNamed: isNamed, base: base(request), gallery: gallery, terms: terms,
      picture: Self.card(of: ordinal, catalogue, shell).version)
    // Removed permanently: search engines forget it, people still read what was there.
    let status = page.facts.isClosed ? 410 : 200
    return shell.response(status: status, head: page.head, content: page.content)
  }

  @Sendable private func preview(_ request: Request) async -> Response {
    let catalogue = catalogue.current
    guard let id = Self.number(request), let ordinal = catalogue.ordinal(of: id) else {
      return .plainText(404, "There is no such booth.\n")
    }
    // One picture for everybody, as messengers speak no language: in that of the catalogue.
    return await pictures.response(for: Self.card(of: ordinal, catalogue, shells[.korean].unsafelyUnwrapped))
  }

  private static func card(of ordinal: UInt32, _ catalogue: Catalogue, _ shell: PageShell) -> PreviewCard {
    let booth = catalogue.record(ordinal).booth.attributes
    return PreviewCard(
      title: displayText(booth.name, maxLength: 80),
      subtitle: displayText(booth.roadAddress ?? booth.lotAddress ?? "", maxLength: 120),
      label: displayText(booth.brand ?? "", maxLength: 40), footer: shell.texts["name"] ?? "",
      color: BrandColor(of: booth.brand).hex)
  }
}

extension Response {
  static func plainText(_ status: Int, _ text: String, retryAfter: Int? = nil) -> Response {
    var headers = Headers([
      ("Content-Type", "text/plain; charset=utf-8"), ("Cache-Control", "no-store"),
      ("X-Content-Type-Options", "nosniff"),
    ])
    if let retryAfter { headers.add("Retry-After", String(retryAfter)) }
    return Response(status: status, headers: headers, body: .bytes(Array(text.utf8)))
  }
}
