import Basics
import Foundation
import HTTP
import Support
import Testing
import Workload

@testable import Web

@Suite("The web app")
struct WebAppTests {
  @Test("The page is in the language of the browser, with a tag for each")
  func languages() throws {
    let app = try SmallApp()
    let korean = app.page([("Accept-Language", "ko-KR")])
    let english = app.page([("Accept-Language", "en-GB")])
    #expect(korean.text.contains("<html lang=\"ko\"") && english.text.contains("<title>Map</title>"))
    #expect(korean.headers["ETag"] != english.headers["ETag"])
  }

  @Test(
    "A language chosen on a page overrides the browser's; an invalid one does not count",
    arguments: [
      ("fourcuts-language=en", "en"), ("a=b; fourcuts-language=en", "en"), ("fourcuts-language=fr", "ko"),
      ("fourcuts-language=", "ko"), ("x-fourcuts-language=en", "ko"), (";;=", "ko"),
    ])
  func cookie(_ cookie: String, _ language: String) throws {
    let page = try SmallApp().page([("Accept-Language", "ko-KR"), ("Cookie", cookie)])
    #expect(page.text.contains("<html lang=\"\(language)\""))
  }

  @Test("Files are at addresses with a hash of all of them, and may be cached for ever")
  func files() throws {
    let app = try SmallApp()
    let tree = try app.tree
    #expect(tree.wholeMatch(of: /\/web\/[0-9a-f]{16}/) != nil)
    let types = [
      "app.js": "text/javascript; charset=utf-8", "views/feed/feed.js": "text/javascript; charset=utf-8",
      "style.css": "text/css; charset=utf-8", "icon.svg": "image/svg+xml",
      "app.webmanifest": "application/manifest+json",
      "strings/ko.js": "text/javascript; charset=utf-8",
    ]
    for (path, type) in types {
      let answer = try app.get("\(tree)/\(path)")
      #expect(answer.status == 200 && answer.headers["Content-Type"] == type)
      #expect(answer.headers["Cache-Control"] == "public, max-age=31536000, immutable")
      #expect(answer.headers["X-Content-Type-Options"] == "nosniff" && answer.headers["Vary"] == "Accept-Encoding")
    }
    #expect(try app.get("\(tree)/views/feed/feed.js").text.contains("class Feed {}"))
  }

  @Test("A changed or added file gives another address, and the same files give the same")
  func hash() throws {
    let tree = try SmallApp().tree
    #expect(try SmallApp().tree == tree)
    #expect(try SmallApp { $0["views/map/viewport.js"]! += Array("more();\n".utf8) }.tree != tree)
    #expect(try SmallApp { $0["more.js"] = [] }.tree != tree)
    #expect(try SmallApp { $0["strings/en.json"] = Array(#"{"title":"M","name":"y"}"#.utf8) }.tree != tree)
    // The frame is no part of the tree: it names it.
    #expect(try SmallApp { $0["index.html"]! += [0x20] }.tree == tree)
  }

  @Test("Style sheets are served without comments and indentation")
  func styleSheets() {
    let source = "/* One. */\n\n@media print {\n  a { b: c; } /* Two\n   lines. */\n  d::before { content: '/'; }\n}\n"
    let served = String(decoding: servedStyleSheet(Array(source.utf8)), as: UTF8.self)
    #expect(served == "@media print {\na { b: c; } \nd::before { content: '/'; }\n}\n")
    #expect(servedStyleSheet([]) == [0x0A])
  }

