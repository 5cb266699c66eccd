import Basics
import CommandLineKit

/// Runs the command line that the process was started with.
/// - Parameter interfaces: Interfaces that `serve` offers in addition to its own.
/// - Returns: The exit code, as `fourcuts --help` lists them.
package func runFourcuts(serving interfaces: [any InterfaceExtension]) async -> Int32 {
  await runProgram("fourcuts") { words, context in
    try await dispatch(words, to: Command.all(with: interfaces), context)
  }
}

private func dispatch(_ words: [String], to commands: [Command], _ context: CommandContext) async throws {
  let specifications = commands.map(\.specification)
  var context = context
  context.settings = specifications.settings
  guard let first = words.first, !["help", "--help", "-h"].contains(first) || words.count > 1 else {
    try context.console.out(Help.overview(specifications))
    return
  }
  let isHelp = first == "help"
  let named = isHelp ? Array(words.dropFirst()) : first == "--version" ? ["version"] + words.dropFirst() : words
  guard let (command, rest) = Command.named(by: named, of: commands) else {
    let group = specifications.filter { $0.path.first == named.first }
    if !group.isEmpty, named.count == 1 || named.contains("--help") {
      return try context.console.out(Help.overview(group))
    }
    let name = named.prefix(group.isEmpty ? 1 : 2).joined(separator: " ")
    let near = proposal(for: name, among: specifications.map(\.name))
    throw DomainError.usage(
      "command-unknown", "'\(name)' is no command" + (near.isEmpty ? "; see 'fourcuts --help'." : near))
  }
  try await command.perform(isHelp ? ["--help"] : rest, context)
}
