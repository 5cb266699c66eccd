import Contracts
import Foundation
import FourCutsClient
import JSON
import SQL
import Support
import Testing
import Workload

@Suite("Keys in the data folder", .enabled(if: TestDatabase.engine == .sqlite))
struct KeyTests {
  private static func file(_ name: String, of program: Program) -> URL {
    program.directory.url.appendingPathComponent("data/\(name)")
  }

  private static func mode(_ file: URL) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
  }

  /// The name of the key that signed a token.
  private static func key(of session: Session?) throws -> String {
    let head = String(try #require(session?.accessToken.split(separator: ".").first))
    var text: String = head.replacing("-", with: "+").replacing("_", with: "/")
    while text.count % 4 != 0 { text += "=" }
    let decoded = try #require(Data(base64Encoded: text))
    guard case .string(let key)? = try JSONReader.value(of: Array(decoded))["kid"] else { throw CancellationError() }
    return key
  }

  @Test("Keys are made at the first start, for their owner only, and a session outlives the server")
  func firstStart() async throws {
    let program = try Program()
    let first = try await RunningServer(program)
    let store = MemorySessionStore()
    _ = try await first.person("mina", store)
    #expect(try Self.mode(Self.file("keys.json", of: program)) == 0o600)
    #expect(try Self.mode(Self.file("cursor.key", of: program)) == 0o600)
    let keys = try Data(contentsOf: Self.file("keys.json", of: program))
    #expect(try first.end() == 0)
    let second = try await RunningServer(program)
    #expect(try Data(contentsOf: Self.file("keys.json", of: program)) == keys)
    let bearer = ["Authorization": "Bearer \(try #require(store.load()).accessToken)"]
    #expect(try await second.send("GET", "/api/me", bearer).status == 200)
    #expect(try second.end() == 0)
  }

  @Test(
    "Malformed keys, and keys that others can read, are refused with one message",
    arguments: ["keys.json", "cursor.key"])
  func exposed(name: String) async throws {
    let program = try Program()
    #expect(try await RunningServer(program).end() == 0)
    let file = Self.file(name, of: program)
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file.path)
    let exposed = try program.run("serve", "--port", "0")
    #expect(exposed.code == 3)
    #expect(exposed.errors.contains("chmod 600"))
    try Data("{".utf8).write(to: file)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
    let broken = try program.run("serve", "--port", "0")
    #expect(broken.code == 3)
    #expect(broken.errors.split(separator: "\n").count == 1 && broken.errors.contains("\(file.path) cannot be decoded"))
  }

  @Test("A new key signs from now on, tokens of the old one are accepted until it is revoked, and clients refresh")
  func rotation() async throws {
    let program = try Program()
    let server = try await RunningServer(program, "--access-log")
    let store = MemorySessionStore()
    let client = try await server.person("mina", store)
    let old = try #require(store.load())
    #expect(try program.run("keys", "rotate").code == 0)
    #expect(try Self.mode(Self.file("keys.json", of: program)) == 0o600)
    try await eventually {
      try await client.logIn(email: "mina@example.com", password: RunningServer.password)
      return try Self.key(of: store.load()) != Self.key(of: old)
    }
    let bearer = ["Authorization": "Bearer \(old.accessToken)"]
    #expect(try await server.send("GET", "/api/me", bearer).status == 200)

    #expect(try program.run("keys", "rotate", "--revoke").code == 0)
    try await eventually { try await server.send("GET", "/api/me", bearer).status == 401 }
    let names = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<50 { group.addTask { try await client.me().nickname } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(names.count == 50)
    #expect(try server.end() == 0)
    #expect(server.logged("POST /api/sessions/refresh") == 1)
  }

  @Test("A key is not rotated in a folder without data, and nothing is created there")
  func wrongDirectory() throws {
    let program = try Program(engine: .sqlite)
    let result = try program.run("keys", "rotate")
    #expect(result.code == 4 && result.errors.contains("There is no catalogue in"))
    #expect(!FileManager.default.fileExists(atPath: program.data.path))
  }

  @Test("Several servers that start on a new database at once use the same keys")
  func racingStarts() async throws {
    let program = try Program(engine: .postgresql)
    let other = try program.otherNode()
    // Where both look for the key of the secrets.
    try FileManager.default.createDirectory(
      at: program.data, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    async let one = RunningServer(program)
    async let two = RunningServer(other)
    let servers = [try await one, try await two]
    let store = MemorySessionStore()
    _ = try await servers[0].person("mina", store)
    let bearer = ["Authorization": "Bearer \(try #require(store.load()).accessToken)"]
    #expect(try await servers[1].send("GET", "/api/me", bearer).status == 200)
    for server in servers { #expect(try server.end() == 0) }
  }
}
