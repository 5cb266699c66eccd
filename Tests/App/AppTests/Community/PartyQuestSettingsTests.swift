import Foundation
import JSON
import Support
import Testing

@Suite("PartyQuest and a running server")
struct PartyQuestSettingsTests {
  private static let secret = "$2a$10$abcdefghijklmnopqrstuv"
  private static let json = ["Content-Type": "application/json"]

  private func logIn(_ server: RunningServer) async throws -> (status: Int, code: JSONValue?) {
    let body = Data(#"{"email":"mina@example.com","secrets":"\#(Self.secret)","nickname":"미나"}"#.utf8)
    let response = try await server.send("POST", "/auth/login/oauth/kakao", Self.json, body: body)
    return (response.status, response.json["code"])
  }

  @Test("PartyQuest is not served by default")
  func off() async throws {
    let server = try await RunningServer(Program())
    let body = Data(#"{"email":"mina@example.com","password":"Abcdef12","nickname":"19990131"}"#.utf8)
    for (method, path) in [("POST", "/auth/signup"), ("POST", "/auth/login"), ("GET", "/party"), ("GET", "/quest")] {
      let response = try await server.send(method, path, Self.json, body: method == "POST" ? body : nil)
      #expect(response.status == 404 && response.json["code"] == "not-found", "\(path)")
    }
    let definition = try await server.get("/openapi.json").body
    #expect(!definition.contains("/auth/signup") && definition.contains("/api/sessions"))
    #expect(try server.end() == 0)
  }

  @Test("--partyquest serves its API, except for the login without a proof")
  func served() async throws {
    let server = try await RunningServer(Program(), "--partyquest")
    let body = Data(#"{"email":"mina@example.com","password":"Abcdef12","nickname":"19990131"}"#.utf8)
    #expect(try await server.send("POST", "/auth/signup", Self.json, body: body).status == 201)
    #expect(try await server.send("GET", "/party/nowhere").json["code"] == "COMMON-ERR-404")
    let rejected = try await logIn(server)
    #expect(rejected.status == 400 && rejected.code == "MEMBER-OAUTH2LOGIN-ERR-400")
    #expect(try server.end() == 0)
  }

  @Test("With a secret in a private file the login is offered, and the account is there after a restart")
  func on() async throws {
    let program = try Program()
    let file = try program.file("partyquest.secret", Self.secret + "\n")
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
    for _ in 0..<2 {
      let server = try await RunningServer(program, "--partyquest-secret-file", file)
      #expect(try await logIn(server).status == 200)
      #expect(try server.end() == 0)
    }
  }

  @Test("A weak secret and one that others can read are refused without being quoted")
  func rejects() throws {
    let program = try Program()
    let exposed = try program.file("exposed.secret", Self.secret)
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: exposed)
    let rejected: [([String], String)] = [
      (["--partyquest-secret", "short-secret"], "at least 16 characters"),
      (["--partyquest-secret", "a long secret with blanks"], "visible ASCII"),
      (["--partyquest-secret-file", exposed], "chmod 600"),
      (["--partyquest-secret", Self.secret, "--partyquest-secret-file", exposed], "both given"),
    ]
    for (arguments, words) in rejected {
      let result = try program.start(["serve", "--port", "0"] + arguments).finish()
      #expect(result.code != 0 && result.errors.contains(words), "\(arguments): \(result.errors)")
      #expect(!result.errors.contains("short-secret") && !result.errors.contains(Self.secret))
    }
  }

  @Test("The risk is described where the setting is explained")
  func help() throws {
    let help = try Program().run("serve", "--help").output
    #expect(help.contains("--partyquest-secret SECRET") && help.contains("FOURCUTS_PARTYQUEST_SECRET"))
    #expect(help.contains("anyone who extracts the constant can log in"))
  }
}
