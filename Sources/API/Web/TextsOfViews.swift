import Basics

/// Which texts the first view does without: they are loaded with the first view that is not the map, or by a script that
/// needs them.
///
/// Their keys begin with the name of a view's folder, or are those of scripts that only such views and scripts import; and
/// no other script has them.
struct TextsOfViews {
  private let folders: Set<Substring>
  private let early: TextKeys
  private let late: TextKeys

  init(_ contents: [String: [UInt8]]) {
    folders = Set(contents.keys.filter { $0.hasPrefix("views/") }.map { $0.split(separator: "/")[1] })
      .subtracting(["map", "docs"])
    let shared = contents.filter { path, _ in
      path.hasSuffix(".js") && (path.hasPrefix("core/") || path.hasPrefix("widgets/") || path.hasPrefix("views/map/"))
        || path == "app.js" || path == "router.js"
    }
    var (early, late): ([[Substring]], [[Substring]]) = ([], [])
    var widgets: [String: [Substring]] = [:]
    for (path, bytes) in shared {
      let script = String(decoding: bytes, as: UTF8.self)
      let literals = script.split { $0 == "'" || $0 == "\"" || $0 == "`" }
      if script.contains("await loadTextsOfViews()") {
        late.append(literals)
      } else if path.hasPrefix("widgets/") {
        widgets[path] = literals
      } else {
        early.append(literals)
      }
    }
    // Widgets that early scripts import are early, too.
    var new = early
    while !new.isEmpty {
      let imported = Set(new.joined().filter { $0.hasSuffix(".js") }.compactMap { $0.split(separator: "/").last })
      let found = widgets.filter { path, _ in path.split(separator: "/").last.map(imported.contains) == true }
      for path in found.keys { widgets[path] = nil }
      new = Array(found.values)
      early += new
    }
    self.early = TextKeys(early.joined())
    self.late = TextKeys((late + widgets.values).joined())
  }

  func contains(_ key: String) -> Bool {
    if late.name(key), !early.name(key) { return true }
    return key.split(separator: ".").first.map(folders.contains) == true && !early.contain(key)
  }
}

/// The keys of texts among the literals of scripts.
private struct TextKeys {
  private let whole: Set<Substring>
  /// The beginnings of keys that scripts complete.
  private let beginnings: [Substring]

  init(_ literals: some Collection<Substring>) {
    whole = Set(literals)
    beginnings = literals.compactMap { literal in
      literal.firstRange(of: "${").map { literal[..<$0.lowerBound] }
    }.filter { $0.contains(".") }
  }

  /// Whether a script has just this key, or the beginning of it.
  func name(_ key: String) -> Bool { whole.contains(key[...]) || beginnings.contains { key.hasPrefix($0) } }

  /// Whether a script may mean this text: by its key, or by a part of it.
  func contain(_ key: String) -> Bool {
    // Forms of a text have its key and more: one, other.
    let parts = key.split(separator: ".")
    return (1...parts.count).contains { whole.contains(Substring(parts.prefix($0).joined(separator: "."))) }
      || beginnings.contains { key.hasPrefix($0) }
  }
}
