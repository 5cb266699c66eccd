import Contracts
import Foundation
import FourCutsClient
import JSON
import Support
import Testing
import Workload

@Suite("Several nodes on one PostgreSQL database")
struct NodesTests {
  private let server: PostgreSQLServer
  private let address: String
  private let keys: ScratchDirectory

  init() async throws {
    // Some of the tests stop it.
    server = try PostgreSQLServer()
    address = server.address(of: try server.makeDatabase())
    keys = try ScratchDirectory()
  }

  /// A node with its own data folder; all have the same key file.
  private func program(keyFile: String? = nil) throws -> Program {
    try Program(environment: [
      "FOURCUTS_DATABASE": address,
      "FOURCUTS_KEY_FILE": keyFile ?? keys.url.appendingPathComponent("secrets.key").path,
    ])
  }

  private static let booths = """
    external_id,name,latitude,longitude
    1,가,37.5,127.0
    2,나,37.6,127.1

    """

  @Test("Nodes start on an empty database at the same time and accept each other's tokens")
  func start() async throws {
    let programs = try (0..<3).map { _ in try program() }
    async let one = RunningServer(programs[0])
    async let two = RunningServer(programs[1])
    async let three = RunningServer(programs[2])
    let nodes = try await [one, two, three]
    let session = MemorySessionStore()
    let client = try await nodes[0].person("mina", session)
    let post = try await client.save(PostRequest(kind: .feed, text: "안녕"), photos: [])
    for node in nodes {
      let seen = try await node.client(session).post(post.id)
      #expect(seen.text == "안녕")
    }
    for node in nodes { #expect(try node.end() == 0) }
  }

  @Test("A node without the others' key does not start and names what is missing")
  func key() async throws {
    let first = try await RunningServer(try program())
    let other = try program(keyFile: keys.url.appendingPathComponent("other.key").path)
    let refused = try other.run("serve", "--port", "0")
    #expect(refused.code != 0 && refused.errors.contains("other.key"))
    #expect(try first.end() == 0)
  }

  @Test("Imports and edits by any process are soon served by all nodes")
  func catalogue() async throws {
    let programs = [try program(), try program()]
    let nodes = [try await RunningServer(programs[0]), try await RunningServer(programs[1])]
    let file = try programs[0].file("a.csv", Self.booths)
    #expect(try programs[0].run("import", file, "--quiet").code == 0)
    for node in nodes {
      try await eventually { try await node.get("/api/booths/near?lat=37.5&lon=127&limit=1").body.contains("가") }
    }
    #expect(try programs[1].run("booths", "edit", "1", "--name", "다").code == 0)
    for node in nodes {
      try await eventually { try await node.get("/api/booths/1").body.contains("다") }
      #expect(try await node.get("/readyz").status == 200)
    }
    for node in nodes { #expect(try node.end() == 0) }
  }

  @Test("An entity tag of one node is valid on the other, until the catalogue changes")
  func entityTags() async throws {
    let programs = [try program(), try program()]
    let file = try programs[0].file("a.csv", Self.booths)
    #expect(try programs[0].run("import", file, "--quiet").code == 0)
    // One after the other, so that they have not started at the same instant.
    let nodes = [try await RunningServer(programs[0]), try await RunningServer(programs[1])]
    // Without whether it is open, which makes another tag each minute.
    let target = "/api/booths/search?q=%EA%B0%80&fields=name"
    let tag = try #require(try await tag(target, at: nodes[0]))
    #expect(try await self.tag(target, at: nodes[1]) == tag)
    for node in nodes { #expect(try await node.send("GET", target, ["If-None-Match": tag]).status == 304) }
    #expect(try programs[1].run("booths", "edit", "1", "--name", "가나").code == 0)
    for node in nodes {
      try await eventually { try await node.send("GET", target, ["If-None-Match": tag]).body.contains("가나") }
    }
    let changed = try await self.tag(target, at: nodes[0])
    #expect(changed != tag)
    #expect(try await self.tag(target, at: nodes[1]) == changed)
    for node in nodes { #expect(try node.end() == 0) }
  }

  private func tag(_ target: String, at node: RunningServer) async throws -> String? {
    try await node.send("GET", target).headers.first { $0.key.lowercased() == "etag" }?.value
  }

  @Test("While the database is unavailable booths are served and writes refused; afterwards everything recovers")
  func databaseAway() async throws {
    let programs = [try program(), try program()]
    let file = try programs[0].file("a.csv", Self.booths)
    #expect(try programs[0].run("import", file, "--quiet").code == 0)
    let nodes = [try await RunningServer(programs[0]), try await RunningServer(programs[1])]
    let session = MemorySessionStore()
    _ = try await nodes[0].person("mina", session)
    let token = try #require(session.load()).accessToken
    try server.stop()
    for node in nodes {
      #expect(try await node.get("/api/booths/near?lat=37.5&lon=127&limit=1").status == 200)
      let refused = try await post("x", to: node, token)
      #expect(refused.status == 503 && refused.headers["Retry-After"] != nil, "\(refused)")
      #expect(try await node.get("/readyz").status == 200)
    }
    try server.start()
    for node in nodes {
      try await eventually {
        try await post("y", to: node, token).status == 201
      }
      try await eventually { try await node.get("/healthz").status == 200 }
    }
    let feed = try await nodes[1].get("/api/posts?limit=9").body
    #expect(feed.components(separatedBy: #""text":"y""#).count == 3)
    for node in nodes { #expect(try node.end() == 0) }
  }

  @Test("A node of an older program stops writing once a newer one has migrated the database, and says why")
  func takenOver() async throws {
    let node = try await RunningServer(try program())
    let session = MemorySessionStore()
    _ = try await node.person("mina", session)
    let token = try #require(session.load()).accessToken
    let name = try server.psql("SELECT datname FROM pg_database WHERE datname LIKE 'test%'")
    try server.psql("INSERT INTO schema_migration (number, name) VALUES (999, 'of the future')", database: name)
    // What was checked holds for a second.
    try await eventually { try await post("x", to: node, token).body.contains("schema-newer") }
    let refused = try await post("x", to: node, token)
    #expect(refused.status == 503)
    let readiness = try await node.get("/readyz")
    #expect(readiness.status == 503 && readiness.body.contains("newer program"))
    #expect(try await node.get("/api/posts").status == 200)
    #expect(try node.end() == 0)
  }

  private func post(_ text: String, to node: RunningServer, _ token: String) async throws
    -> RunningServer.ClientResponse
  {
    try await node.send(
      "POST", "/api/posts", ["Authorization": "Bearer \(token)", "Content-Type": "application/json"],
      body: Data(#"{"kind":"feed","text":"\#(text)"}"#.utf8))
  }

  @Test("A client that alternates between nodes gets no more logins than on one of them")
  func limited() async throws {
    let programs = [try program(), try program()]
    // Five logins at once, and one more each twenty seconds.
    let limit = ["--rate-limit", "1,100"]
    let nodes = [try await RunningServer(programs[0], limit), try await RunningServer(programs[1], limit)]
    let start = ContinuousClock.now
    var statuses: [Int] = []
    for number in 0..<7 {
      let answer = try await nodes[number % 2].send(
        "POST", "/api/sessions", ["Content-Type": "application/json"],
        body: Data(#"{"email":"nobody@example.com","password":"four cuts at noon"}"#.utf8))
      statuses.append(answer.status)
      if answer.status == 429 { #expect(answer.headers["Retry-After"] != nil, "\(answer)") }
    }
    let more = Int(start.duration(to: .now) / .seconds(20))
    #expect(statuses.prefix(5).allSatisfy { $0 == 401 } && statuses.allSatisfy { [401, 429].contains($0) })
    #expect(statuses.count { $0 == 401 } <= 5 + more, "\(statuses)")
    for node in nodes { #expect(try await node.get("/api/brands").status == 200) }
    for node in nodes { #expect(try node.end() == 0) }
  }

  @Test("Everything that a killed node has acknowledged is on the other")
  func killed() async throws {
    let nodes = [try await RunningServer(try program()), try await RunningServer(try program())]
    let session = MemorySessionStore()
    _ = try await nodes[0].person("mina", session)
    let token = try #require(session.load()).accessToken
    let (address, counted) = (nodes[0].address, AcknowledgedPosts())
    let writers = (0..<4).map { writer in
      Task {
        for number in 0..<10_000 {
          let text = "post \(writer)-\(number)"
          let answer = try await address.send(
            "POST", "/api/posts", ["Authorization": "Bearer \(token)", "Content-Type": "application/json"],
            body: Data(#"{"kind":"feed","text":"\#(text)"}"#.utf8))
          if answer.status == 201 { await counted.add(try answer.text("id")) }
        }
      }
    }
    try await eventually { await counted.ids.count > 40 }
    try nodes[0].kill()
    for writer in writers { _ = await writer.result }
    for id in await counted.ids { #expect(try await nodes[1].get("/api/posts/\(id)").status == 200) }
    #expect(try nodes[1].end() == 0)
  }
}

/// The posts that a server has answered for.
private actor AcknowledgedPosts {
  private(set) var ids: [String] = []

  func add(_ id: String) { ids.append(id) }
}
