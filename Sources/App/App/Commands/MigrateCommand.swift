import CommandLineKit
import Foundation

extension Command {
  static let migrate = Command(
    specification: CommandSpecification(
      path: ["migrate"], summary: "Migrate the schema of the databases", options: [noCopyOption],
      discussion: """
        'serve' migrates as well; every other command rejects databases with an older schema. A running server of the
        older version on SQLite files stops writing from then on, and reports that. Of a PostgreSQL database no copy is
        kept: make one with pg_dump before.
        """)
  ) { command, context in
    try command.expectOperands(0...0)
    let directory = URL(fileURLWithPath: command["data-dir"] ?? "fourcuts-data")
    if command["database"] == nil {
      let data = DataDirectory(url: directory)
      try data.checkNothingWasLost()
      try data.checkIsThere()
    }
    let assembly = try await Assembly.open(command, for: .migrate(keepsCopy: !command.has("no-copy")))
    try await assembly.audited(command, context) {}
    await assembly.close()
    let what = command["database"] == nil ? "The databases in \(directory.path) have" : "The database has"
    try context.console.out("\(what) this program's schema.\n")
  }
}
