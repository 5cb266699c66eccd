package import Basics
package import HTTP
import JSON

/// The app that browsers get: a page in their language, and the files that it is made of.
///
/// All files stand below one path that holds the hash of them all, so that the modules find each other by relative
/// names and none has to be rewritten, and so that an old page never gets a new part. They are served by their exact
/// paths from memory: no path of a request ever reaches the disk.
package struct WebApp: Sendable {
  /// What serves the files, the service worker, the page at the addresses of its views, and the page on which is paid
  /// where a gateway's library does that; the map's, which it shares with what is for everybody, is served by `page`.
  package let routes: [Route]
  private let pages: [Language: PreparedResponse]

  /// Makes the app of its files; what can be compressed is compressed once, here.
  /// - Throws: `DomainError` `web-files-missing` or `web-files-invalid`.
  package init(_ files: WebFiles, _ settings: PageSettings = PageSettings()) throws(DomainError) {
    var contents = files.contents
    let frame = Template(text: String(decoding: try contents.load("index.html"), as: UTF8.self))
    let payment = Template(text: String(decoding: try contents.load("pay.html"), as: UTF8.self))
    let worker = try contents.load("service-worker.js")
    var texts: [Language: Texts] = [:]
    for language in Language.allCases {
      let spoken = try Texts(try contents.load("strings/\(language.rawValue).json"))
      contents["strings/\(language.rawValue).js"] = spoken.module
      texts[language] = spoken
    }
    let tree = FileTree(contents)
    var (maps, views, payments): (Pages, Pages, Pages) = ([:], [:], [:])
    for (language, spoken) in texts {
      let html = try Self.html(frame, in: language, saying: spoken, of: tree, settings)
      // The browser loads all modules of the map at once, instead of each after the one that imports it.
      let modules = tree.modules(in: language).map { "<\($0)>; rel=modulepreload" }.joined(separator: ", ")
      maps[language] = Self.page(html, settings, [("Link", modules)])
      views[language] = Self.page(html, settings, [])
      let paying = try Self.html(payment, in: language, saying: spoken, of: tree, settings)
      payments[language] = settings.paymentLibrary.map { Self.page(paying, $0) }
    }
    pages = maps
    let (viewPages, paymentPages) = (views, payments)
    routes =
      tree.routes + [Self.worker(worker, tree)]
      + Self.viewPaths.map { path in Route(.get, path, bodyLimit: 0, .immediate { Self.page($0, of: viewPages) }) }
      + (settings.paymentLibrary == nil
        ? [] : [Route(.get, "/pay/{order}", bodyLimit: 0, .immediate { Self.page($0, of: paymentPages) })])
  }

  private typealias Pages = [Language: PreparedResponse]

  /// Where views other than the map are: `/app/feed`, `/app/posts/{id}`, `/app/posts/{id}/edit`. Which there are, the
  /// page's router knows.
  private static let viewPaths = ["/app/{view}", "/app/{view}/{id}", "/app/{view}/{id}/{part}"]

  private static func html(
    _ frame: Template, in language: Language, saying texts: Texts, of tree: FileTree, _ settings: PageSettings
  ) throws(DomainError) -> String {
    try frame.filled { place in
      switch place {
      case "language": language.rawValue
      case "tree": tree.path
      case "tiles": settings.tiles?.template ?? ""
      case "attribution": settings.tiles?.attribution ?? ""
      case "providers": settings.providers.joined(separator: " ")
      case "contact": settings.operatorContact
      case "shop": settings.isShopOpen ? "open" : "closed"
      case "gateway": settings.paymentLibrary?.gateway ?? ""
      case "library": settings.paymentLibrary?.address ?? ""
      default: texts[place]
      }
    }
  }

  private static func page(_ html: String, _ settings: PageSettings, _ more: [(String, String)]) -> PreparedResponse {
    page(html, SecurityHeaders.page(settings.tiles), more + SecurityHeaders.ofPage)
  }

  private static func page(_ html: String, _ library: PaymentLibrary) -> PreparedResponse {
    page(html, SecurityHeaders.payment(library), SecurityHeaders.ofPayment)
  }

  private static func page(_ html: String, _ policy: String, _ more: [(String, String)]) -> PreparedResponse {
    let fields = [
      ("Cache-Control", "no-cache"), ("Vary", "Accept, Accept-Language, Accept-Encoding"),
      ("Content-Security-Policy", policy),
    ]
    return PreparedResponse(Array(html.utf8), type: FileType.html.mediaType, fields + more)
  }

  /// The page with the map, in the language that the browser asks for.
  package func page(_ request: Request) -> Response { Self.page(request, of: pages) }

  private static func page(_ request: Request, of pages: Pages) -> Response {
    let language = Language(accepting: request.headers["Accept-Language"])
    // A page was made for each language.
    return pages[language].unsafelyUnwrapped.response(to: request)
  }

  /// The service worker: its address stays, because it serves the whole site; so it is told which tree it keeps.
  private static func worker(_ script: [UInt8], _ tree: FileTree) -> Route {
    let shell = JSONValue.object([
      "tree": .string(tree.hash), "files": .array(tree.paths.map { .string($0) }),
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
  /// Takes out a file that has to be there.
  fileprivate mutating func load(_ path: String) throws(DomainError) -> [UInt8] {
    guard let bytes = removeValue(forKey: path) else { throw .webFilesInvalid("\(path) is missing") }
    return bytes
  }
}

/// Files below the hash of them all.
private struct FileTree {
  let hash: String
  /// In the order of their names.
  private let files: [(path: String, bytes: [UInt8])]

  init(_ contents: [String: [UInt8]]) {
    files = contents.sorted { $0.key < $1.key }.map { (path: $0.key, bytes: $0.value) }
    hash = contentHash(files.flatMap { [Array($0.path.utf8), $0.bytes] })
  }

  /// Where the files lie.
  var path: String { "/web/\(hash)" }

  /// The addresses of the modules that the map runs in a language: the start, the map's page, what they import and what
  /// that imports in turn, and the texts.
  func modules(in language: Language) -> [String] {
    let scripts = Dictionary(uniqueKeysWithValues: files.map { ($0.path, $0.bytes) })
    var found: Set<String> = []
    var pending = ["app.js", "views/map/map-page.js", "strings/\(language.rawValue).js"]
    while let script = pending.popLast() {
      guard let bytes = scripts[script], found.insert(script).inserted else { continue }
      pending += Self.imports(of: String(decoding: bytes, as: UTF8.self), at: script)
    }
    return files.map(\.path).filter(found.contains).map { "\(path)/\($0)" }
  }

  /// The paths of the modules that a script imports before it runs.
  private static func imports(of script: String, at path: String) -> [String] {
    let directory = path.split(separator: "/").dropLast()
    return script.matches(of: /(?m)^import [^']*'([^'\n]+)'/).map { found in
      found.1.split(separator: "/").reduce(into: directory) { parts, part in
        if part == ".." { _ = parts.popLast() } else if part != "." { parts.append(part) }
      }.joined(separator: "/")
    }
  }

  /// The address of each file.
  var paths: [String] { files.map { "\(path)/\($0.path)" } }

  /// Whoever has a file may keep it for ever: another content has another address.
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
