import Foundation
import Support
import Testing
import Workload

/// SIGTERM to a server process with clients.
@Suite("Stopping a server")
struct StoppingTests {
  private static let near = "/api/booths/near?lat=37.4979&lon=127.0276&limit=1"

  private static func get(_ path: String) -> String { "GET \(path) HTTP/1.1\r\nHost: test\r\n\r\n" }

  @Test("An upload in progress is received and answered")
  func slowUpload() async throws {
    let server = try await RunningServer(try Program())
    let client = try Client(try #require(server.base.port))
    let body = #"{"email":"mina@example.com","password":"\#(RunningServer.password)","nickname":"mina"}"#
    client.send(
      "POST /api/accounts HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\n"
        + "Content-Length: \(body.utf8.count)\r\n\r\n")
    client.send(String(body.prefix(20)))
    // Another connection's answer shows that these bytes have been there for the server to read.
    #expect(try await server.get("/healthz").status == 200)
    server.process.signal(SIGTERM)
    for piece in body.dropFirst(20).split(every: 10) {
      try await Task.sleep(for: .milliseconds(50))
      #expect(client.send(String(piece)))
    }
    let response = try client.response()
    #expect(response.status == 201)
    #expect(response["Connection"] == "close")
    #expect(try server.process.finish().code == 0)
  }

  @Test("During the drain delay the server is not ready, answers requests, and closes connections")
  func draining() async throws {
    let server = try await RunningServer(try Program(environment: ["FOURCUTS_DRAIN_DELAY": "5"]))
    let port = try #require(server.base.port)
    let kept = try Client(port)
    kept.send(Self.get("/readyz"))
    #expect(try kept.response().status == 200)
    server.process.signal(SIGTERM)
    try await eventually {
      let client = try Client(port)
      client.send(Self.get("/readyz"))
      let response = try client.response()
      return response.status == 503 && response.text.contains("The server stops.") && response["Connection"] == "close"
    }
    kept.send(Self.get(Self.near))
    let last = try kept.response()
    #expect(last.status == 200 && last["Connection"] == "close")
    #expect(try kept.readToEnd().isEmpty)
    #expect(try server.process.finish().code == 0)
  }

  @Test("All earlier requests are answered completely, also on unaccepted connections")
  func requestsInFlight() async throws {
    let server = try await RunningServer(try Program())
    let port = try #require(server.base.port)
    let clients = try (0..<400).map { _ in try Client(port) }
    for client in clients { client.send(Self.get(Self.near)) }
    server.process.signal(SIGTERM)
    let responses = try clients.map { try $0.response() }
    #expect(responses.allSatisfy { $0.status == 200 && $0.text.contains("booths") })
    #expect(try server.process.finish().code == 0)
  }

  @Test("A real client under load sees no request fail while the server drains")
  func realClient() async throws {
    let server = try await RunningServer(try Program(environment: ["FOURCUTS_DRAIN_DELAY": "15"]))
    let directory = server.program.directory
    let curl = try RunningProgram(
      [
        "/usr/bin/curl", "--silent", "--parallel", "--parallel-max", "100", "--output", "/dev/null", "--write-out",
        "%{http_code} %{exitcode} %{errormsg}\\n",
        server.base.absoluteString + "/api/booths/near?lat=37.5&lon=127.[1000-2499]",
      ], input: "", environment: [:], in: directory)
    try await eventually { curl.output.contains("200") }
    server.process.signal(SIGTERM)
    let result = try curl.finish()
    #expect(result.lines.count == 1500)
    let failed = result.lines.filter { !$0.hasPrefix("200 0") }
    #expect(failed.count == 0, "\(failed.prefix(3))")
    #expect(try server.process.finish().code == 0)
  }
}

extension Substring {
  /// The text in pieces of `count` characters; the last one may be shorter.
  fileprivate func split(every count: Int) -> [Substring] {
    isEmpty ? [] : [prefix(count)] + dropFirst(count).split(every: count)
  }
}
