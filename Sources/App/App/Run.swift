import Basics
import Foundation

/// Runs the command line that the process was started with.
/// - Parameter interfaces: Interfaces that `serve` offers in addition to its own.
/// - Returns: The exit code, as `fourcuts --help` lists them.
package func runFourcuts(serving interfaces: [any InterfaceExtension]) async -> Int32 {
  var context = processContext()
  context.interfaces = interfaces
  return await run(Array(CommandLine.arguments.dropFirst()), context)
}

/// Runs a program that consists of one command.
/// - Returns: The exit code, as `fourcuts --help` lists them.
package func runProgram(_ command: Command) async -> Int32 {
  let context = processContext()
  return await reportingErrors(of: command.specification.program, context) {
    try await run(command, Array(CommandLine.arguments.dropFirst()), context)
  }
}

/// Sets up locale and signals, and returns the context for commands.
private func processContext() -> CommandContext {
  useUnicodeWidths()
  signal(SIGPIPE, SIG_IGN)
  // A write beyond the file size limit then fails with an error, like a full disk.
  signal(SIGXFSZ, SIG_IGN)
  let environment = ProcessInfo.processInfo.environment
  return CommandContext(
    console: Console(environment: environment), environment: environment, now: { .wallClock })
}

/// Runs a command line and returns its exit code.
func run(_ words: [String], _ context: CommandContext) async -> Int32 {
  await reportingErrors(of: "fourcuts", context) { try await dispatch(words, context) }
}

private func reportingErrors(
  of program: String, _ context: CommandContext, _ body: () async throws -> Void
) async -> Int32 {
  do {
    try await body()
    return 0
  } catch let domainError as DomainError {
    if domainError.code == "output-closed" { return 1 }
    context.console.error("\(program): \(withoutControls(domainError.operatorMessage))")
    return exitCode(domainError)
  } catch {
    context.console.error("\(program): \(withoutControls(String(describing: error)))")
    return 1
  }
}

/// Runs a command with the words after its name, or shows its help.
private func run(_ command: Command, _ words: [String], _ context: CommandContext) async throws {
  if wantsHelp(words) { return try context.console.out(Help.command(command.specification)) }
  try await command.run(ParsedCommand(command.specification, words, environment: context.environment), context)
}

/// Maps domain errors to exit codes.
func exitCode(_ domainError: DomainError) -> Int32 {
  if domainError.field == DomainError.commandLine { return 2 }
  return switch domainError.kind {
  case .unavailable, .rateLimited: 1
  case .invalid, .conflict, .unprocessable, .unauthenticated, .forbidden, .tooLarge: 3
  case .notFound: 4
  }
}

private func dispatch(_ words: [String], _ context: CommandContext) async throws {
  let commands = Command.all(with: context.interfaces)
  let specifications = commands.map(\.specification)
  guard let first = words.first, !["help", "--help", "-h"].contains(first) || words.count > 1 else {
    try context.console.out(Help.overview(specifications))
    return
  }
  if first == "--version" || first == "version" {
    try context.console.out("fourcuts \(version)\n")
    return
  }
  let isHelp = first == "help"
  let named = isHelp ? Array(words.dropFirst()) : words
  guard let (command, rest) = Command.named(by: named, of: commands) else {
    let group = specifications.filter { $0.path.first == named.first }
    if !group.isEmpty, named.count == 1 || named.contains("--help") {
      return try context.console.out(Help.overview(group))
    }
    let name = named.prefix(group.isEmpty ? 1 : 2).joined(separator: " ")
    throw DomainError.usage("command-unknown", "'\(name)' is no command; see 'fourcuts --help'.")
  }
  try await run(command, isHelp ? ["--help"] : rest, context)
}

private func wantsHelp(_ words: [String]) -> Bool {
  words.prefix { $0 != "--" }.contains { $0 == "--help" || $0 == "-h" }
}

/// The version of the programs.
package let version = "0.2.0"

extension Timestamp {
  /// The current time of the system clock.
  static var wallClock: Timestamp {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
  }
}
