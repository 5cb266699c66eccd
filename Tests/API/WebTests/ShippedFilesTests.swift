import Accounts
import Basics
import Foundation
import HTTP
import JSON
import Support
import Testing

@testable import Web

@Suite("The shipped files")
struct ShippedFilesTests {
  /// The folder in the sources.
  static let directory = SharedData.root.appendingPathComponent("Sources/API/Web/Files")

  private func text(_ path: String) throws -> String {
    try String(contentsOf: Self.directory.appendingPathComponent(path), encoding: .utf8)
  }

  private var scripts: [String] {
    get throws {
      try FileManager.default.subpathsOfDirectory(atPath: Self.directory.path).filter { $0.hasSuffix(".js") }.sorted()
    }
  }

  @Test("The files and the map library make an app, found beside the built program")
  func whole() throws {
    let app = try WebApp(try WebFiles(directory: Self.directory))
    for path in [
      "app.js", "views/map/map-page.js", "leaflet/leaflet.js", "leaflet/leaflet.css", "strings/ko.js", "style.css",
    ] {
      #expect(app.routes.contains { $0.pattern.hasSuffix("/\(path)") }, "\(path)")
    }
    let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    #expect(try WebFiles(ofProgram: program).contents.keys == WebFiles(directory: Self.directory).contents.keys)
  }

