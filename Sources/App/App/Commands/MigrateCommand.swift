import CommandLineKit
import Foundation

extension Command {
  static let migrate = Command(
    specification: CommandSpecification(
      path: ["migrate"], summary: "Migrate the schema of the databases", options: [noCopyOption],
      discussion: """
        'serve' migrates as well; every other command rejects databases with an older schema. A running server of the
        older version stops writing from then on, and reports that.
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
