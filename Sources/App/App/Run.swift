import Basics
import Foundation

/// Runs the command line that the process was started with.
/// - Parameter interfaces: what is served beside the program's own interfaces.
/// - Returns: The exit code, as `fourcuts --help` lists them.
package func runFourcuts(serving interfaces: [any InterfaceExtension]) async -> Int32 {
  useUnicodeWidths()
  signal(SIGPIPE, SIG_IGN)
  // A file that may grow no larger is refused like a full disk.
  signal(SIGXFSZ, SIG_IGN)
  let environment = ProcessInfo.processInfo.environment
  let context = CommandContext(
    console: Console(environment: environment), environment: environment, now: { .wallClock },
    interfaces: interfaces)
  return await run(Array(CommandLine.arguments.dropFirst()), context)
}

/// Runs a command line and answers its exit code.
func run(_ words: [String], _ context: CommandContext) async -> Int32 {
  do {
    try await dispatch(words, context)
    return 0
  } catch let refusal as DomainError {
    if refusal.code == "output-closed" { return 1 }
    context.console.error("fourcuts: \(withoutControls(refusal.operatorMessage))")
    return exitCode(refusal)
  } catch {
    context.console.error("fourcuts: \(withoutControls(String(describing: error)))")
    return 1
  }
}

/// The one table from refusals to exit codes.
func exitCode(_ refusal: DomainError) -> Int32 {
  if refusal.field == DomainError.commandLine { return 2 }
  return switch refusal.kind {
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
  let asksHelp = first == "help"
  let named = asksHelp ? Array(words.dropFirst()) : words
  guard let (command, rest) = Command.named(by: named, of: commands) else {
    let group = specifications.filter { $0.path.first == named.first }
    if !group.isEmpty, named.count == 1 || named.contains("--help") {
      return try context.console.out(Help.overview(group))
    }
    let name = named.prefix(group.isEmpty ? 1 : 2).joined(separator: " ")
    throw DomainError.usage("command-unknown", "'\(name)' is no command; see 'fourcuts --help'.")
  }
  if asksHelp || asksForHelp(rest) {
    return try context.console.out(Help.command(command.specification))
  }
  let parsed = try ParsedCommand(command.specification, rest, environment: context.environment)
  try await command.run(parsed, context)
}

private func asksForHelp(_ words: [String]) -> Bool {
  words.prefix { $0 != "--" }.contains { $0 == "--help" || $0 == "-h" }
}

/// The version of the program.
let version = "0.2.0"

extension Timestamp {
  /// The moment by the machine's clock.
  static var wallClock: Timestamp {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
  }
}
