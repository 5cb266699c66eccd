import Basics

/// The scripts as they are served: the modules of the first view are joined into four, and those of the feed and the
/// shop into two each, so that a browser asks for four files instead of fifty, and comments stay in the sources.
///
/// A joined module is a block. It enters what it exports into a table, under its path, and takes from there what it
/// imports; so do the modules that are loaded later. Sources keep to what this needs: imports and exports by name, at
/// the beginning of a line, and no cycles.
struct JoinedScripts {
  /// The modules that pages start with. What they import is joined: that of `core` and `widgets`, which other views use
  /// as well, to `shared`, the rest to the first entry of its folder that imports it.
  private static let entries = ["app.js", "views/map/first-list.js", "views/map/map-page.js"]
  /// It holds the table as well.
  private static let shared = "core/modules.js"

  /// The views that people open first by their address. What they import beside is joined as well: that of `core` and
  /// `widgets` to `sharedByViews`, the rest to the entry of its folder.
  private static let frequentViews = ["views/feed/feed.js", "views/shop/shop.js"]
  private static let sharedByViews = "widgets/views.js"

  /// Scripts of workers, which share nothing with pages: each holds all that it imports.
  private static let workers = ["views/map/tile-worker.js"]

  /// The scripts to load at once for the map, by path, those that ask for its list first; without the texts, which
  /// differ by language.
  static let firstView = entries.prefix(1) + [shared] + entries.dropFirst() + ["leaflet/leaflet.js"]

  let files: [String: [UInt8]]
  /// The scripts to load at once for each view whose module has the name of its folder, by that name, as `firstView`.
  let views: [String: [String]]

  /// - Throws: `DomainError` `web-files-invalid` for an import or export of another form.
  init(sourcesIn files: [String: [UInt8]]) throws(DomainError) {
    var sources: [String: Script] = [:]
    for (path, bytes) in files where FileType(of: path) == .js && !Self.isGenerated(path) {
      sources[path] = try Script(path, bytes)
    }
    let (scripts, bundles) = Self.joined(sources)
    self.files = Self.replacing(sources, in: files, by: scripts, in: bundles)
    views = Self.views(sources, in: bundles)
  }

  private static func replacing(
    _ sources: [String: Script], in files: [String: [UInt8]], by scriptsInOrder: [Script], in bundles: [String: String]
  ) -> [String: [UInt8]] {
    var result = files.filter { bundles[$0.key] == nil }
    for (bundle, scripts) in Dictionary(grouping: scriptsInOrder, by: { bundles[$0.path] ?? "" }) {
      result[bundle] = bytes(text(of: bundle, scripts, in: bundles))
    }
    // The table is there even if nothing is shared.
    if result[shared] == nil { result[shared] = bytes(text(of: shared, [], in: bundles)) }
    for worker in workers where sources[worker] != nil {
      let own = inOrder([worker], sources)
      let bundles = Dictionary(uniqueKeysWithValues: own.map { ($0.path, worker) })
      result[worker] = bytes(text(of: worker, own, in: bundles))
    }
    for script in sources.values where bundles[script.path] == nil && !workers.contains(script.path) {
      result[script.path] = bytes(text(of: script, in: bundles))
    }
    // Joined modules that others load later keep a file, which only passes on what they export.
    for path in Set(sources.values.flatMap(\.laterImports)) {
      guard let script = sources[path], let bundle = bundles[path], bundle != path else { continue }
      let exports = script.exports.joined(separator: ", ")
      result[path] = bytes(
        ["import { modules } from '\(relative(shared, from: path))';"]
          + bundlesToRun(for: [path], of: path, in: bundles) + ["export const { \(exports) } = modules['\(path)'];"])
    }
    return result
  }

