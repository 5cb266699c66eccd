import Basics
import Foundation
import Payments
import Support
import Testing

@testable import PortOne

@Suite("Retries")
struct RetryTests {
  private static let cancellation = GatewayCancellation(
    id: CancellationID("0123456789abcdef01234567")!, transaction: "0190-1", reference: "order-1", amount: 1000,
    remaining: 3000, reason: "-")

  /// A server that fails `count` times, then succeeds.
  private static func server(failing count: Int, _ failure: [RawServer.Step]) throws -> RawServer {
    try RawServer { request, number in
      if request.line == "POST /users/getToken" { return .answer(200, Documents.token) }
      if number <= count { return failure }
      return .answer(200, request.method == "GET" ? Documents.v2Payment() : #"{"code":0,"response":{}}"#)
    }
  }

  @Test(
    "A poll is retried twice if the connection breaks or the gateway is overloaded",
    arguments: [
      .noSteps, .answer(429, "{}"), .answer(502, ""), .answer(503, ""), .answer(504, ""),
      .answer(503, "", ["Retry-After: 0"]), .answer(503, "", ["Retry-After: Wed, 21 Oct 2015 07:28:00 GMT"]),
    ] as [[RawServer.Step]])
  func polls(failure: [RawServer.Step]) async throws {
    for (count, expected, asked) in [(1, nil, 2), (2, nil, 3), (3, "gateway-unavailable", 3)] as [(Int, String?, Int)] {
      let server = try Self.server(failing: count, failure)
      defer { server.stop() }
      #expect(await code { try await v2(server.url).payment(.order("order-1")) } == expected)
      #expect(server.count("GET /payments/order-1") == asked)
    }
  }

  @Test(
    "A poll is not retried after a lasting error or a long Retry-After",
    arguments: [
      (.answer(500, ""), "gateway-unavailable"), (.answer(501, ""), "gateway-unavailable"),
      (.answer(400, #"{"type":"INVALID_REQUEST"}"#), "gateway-not-understood"),
      (.answer(401, ""), "gateway-unauthorized"), (.answer(403, ""), "gateway-unauthorized"),
      (.answer(429, "", ["Retry-After: 60"]), "gateway-unavailable"),
      (.answer(503, "", ["Retry-After: 3600"]), "gateway-unavailable"), (.answer(200, "x"), "gateway-not-understood"),
    ] as [([RawServer.Step], String)])
  func useless(failure: [RawServer.Step], expected: String) async throws {
    let server = try Self.server(failing: 9, failure)
    defer { server.stop() }
    #expect(await code { try await v2(server.url).payment(.order("order-1")) } == expected)
    #expect(server.requests.count == 1)
  }

  @Test("A poll that timed out is not retried")
  func slow() async throws {
    let server = try Self.server(failing: 9, [.hang])
    defer { server.stop() }
    #expect(await code { try await v2(server.url, timeout: 0.3).payment(.order("order-1")) } == "gateway-unavailable")
    #expect(server.requests.count == 1)
  }

  @Test("Registering an order and fetching a token are retried, since they are repeatable")
  func prepares() async throws {
    let second = try Self.server(failing: 2, .noSteps)
    let first = try RawServer { request, number in
      if number <= 2 { return .answer(503, "") }
      return .answer(200, request.path == "/users/getToken" ? Documents.token : Documents.v1("{}"))
    }
    defer {
      second.stop()
      first.stop()
    }
    try await v2(second.url).prepare("order-1", amount: 3000, currency: "KRW")
    #expect(second.count("POST /payments/order-1/pre-register") == 3)
    try await v1(first.url).prepare("order-1", amount: 3000, currency: "KRW")
    #expect(first.count("POST /users/getToken") == 3)
    #expect(first.count("POST /payments/prepare") == 3)
  }

  @Test(
    "A refund is sent once, since it may have been carried out",
    arguments: [
      .noSteps, .answer(429, ""), .answer(502, ""), .answer(503, "", ["Retry-After: 0"]), .answer(504, ""), [.hang],
      [.text("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{")],
    ] as [[RawServer.Step]])
  func cancels(failure: [RawServer.Step]) async throws {
    let server = try Self.server(failing: 9, failure)
    defer { server.stop() }
    #expect(await code { try await v2(server.url, timeout: 0.4).cancel(Self.cancellation) } == "gateway-unavailable")
    #expect(server.count("POST /payments/order-1/cancel") == 1)
    #expect(await code { try await v1(server.url, timeout: 0.4).cancel(Self.cancellation) } == "gateway-unavailable")
    #expect(server.count("POST /payments/cancel") == 1)
  }

  @Test("A refund over a reused connection that breaks is sent once")
  func cancelsOverKeptConnections() async throws {
    let server = try RawServer { request, _ in
      let body = request.path == "/users/getToken" ? Documents.token : Documents.v2Payment()
      return request.path.hasSuffix("cancel") ? .noSteps : .kept(200, body)
    }
    defer { server.stop() }
    let (first, second) = (v1(server.url), v2(server.url))
    _ = try await second.payment(.order("order-1"))
    #expect(await code { try await second.cancel(Self.cancellation) } == "gateway-unavailable")
    #expect(server.count("POST /payments/order-1/cancel") == 1)
    #expect(await code { try await first.cancel(Self.cancellation) } == "gateway-unavailable")
    #expect(server.count("POST /payments/cancel") == 1)
  }

  @Test("An unreachable gateway is unavailable")
  func nobody() async throws {
    let server = try RawServer { _, _ in [] }
    server.stop()
    #expect(await code { try await v2(server.url).payment(.order("order-1")) } == "gateway-unavailable")
  }

  @Test("A call that is cancelled before it begins sends nothing")
  func givenUp() async throws {
    let server = try Self.server(failing: 0, .noSteps)
    defer { server.stop() }
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return await code { try await v2(server.url).payment(.order("order-1")) }
    }
    task.cancel()
    #expect(await task.value == "gateway-unavailable")
    #expect(server.requests.isEmpty)
  }
}
