import Basics
import CommandLineKit

/// The settings that a running server applies without a restart. Their options are marked as such.
struct ReloadableSettings: Sendable {
  var operatorToken: String?
  var mapKey: String?
  var hasAccessLog = false
}

/// Values of settings by their names. For a secret its text, wherever that comes from.
struct SettingsSnapshot: Sendable {
  private var values: [String: [String]] = [:]

  /// - Throws: `DomainError` of a file with a secret.
  init(_ command: ParsedCommand) throws(DomainError) {
    for setting in command.effectiveSettings { values[setting.option.name] = setting.texts }
    for option in command.specification.settings where option.isSecret {
      values["\(option.name)-file"] = nil
      values[option.name] = try command.secrets(option.name)
    }
  }

  /// The names of the settings whose values differ, in alphabetical order.
  func differences(from other: SettingsSnapshot) -> [String] {
    Set(values.keys).union(other.values.keys).filter { (values[$0] ?? []) != (other.values[$0] ?? []) }.sorted()
  }

  /// Copies the values of settings from another one.
  mutating func take(_ names: some Sequence<String>, from other: SettingsSnapshot) {
    for name in names { values[name] = other.values[name] }
  }
}

/// What came of reading the settings again.
struct ReloadOutcome: Sendable {
  /// For the operator: what has changed, and what needs a restart.
  let message: String
  /// False if anything is wrong in the settings: all stay as they are.
  let isApplied: Bool
  /// The names of the settings that have changed; nil: none.
  var changed: String?
}

/// Reads the settings of a running server again.
struct SettingsReload {
  private let read: @Sendable (ParsedCommand) throws -> ServeOptions
  private let context: CommandContext
  private let command: ParsedCommand
  private var snapshot: SettingsSnapshot

  /// - Throws: `DomainError` of a file with a secret.
  init(
    _ command: ParsedCommand, _ context: CommandContext,
    read: @escaping @Sendable (ParsedCommand) throws -> ServeOptions
  ) throws(DomainError) {
    (self.command, self.context, self.read) = (command, context, read)
    snapshot = try SettingsSnapshot(command)
  }

  /// Reads the files of the settings and secrets, and applies what can change while the server runs. Where anything in
  /// them is wrong, nothing is applied.
  mutating func run(_ apply: (ReloadableSettings) -> Void) -> ReloadOutcome {
    do {
      let newCommand = try command.readAgain(in: context)
      let options = try read(newCommand)
      let newSnapshot = try SettingsSnapshot(newCommand)
      let changed = newSnapshot.differences(from: snapshot)
      let reloadable = Set(command.specification.settings.filter(\.isReloadable).map(\.name))
      snapshot.take(changed.filter(reloadable.contains), from: newSnapshot)
      apply(options.reloadable)
      let taken = changed.filter(reloadable.contains)
      return ReloadOutcome(
        message: message(taken, restarting: changed.filter { !reloadable.contains($0) }), isApplied: true,
        changed: taken.isEmpty ? nil : taken.joined(separator: ", "))
    } catch {
      let reason = operatorMessage(of: error)
      return ReloadOutcome(message: "The settings stay as they are: \(reason)", isApplied: false)
    }
  }

  private func message(_ taken: [String], restarting: [String]) -> String {
    let reloaded = taken.isEmpty ? "no setting has changed that can" : "changed \(taken.joined(separator: ", "))"
    let pending = restarting.isEmpty ? "." : "; restart to change \(restarting.joined(separator: ", "))."
    return "Settings reloaded: \(reloaded)\(pending)"
  }
}
