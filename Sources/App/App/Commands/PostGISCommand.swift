import Basics
import CommandLineKit
import PostgreSQL
import Stores

extension Command {
  static let turnPostGIS = Command(
    specification: CommandSpecification(
      path: ["database", "postgis"], summary: "Offer the booths of a PostgreSQL database to QGIS and others",
      operands: "on|off",
      discussion: """
        'on' adds a generated column 'geog', a geography(Point, 4326), to the table 'booth', with a GiST index, and
        creates the extension PostGIS if the user may. The service itself does not use the column. 'off' drops it.
        """)
  ) { command, context in
    try command.expectOperands(1...1)
    let word = command.operands[0]
    guard ["on", "off"].contains(word) else { throw DomainError.usage("operands", "It takes 'on' or 'off'.") }
    guard command["database"] != nil else {
      throw DomainError.usage("database-missing", "SQLite has no PostGIS: name a PostgreSQL database with --database.")
    }
    let assembly = try await Assembly.open(command, for: .write, options: .withoutTimeLimits)
    let geography = BoothGeography(assembly.database)
    try await assembly.audited(command, context, detail: word) {
      if word == "on" { try await geography.turnOn() } else { try await geography.turnOff() }
    }
    await assembly.close()
    try context.console.out(
      word == "on" ? "The table booth has the column geog.\n" : "The table booth has no column geog.\n")
  }
}
