import Basics
import Foundation
import JSON
import Support
import Testing

@Suite("Commands for roles, beside a running server")
struct RoleCommandTests {
  private static let json = ["Content-Type": "application/json"]

  /// Somebody who is logged in, by requests as a program sends them.
  private struct Member {
    let server: RunningServer
    let token: String

    init(_ server: RunningServer, _ name: String) async throws {
      self.server = server
      _ = try await server.person(name)
      let login = #"{"email":"\#(name)@example.com","password":"\#(RunningServer.password)"}"#
      let session = try await server.send("POST", "/api/sessions", RoleCommandTests.json, body: Data(login.utf8))
      guard case .string(let token)? = session.json["tokens"]?["access_token"] else { throw CancellationError() }
      self.token = token
    }

    func send(
      _ method: String, _ path: String, _ body: String? = nil, token: String? = nil
    ) async throws -> RunningServer.ClientResponse {
      let headers = ["Authorization": "Bearer \(token ?? self.token)"].merging(RoleCommandTests.json) { $1 }
      return try await server.send(method, path, headers, body: body.map { Data($0.utf8) })
    }

    /// Adds an app and opens a session. The server's clock cannot be moved, so the session needs a recovery code.
    func operatorSession() async throws -> String {
      let begun = try await send(
        "POST", "/api/operator/second-factor", #"{"password":"\#(RunningServer.password)"}"#)
      let app = AuthenticatorApp(secret: try begun.text("secret"))
      let code = app.code(at: Timestamp(seconds: Int64(Date().timeIntervalSince1970)))
      let confirmed = try await send("POST", "/api/operator/second-factor/confirmation", #"{"code":"\#(code)"}"#)
      guard case .array(let codes)? = confirmed.json["recovery_codes"], case .string(let recovery)? = codes.first else {
        throw CancellationError()
      }
      return try await send("POST", "/api/operator/session", #"{"code":"\#(recovery)"}"#).text("token")
    }
  }

  @Test("A granted role counts at once, a revoked one does not, and both are in the audit log")
  func grants() async throws {
    let program = try Program()
    let server = try await RunningServer(program)
    let mina = try await Member(server, "mina")
    #expect(try await mina.send("GET", "/api/operator").json["code"] == "role-missing")
    let granted = try program.run(
      "accounts", "grant", "mina", "--role", "moderator", "--public-url", "https://cuts.example")
    #expect(granted.code == 0 && granted.lines.first?.hasPrefix("mina (") == true)
    #expect(granted.lines.first?.hasSuffix(") is a moderator.") == true)
    #expect(granted.lines.last == "Next: log in, open https://cuts.example/admin, and add an authenticator app there.")
    #expect(try await mina.send("GET", "/api/operator").json["role"] == "moderator")
    let token = try await mina.operatorSession()
    #expect(try await mina.send("GET", "/api/proposals", token: token).status == 200)
    #expect(try await mina.send("POST", "/api/imports", "x", token: token).json["code"] == "role-missing")
    let raised = try program.run("accounts", "grant", "mina@example.com", "--role", "operator")
    #expect(raised.lines.first?.hasSuffix(") is an operator.") == true)
    #expect(raised.lines.last == "The authenticator app stays the same.")
    let tried = try await mina.send("POST", "/api/imports", "x", token: token)
    #expect(tried.status == 400 && tried.json["code"] != "role-missing")
    let shown = try program.run("accounts", "show", "mina")
    #expect(shown.lines.contains { $0.hasPrefix("role ") && $0.hasSuffix(" operator") })
    #expect(shown.lines.contains { $0.hasPrefix("factor ") && $0.hasSuffix(" set") })
    #expect(try program.run("accounts", "list").output.contains(" operator "))
    let listed = try program.run("accounts", "list", "--format", "json").output
    #expect(listed.contains(#""role":"operator","has_second_factor":true"#))
    #expect(try program.run("accounts", "revoke", "mina").output.hasSuffix(") has no role.\n"))
    #expect(try await mina.send("GET", "/api/proposals", token: token).json["code"] == "operator-session-ended")
    #expect(try await mina.send("GET", "/api/operator").json["code"] == "role-missing")
    #expect(try await mina.send("GET", "/api/me").status == 200)
    #expect(try program.run("accounts", "show", "mina").lines.allSatisfy { !$0.hasPrefix("role") })
    let audit = try program.run("audit", "list", "--format", "json").output
    for action in ["accounts grant", "accounts revoke", "second-factor", "operator-session"] {
      #expect(audit.contains(#""action":"\#(action)""#), "\(action)")
    }
    #expect(try server.end() == 0)
  }

  @Test("A suspension ends the operator session of an account, and so does a reset of its app")
  func ends() async throws {
    let program = try Program()
    let server = try await RunningServer(program)
    for (name, command) in [("mina", "suspend"), ("juno", "reset-second-factor")] {
      let member = try await Member(server, name)
      try program.run("accounts", "grant", name, "--role", "operator")
      let token = try await member.operatorSession()
      let result = try program.run("accounts", command, name)
      #expect(result.code == 0, "\(result.errors)")
      let late = try await member.send("GET", "/api/proposals", token: token)
      #expect(late.status == 401 && late.json["code"] == "operator-session-ended")
    }
    let shown = try program.run("accounts", "show", "juno").lines
    #expect(shown.contains { $0.hasPrefix("factor ") && $0.hasSuffix(" none") })
    #expect(try server.end() == 0)
  }

  @Test("Wrong command lines are refused with advice")
  func refuses() async throws {
    let program = try Program()
    let server = try await RunningServer(program)
    _ = try await server.person("mina")
    #expect(try program.run("accounts", "grant", "mina").code == 2)
    #expect(try program.run("accounts", "grant", "mina", "--role", "owner").code == 2)
    #expect(try program.run("accounts", "grant", "--role", "operator").code == 2)
    #expect(try program.run("accounts", "grant", "nobody", "--role", "operator").code == 4)
    #expect(try program.run("accounts", "revoke", "nobody").code == 4)
    #expect(try program.run("accounts", "revoke", "mina").code == 0)
    let reset = try program.run("accounts", "reset-second-factor", "mina")
    #expect(reset.code == 3 && reset.errors.contains("accounts grant"))
    try program.run("accounts", "suspend", "mina")
    let suspended = try program.run("accounts", "grant", "mina", "--role", "operator")
    #expect(suspended.code == 3 && suspended.errors.contains("accounts restore"))
    #expect(try server.end() == 0)
  }
}
