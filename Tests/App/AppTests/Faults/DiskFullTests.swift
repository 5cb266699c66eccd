import Contracts
import Foundation
import FourCutsClient
import SQL
import SQLite
import Support
import Testing
import Workload

@testable import Stores

@Suite("A full disk", .enabled(if: TestDatabase.engine == .sqlite))
struct DiskFullTests {
  private static let operatorToken = "a-secret-token-of-an-operator"
  private let program: Program

  init() throws { program = try Program(environment: ["FOURCUTS_OPERATOR_TOKEN": Self.operatorToken]) }

  private func upload(_ bytes: Data, _ server: RunningServer, _ token: String) async throws
    -> RunningServer.ClientResponse
  {
    var body = Data("--x\r\nContent-Disposition: form-data; name=\"files\"; filename=\"a\"\r\n\r\n".utf8)
    body += bytes + Data("\r\n--x--\r\n".utf8)
    return try await server.send(
      "POST", "/api/photos",
      ["Authorization": "Bearer \(token)", "Content-Type": "multipart/form-data; boundary=x"], body: body)
  }

  private func post(_ text: String, _ server: RunningServer, _ token: String) async throws
    -> RunningServer.ClientResponse
  {
    try await server.send(
      "POST", "/api/posts", ["Authorization": "Bearer \(token)", "Content-Type": "application/json"],
      body: Data(#"{"kind":"feed","text":"\#(text)"}"#.utf8))
  }

  private func importBooths(_ count: Int, _ server: RunningServer) async throws -> RunningServer.ClientResponse {
    let rows = (0..<count).map { "\($0),네컷 \($0)호점,37.\(1000 + $0 % 9000),127.\(1000 + $0 / 9000)" }
    return try await server.send(
      "POST", "/api/imports?commit=true&source=many", ["Authorization": "Bearer \(Self.operatorToken)"],
      body: Data(("external_id,name,latitude,longitude\n" + rows.joined(separator: "\n")).utf8))
  }

  @Test(
    "A full disk refuses writes only, keeps acknowledged data, and leaves nothing partial",
    .enabled(if: SmallDisk.isPossible))
  func full() async throws {
    let disk = SmallDisk(program: program, megabytes: 16)
    let server = try await disk.serve()
    let session = MemorySessionStore()
    _ = try await server.person("mina", session)
    let token = try #require(session.load()).accessToken
    #expect(try await importBooths(20, server).status == 200)
    let photo = try #require(try await upload(onePixel, server, token).json.list("photos").first?.text("name"))
    let before = try #require(try await post("before", server, token).json.text("id"))
    try await eventually { try await server.get("/api/booths/1").status == 200 }

    let ballast = try disk.fill(server)
    var acknowledged: [String] = []
    var refused: RunningServer.ClientResponse?
    // The log may have room left within its pages.
    for number in 0..<2000 where refused == nil {
      let answer = try await post("post \(number)", server, token)
      if answer.status == 201 { acknowledged.append(try answer.text("id")) } else { refused = answer }
    }
    let answer = try #require(refused)
    #expect(answer.status == 503 && ["disk-full", "database-io-failed"].contains(answer.json.text("code") ?? ""))
    #expect(!answer.body.contains(program.data.path))
    let uploaded = try await upload(Data(count: 200_000) + onePixel, server, token)
    #expect(uploaded.status == 503, "\(uploaded.status) \(uploaded.body)")
    let imported = try await importBooths(20_000, server)
    #expect(imported.status == 503, "\(imported.status) \(imported.body)")

    // What is there is read as ever.
    for path in [
      "/api/posts/\(before)", "/api/photos/\(photo)", "/api/booths/1", "/api/booths/near?lat=37.1&lon=127.1",
    ] {
      #expect(try await server.get(path).status == 200, "\(path)")
    }
    let health = try await server.get("/healthz")
    #expect(health.status == 503 && health.body.contains("store-unwritable"), "\(health.body)")
    #expect(server.process.errors.contains("room") || server.process.errors.contains("check the disk"))

    try FileManager.default.removeItem(at: ballast)
    // Conditions of photos and uploads last a minute longer.
    try await eventually { try await server.get("/healthz").status == 200 }
    #expect(try await post("after", server, token).status == 201)
    #expect(try await upload(onePixel, server, token).status == 201)
    for id in acknowledged + [before] { #expect(try await server.get("/api/posts/\(id)").status == 200) }
    #expect(try await server.get("/api/booths/21").status == 404)
    let left = try FileManager.default.subpathsOfDirectory(atPath: disk.folder(of: server).path + "/tmp")
      .filter { $0.contains("/") }
    #expect(left.isEmpty, "\(left)")
    let check = try disk.run(beside: server, "check")
    #expect(check.code == 0, "\(check.output)\(check.errors)")
    #expect(try server.end() == 0)
  }

  @Test("An import on a full disk leaves nothing, and works with room again")
  func importCommand() throws {
    let rows = (0..<20_000).map { "\($0),네컷 \($0)호점,37.\(1000 + $0 % 9000),127.\(1000 + $0 / 9000)" }
    let file = try program.file("many.csv", "external_id,name,latitude,longitude\n" + rows.joined(separator: "\n"))
    try program.run("import", try program.file("one.csv", "external_id,name,latitude,longitude\n1,a,37,127\n"))
    let stopped = try program.start(["import", file], by: ["/usr/bin/prlimit", "--fsize=600000"]).finish()
    #expect(stopped.code == 1 && stopped.errors.contains(program.data.path), "\(stopped.output)\(stopped.errors)")
    #expect(try program.run("imports", "list").lines.count == 2)
    #expect(try program.run("check").code == 0)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: program.data.appendingPathComponent("tmp").path).isEmpty)
    #expect(try program.run("import", file, "--quiet").code == 0)
    #expect(try program.run("check").code == 0)
  }

  @Test("A migration without room for the copy changes nothing")
  func migration() async throws {
    try await program.makeOlderDatabases()
    let path = program.data.appendingPathComponent("fourcuts.sqlite").path
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    let stopped = try program.start(["migrate"], by: ["/usr/bin/prlimit", "--fsize=\(before.count / 2)"]).finish()
    #expect(stopped.code == 1, "\(stopped.code) \(stopped.errors)")
    let names = try FileManager.default.contentsOfDirectory(atPath: program.data.path)
    #expect(!names.contains { $0.contains(".schema-") }, "\(names)")
    #expect(try await SQLiteDatabase(reading: path).schemaVersion() == 27)
    #expect(try program.run("migrate").code == 0)
    #expect(
      FileManager.default.fileExists(atPath: program.data.appendingPathComponent("fourcuts.schema-27.sqlite").path))
    #expect(try program.run("check").code == 0)
  }
}
