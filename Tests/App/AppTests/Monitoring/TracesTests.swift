import Basics
import Concurrency
import Foundation
import JSON
import Sandbox
import Support
import Telemetry
import Testing
import WebClient

@testable import App

/// What a collector of OpenTelemetry has received.
struct TraceCollector {
  let server: RawServer

  /// - Parameters:
  ///   - headers: of each answer.
  ///   - status: of the answer to the n-th request.
  init(
    body: String = "{}", headers: [String] = [], _ status: @escaping @Sendable (Int) -> Int = { _ in 200 }
  ) throws {
    server = try RawServer { _, number in .answer(status(number), body, headers) }
  }

  var spans: [JSONValue] {
    server.requests.compactMap(\.json).flatMap { $0.list("resourceSpans") }.flatMap { $0.list("scopeSpans") }
      .flatMap { $0.list("spans") }
  }

  /// All that was sent, as text.
  var text: String { server.requests.map { String(decoding: $0.body, as: UTF8.self) }.joined() }

  func spans(named name: String) -> [JSONValue] { spans.filter { $0.text("name") == name } }
}

@Suite("Traces of a running server")
struct TracesTests {
  private static let trace = "0af7651916cd43dd8448eb211c80319c"

  @Test("Each request is a span in its client's trace, and pending spans are sent at the end")
  func requests() async throws {
    let collector = try TraceCollector()
    defer { collector.server.stop() }
    let server = try await RunningServer(try Program(), "--traces-to", collector.server.url.absoluteString)
    let sent = "00-\(Self.trace)-b7ad6b7169203331-00"
    let response = try await server.send("GET", "/api/booths/near?lat=37.5&lon=127", ["traceparent": sent])
    #expect(try await server.get("/api/booths/12345678").status == 404)
    #expect(try server.end() == 0)
    let span = try #require(collector.spans(named: "GET /api/booths/near").first)
    #expect(span.text("traceId") == Self.trace && span.text("parentSpanId") == "b7ad6b7169203331")
    #expect(span.text("spanId") == response.headers["X-Request-Id"] && span["kind"] == .integer(2))
    #expect(collector.spans(named: "GET /api/booths/{id}").count == 1)
    let request = try #require(collector.server.requests.first)
    #expect(request.line == "POST /v1/traces" && request.headers["content-type"] == "application/json")
    #expect(!collector.text.contains("37.5"))
  }

  @Test("A call to a payment gateway is a child of the request's span")
  func calls() async throws {
    let collector = try TraceCollector()
    defer { collector.server.stop() }
    let shop = try await RunningShop([.v1], ["FOURCUTS_TRACES_TO": collector.server.url.absoluteString])
    _ = try await shop.validate(shop.order().id)
    try await shop.end()
    let call = try #require(collector.spans.first { $0["kind"] == .integer(3) })
    let request = try #require(collector.spans.first { $0.text("spanId") == call.text("parentSpanId") })
    #expect(request.text("traceId") == call.text("traceId") && request["kind"] == .integer(2))
  }

  @Test("Spans wait while the collector is unavailable, and are sent once afterwards")
  func outage() async throws {
    let collector = try TraceCollector { $0 == 1 ? 503 : 200 }
    defer { collector.server.stop() }
    var settings = MetricsEndpoint.settings
    settings["FOURCUTS_TRACES_TO"] = collector.server.url.absoluteString
    let server = try await RunningServer(try Program(environment: settings))
    #expect(try await server.get("/api/booths/1").status == 404)
    try await eventually { server.process.errors.contains("it answers 503") }
    #expect(try await MetricsEndpoint(of: server).scrape().body.contains("fourcuts_spans_sent_total 0"))
    #expect(try server.end() == 0)
    let bodies = collector.server.requests.map(\.body)
    #expect(bodies.count >= 2 && bodies[0] == bodies[1])
    #expect(server.process.errors.contains("again"))
  }

