import Foundation

extension Command {
  static let migrate = Command(
    specification: CommandSpecification(
      path: ["migrate"], summary: "Bring the schema of the databases up to date", options: [noCopyOption],
      discussion: """
        'serve' does so as well; every other command refuses databases of an older program. A server of the older program
        that still runs writes nothing any more from then on, and says so.
        """)
  ) { command, context in
    try command.expectOperands(0...0)
    let directory = URL(fileURLWithPath: command["data-dir"] ?? "fourcuts-data")
    let data = DataDirectory(url: directory)
    try data.checkNothingWasLost()
    try data.checkIsThere()
    let assembly = try await Assembly.open(directory: directory, for: .migrate(keepsCopy: !command.has("no-copy")))
    await assembly.close()
    try context.console.out("The databases in \(directory.path) have this program's schema.\n")
  }
}
