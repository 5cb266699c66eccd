import Basics
import CommandLineKit
import Foundation
import PostgreSQL
import Stores

extension Command {
  static let copyDatabase = Command(
    specification: CommandSpecification(
      path: ["database", "copy"], summary: "Copy an installation between SQLite and PostgreSQL",
      options: [
        .value("from", "ADDRESS", "The installation: sqlite:DIR for a data folder, or postgres://user@host/name"),
        .value("to", "ADDRESS", "Where to copy it: the other one of the two, which must be empty"), keyFileOption,
        .flag("quiet", "Print nothing but errors"),
      ],
      discussion: """
        Stop all servers of the installation first: what is written meanwhile is not copied. All rows and the secrets
        are copied, and rows and checksums of every table are compared at the end; photos are not copied. The target
        must be empty. After an interruption, run the command again to continue; no other command uses the target
        before it is finished. Both must have this program's schema: run 'fourcuts migrate' first.

        The secrets in PostgreSQL are sealed by the key of --key-file; by default, secrets.key in the SQLite folder.

        Examples:
          fourcuts database copy --from sqlite:fourcuts-data --to postgres://fourcuts@db.example/fourcuts
          fourcuts database copy --from postgres://fourcuts@db.example/fourcuts --to sqlite:fourcuts-back
        """, usesDataDirectory: false)
  ) { command, context in
    try command.expectOperands(0...0)
    let (from, to) = (try command.installation("from"), try command.installation("to"))
    guard from.isServer != to.isServer else {
      throw DomainError.usage(
        "same-engine", "One of --from and --to must be sqlite:DIR: copy a folder with cp, PostgreSQL with pg_dump.")
    }
    let key = command["key-file"] ?? (from.directory ?? to.directory)?.appendingPathComponent("secrets.key").path
    let source = try await from.open(keyFile: key, for: .read)
    let target = try await to.open(keyFile: key, for: .copyInto)
    // In the target: the source stays as it was.
    let table = try await target.audited(command, context, detail: from.isServer ? "to SQLite" : "to PostgreSQL") {
      try await copy(source, to: target, context.console, isQuiet: command.has("quiet"))
    }
    for assembly in [source, target] { await assembly.close() }
    if !command.has("quiet") { try context.console.out(table) }
  }
}

private struct InstallationAddress {
  /// The folder of SQLite files; nil for a server.
  let directory: URL?
  let address: String

  var isServer: Bool { directory == nil }

  func open(keyFile: String?, for use: Assembly.OpenMode) async throws -> Assembly {
    try await Assembly.open(
      directory: directory ?? URL(fileURLWithPath: "."), address: isServer ? address : nil, keyFile: keyFile,
      for: use, options: .withoutTimeLimits)
  }
}

extension ParsedCommand {
  fileprivate func installation(_ option: String) throws(DomainError) -> InstallationAddress {
    guard let address = self[option], !address.isEmpty else {
      throw .usage("option-missing", "--\(option) is needed: sqlite:DIR or postgres://user@host/name.")
    }
    let path = address.hasPrefix("sqlite:") ? String(address.dropFirst("sqlite:".count)) : nil
    guard path != "" else { throw .usage("address-invalid", "--\(option) names no folder: sqlite:DIR.") }
    return InstallationAddress(directory: path.map { URL(fileURLWithPath: $0) }, address: address)
  }
}

/// Copies rows and secrets, and ends the copy if both sides are the same.
/// - Returns: What was compared.
/// - Throws: `DomainError` `copy-differs` (conflict), after the tables were shown; what the parts throw.
private func copy(_ source: Assembly, to target: Assembly, _ console: Console, isQuiet: Bool) async throws -> TextTable
{
  let copy = try await DatabaseCopy(from: source.databases, to: target.databases)
  try await copy.begin()
  // First, so that a wrong key file is found at once.
  try await source.keyRing.copy(to: target.keyRing)
  let copying = ProgressLine(console, isQuiet: isQuiet, name: "copy")
  defer { copying.finish() }
  let states = try await copy.run { copying.show(rows: $0, of: $1) }
  copying.finish()
  let comparing = ProgressLine(console, isQuiet: isQuiet, name: "compare")
  defer { comparing.finish() }
  let tables = try await copy.compare(states) { comparing.show(rows: $0, of: $1) }
  comparing.finish()
  let differing = tables.filter { $0.source != $0.target }
  guard differing.isEmpty else {
    try console.out(table(differing))
    throw DomainError(
      .conflict, "copy-differs",
      "These tables differ: the source has changed meanwhile. Stop its servers, empty the target and copy again.")
  }
  try await copy.finish()
  return table(tables)
}

private func table(_ tables: [ComparedTable]) -> TextTable {
  var table = TextTable(columns: [
    ("TABLE", .left), ("ROWS", .right), ("COPIED", .right), ("CHECKSUM", .left), ("OF COPY", .left),
  ])
  table.rows = tables.map { compared in
    let (source, target) = (compared.source, compared.target)
    return [
      compared.name, String(source.rows), String(target.rows), hexadecimal(source.checksum),
      hexadecimal(target.checksum),
    ]
  }
  return table
}
