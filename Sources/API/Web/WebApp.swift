package import Basics
package import HTTP
import JSON
import MapTiles

/// The web app: a page in each language, and its files.
///
/// All files are served below one path that contains the hash of all contents. So modules import each other by relative
/// paths, and an old page never loads a newer file. Files are served from memory by exact paths: no
/// request path reaches the disk.
package struct WebApp: Sendable {
  /// The routes of the files, the service worker, the view pages, the payment page if there is a payment library, and
  /// the tiles if there is a file of them.
  /// The map's page is served by `page`, as its path is shared with other interfaces.
  package let routes: [Route]
  /// The page in each language, around what the server writes.
  let shells: [Language: PageShell]
  private let pages: [Language: PreparedResponse]
  /// For the page of the API's documentation.
  package let documentation: DocumentationSource

  /// Builds the app; compressible files are compressed once, here.
  /// - Throws: `DomainError` `web-files-missing` or `web-files-invalid`.
  package init(_ files: WebFiles, _ settings: PageSettings = PageSettings()) throws(DomainError) {
    var contents = files.contents
    let template = Template(text: String(decoding: try contents.load("index.html"), as: UTF8.self))
    let payment = Template(text: String(decoding: try contents.load("pay.html"), as: UTF8.self))
    let legal = Template(text: String(decoding: try contents.load("legal.html"), as: UTF8.self))
    let worker = try contents.load("service-worker.js")
    let noticeText = contents["views/account/notice-text.js"] ?? []
    let viewNames = try Self.viewNames(router: contents["router.js"])
    let examples = try contents.load("views/docs/examples.json")
    let titles = try Texts(try contents.load("views/docs/titles.ko.json"))
    let textsOfViews = TextsOfViews(contents)
    let isForOperators = { (key: String) in key.hasPrefix("admin.") }
    var texts: [Language: Texts] = [:]
    for language in Language.allCases {
      let languageTexts = try Texts(try contents.load("strings/\(language.rawValue).json"))
      // The server writes the texts of the documentation page.
      contents["strings/\(language.rawValue).js"] = languageTexts.module {
        !$0.hasPrefix("docs.") && !isForOperators($0) && !textsOfViews.contains($0)
      }
      contents["strings/\(language.rawValue)-views.js"] = languageTexts.module {
        !isForOperators($0) && textsOfViews.contains($0)
      }
      contents["strings/\(language.rawValue)-admin.js"] = languageTexts.module(of: isForOperators)
      texts[language] = languageTexts
    }
    for (path, source) in contents where FileType(of: path) == .css && !path.hasPrefix("leaflet/") {
      contents[path] = servedStyleSheet(source)
    }
    let scripts = try JoinedScripts(sourcesIn: contents)
    let tree = FileTree(scripts.files)
    var preloading: [String: Pages] = [:]
    var (maps, views, payments): (Pages, Pages, Pages) = ([:], [:], [:])
    var (shells, legalShells): ([Language: PageShell], [Language: PageShell]) = ([:], [:])
    for (language, languageTexts) in texts {
      let shell = try PageShell(
        template, languageTexts, language, policy: SecurityHeaders.page(settings.tiles),
        Self.values(in: language, saying: languageTexts, of: tree, settings))
      shells[language] = shell
      legalShells[language] = try PageShell(
        legal, languageTexts, language, policy: SecurityHeaders.page(nil),
        Self.values(in: language, saying: languageTexts, of: tree, settings))
      let html = shell.html(head: Self.head(languageTexts), content: "")
      // Preload all scripts of the map or of a view at once, instead of one import level at a time.
      let strings = "strings/\(language.rawValue).js"
      let link = tree.preloading(
        [strings] + JoinedScripts.firstView, styles: ["leaflet/leaflet.css", "style.css", "views/map/map.css"])
      maps[language] = Self.page(html, settings, [link])
      views[language] = Self.page(html, settings, [])
      for (view, scripts) in scripts.views {
        let link = tree.preloading(
          [strings, "strings/\(language.rawValue)-views.js"] + scripts,
          styles: ["style.css", "widgets/widgets.css", "views/\(view)/\(view).css"])
        preloading[view, default: [:]][language] = Self.page(html, settings, [link])
      }
      let paymentHTML = try payment.filled(Self.values(in: language, saying: languageTexts, of: tree, settings))
      payments[language] = settings.paymentLibrary.map { Self.page(paymentHTML, $0) }
    }
    (pages, self.shells) = (maps, shells)
    let legalPages = try LegalPages(
      settings.legalTexts, in: legalShells, contact: settings.operatorContact,
      draft: { name throws(DomainError) in String(decoding: try contents.load("legal/\(name)"), as: UTF8.self) })
    documentation = DocumentationSource(tree: tree.path, examples: examples, texts: texts, titles: titles)
    let (viewPages, paymentPages, unknown) = (views, payments, shells)
    let preloadingRoutes = preloading.map { view, pages in
      Route(.get, "/app/\(view)", bodyLimit: 0, .immediate { Self.page($0, of: pages) })
    }
    routes =
      tree.routes + [Self.worker(Self.noticeScript(texts, noticeText) + worker, tree)] + Self.iconRoutes(contents)
      + preloadingRoutes + legalPages.routes
      + [Route(.get, "/admin", bodyLimit: 0, .immediate { _ in Self.toAdmin })]
      + Self.viewPaths.map { path in
        Route(
          .get, path, bodyLimit: 0,
          .immediate { request in
            viewNames.contains(request.parameters["view"] ?? "")
              ? Self.page(request, of: viewPages) : Self.notFound(request, in: unknown)
          })
      }
      + (settings.paymentLibrary == nil
        ? [] : [Route(.get, "/pay/{order}", bodyLimit: 0, .immediate { Self.page($0, of: paymentPages) })])
      + (settings.tileArchive.map { [TileSource.route(to: $0, onFailure: settings.onTileFailure)] } ?? [])
  }

  typealias Pages = [Language: PreparedResponse]

  /// The paths of the views other than the map: `/app/feed`, `/app/posts/{id}`, `/app/posts/{id}/edit`.
  private static let viewPaths = ["/app/{view}", "/app/{view}/{id}", "/app/{view}/{id}/{part}"]

  /// The address that operators type leads to their view.
  private static let toAdmin = Response(status: 302, headers: Headers([("Location", "/app/admin")]))

  /// The names of the views, as the page's router lists them.
  /// - Throws: `DomainError` `web-files-invalid` if it lists none.
  private static func viewNames(router: [UInt8]?) throws(DomainError) -> Set<String> {
    let script = String(decoding: router ?? [], as: UTF8.self)
    guard let table = script.firstMatch(of: /const views = \{([^}]*)\}/) else {
      throw .webFilesInvalid("router.js has no table of views")
    }
    return Set(table.1.matches(of: /([a-z]+):/).map { String($0.1) })
  }

  /// The values of the placeholders that all pages share.
  private static func values(
    in language: Language, saying texts: Texts, of tree: FileTree, _ settings: PageSettings
  ) -> (String) -> String? {
    { key in
      switch key {
      case "language": language.rawValue
      case "tree": tree.path
      case "tiles": settings.tiles?.template ?? ""
      case "attribution": settings.tiles?.attribution ?? ""
      case "attributionLink": settings.tiles?.attributionLink ?? ""
      case "minZoom": String(settings.tiles?.zooms.lowerBound ?? 0)
      case "maxZoom": String(settings.tiles?.zooms.upperBound ?? 0)
      case "schema": settings.tiles?.schema?.rawValue ?? ""
      case "tilesDate": settings.tiles?.date ?? ""
      case "providers": settings.providers.joined(separator: " ")
      case "contact": settings.operatorContact
      case "mail": settings.sendsMail ? "sent" : ""
      case "legal": settings.legalTexts.versions
      case "shop": settings.isShopOpen ? "open" : "closed"
      case "gateway": settings.paymentLibrary?.gateway ?? ""
      case "library": settings.paymentLibrary?.address ?? ""
      default: texts[key]
      }
    }
  }

  /// The descriptions in the head of the map and the other views.
  private static func head(_ texts: Texts) -> String {
    let (title, description) = (Markup.escaped(texts["title"] ?? ""), Markup.escaped(texts["description"] ?? ""))
    return """
      <title>\(title)</title>
      <meta name="description" content="\(description)">
      <meta property="og:title" content="\(title)">
      <meta property="og:description" content="\(description)">
      <meta property="og:type" content="website">
      """
  }

  /// The icons at the paths where browsers look by themselves.
  private static func iconRoutes(_ contents: [String: [UInt8]]) -> [Route] {
    [
      ("/favicon.ico", "icons/favicon.ico", "image/x-icon"),
      ("/apple-touch-icon.png", "icons/touch-180.png", "image/png"),
    ]
    .compactMap { path, file, type in
      contents[file].map { bytes in
        let icon = PreparedResponse(
          bytes, type: type, [("Cache-Control", "public, max-age=86400"), ("X-Content-Type-Options", "nosniff")])
        return Route(.get, path, bodyLimit: 0, .immediate { icon.response(to: $0) })
      }
    }
  }

  private static func page(_ html: String, _ settings: PageSettings, _ more: [(String, String)]) -> PreparedResponse {
    page(html, SecurityHeaders.page(settings.tiles), more + SecurityHeaders.pageHeaders)
  }

  private static func page(_ html: String, _ library: PaymentLibrary) -> PreparedResponse {
    page(html, SecurityHeaders.payment(library), SecurityHeaders.paymentHeaders)
  }

  static func page(_ html: String, _ policy: String, _ more: [(String, String)]) -> PreparedResponse {
    let fields = [
      ("Cache-Control", "no-cache"), ("Vary", "Accept, Accept-Language, Cookie, Accept-Encoding"),
      ("Content-Security-Policy", policy),
    ]
    return PreparedResponse(Array(html.utf8), type: FileType.html.mediaType, fields + more)
  }

  /// The map's page in the browser's language.
  package func page(_ request: Request) -> Response { Self.page(request, of: pages) }

  /// The page for unknown addresses, in the browser's language.
  package func notFound(_ request: Request) -> Response { Self.notFound(request, in: shells) }

  private static func notFound(_ request: Request, in shells: [Language: PageShell]) -> Response {
    // There is a shell for each language.
    shells[Language(of: request)].unsafelyUnwrapped.notFound("page.notFound")
  }

  static func page(_ request: Request, of pages: Pages) -> Response {
    let language = Language(of: request)
    // There is a page for each language.
    return pages[language].unsafelyUnwrapped.response(to: request)
  }

  /// What the service worker writes notices with: the texts, and the same script as the page.
  private static func noticeScript(_ texts: [Language: Texts], _ script: [UInt8]) -> [UInt8] {
    let members = Language.allCases.map { language in
      JSONMember(
        key: language.rawValue,
        value: texts[language]?.document { key in
          key.hasPrefix("account.notices.") && !key.hasPrefix("account.notices.kind.")
        } ?? .null)
    }
    let script = String(decoding: script, as: UTF8.self).replacing("\nexport ", with: "\n")
    return Array("const noticeTexts = ".utf8) + JSONValue.object(members).bytes + Array(";\n\(script)".utf8)
  }

  /// The service worker. Its address is fixed, because its scope is the whole site; so the script contains the list of
  /// files to cache.
  private static func worker(_ script: [UInt8], _ tree: FileTree) -> Route {
    let shell = JSONValue.object([
      "tree": .string(tree.hash), "files": .array(tree.cachedPaths.map { .string($0) }),
    ])
    let file = PreparedResponse(
      Array("const shell = ".utf8) + shell.bytes + Array(";\n".utf8) + script, type: FileType.js.mediaType,
      [
        ("Cache-Control", "no-cache"), ("Vary", "Accept-Encoding"), ("X-Content-Type-Options", "nosniff"),
        ("Content-Security-Policy", SecurityHeaders.worker),
      ])
    return Route(.get, "/service-worker.js", bodyLimit: 0, .immediate { file.response(to: $0) })
  }
}

