import Contracts
import Foundation
import FourCutsClient
import JSON
import SQL
import Support
import Testing
import Workload

@Suite("Operator commands for accounts, beside a running server")
struct AccountControlCommandTests {
  private static let json = ["Content-Type": "application/json"]

  private func logIn(_ server: RunningServer, _ password: String) async throws -> RunningServer.ClientResponse {
    let body = Data(#"{"email":"mina@example.com","password":"\#(password)"}"#.utf8)
    return try await server.send("POST", "/api/sessions", Self.json, body: body)
  }

  @Test("A suspended account is logged out at once on every contract, until it is restored")
  func suspends() async throws {
    let program = try Program()
    let server = try await RunningServer(program, "--partyquest", "--app", "old=lslp-v1", "--app", "slp=slp")
    let mina = try await server.person("mina")
    #expect(try program.run("accounts", "list").output.contains("mina@example.com"))
    let suspended = try program.run("accounts", "suspend", "mina")
    #expect(suspended.code == 0 && suspended.output.contains("is suspended"))
    #expect(await domainError { _ = try await mina.me() }?.hasPrefix("ended: ") == true)
    let native = try await logIn(server, RunningServer.password)
    #expect(native.status == 403 && native.json["code"] == "account-suspended")
    let body = Data(#"{"email":"mina@example.com","password":"\#(RunningServer.password)"}"#.utf8)
    for (path, key, status) in [
      ("/v1/users/login", "old", 401), ("/v1/users/login", "slp", 400), ("/v2/users/login", "slp", 400),
      ("/auth/login", "", 401),
    ] {
      let headers = Self.json.merging(key.isEmpty ? [:] : ["SesacKey": key]) { $1 }
      #expect(try await server.send("POST", path, headers, body: body).status == status, "\(path) \(key)")
    }
    #expect(
      try program.run("accounts", "list", "--suspended", "--format", "json").output.contains(#""state":"suspended""#))
    #expect(try program.run("accounts", "restore", "mina@example.com").code == 0)
    #expect(try await logIn(server, RunningServer.password).status == 201)
    #expect(try program.run("accounts", "suspend", "nobody").code == 4)
    #expect(try server.end() == 0)
  }

  @Test("A stream of a suspended account ends soon")
  func endsStreams() async throws {
    let program = try Program()
    let server = try await RunningServer(program)
    let mina = try await server.person("mina")
    let session = try await logIn(server, RunningServer.password).json
    guard case .string(let token)? = session["tokens"]?["access_token"] else { throw CancellationError() }
    let bearer = ["Authorization": "Bearer \(token)"].merging(Self.json) { $1 }
    func make(_ path: String, _ body: String) async throws -> Int {
      let response = try await server.send("POST", path, bearer, body: Data(body.utf8))
      guard case .integer(let id)? = response.json["id"] else { throw CancellationError() }
      return id
    }
    let workspace = try await make("/api/workspaces", #"{"name":"w"}"#)
    let channel = try await make("/api/workspaces/\(workspace)/channels", #"{"name":"c","kind":"open"}"#)
    let port = try #require(server.base.port)
    let (opened, notify) = AsyncStream<Int>.makeStream()
    async let hasEnded = onThread {
      let stream = try Client(port)
      stream.send(
        "GET /api/channels/\(channel)/events HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
          + "Authorization: Bearer \(token)\r\n\r\n")
      notify.yield(try stream.head().status)
      // The end comes by itself; reading gives up after twenty seconds.
      _ = try stream.readToEnd()
      return stream.hasEnded
    }
    #expect(await opened.first { _ in true } == 200)
    try program.run("accounts", "suspend", "mina")
    #expect(try await hasEnded)
    _ = mina
    #expect(try server.end() == 0)
  }

  @Test("A reset link works once, on the running server, and names its account")
  func resets() async throws {
    let program = try Program()
    let server = try await RunningServer(program)
    let mina = try await server.person("mina")
    let made = try program.run("accounts", "reset-link", "mina", "--public-url", "https://cuts.example")
    #expect(made.code == 0 && made.errors.contains("For mina"))
    #expect(!made.errors.contains("--public-url"))
    let link = try #require(made.output.wholeMatch(of: /https:\/\/cuts\.example\/app\/reset#([A-Za-z0-9_-]{43})\n/))
    func use(_ password: String) async throws -> RunningServer.ClientResponse {
      let body = Data(#"{"token":"\#(link.1)","new_password":"\#(password)"}"#.utf8)
      return try await server.send("POST", "/api/password-resets", Self.json, body: body)
    }
    #expect(try await use("password").json["code"] == "password-weak")
    #expect(try await use("another horse").status == 204)
    #expect(try await use("third horse!").json["code"] == "reset-link-unusable")
    #expect(await domainError { _ = try await mina.me() }?.hasPrefix("ended: ") == true)
    #expect(try await logIn(server, RunningServer.password).status == 401)
    #expect(try await logIn(server, "another horse").status == 201)
    #expect(try program.run("accounts", "show", "mina").output.contains("password    set"))
    #expect(try program.run("accounts", "reset-link", "nobody").code == 4)
    let unnamed = try program.run("accounts", "reset-link", "mina")
    #expect(unnamed.code == 0 && unnamed.errors.contains("name it with --public-url"))
    #expect(try server.end() == 0)
  }
}

@Suite("Permissions of the data folder, and secrets that could be guessed")
struct ExposureTests {
  private func mode(_ url: URL) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int
  }

  private func set(_ mode: Int, _ url: URL) throws {
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: url.path)
  }

  @Test(
    "New folders and databases are private; readable ones are made private, with one message",
    .enabled(if: TestDatabase.engine == .sqlite))
  func closes() async throws {
    let program = try Program()
    let file = try program.file("b.csv", "external_id,name,latitude,longitude\nA,이름,37.5,127\n")
    try program.run("import", file)
    #expect(try mode(program.data) == 0o700)
    let databases = ["fourcuts.sqlite", "booths.sqlite"].map { program.data.appendingPathComponent($0) }
    for database in databases { #expect(try mode(database) == 0o600, "\(database.lastPathComponent)") }
    try set(0o755, program.data)
    for database in databases { try set(0o644, database) }
    let reported = try program.run("import", file)
    #expect(reported.code == 0 && reported.errors.contains("(mode 755)") && reported.errors.contains("(mode 644)"))
    #expect(try mode(program.data) == 0o700 && mode(databases[0]) == 0o600 && mode(databases[1]) == 0o600)
    #expect(try program.run("keys", "rotate").errors.isEmpty)
  }

  @Test(
    "A folder with other content is left as it is, and refused if others can read it",
    .enabled(if: TestDatabase.engine == .sqlite))
  func rejects() throws {
    let program = try Program()
    _ = try program.file("diary.txt", "mine")
    try set(0o755, program.directory.url)
    let result = try program.run("import", "--data-dir", program.directory.url.path, program.file("b.csv", "name\nx\n"))
    #expect(result.code == 3 && result.errors.contains("--data-dir"))
    #expect(try mode(program.directory.url) == 0o755)
  }

  @Test("An operator token that could be guessed is refused at the start, with advice to make one")
  func operatorToken() throws {
    let result = try Program().run("serve", "--port", "0", "--operator-token", "short-operator-token")
    #expect(result.code == 2 && result.errors.contains("openssl rand -hex 24"))
    #expect(!result.errors.contains("short-operator-token"))
  }
}
