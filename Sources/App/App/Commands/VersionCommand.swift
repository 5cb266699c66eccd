import CommandLineKit
import Crypto
import Foundation
import Geo
import HTTP
import Images
import JSON
import PostgreSQL
import SQLite
import WebClient

extension Command {
  static let version = Command(
    specification: CommandSpecification(
      path: ["version"], summary: "Print the version", options: [.format("text", "json")],
      discussion: """
        JSON also has the commit, the compiler and the libraries. The commit is known to an installed program only ('make
        install').
        """, usesDataDirectory: false)
  ) { command, context in
    try command.expectOperands(0...0)
    guard command["format"] == "json" else {
      return try context.console.out("fourcuts \(CommandLineKit.version)\n")
    }
    let document = JSONValue.object([
      "version": .string(CommandLineKit.version), "commit": programCommit.map(JSONValue.string) ?? .null,
      "swift": .string(compilerVersion), "libraries": .object(libraries),
    ])
    try context.console.out(json: document.bytes)
  }
}

/// What `make install` has written beside the program's other files.
let programCommit: String? = {
  let file = programURL.deletingLastPathComponent().appendingPathComponent("../share/fourcuts/commit")
  guard let text = try? String(contentsOf: file.standardizedFileURL, encoding: .utf8) else { return nil }
  return text.firstMatch(of: /^[0-9a-f]{40}\b/).map { String($0.output) }
}()

/// The compiler gives its version to conditions only.
private var compilerVersion: String {
  #if compiler(>=6.4)
    "6.4 or later"
  #elseif compiler(>=6.3)
    "6.3"
  #else
    "6.2"
  #endif
}

/// The versions of the libraries that are loaded, which may be newer than those at the build.
private var libraries: [JSONMember] {
  [
    ("curl", curlVersion()), ("libpq", libpqVersion()), ("libsodium", sodiumVersion()), ("openssl", openSSLVersion()),
    ("proj", projVersion()), ("sqlite", sqliteVersion()), ("vips", loadedVipsVersion() ?? "missing"),
    ("zlib", zlibLibraryVersion()),
  ].map { JSONMember(key: $0, value: .string($1)) }
}
