import CommandLineKit

/// Commands of one group in the help.
struct CommandGroup {
  let title: String
  let commands: [Command]

  var specifications: [CommandSpecification] { commands.map(\.specification) }

  /// Every command, in the order of the overview.
  /// - Parameter interfaces: what is served beside the program's own interfaces.
  static func all(with interfaces: [any InterfaceExtension] = []) -> [CommandGroup] {
    [
      CommandGroup(title: "Find booths and places", commands: [.near, .inside, .search, .convert]),
      CommandGroup(
        title: "Import and edit the catalogue",
        commands: [
          .importFiles, .listImports, .showImport, .rollBackImport, .addSource, .listSources, .runSource, .removeSource,
          .listBooths, .showBooth, .editBooth, .closeBooth, .listCandidates,
          .exportBooths, .listCorrections, .showCorrection, .closeCorrection, .listProposals, .showProposal,
          .acceptProposal, .declineProposal, .listSearches,
        ]),
      CommandGroup(
        title: "Run a server",
        commands: [
          .serve(with: interfaces), .settings(with: interfaces), .doctor(with: interfaces), .migrate, .makeTiles,
          .printDeployment, .rotateKeys, .addSamples, .removeSamples,
        ]),
      CommandGroup(
        title: "Look after people and payments",
        commands: [
          .listQueue, .showWaiting, .acceptWaiting, .declineWaiting,
          .listAccounts, .inspectAccount, .resetLink, .suspendAccount, .restoreAccount, .grantRole, .revokeRole,
          .resetSecondFactor, .listMail, .retryMail, .listReports, .showReport, .closeReport, .listAudit, .listPayments,
          .showPayment,
          .verifyPayment(with: interfaces),
          .cancelPayment(with: interfaces), .listRefunds, .decideRefund(with: interfaces),
          .reconcilePayments(with: interfaces),
        ]),
      CommandGroup(
        title: "Back up, check and move data",
        commands: [
          .createBackup, .listBackups, .verifyBackup, .restoreBackup, .pruneBackups, .check, .copyPhotos, .copyDatabase,
          .turnPostGIS,
        ]),
      CommandGroup(
        title: "Use a server as one of its people",
        commands: [
          .signUp, .logIn, .showAccount, .editAccount, .logOut, .withdraw, .listPosts, .showPost, .addPost, .editPost,
          .removePost, .likePost, .commentPost,
        ]),
      CommandGroup(
        title: "This program", commands: [.completions(with: interfaces), .man(with: interfaces), .version]),
    ]
  }
}

extension Command {
  /// Every command, in the order of the overview.
  /// - Parameter interfaces: what is served beside the program's own interfaces.
  static func all(with interfaces: [any InterfaceExtension] = []) -> [Command] {
    CommandGroup.all(with: interfaces).flatMap(\.commands)
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
