import Basics
import Contracts
import Foundation
import FourCutsClient
import JSON
import SQL
import Support
import Synchronization
import Testing
import Workload

@Suite("Sessions on a running server")
struct SessionTests {
  @Test("Fifty requests with an expired token cause one refresh, and all succeed")
  func storm() async throws {
    let server = try await RunningServer(
      try Program(environment: ["FOURCUTS_ACCESS_TTL": "2"]), "--access-log")
    let store = MemorySessionStore()
    let client = try await server.person("mina", store)
    let bearer = ["Authorization": "Bearer \(try #require(store.load()).accessToken)"]
    try await expectSoon { try await server.send("GET", "/api/me/blocks", bearer).status == 401 }
    let names = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<50 { group.addTask { try await client.me().nickname } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(names == [String](repeating: "mina", count: 50))
    #expect(try server.end() == 0)
    #expect(server.logged("POST /api/sessions/refresh") == 1)
    #expect(server.logged("GET /api/me", status: 401) > 1)
    #expect(server.logged("GET /api/me", status: 200) == 50)
  }

  @Test("A refresh token works once; a later replay ends the whole session")
  func replay() async throws {
    let server = try await RunningServer(try Program())
    let store = MemorySessionStore()
    let ends = Mutex<[String]>([])
    let client = server.client(store) { problem in ends.withLock { $0.append(problem.code) } }
    try await client.signUp(email: "mina@example.com", password: RunningServer.password, nickname: "mina")
    let stolen = try #require(store.load()).refreshToken
    let renewed = try await Self.refresh(stolen, server)
    // Two that cross on the wire are no replay.
    #expect(try await Self.refresh(stolen, server).status == 200)
    try await Self.letTimePass(in: server.program)
    let replayed = try await Self.refresh(stolen, server)
    #expect(replayed.status == 401 && replayed.body.contains("refresh-replayed"))
    #expect(try await Self.refresh(try renewed.text("refresh_token"), server).status == 401)
    let bearer = ["Authorization": "Bearer \(try renewed.text("access_token"))"]
    #expect(try await server.send("GET", "/api/me", bearer).status == 401)
    #expect(await domainError { _ = try await client.me() }?.hasPrefix("ended: ") == true)
    #expect(ends.withLock { $0.count } == 1)
    #expect(store.load() == nil)
    #expect(try server.end() == 0)
  }

  @Test("Logging out ends this session, or all of them, at once")
  func logOut() async throws {
    let server = try await RunningServer(try Program())
    let store = MemorySessionStore()
    let phone = try await server.person("mina", store)
    let tablet = server.client()
    try await tablet.logIn(email: "mina@example.com", password: RunningServer.password)
    let bearer = ["Authorization": "Bearer \(try #require(store.load()).accessToken)"]
    try await phone.logOut()
    #expect(try await server.send("GET", "/api/me", bearer).status == 401)
    #expect(try await tablet.me().nickname == "mina")
    try await phone.logIn(email: "mina@example.com", password: RunningServer.password)
    try await phone.logOut(everywhere: true)
    #expect(await domainError { _ = try await tablet.me() }?.hasPrefix("ended: ") == true)
    #expect(try server.end() == 0)
  }

  private static func refresh(_ token: String, _ server: RunningServer) async throws -> RunningServer.ClientResponse {
    let body = JSONValue.object(["refresh_token": .string(token)]).bytes
    return try await server.send(
      "POST", "/api/sessions/refresh", ["Content-Type": "application/json"], body: Data(body))
  }

  /// Moves the moments at which refresh tokens were used a minute into the past, as if the test had waited so long.
  private static func letTimePass(in program: Program) async throws {
    let database = try await program.database()
    try await database.write { connection in
      _ = try connection.run("UPDATE refresh_token SET used_at = used_at - 60000 WHERE used_at IS NOT NULL", [])
    }
  }
}
