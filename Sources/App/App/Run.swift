import Basics
import CommandLineKit

/// Runs the command line that the process was started with.
/// - Parameter interfaces: Interfaces that `serve` offers in addition to its own.
/// - Returns: The exit code, as `fourcuts --help` lists them.
package func runFourcuts(serving interfaces: [any InterfaceExtension]) async -> Int32 {
  await runProgram("fourcuts") { words, context in
    try await dispatch(words, to: CommandGroup.all(with: interfaces), context)
  }
}

private func dispatch(_ words: [String], to groups: [CommandGroup], _ context: CommandContext) async throws {
  let specifications = groups.flatMap(\.specifications)
  let (console, width) = (context.console, context.console.textWidth)
  var context = context
  context.settings = specifications.settings
  guard let first = words.first, !["help", "--help", "-h"].contains(first) || words.count > 1 else {
    return try console.out(Help.overview(groups, width: width))
  }
  let isHelp = first == "help"
  let named = isHelp ? Array(words.dropFirst()) : first == "--version" ? ["version"] + words.dropFirst() : words
  guard let (command, rest) = Command.named(by: named, of: groups.flatMap(\.commands)) else {
    let ofWord = specifications.filter { $0.path.first == named.first }
    if let word = named.first, !ofWord.isEmpty, named.count == 1 || named.contains("--help") {
      return try console.out(Help.commands(ofWord, of: word, width: width))
    }
    throw DomainError.unknownCommand(named, of: specifications)
  }
  try await command.perform(isHelp ? ["--help"] : rest, context)
}

extension DomainError {
  /// - Parameter words: the command line, or what follows `help`.
  static func unknownCommand(_ words: [String], of commands: [CommandSpecification]) -> DomainError {
    let isGroup = commands.contains { $0.path.first == words.first }
    let twoWords = words.prefix(2).prefix { !$0.hasPrefix("-") }.joined(separator: " ")
    var near = proposal(for: twoWords, among: commands.map(\.name))
    if near.isEmpty, !isGroup, let word = words.first { near = proposal(for: word, among: commands.map { $0.path[0] }) }
    return .usage(
      "command-unknown",
      "'\(isGroup ? twoWords : words.first ?? "")' is no command" + (near.isEmpty ? "; see 'fourcuts --help'." : near))
  }
}
