import Basics

/// Which texts only views other than the map need: they are loaded with the first of them.
///
/// Their keys begin with the name of the view's folder, and no script of the map or shared by all views has them.
struct TextsOfViews {
  private let folders: Set<Substring>
  private let keys: Set<Substring>
  /// The beginnings of keys that scripts complete.
  private let beginnings: [Substring]

  init(_ contents: [String: [UInt8]]) {
    folders = Set(contents.keys.filter { $0.hasPrefix("views/") }.map { $0.split(separator: "/")[1] })
      .subtracting(["map", "docs"])
    let shared = contents.filter { path, _ in
      path.hasSuffix(".js") && (path.hasPrefix("core/") || path.hasPrefix("widgets/") || path.hasPrefix("views/map/"))
        || path == "app.js" || path == "router.js"
    }
    let literals = shared.values.flatMap { bytes in
      String(decoding: bytes, as: UTF8.self).split { $0 == "'" || $0 == "\"" || $0 == "`" }
    }
    keys = Set(literals)
    beginnings = literals.compactMap { literal in
      literal.firstRange(of: "${").map { literal[..<$0.lowerBound] }
    }.filter { $0.contains(".") }
  }

  /// Whether a text is only for views other than the map.
  func contains(_ key: String) -> Bool {
    guard let folder = key.split(separator: ".").first, folders.contains(folder) else { return false }
    // Forms of a text have its key and more: one, other.
    let parts = key.split(separator: ".")
    let isShared = (1...parts.count).contains { keys.contains(Substring(parts.prefix($0).joined(separator: "."))) }
    return !isShared && !beginnings.contains { key.hasPrefix($0) }
  }
}