  private static func views(_ sources: [String: Script], in bundles: [String: String]) -> [String: [String]] {
    var views: [String: [String]] = [:]
    for path in sources.keys {
      guard let name = path.wholeMatch(of: /views\/([a-z]+)\/([a-z]+)\.js/), name.1 == name.2 else { continue }
      var served = [entries[0], shared]
      for script in inOrder([path], sources) {
        let file = bundles[script.path] ?? script.path
        if !served.contains(file) { served.append(file) }
      }
      views[String(name.1)] = served
    }
    return views
  }

  private static func isGenerated(_ path: String) -> Bool { path.hasPrefix("strings/") || path.hasPrefix("leaflet/") }

  /// The modules that are joined, each after those it imports, and the bundle of each, by its path.
  private static func joined(_ sources: [String: Script]) -> (inOrder: [Script], bundles: [String: String]) {
    var bundles: [String: String] = [:]
    let scripts = inOrder(entries + frequentViews, sources)
    for (roots, shared) in [(entries, shared), (frequentViews, sharedByViews)] {
      for root in roots {
        for script in inOrder([root], sources) where bundles[script.path] == nil {
          let folder = folder(of: script.path)
          let isShared = folder == "core" || folder == "widgets"
          let entry = ([root] + roots).first { self.folder(of: $0) == folder }
          bundles[script.path] = isShared ? shared : entry ?? roots[0]
        }
      }
    }
    return (scripts, bundles)
  }

  /// The folder of a module, without those below a view's.
  private static func folder(of path: String) -> String {
    path.split(separator: "/").dropLast().prefix(2).joined(separator: "/")
  }

  /// Scripts with their direct and indirect imports, each after those it imports.
  private static func inOrder(_ roots: [String], _ sources: [String: Script]) -> [Script] {
    var (result, visited): ([Script], Set<String>) = ([], [])
    func visit(_ path: String) {
      guard let script = sources[path], visited.insert(path).inserted else { return }
      script.imports.forEach { visit($0.path) }
      result.append(script)
    }
    roots.forEach(visit)
    return result
  }

  private static func text(of bundle: String, _ scripts: [Script], in bundles: [String: String]) -> [String] {
    let hasTable = bundle == shared || workers.contains(bundle)
    let table = hasTable ? "export const modules = {};" : "import { modules } from '\(relative(shared, from: bundle))';"
    let imported = Set(scripts.flatMap(\.imports).map(\.path))
    var lines = [table] + bundlesToRun(for: imported, of: bundle, in: bundles)
    let others = imported.filter { bundles[$0] == nil }
    lines += others.sorted().map { "import * as \(name(of: $0)) from '\(relative($0, from: bundle))';" }
    for script in scripts {
      lines += ["// \(script.path)", "{"]
      lines += script.imports.map {
        "const { \($0.pattern) } = \(bundles[$0.path] != nil ? "modules['\($0.path)']" : name(of: $0.path));"
      }
      lines += script.code.map { String($0.hasPrefix("export ") ? $0.dropFirst("export ".count) : $0) }
      lines += ["modules['\(script.path)'] = { \(script.exports.joined(separator: ", ")) };", "}"]
    }
    let exports = scripts.last { $0.path == bundle }?.exports ?? []
    if !exports.isEmpty { lines.append("export const { \(exports.joined(separator: ", ")) } = modules['\(bundle)'];") }
    return lines
  }

  private static func text(of script: Script, in bundles: [String: String]) -> [String] {
    let (taken, imported) = (
      script.imports.filter { bundles[$0.path] != nil }, script.imports.filter { bundles[$0.path] == nil }
    )
    var lines = taken.isEmpty ? [] : ["import { modules } from '\(relative(shared, from: script.path))';"]
    lines += bundlesToRun(for: Set(taken.map(\.path)), of: script.path, in: bundles)
    lines += imported.map { "import { \($0.names) } from '\(relative($0.path, from: script.path))';" }
    lines += taken.map { "const { \($0.pattern) } = modules['\($0.path)'];" }
    return lines + script.code.map(String.init)
  }

