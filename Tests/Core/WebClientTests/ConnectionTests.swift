import Basics
import Foundation
import Support
import Telemetry
import Testing
import WebClient

@Suite("Requests on the wire")
struct ConnectionTests {
  private static func client(_ change: (inout WebLimits) -> Void = { _ in }) -> WebClient {
    var limits = WebLimits()
    change(&limits)
    return WebClient(limits: limits, overloadError: DomainError(.rateLimited, "full", "There is no room."))
  }

  /// A request with an optional body.
  private static func request(
    _ server: RawServer, _ path: String, _ body: WebRequest.Body? = nil
  ) throws -> WebRequest {
    var request = WebRequest(try WebAddress(server.url.absoluteString, field: "url"), path)
    request.body = body
    return request
  }

  @Test(
    "JSON is sent unchanged with its type",
    arguments: [#"{"a":"한글"}"#, "", "a\0b", String(repeating: "x", count: 100_000)])
  func json(text: String) async throws {
    let server = try RawServer { _, _ in .answer(204, "") }
    defer { server.stop() }
    let answer = try await Self.client().send(Self.request(server, "/a", .json(Array(text.utf8))))
    #expect(answer.status == 204)
    let seen = try #require(server.requests.first)
    #expect(seen.line == "POST /a" && seen.body == Array(text.utf8))
    #expect(seen.headers["content-type"] == "application/json")
    #expect(seen.headers["content-length"] == "\(text.utf8.count)")
    #expect(seen.headers["user-agent"]?.isEmpty == false)
  }

  @Test("A call on behalf of a request continues its trace, and any other names none")
  func traces() async throws {
    let server = try RawServer { _, _ in .answer(204, "") }
    defer { server.stop() }
    let client = Self.client()
    let traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
    try await RequestScope.$current.withValue(RequestScope(request: 0xAB, traceparent: traceparent)) {
      _ = try await client.send(Self.request(server, "/a", .json([])))
    }
    _ = try await client.send(Self.request(server, "/b"))
    try await RequestScope.$current.withValue(RequestScope(request: 0xAB, traceparent: traceparent)) {
      // A signature covers all fields: none is added to what S3 has to verify.
      var signed = try Self.request(server, "/c")
      signed.signingKey = WebRequest.SigningKey(identifier: "a", secret: "b", region: "c", service: "s3")
      _ = try await client.send(signed)
    }
    #expect(
      server.requests.map { $0.headers["traceparent"] } == [
        "00-0af7651916cd43dd8448eb211c80319c-00000000000000ab-01", nil, nil,
      ])
  }

  @Test("A call on behalf of a recorded request is a span without path or texts, also if it fails")
  func spans() async throws {
    let server = try RawServer { request, _ in request.path == "/lost" ? [] : .answer(503, "") }
    defer { server.stop() }
    let recorder = SpanRecorder(ratio: 1)
    var spans: [Span] = []
    for path in ["/secret", "/lost"] {
      await RequestScope.$current.withValue(RequestScope(request: 0xAB, traceparent: nil, recorder: recorder)) {
        _ = try? await Self.client().send(Self.request(server, path))
      }
      spans += recorder.take(10)
      #expect(server.requests.last?.headers["traceparent"]?.contains(hexadecimal(spans.last?.id ?? 0)) == true)
    }
    #expect(spans.map(\.name) == ["GET web", "GET web"] && spans.allSatisfy { $0.hasFailed && $0.parent == 0xAB })
    let attributes = spans.map { $0.attributes.map { "\($0.name)=\($0.value)" } }
    let shared = [
      #"http.request.method=text("GET")"#, #"server.address=text("127.0.0.1")"#, #"peer.service=text("web")"#,
    ]
    #expect(attributes[0] == shared + ["http.response.status_code=integer(503)"])
    #expect(attributes[1] == shared + [#"error.type=text("unreachable")"#])
  }

  @Test("Path segments and queries are escaped, below the path of the address")
  func escapes() async throws {
    let server = try RawServer { _, _ in .answer(200, "") }
    defer { server.stop() }
    let address = try WebAddress(server.url.absoluteString + "/base/", field: "url")
    _ = try await Self.client().send(
      WebRequest(address, segments: ["a/b", "?#%", "가", "..."], query: [("q&", "= +"), ("z", "")]))
    _ = try await Self.client().send(WebRequest(address))
    #expect(server.requests.map(\.target) == ["/base/a%2Fb/%3F%23%25/%EA%B0%80/...?q%26=%3D%20%2B&z=", "/base"])
  }

  @Test("A request without a body reuses a connection, and is repeated if that has died")
  func keepsConnections() async throws {
    let server = try RawServer { request, number in
      request.path == "/dies" && number == 1 ? .noSteps : .kept(200, "")
    }
    defer { server.stop() }
    let client = Self.client()
    for path in ["/a", "/b", "/dies"] { #expect(try await client.send(Self.request(server, path)).status == 200) }
    #expect(server.requests.map(\.path) == ["/a", "/b", "/dies", "/dies"])
    #expect(server.requests.map(\.connection) == [0, 0, 0, 1])
  }

  @Test("A request with a body has its own connection and is sent once")
  func sendsOnce() async throws {
    let server = try RawServer { request, _ in request.path == "/dies" ? .noSteps : .kept(200, "") }
    defer { server.stop() }
    let client = Self.client()
    _ = try await client.send(Self.request(server, "/a"))
    _ = try await client.send(Self.request(server, "/b", .form([("a", "b")])))
    for body in [.form([("a", "b")]), .json([])] as [WebRequest.Body] {
      await #expect(throws: WebFailure.self) { try await client.send(Self.request(server, "/dies", body)) }
    }
    _ = try await client.send(Self.request(server, "/a"))
    #expect(server.requests.map(\.path) == ["/a", "/b", "/dies", "/dies", "/a"])
    #expect(server.requests.map(\.connection) == [0, 1, 2, 3, 0])
  }

  @Test("A request can have a shorter timeout and a lower limit than others")
  func ownLimits() async throws {
    let server = try RawServer { request, _ in request.path == "/hangs" ? [.hang] : .answer(200, "12345") }
    defer { server.stop() }
    var short = try Self.request(server, "/a")
    short.maxBytes = 4
    await #expect(throws: WebFailure.tooLarge) { try await Self.client().send(short) }
    short.maxBytes = 5
    #expect(try await Self.client().send(short).body.count == 5)
    var hanging = try Self.request(server, "/hangs")
    hanging.deadline = .now + .milliseconds(100)
    await #expect(throws: WebFailure.tooSlow) { try await Self.client().send(hanging) }
    var late = try Self.request(server, "/late")
    late.deadline = .now
    await #expect(throws: WebFailure.tooSlow) { try await Self.client().send(late) }
    #expect(server.count("GET /late") == 0)
  }

  @Test("A request that waited too long for a connection is not sent")
  func waitsWithinItsTime() async throws {
    let server = try RawServer { _, _ in [.hang] }
    defer { server.stop() }
    let client = Self.client {
      $0.parallel = 1
      $0.milliseconds = 400
    }
    let first = Task { try await client.send(Self.request(server, "/first")) }
    try await eventually { !server.requests.isEmpty }
    var second = try Self.request(server, "/second")
    second.deadline = .now + .milliseconds(1)
    let late = second
    await #expect(throws: WebFailure.tooSlow) { try await client.send(late) }
    await #expect(throws: WebFailure.tooSlow) { try await first.value }
    #expect(server.requests.map(\.path) == ["/first"])
  }

  @Test("As many requests run in parallel as the limit allows, on any number of cores", .timeLimit(.minutes(1)))
  func isParallel() async throws {
    let gate = ThreadGate(32)
    let server = try RawServer { _, _ in
      gate.pass()
      return .answer(200, "")
    }
    defer { server.stop() }
    let client = Self.client { $0.parallel = 32 }
    let statuses = await withTaskGroup(of: Int?.self) { group in
      for _ in 0..<32 { group.addTask { try? await client.send(Self.request(server, "/a")).status } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(statuses == [Int?](repeating: 200, count: 32))
  }

  @Test("The headers are those of the final response, not of an interim one")
  func provisional() async throws {
    let server = try RawServer { _, _ in
      [.text("HTTP/1.1 103 Early Hints\r\nRetry-After: 60\r\nLink: <a>\r\n\r\n")] + .answer(503, "", ["Retry-After: 1"])
    }
    defer { server.stop() }
    let answer = try await Self.client().send(Self.request(server, "/a"))
    #expect(answer.status == 503 && answer[header: "Retry-After"] == "1" && answer[header: "Link"] == nil)
  }

  @Test(
    "Retry-After is read as seconds or as a date, by the clock of the server",
    arguments: [
      ("120", 120), ("0", 0), ("-1", nil), ("nan", nil), ("", nil), ("soon", nil), ("1e300", 0x1p31),
      ("Sun, 06 Nov 1994 08:51:37 GMT", 120), ("Sunday, 06-Nov-94 08:51:37 GMT", 120),
      ("Sun Nov  6 08:51:37 1994", 120), ("Sun, 06 Nov 1994 08:49:36 GMT", 0), ("Sun, 32 Nov 1994 08:51:37 GMT", nil),
    ] as [(String, Double?)])
  func pause(text: String, seconds: Double?) async throws {
    let server = try RawServer { _, _ in
      .answer(503, "", ["Date: Sun, 06 Nov 1994 08:49:37 GMT", "Retry-After: \(text)"])
    }
    defer { server.stop() }
    #expect(try await Self.client().send(Self.request(server, "/a")).retryAfter == seconds)
  }

  @Test("A Retry-After date counts from now if the server sends no Date")
  func pauseFromNow() async throws {
    let server = try RawServer { _, number in
      .answer(503, "", ["Retry-After: Sun, 06 Nov \(number == 1 ? "1994" : "9999") 08:49:37 GMT"])
    }
    defer { server.stop() }
    let client = Self.client()
    #expect(try await client.send(Self.request(server, "/a")).retryAfter == 0)
    #expect(try await client.send(Self.request(server, "/a")).retryAfter ?? 0 > 3600)
  }

  @Test("A printed request shows nothing of its content")
  func printsNothing() async throws {
    let server = try RawServer { _, _ in [] }
    defer { server.stop() }
    var request = try Self.request(server, "/the-secret", .form([("a", "the-secret")]))
    request.headers = [("Authorization", "the-secret")]
    var dumped = ""
    dump(request, to: &dumped)
    #expect(!(dumped + String(describing: request) + String(reflecting: request)).contains("the-secret"))
  }
}
