package import Basics
package import Foundation

/// The files of the web app, by paths such as `views/map/markers.js`.
package struct WebFiles: Sendable {
  package var contents: [String: [UInt8]]

  package init(_ contents: [String: [UInt8]]) { self.contents = contents }

  /// Reads the app's own files from a directory, and Leaflet from the directory of Debian's libjs-leaflet.
  /// - Throws: `DomainError` `web-files-missing`, which names the missing file and what to install.
  package init(directory: URL, leaflet: URL = WebFiles.debianLeaflet) throws(DomainError) {
    contents = [:]
    let directory = directory.resolvingSymlinksInPath()
    for path in try Self.paths(in: directory) {
      contents[path] = try Self.bytes(of: directory.appendingPathComponent(path))
    }
    for (path, name) in [("leaflet/leaflet.js", "leaflet.esm.min.js"), ("leaflet/leaflet.css", "leaflet.css")] {
      contents[path] = try Self.bytes(of: leaflet.appendingPathComponent(name))
    }
  }

  /// Debian's directory of Leaflet (BSD-2-Clause, Volodymyr Agafonkin and others).
  package static let debianLeaflet = URL(fileURLWithPath: "/usr/share/javascript/leaflet")

  /// The files of a program: beside it when built, below `share` when installed.
  /// - Throws: `DomainError` `web-files-missing`.
  package init(ofProgram program: URL, leaflet: URL = WebFiles.debianLeaflet) throws(DomainError) {
    let base = program.deletingLastPathComponent()
    let directories = ["../share/fourcuts/web", "fourcuts_Web.resources/Files"].map { base.appendingPathComponent($0) }
    let found = directories.first {
      FileManager.default.fileExists(atPath: $0.appendingPathComponent("index.html").path)
    }
    try self.init(directory: (found ?? directories[0]).standardizedFileURL, leaflet: leaflet)
  }

  private static func paths(in directory: URL) throws(DomainError) -> [String] {
    guard let all = try? FileManager.default.subpathsOfDirectory(atPath: directory.path) else {
      throw missing(directory)
    }
    return all.filter { FileType(of: $0) != nil }
  }

  private static func bytes(of file: URL) throws(DomainError) -> [UInt8] {
    guard let data = try? Data(contentsOf: file) else { throw missing(file) }
    return Array(data)
  }

  private static func missing(_ file: URL) -> DomainError {
    DomainError(
      .unavailable, "web-files-missing",
      "The web app cannot be served without \(file.path); install libjs-leaflet, and fourcuts with 'make install'.")
  }
}

enum FileType: String {
  case html, css, js, json, svg, png, ico, webmanifest, mvt, md

  init?(of path: String) {
    guard let dot = path.lastIndex(of: "."), let type = FileType(rawValue: String(path[path.index(after: dot)...]))
    else { return nil }
    self = type
  }

  var mediaType: String {
    switch self {
    case .html: "text/html; charset=utf-8"
    case .css: "text/css; charset=utf-8"
    case .js: "text/javascript; charset=utf-8"
    case .json: "application/json"
    case .svg: "image/svg+xml"
    case .png: "image/png"
    case .ico: "image/x-icon"
    case .webmanifest: "application/manifest+json"
    case .md: "text/markdown; charset=utf-8"
    case .mvt: "application/vnd.mapbox-vector-tile"
    }
  }
}
