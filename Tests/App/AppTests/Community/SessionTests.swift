import Contracts
import Foundation
import FourCutsClient
import Support
import Testing

@Suite("Sessions on a running server")
struct SessionTests {
  @Test("Fifty requests with an expired token cause one refresh, and all succeed")
  func storm() async throws {
    let server = try await RunningServer(
      try Program(environment: ["FOURCUTS_ACCESS_TTL": "2"]), "--access-log")
    let store = MemorySessionStore()
    let client = try await server.person("mina", store)
    let bearer = ["Authorization": "Bearer \(try #require(store.load()).accessToken)"]
    try await eventually { try await server.send("GET", "/api/me/blocks", bearer).status == 401 }
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
}
