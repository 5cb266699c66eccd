import Foundation
import JSON
import SQL
import Support
import Testing

@Suite("The log of a running server")
struct LogTests {
  private static let trace = "0af7651916cd43dd8448eb211c80319c"

  private func entries(_ server: RunningServer) throws -> [JSONValue] {
    try server.process.errors.split(separator: "\n").map { try JSONReader.value(of: Array($0.utf8)) }
  }

  @Test("Each line of JSON is an object with the request and its client's trace")
  func json() async throws {
    let server = try await RunningServer(try Program(), "--log-format", "json", "--access-log")
    let sent = "00-\(Self.trace)-b7ad6b7169203331-01"
    let response = try await server.send("GET", "/api/booths/near?lat=37.5&lon=127", ["traceparent": sent])
    _ = try await server.send("GET", "/livez", ["traceparent": sent + "x"])
    server.process.signal(SIGHUP)
    try await eventually { try entries(server).count == 3 }
    let (logged, request) = (try entries(server), try #require(response.headers["X-Request-Id"]))
    #expect(logged[0].text("event") == "http.request" && logged[0].text("level") == "info")
    #expect(logged[0].text("method") == "GET" && logged[0].text("route") == "/api/booths/near")
    #expect(logged[0]["status"] == .integer(200))
    #expect(logged[0].text("request_id") == request && logged[0].text("trace_id") == Self.trace)
    #expect(logged[0].text("time")?.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z/) != nil)
    #expect(logged[1].text("trace_id")?.count == 32 && logged[1].text("trace_id") != Self.trace)
    #expect(logged[2].text("event") == "settings.reload" && logged[2].text("request_id") == nil)
    #expect(try server.end() == 0)
  }

  @Test("A failure during a request names the request", .enabled(if: TestDatabase.engine == .sqlite))
  func failures() async throws {
    let server = try await RunningServer(try Program(), "--log-format", "json")
    try server.process.limitFiles(to: 4096)
    let body = #"{"email":"mina@example.com","password":"\#(RunningServer.password)","nickname":"mina"}"#
    let headers = ["Content-Type": "application/json", "traceparent": "00-\(Self.trace)-b7ad6b7169203331-00"]
    let response = try await server.send("POST", "/api/accounts", headers, body: Data(body.utf8))
    #expect(response.status == 503)
    let entry = try #require(try entries(server).first { $0.text("event") == "condition" })
    #expect(entry.text("level") == "warning" && entry.text("message")?.contains("database-io-failed") == true)
    #expect(entry.text("request_id") == response.headers["X-Request-Id"] && entry.text("trace_id") == Self.trace)
    try server.process.limitFiles(to: nil)
    #expect(try server.end() == 0)
  }

  @Test("Other formats are refused")
  func otherFormat() throws {
    let result = try Program().run("serve", "--port", "0", "--log-format", "xml")
    #expect(result.code == 2 && result.errors.contains("--log-format takes one of text, json"))
  }

  @Test("GET /livez says that the server is alive")
  func live() async throws {
    let server = try await RunningServer(try Program())
    let response = try await server.get("/livez")
    #expect(response.status == 200 && response.body == #"{"alive":true}"#)
    #expect(try server.end() == 0)
  }
}