  @Test("Missing files are named")
  func missing() throws {
    let nowhere = URL(fileURLWithPath: "/nowhere/at/all")
    #expect { try WebFiles(directory: nowhere) } throws: { ($0 as? DomainError)?.code == "web-files-missing" }
    #expect { try WebFiles(directory: Self.directory, leaflet: nowhere) } throws: {
      ($0 as? DomainError)?.message.contains("/nowhere/at/all/leaflet.esm.min.js") == true
    }
    #expect { try WebFiles(ofProgram: nowhere) } throws: { ($0 as? DomainError)?.code == "web-files-missing" }
  }

  @Test("An installed program finds its files below share")
  func installed() throws {
    let prefix = FileManager.default.temporaryDirectory.appendingPathComponent("fourcuts-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: prefix) }
    let share = prefix.appendingPathComponent("share/fourcuts")
    try FileManager.default.createDirectory(at: share, withIntermediateDirectories: true)
    try FileManager.default.copyItem(at: Self.directory, to: share.appendingPathComponent("web"))
    let files = try WebFiles(ofProgram: prefix.appendingPathComponent("bin/fourcuts"))
    #expect(files.contents["index.html"] != nil)
  }

  @Test("Both languages have the same texts, with the same placeholders")
  func texts() throws {
    func all(_ language: String) throws -> [String: String] {
      let value = try JSONReader.value(of: Array(text("strings/\(language).json").utf8))
      guard case .object(let members) = value else { return [:] }
      return Dictionary(
        uniqueKeysWithValues: members.compactMap { member in
          if case .string(let text) = member.value { (member.key, text) } else { nil }
        })
    }
    let (korean, english) = (try all("ko"), try all("en"))
    // English has another form for one thing.
    let singular = english.filter { $0.key.hasSuffix(".one") }
    #expect(Set(korean.keys) == Set(english.keys).subtracting(singular.keys) && korean.count > 80)
    for (key, sent) in singular {
      let many = try #require(english[String(key.dropLast(4))], "\(key)")
      #expect(sent.contains("{count}") && many.contains("{count}") && sent != many, "\(key)")
    }
    for (key, sent) in korean {
      func coordinates(_ text: String) -> Set<String> { Set(text.matches(of: /\{\w+\}/).map { String($0.0) }) }
      #expect(coordinates(sent) == coordinates(english[key] ?? ""), "\(key)")
      #expect(!sent.isEmpty && english[key]?.isEmpty == false, "\(key)")
    }
    for script in try scripts {
      for used in try text(script).matches(of: /\btext\('([\w.\-]+)'/) {
        #expect(korean[String(used.1)] != nil, "\(script) says \(used.1)")
      }
    }
  }

  @Test("Modules import each other by relative names of existing files")
  func imports() throws {
    let names = Set(try scripts + ["leaflet/leaflet.js"])
    for script in try scripts {
      for found in try text(script).matches(of: /from '([^']+)'/) {
        let target = URL(fileURLWithPath: "/" + script).deletingLastPathComponent()
          .appendingPathComponent(String(found.1)).standardizedFileURL.path.dropFirst()
        #expect(names.contains(String(target)), "\(script) imports \(found.1)")
      }
    }
  }

  @Test("Served scripts import existing files, also when they are loaded later")
  func servedImports() throws {
    let files = try JoinedScripts(sourcesIn: WebFiles(directory: Self.directory).contents).files
    for (path, bytes) in files where path.hasSuffix(".js") && !path.hasPrefix("leaflet/") {
      let script = String(decoding: bytes, as: UTF8.self)
      let targets =
        script.matches(of: /(?:from|import) ?\(?'(\.[^']+)'/).map { $0.1 }
        + script.matches(of: /new URL\('([^']+)', import\.meta\.url/).map { $0.1 }
      for target in targets {
        let file = URL(fileURLWithPath: "/" + path).deletingLastPathComponent().appendingPathComponent(String(target))
        #expect(files[String(file.standardizedFileURL.path.dropFirst())] != nil, "\(path) imports \(target)")
      }
    }
    #expect(files["core/dom.js"] == nil && files["views/map/booth-sheet.js"] != nil)
  }

  @Test("No template literal spans lines")
  func templates() throws {
    for script in try scripts {
      for line in try text(script).split(separator: "\n") where line.count(where: { $0 == "`" }) % 2 == 1 {
        Issue.record("\(script): \(line)")
      }
    }
  }

  @Test("The files need no inline script or style, no markup from texts and no other host")
  func policy() throws {
    let page = try text("index.html")
    #expect(page.matches(of: /<script(?![^>]*\ssrc=)/).isEmpty)
    #expect(!page.contains("<style") && !page.contains(" style=") && page.matches(of: /\son\w+=/).isEmpty)
    for script in try scripts {
      let code = try text(script)
      for forbidden in ["innerHTML =", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function"] {
        #expect(!code.contains(forbidden), "\(script): \(forbidden)")
      }
      for found in code.matches(of: /fetch\(\s*['"`]https?:/) { Issue.record("\(script) asks \(found.0)") }
    }
  }

  @Test("The files of a first view keep within 120 KB, compressed")
  func size() throws {
    let app = try WebApp(try WebFiles(directory: Self.directory))
    let request = Request(method: .get, path: "/", headers: Headers([("Accept-Encoding", "gzip")]))
    // Scripts by what the page preloads; of the other files all but those of widgets and other views, which come later,
    // the tiles of the base map, of which a view shows up to four, and the pages of terms.
    let page = app.page(request)
    let first = app.routes.filter { route in
      if route.pattern.hasSuffix(".js") { return page.headers["Link"]?.contains("<\(route.pattern)>") == true }
      let isOfOtherView = route.pattern.contains("/views/") && !route.pattern.contains("/views/map/")
      // Icons are for home screens.
      let isIcon = route.pattern.contains("/icons/") || route.pattern.hasSuffix("touch-icon.png")
      return !isOfOtherView && !isIcon && !route.pattern.contains("/widgets/") && !route.pattern.hasPrefix("/app/")
        && !route.pattern.hasSuffix(".mvt") && !route.pattern.contains("/legal/")
        && !LegalDocument.allCases.contains { route.pattern == "/\($0.rawValue)" }
    }
    let sizes = first.map { route in
      if case .immediate(let answer) = route.handler { answer(request).bytes.count } else { 0 }
    }
    #expect(sizes.reduce(page.bytes.count, +) < 120_000)
  }

  @Test("Tiles of the base map take at most 300 KB for all of Korea, and names and roads of streets 8 and 20 KB each")
  func tiles() throws {
    let app = try WebApp(try WebFiles(directory: Self.directory))
    let request = Request(method: .get, path: "/", headers: Headers([("Accept-Encoding", "gzip")]))
    func sizes(ofTiles pattern: Regex<Substring>) -> [Int] {
      app.routes.filter { $0.pattern.contains(pattern) }.map { route in
        if case .immediate(let answer) = route.handler { answer(request).bytes.count } else { 0 }
      }
    }
    let drawn = sizes(ofTiles: /\/base\/[69]-[0-9-]+\.mvt$/)
    #expect(drawn.count > 50)
    #expect(drawn.reduce(0, +) < 300_000 && drawn.max() ?? .max < 50_000)
    // Names of neighbourhoods and landmarks, which only streets show.
    let named = sizes(ofTiles: /\/base\/11-[0-9-]+\.mvt$/)
    #expect(named.count > 100 && named.max() ?? .max < 8000)
    // Roads: of views with streets, of which each shows one to four, and the main ones.
    let roads = sizes(ofTiles: /\/base\/12-[0-9-]+\.mvt$/)
    #expect(roads.count > 90 && roads.max() ?? .max < 20_000)
    let mainRoads = sizes(ofTiles: /\/base\/10-[0-9-]+\.mvt$/)
    #expect(mainRoads.count > 5 && mainRoads.max() ?? .max < 15_000)
  }
}
