import Basics
import Support
import Telemetry
import Testing
import Workload

@testable import HTTP

@Suite("Metrics of requests")
struct RequestMetricsTests {
  private static let booth = Route(.get, "/booths/{id}", .immediate { plain("booth \($0.parameters["id"]!)") })

  private func lines(_ metrics: RequestMetrics) async -> [String] {
    String(decoding: await [metrics.durations].exposition(in: .prometheus), as: UTF8.self)
      .split(separator: "\n").filter { $0.contains("_count{") }.map { String($0.drop { $0 != "{" }) }
  }

  @Test("Requests are counted by method, pattern and status, and unmatched paths share one row")
  func counts() async throws {
    let metrics = RequestMetrics()
    try await withServer([hello, Self.booth], { $0.middleware = [metrics.middleware] }) { port in
      let client = try Client(port)
      for path in ["/booths/1", "/booths/2?secret=1", "/nothing", "/nothing/else", "/hello"] {
        client.send(get(path))
        _ = try client.response()
      }
      client.send("DELETE /hello HTTP/1.1\r\nHost: x\r\n\r\n")
      _ = try client.response()
      client.send("HEAD /hello HTTP/1.1\r\nHost: x\r\n\r\n")
      _ = try client.response(isHead: true)
      client.send("nonsense\r\n\r\n")
      _ = try client.response()
    }
    #expect(
      await lines(metrics) == [
        #"{http_request_method="DELETE",http_response_status_code="405"} 1"#,
        #"{http_request_method="GET",http_response_status_code="404"} 2"#,
        #"{http_request_method="GET",http_route="/booths/{id}",http_response_status_code="200"} 2"#,
        #"{http_request_method="GET",http_route="/hello",http_response_status_code="200"} 1"#,
        #"{http_request_method="HEAD",http_route="/hello",http_response_status_code="200"} 1"#,
        #"{http_request_method="_OTHER",http_response_status_code="400"} 1"#,
      ])
  }

  @Test("The counts of all cores are added up")
  func cores() async {
    let metrics = RequestMetrics()
    await withTaskGroup { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<1000 {
            metrics.observe(
              AccessRecord(method: .get, route: "/", status: 200, bytes: 1, duration: .milliseconds(7)))
          }
        }
      }
    }
    #expect(await lines(metrics).first?.hasSuffix(" 8000") == true)
    guard case .histogram(let histogram)? = await metrics.durations.read().first?.value else {
      Issue.record("no histogram")
      return
    }
    #expect(histogram.counts[1] == 8000 && abs(histogram.sum - 56) < 1e-6)
  }

  @Test("Every answer has the unique identifier of its request")
  func identifiers() async throws {
    try await withServer([hello], { $0.middleware = [.requestIdentifier] }) { port in
      let client = try Client(port)
      var names: Set<String> = []
      for path in ["/hello", "/hello", "/nothing"] {
        client.send(get(path, "X-Request-Id: of-the-client"))
        names.insert(try #require(try client.response()["X-Request-Id"]))
      }
      #expect(names.count == 3 && names.allSatisfy { $0.wholeMatch(of: /[0-9a-f]{16}/) != nil })
    }
  }

  @Test("A request joins its client's trace if it names exactly one")
  func traces() {
    let (one, other) = ("0af7651916cd43dd8448eb211c80319c", "1af7651916cd43dd8448eb211c80319c")
    func trace(_ traces: String...) -> String {
      var request = Request(method: .get, path: "/")
      request.id = RequestID(9)
      for trace in traces { request.headers.add("Traceparent", "00-\(trace)-b7ad6b7169203331-01") }
      #expect(request.scope().requestID == request.id.description)
      return request.scope().trace.traceID
    }
    #expect(trace(one) == one)
    #expect(trace() == trace() && ![one, other].contains(trace()))
    #expect(![one, other].contains(trace(one, other)))
  }
}
