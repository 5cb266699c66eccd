import Foundation
import JSON
import SQL
import Support
import Testing
import Workload

@Suite("The audit log of an installation")
struct AuditTests {
  private func entries(_ program: Program, _ words: String...) throws -> [JSONValue] {
    let result = try program.start(["audit", "list", "--format", "json"] + words).finish()
    try #require(result.code == 0, "\(result.errors)")
    return try JSONReader.value(of: Array(result.output.utf8)).list("entries")
  }

  private func brief(_ entries: [JSONValue]) -> [String] {
    entries.map { "\($0.text("action") ?? "") \($0.text("actor") ?? "") \($0.text("failure") ?? "done")" }
  }

  @Test("Logins on a server and commands beside it are in one log, newest first, and can be filtered")
  func lists() async throws {
    let program = try Program()
    let rows = "external_id,name,latitude,longitude\nA1,하나,37.5,127\n"
    try program.run("import", try program.file("booths.csv", rows), "--dry-run")
    try program.run("import", try program.file("booths.csv", rows))
    let server = try await RunningServer(program)
    _ = try await server.person("mina")
    let wrong = #"{"email":"mina@example.com","password":"wrong guess"}"#
    let failed = try await server.send(
      "POST", "/api/sessions", ["Content-Type": "application/json"], body: Data(wrong.utf8))
    try program.run("accounts", "suspend", "mina")
    try program.run("accounts", "restore", "nobody")
    try program.run("booths", "close", "1")
    try program.run("imports", "rollback", "7")
    try program.run("keys", "rotate", "--revoke")
    let found = try entries(program)
    #expect(
      brief(found) == [
        "keys rotate command done", "imports rollback command run-unknown", "booths close command done",
        "accounts restore command account-unknown", "accounts suspend command done", "log-in account login-failed",
        "log-in account done", "sign-up account done", "import command done",
      ])
    let account = try #require(found[5].text("actor_name"))
    #expect(found[4].text("subject") == account && found[6].text("actor_name") == account)
    #expect(found[5].text("request_id") == failed.headers["X-Request-Id"])
    #expect(found[5].text("network") == found[6].text("network") && found[5].text("network")?.count == 16)
    #expect(found[8].text("subject") == "import 1" && found[8].text("actor_name")?.contains("@") == true)
    #expect(try brief(entries(program, "--about", account)).count == 4)
    #expect(try brief(entries(program, "--action", "log-in", "--limit", "1")) == ["log-in account login-failed"])
    let table = try program.run("audit", "list", "--about", "booth 1")
    #expect(table.lines.count == 2 && table.lines[1].contains("booths close"))
    #expect(try program.run("audit", "list", "--action", "nothing").output == "No entry matches.\n")
    #expect(try program.run("audit", "list", "--limit", "0").code == 2)
    #expect(try server.end() == 0)
  }

  @Test(
    "Copies of photos and databases are recorded, the latter in the target",
    .enabled(if: TestDatabase.engine == .sqlite))
  func copies() async throws {
    let program = try Program()
    #expect(try await RunningServer(program).end() == 0)
    let copied = try program.run(
      "photos", "copy", "--from", program.data.path + "/photos", "--to", program.directory.url.path + "/other")
    #expect(copied.code == 0, "\(copied.errors)")
    #expect(try brief(entries(program)).first == "photos copy command done")
    let postgreSQL = try PostgreSQLServer.shared
    let address = postgreSQL.address(of: try postgreSQL.makeDatabase())
    let moved = try program.run("database", "copy", "--from", "sqlite:\(program.data.path)", "--to", address)
    #expect(moved.code == 0, "\(moved.errors)")
    let there = try entries(program, "--database", address)
    #expect(brief(there).first == "database copy command done" && there.first?.text("detail") == "to PostgreSQL")
    #expect(try brief(entries(program)).first == "photos copy command done")
  }

  @Test("Imports over HTTP, wrong operator tokens and reloaded settings are recorded")
  func operators() async throws {
    let program = try Program()
    let server = try await RunningServer(program, "--operator-token", "a-secret-token-of-an-operator")
    let rows = "external_id,name,latitude,longitude\nA1,하나,37.5,127\n"
    let path = "/api/imports?file=a.csv"
    #expect(try await server.post(path, rows, token: "wrong").status == 401)
    #expect(try await server.post(path, rows, token: "a-secret-token-of-an-operator").status == 200)
    let kept = try await server.post(path + "&commit=true", rows, token: "a-secret-token-of-an-operator")
    #expect(kept.status == 200)
    let rejected = try await server.post(
      path + "&commit=true&strict=true", rows + "A3,없음,,\n", token: "a-secret-token-of-an-operator")
    #expect(rejected.status == 400)
    server.process.signal(SIGHUP)
    try await eventually { try entries(program).count == 4 }
    #expect(
      try brief(entries(program)) == [
        "settings reload server done", "import operator rows-rejected", "import operator done",
        "import operator token-wrong",
      ])
    #expect(try server.end() == 0)
  }
}
