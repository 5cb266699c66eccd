import Contracts
import Foundation
import FoundationNetworking
import FourCutsClient
import HTTP
import JSON
import Support
import Synchronization
import Testing

@Suite("Expiring tokens", .timeLimit(.minutes(1)))
struct TokenTests {
  /// A client of the server that is logged in, with a token that the server no longer takes where it is wanted so.
  private static func client(
    of server: ScriptedServer, store: any SessionStore = MemorySessionStore(), expired: Bool = true,
    onSessionEnded: @escaping @Sendable (Problem) -> Void = { _ in }
  ) async throws -> FourCutsClient {
    let configuration = URLSessionConfiguration.ephemeral
    // So that as many requests as there are can be under way at once.
    configuration.httpMaximumConnectionsPerHost = 64
    let client = FourCutsClient(
      server: server.address, sessions: store, configuration: configuration, onSessionEnded: onSessionEnded)
    try await client.logIn(email: "a@b.kr", password: "correct horse")
    if expired {
      let session = try #require(try store.load())
      try store.save(
        Session(
          server: session.server, account: session.account, accessToken: "access-0", refreshToken: session.refreshToken
        ))
      return FourCutsClient(
        server: server.address, sessions: store, configuration: configuration, onSessionEnded: onSessionEnded)
    }
    return client
  }