  /// The imports of bundles that have to run before a script, so that the modules it takes are in the table.
  private static func bundlesToRun(
    for paths: Set<String>, of script: String, in bundles: [String: String]
  ) -> [String] {
    Set(paths.compactMap { bundles[$0] }).subtracting([shared, script]).sorted().map {
      "import '\(relative($0, from: script))';"
    }
  }

  private static func bytes(_ lines: [String]) -> [UInt8] { Array((lines.joined(separator: "\n") + "\n").utf8) }

  private static func relative(_ path: String, from script: String) -> String {
    let depth = script.count { $0 == "/" }
    return (depth == 0 ? "./" : String(repeating: "../", count: depth)) + path
  }

  /// The name of a script that is not joined: `leaflet` of `leaflet/leaflet.js`.
  private static func name(of path: String) -> String {
    String((path.split(separator: "/").last ?? "").prefix { $0 != "." })
  }
}

/// A module's source without its comments.
private struct Script {
  struct Import {
    /// As written: `Marker, map as makeMap`.
    let names: String
    /// From the top folder.
    let path: String

    /// The names as a destructuring pattern.
    var pattern: String { names.replacing(" as ", with: ": ") }
  }

  let path: String
  private(set) var imports: [Import] = []
  private(set) var exports: [String] = []
  /// The paths of the modules that the code loads later.
  private(set) var laterImports: [String] = []
  private(set) var code: [Substring] = []

  init(_ path: String, _ source: [UInt8]) throws(DomainError) {
    self.path = path
    var lines = Self.linesWithoutComments(of: String(decoding: source, as: UTF8.self))[...]
    while let line = lines.popFirst() {
      if line.hasPrefix("import ") {
        var statement = String(line)
        while !statement.hasSuffix(";"), let next = lines.popFirst() { statement += next }
        imports.append(try Self.imported(by: statement, in: path))
        continue
      }
      if line.hasPrefix("export ") { exports.append(try Self.exported(by: line, in: path)) }
      code.append(line)
    }
    let loads = code.joined(separator: "\n").split(separator: "import('", omittingEmptySubsequences: false).dropFirst()
    laterImports = loads.map { load in Self.path(load.prefix { $0 != "'" }, from: path) }
  }

  /// A path relative to a script, made relative to the top folder.
  private static func path(_ relative: Substring, from script: String) -> String {
    relative.split(separator: "/").reduce(into: script.split(separator: "/").dropLast()) { folders, part in
      if part == ".." { _ = folders.popLast() } else if part != "." { folders.append(part) }
    }.joined(separator: "/")
  }

  private static func imported(by statement: String, in script: String) throws(DomainError) -> Import {
    guard let parts = statement.wholeMatch(of: /import \{ *([^}]*?),? *\} from '([^']+)';/) else {
      throw .webFilesInvalid("\(script) imports in another way than by name: \(statement)")
    }
    return Import(names: String(parts.1), path: path(parts.2, from: script))
  }

  private static func exported(by line: Substring, in script: String) throws(DomainError) -> String {
    guard let name = line.prefixMatch(of: /export (?:const|class|(?:async )?function) (\w+)/)?.1 else {
      throw .webFilesInvalid("\(script) exports in another way than by name: \(line)")
    }
    return String(name)
  }

  /// The lines that hold code. Only comments that begin a line count; no template spans lines.
  private static func linesWithoutComments(of source: String) -> [Substring] {
    var isComment = false
    return source.utf8.split(separator: UInt8(ascii: "\n")).compactMap { bytes in
      let line = Substring(bytes)
      let code = line.drop { $0 == " " }
      if code.hasPrefix("//") { return nil }
      isComment = isComment || code.hasPrefix("/*")
      guard isComment else { return code.isEmpty ? nil : code }
      guard let end = code.firstRange(of: "*/") else { return nil }
      isComment = false
      let rest = code[end.upperBound...].drop { $0 == " " }
      return rest.isEmpty ? nil : rest
    }
  }
}
