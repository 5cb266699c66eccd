import Basics
import CommandLineKit
import Foundation
import JSON

extension Command {
  /// - Parameter interfaces: what `serve` serves beside the program's own interfaces.
  static func doctor(with interfaces: [any InterfaceExtension]) -> Command {
    let specification = CommandSpecification(
      path: ["doctor"],
      summary: "Check whether 'serve' would work here: machine, settings, certificate, data, services",
      options: serve(with: interfaces).specification.options + [.format("text", "json")],
      discussion: """
        Takes the options, variables and settings file of 'fourcuts serve'. Run it as the same user. It changes nothing,
        except that it stores a small object at --backup-to and removes it. It may run beside the server. Each line begins
        with ok, warn or fail; the exit code is 1 if one fails.
        Databases in files are read as a whole, which takes a while for large ones.
        """)
    return Command(specification: specification) { command, context in
      try command.expectOperands(0...0)
      let results = await results(command, interfaces, context)
      try show(results, command, context)
      let failed = results.count { $0.level == .fail }
      guard failed == 0 else {
        throw DomainError(.unavailable, "doctor-failed", failed == 1 ? "One check failed." : "\(failed) checks failed.")
      }
    }
  }
}

/// Prints findings: a line for each, or a JSON document.
func show(_ findings: [DoctorFinding], _ command: ParsedCommand, _ context: CommandContext) throws {
  if command["format"] == "json" {
    return try context.console.out(json: JSONValue.object(["checks": .array(findings.map(\.json))]).bytes)
  }
  let width = findings.map { displayWidth($0.subject) }.max() ?? 0
  let style = context.console.style
  for finding in findings {
    let level = style.text(padded(finding.level.rawValue, to: 4), in: finding.level.color)
    let message = withoutControls(finding.message)
    let lines = style.width.map { wrapped(message, to: max(minMessageWidth, $0 - width - 8)) } ?? [message]
    let indent = "\n" + String(repeating: " ", count: width + 8)
    try context.console.out(
      "\(level)  \(padded(withoutControls(finding.subject), to: width))  \(lines.joined(separator: indent))\n")
  }
}

private let minMessageWidth = 30

extension DoctorFinding.Level {
  fileprivate var color: TextColor {
    switch self {
    case .ok: .green
    case .warn: .yellow
    case .fail: .red
    }
  }
}

private func results(
  _ command: ParsedCommand, _ interfaces: [any InterfaceExtension], _ context: CommandContext
) async -> [DoctorFinding] {
  let directory = URL(fileURLWithPath: command["data-dir"] ?? "fourcuts-data")
  var results = MachineChecks(directory: directory, now: context.now()).all
  results += unknownVariableWarnings(in: context.environment, known: context.settings, program: "fourcuts").map {
    .warn("settings", $0)
  }
  var options: ServeOptions?
  do {
    options = try ServeOptions(command, interfaces, context.environment)
    results.append(.ok("settings", "'serve' accepts the settings."))
  } catch {
    results.append(.fail("settings", (error as? DomainError)?.message ?? "\(error)"))
  }
  if let options {
    results += options.settingsWithoutEffect.map { .warn("settings", $0) }
    results += CertificateChecks(options: options, now: context.now()).all
  }
  results += await DataChecks(command: command, directory: directory, now: context.now).all()
  if let options {
    results += await ServiceChecks(settings: options.settings, directory: directory, now: context.now()).all()
    if let backups = options.backups {
      results.append(await BackupPlaceCheck(backups: backups.repository(clock: context.now)).finding())
    }
  }
  return results
}
