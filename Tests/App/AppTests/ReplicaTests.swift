import Foundation
import FoundationNetworking
import JSON
import SQL
import Support
import Testing
import Workload

/// A primary with a replica, and nodes that read from it. What a node answers while the replica shows nothing new tells
/// which of the two was read.
@Suite("Nodes with a read replica")
struct ReplicaTests {
  private let primary: PostgreSQLServer
  private let replica: PostgreSQLServer
  private let name: String
  private let keys: ScratchDirectory

  init() async throws {
    primary = try PostgreSQLServer()
    name = try primary.makeDatabase()
    replica = try PostgreSQLServer(replicaOf: primary)
    keys = try ScratchDirectory()
  }

  private func program(replica address: String) throws -> Program {
    try Program(environment: [
      "FOURCUTS_DATABASE": primary.address(of: name), "FOURCUTS_READ_DATABASE": address,
      "FOURCUTS_KEY_FILE": keys.url.appendingPathComponent("secrets.key").path,
    ])
  }

  @Test("Each client sees its own writes at once, and others see the replica's state")
  func ownWrites() async throws {
    let programs = try (0..<2).map { _ in try program(replica: replica.address(of: name)) }
    let nodes = [try await RunningServer(programs[0]), try await RunningServer(programs[1])]
    let client = Client()
    let (token, signedUp) = try await client.signUp(at: nodes[0])
    try replica.catchUp(with: primary)
    try replica.pauseReplay()
    let written = try await client.post("안녕", token, to: nodes[0])
    let path = "/api/posts/\(try written.text("id"))"
    let position = try #require(written.headers["Fourcuts-Position"])
    #expect(written.headers["Set-Cookie"]?.contains("fourcuts-position=\(position); Path=/; Max-Age=3600") == true)
    for node in nodes {
      func status(_ headers: [String: String]) async throws -> Int {
        try await client.send("GET", path, headers, to: node).status
      }
      // It uses the replica once it has looked at it.
      try await eventually { try await status([:]) == 404 }
      // By its position, in either form, or by its token alone.
      #expect(try await status(["Authorization": token, "Cookie": "fourcuts-position=\(position)"]) == 200)
      #expect(try await status(["Authorization": token, "Fourcuts-Position": position]) == 200)
      #expect(try await status(["Authorization": token]) == 200)
      #expect(try await status(["Fourcuts-Position": position]) == 200)
      // Of two the later: answers to simultaneous writes may have come in the other order.
      for (header, cookie) in [(position, signedUp), (signedUp, position)] {
        let sent = ["Authorization": token, "Fourcuts-Position": header, "Cookie": "fourcuts-position=\(cookie)"]
        #expect(try await status(sent) == 200)
      }
      // What it had seen before, and what others see.
      #expect(try await status(["Authorization": token, "Fourcuts-Position": signedUp]) == 404)
      // Positions that nobody was given.
      for absurd in ["ffffffffffffffff", "x", "-000000000000001", String(repeating: "0", count: 4000)] {
        #expect(try await status(["Fourcuts-Position": absurd]) == 200, "\(absurd.prefix(20))")
      }
    }
    try replica.resumeReplay()
    for node in nodes { try await eventually { try await client.send("GET", path, to: node).status == 200 } }
    for node in nodes { #expect(try node.end() == 0) }
  }

  @Test("A session that was ended on another node is refused at once")
  func endedSession() async throws {
    let programs = try (0..<2).map { _ in try program(replica: replica.address(of: name)) }
    let nodes = [try await RunningServer(programs[0]), try await RunningServer(programs[1])]
    let client = Client()
    let (token, position) = try await client.signUp(at: nodes[0])
    try replica.catchUp(with: primary)
    try replica.pauseReplay()
    let headers = ["Authorization": token, "Fourcuts-Position": position]
    #expect(try await client.send("GET", "/api/posts", headers, to: nodes[1]).status == 200)
    let ended = try await client.send("DELETE", "/api/sessions", ["Authorization": token], to: nodes[0])
    #expect(ended.status == 204)
    #expect(try await client.send("GET", "/api/posts", headers, to: nodes[1]).status == 401)
    try replica.resumeReplay()
    for node in nodes { #expect(try node.end() == 0) }
  }

  @Test("Reads use the primary while the replica is unavailable, which is reported")
  func replicaAway() async throws {
    let node = try await RunningServer(try program(replica: replica.address(of: name)))
    let client = Client()
    let (token, _) = try await client.signUp(at: node)
    let path = "/api/posts/\(try await client.post("안녕", token, to: node).text("id"))"
    try replica.kill()
    for _ in 0..<3 { #expect(try await client.send("GET", path, to: node).status == 200) }
    try await eventually { node.process.errors.contains("replica-unreachable") }
    let health = try await node.get("/healthz")
    #expect(health.status == 200 && health.body.contains("replica-unreachable"))
    #expect(node.process.errors.components(separatedBy: "replica-unreachable").count == 2)
    #expect(try node.end() == 0)
  }

  @Test("A node starts without an unreachable replica")
  func startAlone() async throws {
    try replica.stop()
    let node = try await RunningServer(try program(replica: replica.address(of: name)))
    #expect(try await node.get("/api/posts").status == 200)
    #expect(try node.end() == 0)
  }

  @Test("A node does not start with a replica of another database")
  func unsuitable() throws {
    let other = try PostgreSQLServer.shared
    let refused = try program(replica: other.address(of: "postgres")).run("serve", "--port", "0")
    #expect(refused.code != 0 && refused.errors.contains("--read-database"), "\(refused)")
  }

  @Test(
    "A node does not start with a replica beside a data folder's files", .enabled(if: TestDatabase.engine == .sqlite))
  func files() throws {
    let refused = try Program().run("serve", "--port", "0", "--read-database", "postgres://localhost/a")
    #expect(refused.code == 2 && refused.errors.contains("--database"), "\(refused)")
  }
}

/// A client that keeps no cookies.
private struct Client {
  private let session: URLSession

  init() {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    session = URLSession(configuration: configuration)
  }

  func send(
    _ method: String, _ path: String, _ headers: [String: String] = [:], body: String? = nil, to node: RunningServer
  ) async throws -> RunningServer.ClientResponse {
    let fields = body == nil ? headers : headers.merging(["Content-Type": "application/json"]) { $1 }
    return try await ServerAddress(base: node.base, session: session)
      .send(method, path, fields, body: body.map { Data($0.utf8) })
  }

  /// - Returns: The value of `Authorization`, and the position of the answer.
  func signUp(at node: RunningServer) async throws -> (String, String) {
    let body = #"{"email":"mina@example.com","password":"four cuts at noon","nickname":"mina"}"#
    let answer = try await send("POST", "/api/accounts", body: body, to: node)
    guard case .string(let token)? = answer.json["tokens"]?["access_token"] else {
      throw Unexpected.answer(answer.body)
    }
    return ("Bearer \(token)", try #require(answer.headers["Fourcuts-Position"]))
  }

  func post(_ text: String, _ token: String, to node: RunningServer) async throws -> RunningServer.ClientResponse {
    try await send(
      "POST", "/api/posts", ["Authorization": token], body: #"{"kind":"feed","text":"\#(text)"}"#, to: node)
  }
}

private enum Unexpected: Error {
  case answer(String)
}
