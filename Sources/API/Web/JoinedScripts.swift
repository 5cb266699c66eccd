import Basics

/// The scripts as they are served: the modules of the first view are joined into three, so that a browser asks for three
/// files instead of fifty, and comments stay in the sources.
///
/// A joined module is a block. It enters what it exports into a table, under its path, and takes from there what it
/// imports; so do the modules that are loaded later. Sources keep to what this needs: imports and exports by name, at
/// the beginning of a line, and no cycles.
enum JoinedScripts {
  /// The modules that pages start with. What they import is joined: that of `core` and `widgets`, which other views use
  /// as well, to `shared`, the rest to the entry of its folder.
  private static let entries = ["app.js", "views/map/map-page.js"]
  /// It holds the table as well.
  private static let shared = "core/modules.js"

  /// The scripts to load at once for the map, by path; without the texts, which differ by language.
  static let firstView = ["app.js", shared, "leaflet/leaflet.js", "views/map/map-page.js"]

  /// All files, with the scripts as they are served.
  /// - Throws: `DomainError` `web-files-invalid` for an import or export of another form.
  static func replacing(sourcesIn files: [String: [UInt8]]) throws(DomainError) -> [String: [UInt8]] {
    let sources = try scripts(in: files)
    let joined = inOrder(entries, sources)
    let paths = Set(joined.map(\.path))
    var result = files.filter { !paths.contains($0.key) }
    for bundle in [shared] + entries {
      result[bundle] = bytes(text(of: bundle, joined.filter { Self.bundle(of: $0.path) == bundle }, joined: paths))
    }
    for script in sources.values where !paths.contains(script.path) {
      result[script.path] = bytes(text(of: script, joined: paths))
    }
    return result
  }

  /// The scripts to load at once for each view whose module has the name of its folder, by that name, as `firstView`.
  /// - Throws: `DomainError` `web-files-invalid`.
  static func views(sourcesIn files: [String: [UInt8]]) throws(DomainError) -> [String: [String]] {
    let sources = try scripts(in: files)
    let joined = Set(inOrder(entries, sources).map(\.path))
    var views: [String: [String]] = [:]
    for path in sources.keys {
      guard let name = path.wholeMatch(of: /views\/([a-z]+)\/([a-z]+)\.js/), name.1 == name.2 else { continue }
      let own = inOrder([path], sources).map(\.path).filter { !joined.contains($0) }
      views[String(name.1)] = ["app.js", shared] + own
    }
    return views
  }

  private static func scripts(in files: [String: [UInt8]]) throws(DomainError) -> [String: Script] {
    var scripts: [String: Script] = [:]
    for (path, bytes) in files where FileType(of: path) == .js && !isGenerated(path) {
      scripts[path] = try Script(path, bytes)
    }
    return scripts
  }

  private static func isGenerated(_ path: String) -> Bool { path.hasPrefix("strings/") || path.hasPrefix("leaflet/") }

  private static func bundle(of path: String) -> String {
    switch path.prefix(while: { $0 != "/" }) {
    case "core", "widgets": shared
    case "views": entries[1]
    default: entries[0]
    }
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

  private static func text(of bundle: String, _ scripts: [Script], joined: Set<String>) -> [String] {
    let isShared = bundle == shared
    let table = isShared ? "export const modules = {};" : "import { modules } from '\(relative(shared, from: bundle))';"
    var lines = [table]
    let others = Set(scripts.flatMap(\.imports).map(\.path)).subtracting(joined)
    lines += others.sorted().map { "import * as \(name(of: $0)) from '\(relative($0, from: bundle))';" }
    for script in scripts {
      lines += ["// \(script.path)", "{"]
      lines += script.imports.map {
        "const { \($0.pattern) } = \(joined.contains($0.path) ? "modules['\($0.path)']" : name(of: $0.path));"
      }
      lines += script.code.map { String($0.hasPrefix("export ") ? $0.dropFirst("export ".count) : $0) }
      lines += ["modules['\(script.path)'] = { \(script.exports.joined(separator: ", ")) };", "}"]
    }
    let exports = scripts.last { $0.path == bundle }?.exports ?? []
    if !exports.isEmpty { lines.append("export const { \(exports.joined(separator: ", ")) } = modules['\(bundle)'];") }
    return lines
  }

  private static func text(of script: Script, joined: Set<String>) -> [String] {
    let (taken, imported) = (
      script.imports.filter { joined.contains($0.path) }, script.imports.filter { !joined.contains($0.path) }
    )
    var lines = taken.isEmpty ? [] : ["import { modules } from '\(relative(shared, from: script.path))';"]
    // Modules of a view's own bundle are there once that has run.
    lines += Set(taken.map { bundle(of: $0.path) }).subtracting([shared]).sorted().map {
      "import '\(relative($0, from: script.path))';"
    }
    lines += imported.map { "import { \($0.names) } from '\(relative($0.path, from: script.path))';" }
    lines += taken.map { "const { \($0.pattern) } = modules['\($0.path)'];" }
    return lines + script.code.map(String.init)
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

    /// The names as a pattern that takes them from an object.
    var pattern: String { names.replacing(" as ", with: ": ") }
  }

  let path: String
  private(set) var imports: [Import] = []
  private(set) var exports: [String] = []
  /// The lines that are no imports.
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
  }

  private static func imported(by statement: String, in script: String) throws(DomainError) -> Import {
    guard let parts = statement.wholeMatch(of: /import \{ *([^}]*?),? *\} from '([^']+)';/) else {
      throw .webFilesInvalid("\(script) imports in another way than by name: \(statement)")
    }
    let path = parts.2.split(separator: "/").reduce(into: script.split(separator: "/").dropLast()) { folders, part in
      if part == ".." { _ = folders.popLast() } else if part != "." { folders.append(part) }
    }
    return Import(names: String(parts.1), path: path.joined(separator: "/"))
  }

  private static func exported(by line: Substring, in script: String) throws(DomainError) -> String {
    guard let name = line.prefixMatch(of: /export (?:const|class|(?:async )?function) (\w+)/)?.1 else {
      throw .webFilesInvalid("\(script) exports in another way than by name: \(line)")
    }
    return String(name)
  }

  /// The lines that hold code. Comments count that begin a line; no template spans lines.
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
