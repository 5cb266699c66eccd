import Basics
import CommandLineKit
import Foundation
import Photos
import Stores

extension Command {
  static let check = Command(
    specification: CommandSpecification(
      path: ["check"], summary: "Check databases, secrets and photos for damage, and repair what can be",
      options: [
        PhotoLocation.option, keyFileOption, .flag("repair", "Repair what needs no guess; the server must be stopped"),
        .format("text", "json"),
      ],
      discussion: """
        Checked are: pages, indexes and references of the database files; counts, numbers and copies that are kept beside
        the rows they come from; the ledger; the versions of the catalogue; that secrets can be decoded; and that each
        recorded photo is stored with its hash, and nothing else is. It only reads (but rolls back an import that was
        killed), and may run beside the server. Lines begin with ok, warn or fail, as those of 'fourcuts doctor', which
        checks the machine and the settings.

        --repair builds indexes again, recounts, and moves photos that no row records to photos/aside. Before, it copies
        the databases that it changes (…before-repair-….sqlite); of a PostgreSQL database, make a copy with pg_dump. Everything
        else must be restored from a backup.

        The exit code is 0 if nothing fails, 3 if a check fails, and 4 if there is no data.
        """)
  ) { command, context in
    try command.expectOperands(0...0)
    let photos = try PhotoLocation(command, context.environment)
    var findings: [DoctorFinding]
    if command.has("repair") {
      findings = try await repaired(command, photos, context)
    } else {
      findings = try await inspection(command, photos).findings
    }
    findings = findings.sorted { $0.level.rank < $1.level.rank }
    try show(findings, command, context)
    let failed = findings.count { $0.level == .fail }
    guard failed == 0 else {
      throw DomainError(
        .conflict, "check-failed", failed == 1 ? "One check failed." : "\(failed) checks failed.")
    }
  }
}

extension DoctorFinding.Level {
  /// Passed checks come first, so that the rest is seen last.
  fileprivate var rank: Int {
    switch self {
    case .ok: 0
    case .warn: 1
    case .fail: 2
    }
  }
}

private func dataDirectory(_ command: ParsedCommand) -> DataDirectory {
  DataDirectory(url: URL(fileURLWithPath: command["data-dir"] ?? "fourcuts-data"))
}

private func inspection(
  _ command: ParsedCommand, _ photos: PhotoLocation?
) async throws -> InstallationCheck.Report {
  let assembly: Assembly
  do {
    assembly = try await Assembly.open(command, for: .read, options: .withoutTimeLimits)
  } catch let error as DomainError where error.condition?.subject == .storedData {
    return InstallationCheck.Report(unreadable: error)
  }
  let report = try await InstallationCheck(assembly, photos: photos).run()
  await assembly.close()
  return report
}

private func repaired(
  _ command: ParsedCommand, _ photos: PhotoLocation?, _ context: CommandContext
) async throws -> [DoctorFinding] {
  let data = dataDirectory(command)
  if command["database"] == nil { try data.checkIsThere() }
  let lock = command["database"] == nil ? try data.lock() : nil
  defer { withExtendedLifetime(lock) {} }
  let first = try await inspection(command, photos)
  guard first.isRepairable else {
    return first.findings + [.ok("repair", "There is nothing that can be repaired without a guess.")]
  }
  let assembly = try await Assembly.open(command, for: .write, options: .withoutTimeLimits)
  let check = try InstallationCheck(assembly, photos: photos)
  let done = try await check.repair(first, copiesIn: assembly.directory, at: context.now())
  await assembly.close()
  return done + (try await inspection(command, photos).findings)
}
