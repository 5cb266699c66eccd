package import Basics

/// A command of the program: its specification and its body.
package struct Command: Sendable {
  private(set) var specification: CommandSpecification
  let run: @Sendable (ParsedCommand, CommandContext) async throws -> Void

  package init(
    specification: CommandSpecification,
    run: @escaping @Sendable (ParsedCommand, CommandContext) async throws -> Void
  ) {
    self.specification = specification
    self.run = run
  }

  /// Every command, in the order of the overview.
  private static let own: [Command] = [
    .serve, .migrate, .importFiles, .listImports, .showImport, .rollBackImport, .near, .inside, .listBooths, .showBooth,
    .editBooth, .closeBooth, .exportBooths, .convert, .signUp, .logIn, .showAccount, .editAccount, .logOut, .withdraw,
    .listPosts, .showPost, .addPost, .editPost, .removePost, .likePost, .commentPost, .listReports, .showReport,
    .closeReport, .listAccounts, .inspectAccount, .resetLink, .suspendAccount, .restoreAccount, .listPayments,
    .showPayment, .verifyPayment, .cancelPayment, .reconcilePayments,
    .rotateKeys, .completions,
  ]

  /// Every command, with the options of the added interfaces.
  static func all(with interfaces: [any InterfaceExtension] = []) -> [Command] {
    own.map { command in
      var command = command
      if command.specification.path == Command.serve.specification.path {
        command.specification.options += interfaces.flatMap(\.options)
        command.specification.discussion += interfaces.map { "\n" + $0.discussion }.joined()
      } else if command.specification.callsGateways {
        command.specification.options += interfaces.flatMap(\.maskingOptions)
      }
      return command
    }
  }

  /// The command whose name the words start with, and the remaining words. Nil when no command matches.
  static func named(by words: [String], of commands: [Command] = all()) -> (Command, rest: [String])? {
    let matching = commands.filter { words.starts(with: $0.specification.path) }
    guard let longest = matching.max(by: { $0.specification.path.count < $1.specification.path.count }) else {
      return nil
    }
    return (longest, Array(words.dropFirst(longest.specification.path.count)))
  }
}

/// The environment of a command.
package struct CommandContext: Sendable {
  package let console: Console
  let environment: [String: String]
  package let now: @Sendable () -> Timestamp
  /// Interfaces that `serve` offers in addition to its own.
  var interfaces: [any InterfaceExtension] = []
}
