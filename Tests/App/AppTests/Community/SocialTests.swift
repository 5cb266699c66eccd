import Foundation
import JSON
import Support
import Testing

/// Keys are dear to make: once for all tests.
private let rsa = ProviderKey.rsa("rsa-1")

@Suite("Providers on a running server")
struct SocialTests {
  private static func server(_ program: Program, _ stub: ProviderStub) async throws -> RunningServer {
    let key = try program.file("admin.key", "admin\n")
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: key)
    return try await RunningServer(
      program, "--kakao-app-id", "4040", "--kakao-url", stub.address, "--kakao-auth-url", stub.address,
      "--kakao-admin-key-file", key, "--google-audience", "ios.google", "--google-audience", "web.google",
      "--google-url", stub.address)
  }

  private static func googleToken() -> String {
    let seconds = Int(Date().timeIntervalSince1970)
    return rsa.token(
      .object([
        "iss": "https://accounts.google.com", "aud": "web.google", "sub": "117", "iat": .integer(seconds),
        "exp": .integer(seconds + 600), "email": "mina@gmail.com", "email_verified": true, "name": "미나",
      ]))
  }

  @Test("An account logs in with Google, links Kakao and withdraws just before a crash, and Kakao is still unlinked")
  func oauthState() async throws {
    let stub = try ProviderStub([rsa])
    stub.register("token", .init("7", profile: .object(["id": 7])))
    stub.answer("POST /v1/user/unlink", .object(["id": 7]))
    let program = try Program()
    let server = try await Self.server(program, stub)
    let proof = Data(#"{"provider":"google","id_token":"\#(Self.googleToken())"}"#.utf8)
    let json = ["Content-Type": "application/json"]
    let session = try await server.send("POST", "/api/sessions/social", json, body: proof)
    #expect(session.status == 201 && session.json["account"]?["email"] == "mina@gmail.com")
    guard case .string(let token)? = session.json["tokens"]?["access_token"] else {
      Issue.record("There is no token in \(session.body)")
      return
    }
    let headers = json.merging(["Authorization": "Bearer \(token)"]) { $1 }
    let linked = try await server.send(
      "POST", "/api/identities", headers, body: Data(#"{"provider":"kakao","access_token":"token"}"#.utf8))
    #expect(linked.status == 200)
    #expect(try await server.send("DELETE", "/api/me", headers, body: Data("{}".utf8)).status == 204)
    try server.kill()
    let again = try await Self.server(program, stub)
    try await eventually { stub.count("POST /v1/user/unlink") > 0 }
    #expect(stub.authorizations("POST /v1/user/unlink").first == "KakaoAK admin")
    #expect(stub.forms("POST /v1/user/unlink").first?["target_id"] == "7")
    #expect(try again.end() == 0)
    await stub.stop()
  }

  @Test("Incomplete settings, and those that would expose secrets, are refused by name")
  func rejectsSettings() throws {
    let program = try Program()
    let exposed = try program.file("exposed.key", "secret")
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: exposed)
    let kakao = ["serve", "--port", "0", "--kakao-app-id", "1"]
    let rejected: [([String], String)] = [
      (kakao + ["--kakao-url", "http://kapi.example.com"], "https"),
      (kakao + ["--kakao-url", "kapi.kakao.com"], "address"),
      (kakao + ["--kakao-admin-key-file", exposed], "chmod 600"),
      (kakao + ["--kakao-admin-key-file", exposed + "x"], "There is no file"),
      (kakao + ["--kakao-admin-key-file", exposed, "--kakao-admin-key", "a"], "both given"),
      (["serve", "--kakao-app-id", "one"], "kakao-app-id"),
      (["serve", "--apple-audience", "a", "--apple-team", "T"], "--apple-key-file"),
    ]
    for (arguments, words) in rejected {
      let result = try program.start(arguments).finish()
      #expect(result.code != 0 && result.errors.contains(words), "\(arguments): \(result.errors)")
      #expect(!result.errors.contains("secret\n"))
    }
  }
}
