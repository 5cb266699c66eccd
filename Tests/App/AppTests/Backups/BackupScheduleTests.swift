import Contracts
import Foundation
import FourCutsClient
import SQL
import Support
import Testing
import Workload

@Suite("A server with automatic backups")
struct BackupScheduleTests {
  @Test("A server makes a backup at its start and the next one when it is due", .timeLimit(.minutes(2)))
  func scheduled() async throws {
    let backups = try BackedUpInstallation()
    try backups.program.run("import", try backups.program.file("booths.csv", BackedUpInstallation.booths))
    let options = ["--backup-to", backups.place, "--backup-interval", "1h", "--backup-key-file", backups.keyFile]
    for _ in 0..<2 {
      let server = try await RunningServer(
        backups.program, options[0], options[1], options[2], options[3], options[4], options[5])
      try await eventually { try backups.run("list").lines.count == 2 }
      #expect(try server.end() == 0)
      #expect(!server.process.errors.contains("backup"))
    }
    #expect(try backups.run("verify").code == 0)
    #expect(try backups.files(below: "running") == [])
  }

  @Test("Failed backups are reported by the health check", .timeLimit(.minutes(2)))
  func failing() async throws {
    let backups = try BackedUpInstallation()
    let file = backups.scratch.url.appendingPathComponent("backups")
    try Data().write(to: file)
    let server = try await RunningServer(backups.program, "--backup-to", backups.place)
    try await eventually { try await server.get("/healthz").body.contains("backup-failed") }
    let health = try await server.get("/healthz")
    #expect(health.status == 200 && health.body.contains("\"status\":\"degraded\""))
    #expect(server.process.errors.contains("backup-failed") && server.process.errors.contains("Not a directory"))
    #expect(try server.end() == 0)
  }

  @Test(
    "Invalid settings of backups are refused",
    arguments: [
      (["--backup-interval", "1m"], "from 5m to 30d"), (["--backup-interval", "soon"], "from 5m to 30d"),
      (["--backup-keep", "0"], "--backup-keep"), (["--backup-to", "x", "--backup-key", "abc"], "openssl rand -hex 32"),
      (["--backup-to", "s3://photos"], "--backup-to"),
    ])
  func wrongSettings(words: [String], message: String) throws {
    let result = try Program().start(["serve", "--port", "0"] + words).finish()
    #expect(result.code == 2 && result.errors.contains(message), "\(result.errors)")
  }
}

@Suite("Backups of PostgreSQL", .enabled(if: TestDatabase.engine == .sqlite))
struct PostgreSQLBackupTests {
  @Test("A backup of PostgreSQL is restored through a data folder", .timeLimit(.minutes(3)))
  func postgreSQL() async throws {
    let backups = try BackedUpInstallation(engine: .postgresql)
    try backups.program.run("import", try backups.program.file("booths.csv", BackedUpInstallation.booths))
    let sessions = MemorySessionStore()
    let port = try freePort()
    let server = try await RunningServer(backups.program, port: port, "--backup-to", backups.place + "-own")
    let mina = try await server.person("mina", sessions)
    let post = try await mina.save(PostRequest(kind: .feed, text: "네 컷이면 충분"))
    _ = try backups.create()
    try await eventually {
      (try? FileManager.default.contentsOfDirectory(atPath: backups.place + "-own/backups"))?.isEmpty == false
    }
    #expect(try server.end() == 0)
    #expect(try backups.run("list").output.contains("postgresql"))
    #expect(try backups.run("verify").code == 0)
    let restored = try backups.run("restore")
    #expect(restored.code == 0, "\(restored.errors)")
    let second = try await RunningServer(backups.restored, port: port)
    #expect(try await second.client(sessions).post(post.id).text == "네 컷이면 충분")
    #expect(try await second.get("/api/booths/1").body.contains("강남점"))
    #expect(try second.end() == 0)

    let postgreSQL = try PostgreSQLServer.shared
    let address = postgreSQL.address(of: try postgreSQL.makeDatabase())
    let copied = try backups.restored.run(
      "database", "copy", "--from", "sqlite:\(backups.restored.data.path)", "--to", address)
    #expect(copied.code == 0, "\(copied.errors)")
    #expect(try backups.restored.run("booths", "list", "--database", address).output.contains("강남점"))
  }
}