  @Test(
    "A Retry-After of the collector is followed, up to five minutes",
    arguments: [
      ("60", 60.0), ("86400", 300), ("0", 0), ("-1", 0), ("inf", 0), ("Wed, 21 Oct 2026 07:28:00 GMT", 60),
      ("Thu, 22 Oct 2026 07:28:00 GMT", 300), ("Wed, 21 Oct 2026 07:26:00 GMT", 0), ("soon", 0),
    ])
  func pause(retryAfter: String, seconds: Double) async throws {
    let headers = ["Date: Wed, 21 Oct 2026 07:27:00 GMT", "Retry-After: \(retryAfter)"]
    let collector = try TraceCollector(headers: headers) { $0 == 1 ? 503 : 200 }
    defer { collector.server.stop() }
    let (begin, passed) = (ContinuousClock.now, Locked(0.0))
    let export = TraceExport(
      TraceSettings(collector: try WebAddress(collector.server.url.absoluteString, field: "url"), ratio: 1),
      Logger(.text, clock: { Timestamp(seconds: 0) }) { _ in }, now: { begin + .seconds(passed.withLock(\.self)) })
    export.recorder.record(
      Span(.server, "GET /", id: 1, parent: nil, of: TraceContext(root: 1), lasting: .zero, [], hasFailed: false))
    await #expect(throws: (any Error).self) { try await export.sendUnlessPaused() }
    if seconds > 0 {
      passed.withLock { $0 = seconds - 1 }
      try await export.sendUnlessPaused()
      #expect(collector.server.requests.count == 1)
    }
    passed.withLock { $0 = seconds }
    try await export.sendUnlessPaused()
    #expect(collector.server.requests.count == 2 && export.recorder.sentCount == 1)
  }

  @Test("Partially rejected spans are counted and not sent again")
  func partialSuccess() async throws {
    let collector = try TraceCollector(body: #"{"partialSuccess":{"rejectedSpans":"1","errorMessage":"too long"}}"#)
    defer { collector.server.stop() }
    var settings = MetricsEndpoint.settings
    settings["FOURCUTS_TRACES_TO"] = collector.server.url.absoluteString
    let server = try await RunningServer(try Program(environment: settings))
    #expect(try await server.get("/api/booths/1").status == 404)
    try await eventually {
      try await MetricsEndpoint(of: server).scrape().body.contains("fourcuts_spans_dropped_total 1")
    }
    #expect(try server.end() == 0)
    #expect(server.process.errors.contains("it drops some of them"))
    #expect(collector.spans.count == 1)
  }

  @Test("Spans that the collector refuses are dropped and counted, and the server goes on")
  func refusal() async throws {
    let collector = try TraceCollector { _ in 400 }
    defer { collector.server.stop() }
    var settings = MetricsEndpoint.settings
    settings["FOURCUTS_TRACES_TO"] = collector.server.url.absoluteString
    let server = try await RunningServer(try Program(environment: settings))
    #expect(try await server.get("/api/booths/1").status == 404)
    try await eventually {
      try await MetricsEndpoint(of: server).scrape().body.contains("fourcuts_spans_dropped_total 1")
    }
    #expect(try await server.get("/livez").status == 200)
    #expect(try server.end() == 0)
    #expect(server.process.errors.split(separator: "\n").count { $0.contains("Spans are not accepted") } == 1)
  }

  @Test("Nothing is recorded without a collector, or with a ratio of 0")
  func none() async throws {
    let collector = try TraceCollector()
    defer { collector.server.stop() }
    let server = try await RunningServer(
      try Program(), "--traces-to", collector.server.url.absoluteString, "--trace-ratio", "0")
    #expect(try await server.get("/livez").status == 200)
    #expect(try server.end() == 0)
    #expect(collector.server.requests.isEmpty)
  }

  @Test(
    "Invalid settings of traces are refused",
    arguments: [
      ["--traces-to", "collector:4318"], ["--traces-to", "http://collector.example:4318"], ["--trace-ratio", "2"],
      ["--trace-ratio", "nan"], ["--trace-ratio", "-0.1"], ["--trace-ratio", "some"],
    ])
  func wrong(options: [String]) throws {
    let result = try Program().run("serve", "--port", "0", options[0], options[1])
    #expect(result.code == 2 && result.errors.contains(options[0]), "\(result.errors)")
  }
}
