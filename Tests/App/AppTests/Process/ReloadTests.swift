import Foundation
import Support
import Testing
import Workload

/// SIGHUP to a server with a settings file.
@Suite("Reloading settings")
struct ReloadTests {
  private func status(_ server: RunningServer, key: String) async throws -> Int {
    try await server.send("GET", "/v2/local/search/keyword?query=x", ["Authorization": "KakaoAK \(key)"]).status
  }

  private func write(_ program: Program, _ text: String) throws {
    let path = try program.file("settings.toml", text)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
  }

  private func reload(_ server: RunningServer, until text: String) async throws {
    server.process.signal(SIGHUP)
    try await eventually { server.process.errors.contains(text) }
  }

  @Test("Reloadable settings change at once, others are named, and an invalid file changes nothing")
  func reload() async throws {
    let program = try Program()
    try write(program, "map-key = \"first-key\"\n")
    let server = try await RunningServer(
      program, "--config", program.directory.url.appendingPathComponent("settings.toml").path)
    #expect(try await status(server, key: "first-key") == 200)
    #expect(try await status(server, key: "second-key") == 401)
    #expect(server.logged("GET /v2/local/search/keyword") == 0)

    try write(program, "map-key = \"second-key\"\naccess-log = true\npay-within = 60\n")
    try await reload(
      server, until: "Settings reloaded: changed access-log, map-key; restart to change pay-within.")
    #expect(try await status(server, key: "first-key") == 401)
    #expect(try await status(server, key: "second-key") == 200)
    try await eventually { server.logged("GET /v2/local/search/keyword", status: 200) == 1 }

    try write(program, "map-key = third-key\naccess-log = false\n")
    try await reload(server, until: "The settings stay as they are: ")
    #expect(server.process.errors.contains("settings.toml:1:11: "))
    try write(program, "map-key = \"third-key\"\npay-within = 0\n")
    try await reload(server, until: "--pay-within takes a whole number")
    #expect(try await status(server, key: "third-key") == 401)
    #expect(try await status(server, key: "second-key") == 200)
    #expect(try server.end() == 0)
  }

  @Test("A secret in its own file is read again, and no message shows it")
  func secretFile() async throws {
    let program = try Program()
    func writeKey(_ key: String) throws {
      let path = try program.file("map.key", key + "\n")
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    }
    try writeKey("first-key")
    let server = try await RunningServer(
      program, "--map-key-file", program.directory.url.appendingPathComponent("map.key").path)
    #expect(try await status(server, key: "first-key") == 200)
    try await reload(server, until: "Settings reloaded: no setting has changed that can.")
    try writeKey("second-key")
    try await reload(server, until: "Settings reloaded: changed map-key.")
    #expect(try await status(server, key: "second-key") == 200)
    #expect(!server.process.errors.contains("-key\""))
    #expect(!server.process.errors.contains("second-key"))
    #expect(try server.end() == 0)
  }
}
