import CommandLineKit

extension Command {
  /// Every command, in the order of the overview.
  /// - Parameter interfaces: what is served beside the program's own interfaces.
  static func all(with interfaces: [any InterfaceExtension] = []) -> [Command] {
    [
      .serve(with: interfaces), .migrate, .importFiles, .listImports, .showImport, .rollBackImport, .search, .near,
      .inside,
      .listBooths, .showBooth, .editBooth, .closeBooth, .exportBooths, .convert, .signUp, .logIn, .showAccount,
      .editAccount, .logOut, .withdraw, .listPosts, .showPost, .addPost, .editPost, .removePost, .likePost,
      .commentPost, .listReports, .showReport, .closeReport,
      .listCorrections, .showCorrection, .closeCorrection, .listAccounts, .inspectAccount, .resetLink,
      .suspendAccount, .restoreAccount, .listAudit, .listPayments, .showPayment, .verifyPayment(with: interfaces),
      .cancelPayment(with: interfaces), .reconcilePayments(with: interfaces), .copyPhotos, .rotateKeys,
      .createBackup, .listBackups, .verifyBackup, .restoreBackup, .pruneBackups, .addSamples, .removeSamples,
      .copyDatabase, .turnPostGIS, .check, .checkGeography, .printDeployment,
      .doctor(with: interfaces), .settings(with: interfaces), .completions(with: interfaces), .version,
    ]
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
