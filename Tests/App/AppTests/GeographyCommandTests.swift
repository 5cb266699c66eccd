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

  @Test("compare the index and PostGIS, and report differences")
  func check() throws {
    let early = try program.run("check", "geo")
    #expect(early.code == 3 && early.errors.contains("database postgis on"))
    #expect(try program.run("database", "postgis", "on").code == 0)
    let same = try program.run("check", "geo", "--samples", "100")
    #expect(same.code == 0, "\(same.output) \(same.errors)")
    #expect(same.lines.first?.hasSuffix(" 200") == true && same.output.contains("differ  0\n"))

    // 2 m beside the point where a booth is, and a booth that is missing.
    let far = "geography(ST_Translate(geog::geometry, 0.00002, 0))"
    for wrong in ["CASE WHEN id % 50 = 0 THEN \(far) ELSE geog END", "CASE WHEN id % 50 = 0 THEN NULL ELSE geog END"] {
      try server.psql("ALTER TABLE booth ADD COLUMN other geography", database: database)
      try server.psql("UPDATE booth SET other = \(wrong)", database: database)
      try server.psql("ALTER TABLE booth RENAME COLUMN geog TO kept", database: database)
      try server.psql("ALTER TABLE booth RENAME COLUMN other TO geog", database: database)
      #expect(try program.run("check", "geo", "--samples", "100").code == 1, "\(wrong)")
      try server.psql("ALTER TABLE booth DROP COLUMN geog", database: database)
      try server.psql("ALTER TABLE booth RENAME COLUMN kept TO geog", database: database)
    }
    #expect(try program.run("database", "postgis", "off").code == 0)
    #expect(try program.run("check", "geo").code == 3)
  }

  @Test("need a PostgreSQL database", .enabled(if: TestDatabase.engine == .sqlite))
  func refusals() throws {
    let files = try Program()
    #expect(try files.run("database", "postgis", "on").code == 2)
    #expect(try files.run("check", "geo").code == 2)
    #expect(try program.run("database", "postgis", "maybe").code == 2)
  }
}
