import Foundation
import FourCutsClient
import SQL
import Support
import Testing

/// The mails of a server process, handed to a relay.
@Suite("Mail of a server")
struct MailTests {
  private static let json = ["Content-Type": "application/json"]

  private static func options(_ relay: SMTPServer) -> [String] {
    ["--smtp-url", relay.url, "--mail-from", "네컷 <mail@booths.example>", "--public-url", "https://booths.example"]
  }

  private func request(_ server: RunningServer, _ name: String = "mina") async throws {
    let body = Data(#"{"email":"\#(name)@example.com","language":"en"}"#.utf8)
    #expect(try await server.send("POST", "/api/password-reset-mails", Self.json, body: body).status == 204)
  }

  private func reset(_ server: RunningServer, _ token: String) async throws -> Int {
    let body = Data(#"{"token":"\#(token)","new_password":"another good one"}"#.utf8)
    return try await server.send("POST", "/api/password-resets", Self.json, body: body).status
  }

  private func token(in texts: [String]) throws -> String {
    let found = texts.compactMap { $0.firstMatch(of: /https:\/\/booths\.example\/app\/reset#([A-Za-z0-9_-]{43})/) }
    // The same in both parts.
    #expect(found.count == 2 && Set(found.map(\.1)).count == 1)
    return String(try #require(found.first).1)
  }

  @Test("A forgotten password: the relay gets a mail, and its link sets a new one")
  func reset() async throws {
    let relay = try SMTPServer()
    defer { relay.stop() }
    let server = try await RunningServer(try Program(), Self.options(relay))
    let mina = try await server.person("mina")
    try await request(server, "nobody")
    try await request(server)
    try await eventually { !relay.mails.isEmpty }
    let mail = try #require(relay.mails.first)
    #expect(mail.sender.hasPrefix("FROM:<mail@booths.example>") && mail.recipients == ["TO:<mina@example.com>"])
    #expect(mail.header("Subject") == "Reset your password")
    #expect(try await reset(server, try token(in: mail.parts)) == 204)
    #expect(try await reset(server, try token(in: mail.parts)) == 400)
    #expect(await domainError { _ = try await mina.me() }?.hasPrefix("ended: ") == true)
    #expect(try server.end() == 0)
    #expect(relay.mails.count == 1, "nobody else got a mail")
    let token = try token(in: mail.parts)
    #expect(!server.process.errors.contains(token) && !server.process.errors.contains("mina@example.com"))
  }

  @Test("A refused mail is a condition of the health check and a line of the log, neither of which names anybody")
  func refused() async throws {
    let relay = try SMTPServer { $0.hasPrefix("RCPT") ? .line("550 unknown <mina@example.com>") : nil }
    defer { relay.stop() }
    let server = try await RunningServer(try Program(), Self.options(relay))
    _ = try await server.person("mina")
    try await request(server)
    try await eventually { try await server.get("/healthz").body.contains("mail-refused") }
    #expect(server.process.errors.contains("550") && !server.process.errors.contains("mina"))
    relay.reply { _ in nil }
    try await request(server)
    try await eventually { try await !server.get("/healthz").body.contains("mail-refused") }
    #expect(relay.mails.count == 1)
    #expect(try server.end() == 0)
  }

  @Test("A server that is killed before the relay has confirmed sends the mail after its next start")
  func killed() async throws {
    let relay = try SMTPServer { $0 == "." ? .close : nil }
    defer { relay.stop() }
    let program = try Program()
    let server = try await RunningServer(program, Self.options(relay))
    _ = try await server.person("mina")
    try await request(server)
    try await eventually { relay.commands.contains { $0.hasPrefix("DATA") } }
    try server.kill()
    relay.reply { _ in nil }
    let database = try await program.database()
    // The lease and the pause end, without waiting for them.
    try await database.write { try $0.run("UPDATE mail SET due_at = 0") }
    let next = try await RunningServer(program, Self.options(relay))
    try await eventually { !relay.mails.isEmpty }
    #expect(try await reset(next, try token(in: try #require(relay.mails.first).parts)) == 204)
    #expect(try next.end() == 0)
    #expect(relay.mails.count == 1)
    #expect(try await database.read { try $0.integer("SELECT COUNT(*) FROM mail") } == 0)
  }

  @Test("Without a relay mails are files that only the server's user can read, and the start says so")
  func files() async throws {
    let program = try Program()
    let server = try await RunningServer(program, "--public-url", "https://booths.example")
    _ = try await server.person("mina")
    let directory = program.data.appendingPathComponent("mail")
    try await eventually { server.process.output.contains("Mails are only written to \(directory.path)") }
    try await request(server)
    try await eventually { (try? FileManager.default.contentsOfDirectory(atPath: directory.path))?.count == 1 }
    let names = try FileManager.default.contentsOfDirectory(atPath: directory.path)
    let file = directory.appendingPathComponent(try #require(names.first))
    #expect(file.pathExtension == "eml")
    let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    let lines = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\r\n")
    let mail = SMTPServer.Mail(lines: lines)
    #expect(mail.header("From") == "<fourcuts@localhost>" && mail.header("To") == "<mina@example.com>")
    #expect(try await reset(server, try token(in: mail.parts)) == 204)
    #expect(try server.end() == 0)
  }

  @Test("A relay needs a sender and the address of the pages; a password in its address is shown nowhere")
  func settings() throws {
    let program = try Program()
    let url = "smtps://user:secret-word@mail.example.com"
    for missing in [["--mail-from", "mail@booths.example"], ["--public-url", "https://booths.example"]] {
      let process = try program.start(["serve", "--port", "0", "--smtp-url", url] + missing)
      let result = try process.finish()
      #expect(result.code == 2 && result.errors.contains("--smtp-url needs"))
      #expect(!result.errors.contains("secret-word"))
    }
    let malformed = try program.start(["serve", "--port", "0", "--smtp-url", "mail.example.com"]).finish()
    #expect(malformed.code == 2 && malformed.errors.contains("smtps://USER:PASSWORD@"))
    let shown = try program.run("settings", "--smtp-url", url)
    #expect(!shown.output.contains("secret-word"))
  }
}