  @Test("The page names the tree, is revalidated each time, and has a strict policy")
  func page() throws {
    let app = try SmallApp()
    let page = app.page()
    let tree = try app.tree
    #expect(page.text.contains("src=\"\(tree)/app.js\""))
    #expect(page.headers["Cache-Control"] == "no-cache" && page.headers["ETag"]?.hasPrefix("W/\"") == true)
    #expect(page.headers["Vary"] == "Accept, Accept-Language, Cookie, Accept-Encoding")
    #expect(page.headers["Content-Type"] == "text/html; charset=utf-8")
    let links =
      ["<\(tree)/style.css>; rel=preload; as=style", "<\(tree)/theme.js>; rel=preload; as=script"]
      + ["strings/ko.js", "app.js", "core/modules.js", "views/map/map-page.js", "leaflet/leaflet.js"].map {
        "<\(tree)/\($0)>; rel=modulepreload"
      }
    #expect(page.headers["Link"] == links.joined(separator: ", "))
    #expect(page.headers["Referrer-Policy"] == "strict-origin" && page.headers["X-Content-Type-Options"] == "nosniff")
    #expect(page.headers["Permissions-Policy"]?.contains("geolocation=(self)") == true)
    #expect(
      page.headers["Content-Security-Policy"]
        == "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
        + "manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'")
  }

  @Test("The page of a view has its own scripts and styles loaded at once, and not those of the map")
  func views() throws {
    let app = try SmallApp { files in
      files["views/feed/feed.js"] = Array("import { post } from './post.js';\nexport const feed = post;\n".utf8)
      files["views/feed/post.js"] = Array("import { x } from '../../core/x.js';\nexport const post = x;\n".utf8)
      files["views/feed/feed.css"] = Array("a { b: d }\n".utf8)
    }
    let tree = try app.tree
    let links =
      ["style.css", "views/feed/feed.css"].map { "<\(tree)/\($0)>; rel=preload; as=style" }
      + ["<\(tree)/theme.js>; rel=preload; as=script"]
      + [
        "strings/ko.js", "strings/ko-views.js", "app.js", "core/modules.js", "views/feed/feed.js",
      ].map { "<\(tree)/\($0)>; rel=modulepreload" }
    #expect(try app.get("/app/feed").headers["Link"] == links.joined(separator: ", "))
    let other = try app.get("/app/{view}")
    #expect(try app.get("/app/feed").text == other.text && other.headers["Link"] == nil)
  }

  @Test("Texts of single views are in separate files")
  func textsOfViews() throws {
    let app = try SmallApp { files in
      files["views/feed/feed.js"] = Array("export const feed = text('feed.only');\n".utf8)
      files["views/map/map-page.js", default: []] += Array(
        "export const more = () => [text('feed.shared'), text(`feed.kind.${1}`)];\n".utf8)
      files["strings/ko.json"] = Array(
        #"{"title":"지도","name":"x","feed.only":"a","feed.shared":"b","feed.shared.one":"c","feed.kind.pose":"d"}"#.utf8)
    }
    let tree = try app.tree
    let (first, views) = (try app.get("\(tree)/strings/ko.js").text, try app.get("\(tree)/strings/ko-views.js").text)
    #expect(!first.contains("feed.only") && views == "export default {\"feed.only\":\"a\"};\n")
    for key in ["feed.shared", "feed.shared.one", "feed.kind.pose", "title"] { #expect(first.contains("\"\(key)\"")) }
  }

  @Test("An address below /app is known by the router's table of views, and otherwise there is no such page")
  func unknownViews() throws {
    let app = try SmallApp()
    for path in ["/app/{view}", "/app/{view}/{id}", "/app/{view}/{id}/{part}"] {
      #expect(try app.get(path).status == 200)
      for view in ["nothing", "", "constructor", "post", "feed/feed"] {
        #expect(try app.get(path, view: view).status == 404, "\(path) \(view)")
      }
    }
  }

  @Test("Settings are escaped in the page")
  func escaping() throws {
    let tiles = try TileSource(template: "https://t.example/{z}/{x}/{y}?a=\"><b>", attribution: "A & B")
    var settings = PageSettings()
    settings.tiles = tiles
    let page = try SmallApp(settings: settings).page().text
    #expect(page.contains("<title>네컷 &amp; &lt;지도&gt;</title>"))
    #expect(page.contains("data-tiles=\"https://t.example/{z}/{x}/{y}?a=&quot;&gt;&lt;b&gt;\""))
  }

  @Test("Clients that accept gzip get the precompressed file; others the same file uncompressed")
  func compression() throws {
    let app = try SmallApp()
    let path = "\(try app.tree)/app.js"
    let plain = try app.get(path)
    let small = try app.get(path, [("Accept-Encoding", "br, gzip")])
    #expect(small.headers["Content-Encoding"] == "gzip" && plain.headers["Content-Encoding"] == nil)
    #expect(small.bytes.count < 200 && plain.bytes.count > 3000 && Array(small.bytes.prefix(2)) == [0x1F, 0x8B])
    #expect(small.headers["ETag"] == plain.headers["ETag"])
    #expect(try app.get(path, [("Accept-Encoding", "gzip;q=0")]).headers["Content-Encoding"] == nil)
    // What does not become smaller is sent as it is.
    let icon = try app.get("\(try app.tree)/icon.svg", [("Accept-Encoding", "gzip")])
    #expect(icon.headers["Content-Encoding"] == nil && icon.text == "<svg/>")
  }

  @Test("The service worker gets the list of files to cache, and its address is fixed")
  func worker() throws {
    let app = try SmallApp()
    let tree = try app.tree
    let worker = try app.get("/service-worker.js")
    #expect(worker.text.hasPrefix("const shell = {\"tree\":\"\(tree.dropFirst(5))\",\"files\":[\"\(tree)/app.js\","))
    #expect(worker.text.hasSuffix("self.shell = shell;\n"))
    #expect(worker.headers["Cache-Control"] == "no-cache")
    #expect(worker.headers["Content-Security-Policy"] == "default-src 'none'; connect-src 'self'")
    for route in app.app.routes where route.pattern.hasPrefix("/web/") {
      let needsNetwork = route.pattern.contains("admin") || route.pattern.contains("/legal/")
      #expect(worker.text.contains(route.pattern) != needsNetwork, "\(route.pattern)")
    }
  }

  @Test("Incomplete files are refused by name")
  func broken() {
    func domainError(_ change: (inout [String: [UInt8]]) -> Void) -> String {
      do {
        _ = try SmallApp(change)
        return "none"
      } catch { return (error as? DomainError).map { "\($0.code) \($0.message)" } ?? "\(error)" }
    }
    #expect(domainError { $0["index.html"] = nil }.contains("index.html is missing"))
    #expect(domainError { $0["router.js"] = nil }.contains("router.js has no table of views"))
    #expect(domainError { $0["pay.html"] = nil }.contains("pay.html is missing"))
    #expect(domainError { $0["strings/en.json"] = nil }.contains("strings/en.json is missing"))
    #expect(domainError { $0["strings/ko.json"] = Array("[]".utf8) }.hasPrefix("web-files-invalid"))
    #expect(domainError { $0["strings/ko.json"] = Array(#"{"a":1}"#.utf8) }.hasPrefix("web-files-invalid"))
    #expect(domainError { $0["index.html"] = Array("{{nobody}}".utf8) }.hasPrefix("web-files-invalid"))
    #expect(domainError { $0["index.html"] = Array("{{title".utf8) }.hasPrefix("web-files-invalid"))
  }
}

@Suite("The web app over HTTP")
struct ServedAppTests {
  @Test("Paths outside the app find nothing, in any spelling")
  func traversal() async throws {
    let app = try SmallApp()
    let tree = try app.tree
    let server = try Server(ServerConfiguration(port: 0, routes: app.app.routes))
    try server.start()
    let port = server.port
    let targets = [
      "/../etc/passwd", "/..%2f..%2fetc/passwd", "/%2e%2e/index.html", "//etc/passwd", "/app.js//", "/APP.JS",
      "/app.js%00",
      "/index.html", "/service-worker.js", "/strings/ko.json", "", "/", "/map",
    ]
    let statuses = try await onThread {
      try targets.map { target in
        let client = try Client(port)
        client.send("GET \(tree)\(target) HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        return try client.response().status
      }
    }
    for (target, status) in zip(targets, statuses) { #expect(status == 400 || status == 404, "\(target)") }
    await server.stop()
  }

  @Test("A cached file is not sent again, and HEAD sends no body")
  func conditional() async throws {
    let app = try SmallApp()
    let path = "\(try app.tree)/app.js"
    let server = try Server(ServerConfiguration(port: 0, routes: app.app.routes))
    try server.start()
    let port = server.port
    let (whole, again, head) = try await onThread {
      let client = try Client(port)
      func send(_ method: String, _ more: String) throws -> Client.ClientResponse {
        client.send("\(method) \(path) HTTP/1.1\r\nHost: x\r\nAccept-Encoding: gzip\r\n\(more)\r\n")
        return try client.response(isHead: method == "HEAD")
      }
      let whole = try send("GET", "")
      return (whole, try send("GET", "If-None-Match: \(whole["ETag"] ?? "")\r\n"), try send("HEAD", ""))
    }
    #expect(whole.status == 200 && whole["Content-Encoding"] == "gzip")
    #expect(again.status == 304 && again.body.isEmpty && again["Cache-Control"] == whole["Cache-Control"])
    #expect(head.status == 200 && head["Content-Length"] == String(whole.body.count))
    await server.stop()
  }
}
