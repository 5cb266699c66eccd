import Basics
import Foundation
import Support
import Testing
import WebClient

@Suite("Mails over SMTP")
struct SMTPTests {
  private static func send(
    _ message: String = "Subject: a\r\n\r\nb\r\n", to server: SMTPServer, credentials: String = ""
  ) async throws {
    let address = try SMTPAddress("smtp://\(credentials)127.0.0.1:\(server.port)")
    try await SMTPRelay(address).send(Array(message.utf8), from: "mail@booths.example", to: "mina@example.com")
  }

  @Test("A mail arrives as it is, lines that begin with a dot too, from one sender to one recipient")
  func arrives() async throws {
    let server = try SMTPServer()
    defer { server.stop() }
    let lines = ["Subject: a", "", ".", "..b", ".c", String(repeating: "d", count: 900)]
    try await Self.send(lines.joined(separator: "\r\n") + "\r\n", to: server)
    let mail = try #require(server.mails.first)
    #expect(server.mails.count == 1 && mail.lines == lines)
    #expect(mail.sender.hasPrefix("FROM:<mail@booths.example>") && mail.recipients == ["TO:<mina@example.com>"])
    #expect(!server.commands.contains { $0.hasPrefix("AUTH") })
  }

  @Test("The credentials of the address are sent, decoded")
  func credentials() async throws {
    let server = try SMTPServer()
    defer { server.stop() }
    try await Self.send(to: server, credentials: "mail%40booths.example:p%3Aw%2C1@")
    let sent = Data("\0mail@booths.example\0p:w,1".utf8).base64EncodedString()
    #expect(server.commands.contains(sent))
    #expect(server.mails.count == 1)
  }

  /// Why a mail may be accepted later; nil for any other outcome.
  private static func reason(_ body: () async throws -> Void) async -> String? {
    do { try await body() } catch SMTPFailure.unavailable(let reason) { return reason } catch {}
    return nil
  }

  private static let refusals: [(command: String, reply: Int)] = [
    ("MAIL", 550), ("RCPT", 550), ("DATA", 554), (".", 552),
  ]

  @Test("A mail that the relay refuses for good is told from one that it refuses for now", arguments: refusals)
  func refused(command: String, reply: Int) async throws {
    let server = try SMTPServer { $0.hasPrefix(command) ? .line("\(reply) no <mina@example.com>") : nil }
    defer { server.stop() }
    await #expect(throws: SMTPFailure.refused(reply)) { try await Self.send(to: server) }
    server.reply { $0.hasPrefix(command) ? .line("\(reply - 100) later <mina@example.com>") : nil }
    let reason = try #require(await Self.reason { try await Self.send(to: server) })
    #expect(reason.contains("\(reply - 100)") && !reason.contains("mina"))
    #expect(server.mails.isEmpty)
  }

  @Test(
    "A relay that is away, or refuses everybody or the login, has refused no mail",
    arguments: ["", "AUTH"])
  func unavailable(command: String) async throws {
    let server = try SMTPServer { $0.hasPrefix(command) && $0.isEmpty == command.isEmpty ? .line("554 no") : nil }
    defer { server.stop() }
    for _ in 0..<2 {
      #expect(await Self.reason { try await Self.send(to: server, credentials: "a:b@") } != nil)
      server.reply { $0.hasPrefix(command) && $0.isEmpty == command.isEmpty ? .close : nil }
    }
    server.stop()
    #expect(await Self.reason { try await Self.send(to: server) } != nil)
  }

  @Test("A password is not sent to another machine without encryption")
  func encryption() async throws {
    let server = try SMTPServer()
    defer { server.stop() }
    // Another name of this machine, which is none of those that need no encryption.
    let address = try SMTPAddress("smtp://user:secret@relay.localhost:\(server.port)")
    let reason = await Self.reason {
      try await SMTPRelay(address).send([], from: "a@b.example", to: "c@d.example")
    }
    #expect(reason != nil && server.commands.contains { $0.hasPrefix("EHLO") })
    #expect(!server.commands.contains { $0.hasPrefix("AUTH") || $0.hasPrefix("MAIL") })
  }

  @Test(
    "An address of a relay has a scheme, a host, and nothing after them",
    arguments: [
      "mail.example.com", "https://mail.example.com", "smtp://", "smtp://user:secret@host/path", "smtp://user@host",
      "smtps://mail.example.com?a", "smtps://mail.example.com#a", "smtp://a b",
    ])
  func malformed(text: String) {
    let error = #expect(throws: DomainError.self) { try SMTPAddress(text) }
    #expect(error?.code == "smtp-url-invalid" && error?.message.contains("secret") == false)
  }

  @Test("A relay's password is in no description")
  func secret() throws {
    let address = try SMTPAddress("smtps://user:secret@mail.example.com")
    #expect(!"\(address)".contains("secret") && !String(reflecting: address).contains("secret"))
  }
}