  /// Asks `count` times at once.
  /// - Returns: The result of each.
  private static func storm(_ count: Int, _ client: FourCutsClient) async -> [Result<AccountDocument, any Error>] {
    await withTaskGroup(of: Result<AccountDocument, any Error>.self) { group in
      for _ in 0..<count {
        group.addTask {
          do { return .success(try await client.me()) } catch { return .failure(error) }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
  }

  private static func code(_ error: (any Error)?) -> String? {
    switch error as? ClientError {
    case .rejected(let problem): problem.code
    case .sessionEnded(let problem): "ended: \(problem.code)"
    case .loggedOut: "logged-out"
    case .transport: "transport"
    case .invalidResponse: "not-understood"
    case .storage: "storage"
    case nil: nil
    }
  }

  private static func code(of result: Result<AccountDocument, any Error>) -> String {
    switch result {
    case .success: "done"
    case .failure(let error): code(error) ?? "\(error)"
    }
  }

  @Test("Fifty concurrent requests with an expired token cause one refresh, and each is sent once more")
  func storm() async throws {
    let server = try ScriptedServer(expiry: Gate(50))
    let client = try await Self.client(of: server)
    let results = await Self.storm(50, client)
    #expect(results.map(Self.code) == [String](repeating: "done", count: 50))
    #expect(server.count("POST /api/sessions/refresh") == 1)
    #expect(server.count("GET /api/me") == 100)
    await server.stop()
  }

  @Test("A request that fails after the refresh uses its token and causes no other")
  func lateComer() async throws {
    let server = try ScriptedServer(expiry: Gate(2), of: "/api/posts")
    server.answer("GET /api/posts", .json(.page(1...1, next: nil)))
    let client = try await Self.client(of: server)
    async let late = client.posts().first(1)
    try await eventually { server.count("GET /api/posts") >= 1 }
    _ = try await client.me()
    #expect(server.count("POST /api/sessions/refresh") == 1)
    server.expiry.open()
    #expect(try await late.count == 1)
    #expect(server.count("POST /api/sessions/refresh") == 1)
    await server.stop()
  }

  @Test("A new token that is refused as well is reported, and not tried a third time")
  func retriesOnce() async throws {
    let server = try ScriptedServer()
    let store = MemorySessionStore()
    let client = try await Self.client(of: server, store: store)
    server.state.withLock { $0.rejectsAlways = true }
    #expect(await Self.storm(1, client).map(Self.code) == ["token-expired"])
    #expect(server.count("GET /api/me") == 2)
    #expect(server.count("POST /api/sessions/refresh") == 1)
    #expect(store.load()?.accessToken == "access-2")
    await server.stop()
  }

  @Test("A refused refresh token ends the session once, for all waiting requests")
  func deadRefresh() async throws {
    let server = try ScriptedServer(expiry: Gate(50))
    let store = MemorySessionStore()
    let ends = Mutex<[String]>([])
    let client = try await Self.client(of: server, store: store) { problem in
      ends.withLock { $0.append(problem.code) }
    }
    server.state.withLock { $0.refreshMode = .rejects(401, "refresh-expired") }
    let results = await Self.storm(50, client)
    #expect(results.map(Self.code) == [String](repeating: "ended: refresh-expired", count: 50))
    #expect(server.count("POST /api/sessions/refresh") == 1)
    #expect(ends.withLock { $0 } == ["refresh-expired"])
    #expect(store.load() == nil)
    // What needs somebody does not even ask; logging in opens the next session.
    #expect(await Self.storm(1, client).map(Self.code) == ["ended: refresh-expired"])
    #expect(server.count("GET /api/me") == 50)
    try await client.logIn(email: "a@b.kr", password: "correct horse")
    #expect(await Self.storm(1, client).map(Self.code) == ["done"])
    await server.stop()
  }

  @Test(
    "A refresh that fails because of the server or the network ends nothing, and the next request tries again",
    arguments: [
      (ScriptedServer.RefreshMode.rejects(503, "unavailable"), "unavailable"),
      (.rejects(429, "too-many-refreshes"), "too-many-refreshes"), (.breaks, "transport"),
    ])
  func failingRefresh(manner refreshMode: ScriptedServer.RefreshMode, code: String) async throws {
    let server = try ScriptedServer()
    let store = MemorySessionStore()
    let client = try await Self.client(of: server, store: store) { _ in Issue.record("The session has not ended.") }
    server.state.withLock { $0.refreshMode = refreshMode }
    #expect(await Self.storm(1, client).map(Self.code) == [code])
    #expect(store.load()?.refreshToken == "refresh-1")
    server.state.withLock { $0.refreshMode = .renews }
    #expect(await Self.storm(1, client).map(Self.code) == ["done"])
    #expect(store.load()?.refreshToken == "refresh-2")
    await server.stop()
  }

  @Test("Cancelling the request that began the refresh does not affect the others")
  func cancelledFirst() async throws {
    let server = try ScriptedServer(refreshing: Gate(2))
    let client = try await Self.client(of: server)
    let first = Task { try await client.me() }
    try await eventually { server.count("POST /api/sessions/refresh") >= 1 }
    let second = Task { try await client.me() }
    try await eventually { server.count("GET /api/me") >= 2 }
    first.cancel()
    server.refreshing.open()
    #expect(try await second.value.nickname == "네컷")
    #expect(server.count("POST /api/sessions/refresh") == 1)
    await server.stop()
  }

  @Test("A refresh that completes after a logout does not restore the session")
  func loggedOutMeanwhile() async throws {
    let server = try ScriptedServer(refreshing: Gate(2))
    let store = MemorySessionStore()
    let client = try await Self.client(of: server, store: store)
    let request = Task { try await client.me() }
    try await eventually { server.count("POST /api/sessions/refresh") >= 1 }
    try await client.logIn(email: "other@b.kr", password: "correct horse")
    let opened = store.load()
    server.refreshing.open()
    _ = try? await request.value
    #expect(store.load() == opened)
    await server.stop()
  }

  @Test("A session that another process renewed in the same store is used without a refresh")
  func sharedStore() async throws {
    let server = try ScriptedServer()
    let store = MemorySessionStore()
    let stale = try await Self.client(of: server, store: store, expired: false)
    _ = try await stale.me()
    try await FourCutsClient(server: server.address, sessions: store).logIn(email: "a@b.kr", password: "correct horse")
    _ = try await stale.me()
    #expect(server.count("POST /api/sessions/refresh") == 0)
    await server.stop()
  }

  @Test("Tokens are sent to the server that issued them, and to no other")
  func otherServer() async throws {
    let (server, other) = (try ScriptedServer(), try ScriptedServer())
    let store = MemorySessionStore()
    _ = try await Self.client(of: server, store: store)
    let client = FourCutsClient(server: other.address, sessions: store)
    #expect(await Self.storm(1, client).map(Self.code) == ["logged-out"])
    #expect(other.requests.isEmpty)
    await server.stop()
    await other.stop()
  }

  @Test("The token is sent where it is needed, and never to open a session")
  func whereTokensGo() async throws {
    let server = try ScriptedServer()
    server.answer("GET /api/posts", .json(.page(1...1, next: nil)))
    server.answer("GET /api/nicknames/random", .json(.object(["nickname": "맑은 필름"])))
    let nobody = FourCutsClient(server: server.address)
    _ = try await nobody.posts().first(1)
    let client = try await Self.client(of: server, expired: false)
    _ = try await client.posts().first(1)
    _ = try await client.randomNickname()
    #expect(server.requests.map(\.authorization) == [nil, nil, "Bearer access-1", nil])
    await server.stop()
  }

  @Test("Logging out removes the session if the server confirms it, and keeps it if the server is unreachable")
  func logOut() async throws {
    let server = try ScriptedServer()
    let store = MemorySessionStore()
    let client = try await Self.client(of: server, store: store, expired: false)
    server.answer("DELETE /api/sessions/current", .problem(503, "unavailable"), Response(status: 204))
    await #expect(throws: ClientError.self) { try await client.logOut() }
    #expect(store.load() != nil)
    try await client.logOut()
    #expect(store.load() == nil)
    #expect(await Self.storm(1, client).map(Self.code) == ["logged-out"])
    await server.stop()
  }
}
