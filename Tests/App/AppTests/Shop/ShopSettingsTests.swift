import Foundation
import Support
import Testing

@Suite("Settings of the shop")
struct ShopSettingsTests {
  @Test(
    "Incomplete, unencrypted and invalid settings are refused before anything starts, with one message",
    arguments: [
      ("--portone-v1-key=k-3f", 2), ("--portone-v1-secret=k-3f", 2), ("--portone-v1-code=imp1", 2),
      ("--portone-store=s", 2), ("--portone-webhook-secret=whsec_azNm", 2),
      ("--portone-url=https://pay.example.com", 2),
      ("--portone-v2-secret=k-3f --portone-url=http://pay.example.com", 2),
      ("--portone-v2-secret=k-3f --portone-url=http://127.0.0.1.example.com", 2),
      ("--portone-v2-secret=k-3f --portone-url=https://k-3f:k-3f@pay.example.com", 2),
      ("--portone-v2-secret=k-3f --portone-url=ftp://127.0.0.1", 2), ("--checkout-url=http://127.0.0.1:1/checkout", 2),
      ("--portone-v2-secret=k-3f --checkout-url=http://pay.example.com", 2),
      ("--portone-v2-secret=k-3f --checkout-url=javascript:alert(1)", 2),
      ("--portone-v2-secret=k-3f --portone-library=http://cdn.example.com/sdk.js", 2),
      ("--portone-v2-secret=k-3f --payment-hosts=*", 2), ("--portone-v2-secret=k-3f --payment-hosts=https://a;b", 2),
      ("--portone-v2-secret=k-3f --pay-within=0", 2),
      ("--portone-v2-secret=k-3f --portone-test-payments=perhaps", 2),
      ("--portone-v2-secret=k-3f,k-4f", 2), ("--portone-v2-secret=비밀k-3f", 2),
      ("--portone-v2-secret=k-3f --portone-webhook-secret=whsec_%%k-3f", 3),
      ("--portone-v2-secret=k-3f --portone-v2-secret-file=secret", 2), ("--portone-v2-secret-file=missing", 4),
      ("--portone-v2-secret-file=empty", 3), ("--portone-v2-secret-file=open", 3),
    ])
  func rejected(options: String, code: Int) throws {
    let program = try Program()
    for (name, mode) in [("secret", 0o600), ("empty", 0o600), ("open", 0o640)] {
      let path = try program.file(name, name == "empty" ? "\n" : "k-3f\n")
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }
    let result = try program.start(["serve", "--port", "0"] + options.split(separator: " ").map(String.init)).finish()
    #expect(Int(result.code) == code, "\(result.errors)")
    #expect(result.errors.split(separator: "\n").count == 1)
    #expect(!result.errors.contains("k-3f"))
  }

  @Test(
    "With secrets from files, variables or the command line it serves, and reports no closed shop",
    arguments: [
      [:], ["FOURCUTS_PORTONE_V2_SECRET": "k-3f"], ["FOURCUTS_PORTONE_V2_SECRET_FILE": "secret"],
      ["FOURCUTS_PORTONE_V1_KEY": "k", "FOURCUTS_PORTONE_V1_SECRET_FILE": "secret"],
      ["FOURCUTS_PORTONE_V2_SECRET": "k-3f", "FOURCUTS_PORTONE_WEBHOOK_SECRET_FILE": "webhooks"],
      ["FOURCUTS_PORTONE_V2_SECRET": "k-3f", "FOURCUTS_PORTONE_URL": "http://[::1]:9/"],
    ])
  func taken(environment: [String: String]) async throws {
    let program = try Program(environment: environment)
    for (name, text) in [
      ("secret", "k-3f\n"), ("webhooks", "whsec_d2ViaG9vay1zZWNyZXQtMQ==\nwhsec_d2ViaG9vay1zZWNyZXQtMg==\n"),
    ] {
      let path = try program.file(name, text)
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    }
    let server = try await RunningServer(program)
    #expect(server.process.output.contains("shop is closed") == environment.isEmpty)
    #expect(try server.end() == 0)
    #expect(!(server.process.output + server.process.errors).contains("k-3f"))
  }

  @Test(
    "Browsers pay at the library's page, at the configured address, or nowhere",
    arguments: [
      ([:], 404, ""),
      (["FOURCUTS_PORTONE_V2_SECRET": "k"], 200, "data-library=\"https://cdn.portone.io/v2/browser-sdk.js\""),
      (
        ["FOURCUTS_PORTONE_V1_KEY": "k", "FOURCUTS_PORTONE_V1_SECRET": "s"], 200,
        "data-gateway=\"portone-v1\" data-library=\"https://cdn.iamport.kr/v1/iamport.js\""
      ),
      (
        ["FOURCUTS_PORTONE_V2_SECRET": "k", "FOURCUTS_PORTONE_LIBRARY": "http://127.0.0.1:9/sdk.js"], 200,
        "data-library=\"http://127.0.0.1:9/sdk.js\""
      ),
      (["FOURCUTS_PORTONE_V2_SECRET": "k", "FOURCUTS_CHECKOUT_URL": "http://127.0.0.1:9/checkout"], 404, ""),
    ])
  func browsers(environment: [String: String], status: Int, holds: String) async throws {
    let server = try await RunningServer(try Program(environment: environment))
    let page = try await server.send("GET", "/pay/0199c0ffee0123456789abcd")
    #expect(page.status == status && (holds.isEmpty || page.body.contains(holds)), "\(page.body)")
    let app = try await server.send("GET", "/app/shop")
    #expect(app.body.contains("data-shop=\"\(environment.isEmpty ? "closed" : "open")\""))
    #expect(try server.end() == 0)
  }

  @Test("The help of a command names each secret's file and shows no value")
  func help() throws {
    let program = try Program(environment: ["FOURCUTS_PORTONE_V2_SECRET": "k-3f"])
    for command in [["serve"], ["payments", "verify"]] {
      let help = try program.start(command + ["--help"]).finish().output
      for option in ["v1-key", "v1-secret", "v2-secret"] { #expect(help.contains("--portone-\(option)-file FILE")) }
      #expect(!help.contains("k-3f"))
    }
  }

  @Test("A closed shop lists payments, and cannot ask an unconfigured gateway")
  func closed() throws {
    let program = try Program()
    #expect(try program.run("payments", "list").code == 4)
    try program.run("import", try program.file("one.csv", "external_id,name,latitude,longitude\nA,하나,37.5,127\n"))
    #expect(try program.run("payments", "list").output == "No payment matches.\n")
    #expect(try program.run("payments", "show", "imp_1").code == 4)
    let reconciled = try program.run("payments", "reconcile", "--from", "2026-11-01", "--to", "2026-11-20")
    #expect(reconciled.code == 1)
    #expect(reconciled.errors.split(separator: "\n").count == 1)
  }

  @Test(
    "Invalid periods are refused",
    arguments: [
      ["--from", "2026-11-20"], ["--from", "2026-11-20", "--to", "2026-11-19"],
      ["--from", "yesterday", "--to", "today"],
      ["--from", "2026-11-20", "--to", "2026-11-31"], ["--from", "2026-11-20T00:00:00", "--to", "2026-11-21"],
    ])
  func periods(words: [String]) throws {
    #expect(try Program().start(["payments", "reconcile"] + words).finish().code == 2)
  }
}
