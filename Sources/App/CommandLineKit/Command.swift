package import Basics

/// A command of a program: what it takes and what it does.
package struct Command: Sendable {
  package let specification: CommandSpecification
  package let run: @Sendable (ParsedCommand, CommandContext) async throws -> Void

  package init(
    specification: CommandSpecification,
    run: @escaping @Sendable (ParsedCommand, CommandContext) async throws -> Void
  ) {
    self.specification = specification
    self.run = run
  }
}

/// What a command sees of the world.
package struct CommandContext: Sendable {
  package let console: Console
  package let environment: [String: String]
  package var now: @Sendable () -> Timestamp
  package var settings: [OptionSpecification] = []
}