extension [String: [UInt8]] {
  /// Removes and returns a required file.
  fileprivate mutating func load(_ path: String) throws(DomainError) -> [UInt8] {
    guard let bytes = removeValue(forKey: path) else { throw .webFilesInvalid("\(path) is missing") }
    return bytes
  }
}

/// Files below a path with the hash of all contents.
private struct FileTree {
  let hash: String
  private let files: [(path: String, bytes: [UInt8])]

  init(_ contents: [String: [UInt8]]) {
    files = contents.sorted { $0.key < $1.key }.map { (path: $0.key, bytes: $0.value) }
    hash = contentHash(files.flatMap { [Array($0.path.utf8), $0.bytes] })
  }

  var path: String { "/web/\(hash)" }

  /// The header field that has files loaded at once, as far as they exist. Browsers open few connections: what the
  /// first paint waits for is first.
  func preloading(_ modules: [String], styles: [String]) -> (String, String) {
    let existing = Set(files.map(\.path))
    let links = [(styles, "preload; as=style"), (["theme.js"], "preload; as=script"), (modules, "modulepreload")]
      .flatMap { paths, how in paths.filter(existing.contains).map { "<\(path)/\($0)>; rel=\(how)" } }
    return ("Link", links.joined(separator: ", "))
  }

  /// The files that the service worker caches in advance: all except tiles of the base map, which it keeps once they
  /// were shown, and those of pages that need a network.
  var cachedPaths: [String] {
    files.map(\.path).filter { FileType(of: $0) != .mvt && !Self.needsNetwork($0) }.map { "\(path)/\($0)" }
  }

  private static func needsNetwork(_ path: String) -> Bool {
    path.hasPrefix("views/admin/") || path.hasSuffix("-admin.js") || path.hasPrefix("legal/")
  }

  /// The files can be cached for ever: changed contents have another path.
  var routes: [Route] {
    files.map { file in
      let served = PreparedResponse(
        file.bytes, type: FileType(of: file.path)?.mediaType ?? "application/octet-stream",
        [
          ("Cache-Control", "public, max-age=31536000, immutable"), ("Vary", "Accept-Encoding"),
          ("X-Content-Type-Options", "nosniff"), ("Cross-Origin-Resource-Policy", "same-origin"),
        ])
      return Route(.get, "\(path)/\(file.path)", bodyLimit: 0, .immediate { served.response(to: $0) })
    }
  }
}
