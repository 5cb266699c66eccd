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
        makes the extension PostGIS if the user may. The service itself does not use the column. 'off' drops it.
        """)
  ) { command, context in
    try command.expectOperands(1...1)
    let word = command.operands[0]
    guard ["on", "off"].contains(word) else { throw DomainError.usage("operands", "It takes 'on' or 'off'.") }
    let assembly = try await openServer(command, for: .write)
    let geography = BoothGeography(assembly.database)
    try await assembly.audited(command, context, detail: word) {
      if word == "on" { try await geography.turnOn() } else { try await geography.turnOff() }
    }
    await assembly.close()
    try context.console.out(
      word == "on" ? "The table booth has the column geog.\n" : "The table booth has no column geog.\n")
  }

  static let checkGeography = Command(
    specification: CommandSpecification(
      path: ["check", "geo"], summary: "Compare distances and neighbours with those of PostGIS",
      options: [.value("samples", "N", "At how many points (1 to 1,000,000)", standard: "100")],
      discussion: """
        At each point the ten nearest booths and those within a radius are looked up in the index that the service uses,
        and in PostGIS. Booths whose distances differ by at most a millimetre count as equally far. Needs
        'fourcuts database postgis on'. Far from all booths, PostGIS reads the whole table for an answer. The exit code
        is 1 if an answer differs.
        """)
  ) { command, context in
    try command.expectOperands(0...0)
    let samples = try command.integer("samples", 1...1_000_000) ?? 100
    let assembly = try await openServer(command, for: .read)
    let geography = BoothGeography(assembly.database)
    guard try await geography.isOn() else {
      throw DomainError(
        .conflict, "postgis-off", "The database has no column for PostGIS: 'fourcuts database postgis on' adds it.")
    }
    let check = GeographyCheck(catalogue: try await assembly.catalogue(), geography: geography)
    let result = try await check.run(samples: samples)
    await assembly.close()
    try context.console.out(
      """
      answers compared     \(result.answers)
      answers that differ  \(result.differing)
      largest difference   \(micrometres(result.largest)) µm (tolerated: \(micrometres(GeographyCheck.tolerance)) µm)

      """)
    guard result.differing == 0 else {
      throw DomainError(
        .unavailable, "geography-differs", "The index and PostGIS differ: report this as a bug, with the lines above.")
    }
  }
}

private func micrometres(_ metres: Double) -> Double { (metres * 1e9).rounded() / 1e3 }

private func openServer(_ command: ParsedCommand, for use: Assembly.OpenMode) async throws -> Assembly {
  guard command["database"] != nil else {
    throw DomainError.usage("database-missing", "SQLite has no PostGIS: name a PostgreSQL database with --database.")
  }
  return try await Assembly.open(command, for: use, options: .withoutTimeLimits)
}
