import Foundation
import SQL
import Support
import Testing

@Suite("The commands for PostGIS")
struct GeographyCommandTests {
  private let program: Program
  private let database: String
  private let server: PostgreSQLServer

  init() throws {
    try PostgreSQLServer.checkPostGIS()
    server = try .shared
    database = try server.makeDatabase()
    program = try Program(environment: ["FOURCUTS_DATABASE": server.address(of: database)])
    try program.run("import", SharedData.root.appendingPathComponent("Data/booths.sample.csv").path)
  }

  @Test("The commands add the column to all booths and drop it")
  func columns() throws {
    func booths() throws -> String {
      try server.psql("SELECT count(*) FROM booth WHERE geog IS NOT NULL", database: database)
    }
    #expect(try program.run("database", "postgis", "on").code == 0)
    #expect(try booths().contains("436"))
    #expect(try program.run("database", "postgis", "off").code == 0)
    #expect(throws: (any Error).self) { try booths() }
  }

  @Test("The commands need a PostgreSQL database", .enabled(if: TestDatabase.engine == .sqlite))
  func refusals() throws {
    let files = try Program()
    #expect(try files.run("database", "postgis", "on").code == 2)
    #expect(try program.run("database", "postgis", "maybe").code == 2)
  }
}
