import Basics
import Foundation
import SQL
import Support
import Testing
import Workload

/// An installation, and a place for its backups.
struct BackedUpInstallation: Sendable {
  static let booths = """
    external_id,name,latitude,longitude,status
    A1,샘플네컷 강남점,37.4979,127.0276,operating
    A2,샘플네컷 역삼점,37.5006,127.0364,operating

    """

  let program: Program
  let scratch: ScratchDirectory
  /// The program that a backup is restored with: on files, whatever the engine of the others.
  let restored: Program
  let keyFile: String

  init(engine: SQLEngine = TestDatabase.engine, environment: [String: String] = [:]) throws {
    scratch = try ScratchDirectory()
    keyFile = scratch.url.appendingPathComponent("backup.key").path
    try Data((String(repeating: "0123456789abcdef", count: 4) + "\n").utf8).write(to: URL(fileURLWithPath: keyFile))
    chmod(keyFile, 0o600)
    program = try Program(engine: engine, environment: environment)
    restored = try Program(engine: .sqlite, environment: environment)
  }

  var place: String { scratch.url.appendingPathComponent("backups").path }

  /// Runs a backup command with the place and the key.
  func run(_ words: String..., by starter: [String] = []) throws -> Program.Result {
    let option = words[0] == "create" ? "--to" : "--from"
    let program = words[0] == "restore" ? restored : program
    return try program.start(
      ["backup"] + words + [option, place, "--backup-key-file", keyFile], by: starter
    ).finish()
  }

  /// Makes a backup.
  /// - Returns: Its identifier.
  func create() throws -> String {
    let result = try run("create")
    #expect(result.code == 0, "\(result.errors)")
    return String(result.output.prefix { $0 != ":" })
  }

  /// The files that the place has.
  func files(below directory: String = "") throws -> [String] {
    let url = scratch.url.appendingPathComponent("backups/\(directory)")
    guard FileManager.default.fileExists(atPath: url.path) else { return [] }
    return try FileManager.default.subpathsOfDirectory(atPath: url.path).filter { path in
      var isDirectory: ObjCBool = false
      return FileManager.default.fileExists(atPath: url.appendingPathComponent(path).path, isDirectory: &isDirectory)
        && !isDirectory.boolValue
    }
  }
}
