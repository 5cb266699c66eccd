package import Basics
import Foundation

/// Runs a program that is one command.
/// - Returns: The exit code, as `fourcuts --help` lists them.
package func runProgram(_ command: Command) async -> Int32 {
  await runProgram(command.specification.program, command.perform)
}

/// Runs a body with the arguments of the command line, and reports its error to the operator.
/// - Returns: The exit code, as `fourcuts --help` lists them.
package func runProgram(
  _ name: String, _ body: (_ words: [String], CommandContext) async throws -> Void
) async -> Int32 {
  let context = processContext()
  do {
    try await body(Array(CommandLine.arguments.dropFirst()), context)
    return 0
  } catch let domainError as DomainError {
    if domainError.code == "output-closed" { return endOfClosedPipe() }
    context.console.error("\(name): \(withoutControls(domainError.operatorMessage))")
    return exitCode(domainError)
  } catch {
    context.console.error("\(name): \(withoutControls(String(describing: error)))")
    return 1
  }
}

/// Ends the process as other programs end whose reader is gone: by SIGPIPE, so that shells give 141 and say nothing.
private func endOfClosedPipe() -> Int32 {
  signal(SIGPIPE, SIG_DFL)
  raise(SIGPIPE)
  return 128 + SIGPIPE
}

/// Prepares the process, and gives what a command sees of it.
private func processContext() -> CommandContext {
  useUnicodeWidths()
  signal(SIGPIPE, SIG_IGN)
  // A file that may grow no larger is refused like a full disk.
  signal(SIGXFSZ, SIG_IGN)
  let environment = ProcessInfo.processInfo.environment
  return CommandContext(
    console: Console(environment: environment), environment: environment, now: { .wallClock })
}

extension Command {
  /// Runs the command with what follows its name, or shows its help.
  package func perform(_ words: [String], _ context: CommandContext) async throws {
    if wantsHelp(words) {
      return try context.console.out(Help.command(specification, width: context.console.textWidth))
    }
    let command = try ParsedCommand(
      specification, words, environment: context.environment, settings: context.settings)
    try await run(command, context)
  }
}

/// The one table from refusals to exit codes.
package func exitCode(_ domainError: DomainError) -> Int32 {
  if domainError.field == DomainError.commandLine { return 2 }
  return switch domainError.kind {
  case .unavailable, .rateLimited: 1
  case .invalid, .conflict, .unprocessable, .unauthenticated, .forbidden, .tooLarge: 3
  case .notFound: 4
  }
}

private func wantsHelp(_ words: [String]) -> Bool {
  words.prefix { $0 != "--" }.contains { $0 == "--help" || $0 == "-h" }
}

package let version = "0.2.0"

extension Timestamp {
  /// The time since the machine was started, also while it slept: for durations, which must not change with the clock.
  package static var sinceBoot: Timestamp {
    var time = timespec()
    clock_gettime(CLOCK_BOOTTIME, &time)
    return Timestamp(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
  }

  /// The moment by the machine's clock.
  package static var wallClock: Timestamp {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
  }
}
