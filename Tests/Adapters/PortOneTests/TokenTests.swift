import Basics
import Foundation
import Payments
import Support
import Testing

@testable import PortOne

@Suite("Access tokens of the first interface")
struct TokenTests {
  /// A server whose n-th token is `token-n`, and that answers a payment to those that it takes still.
  private static func server(
    accepts: @escaping @Sendable (_ authorization: String) -> Bool = { _ in true }, seconds: Int = 1800,
    now: Int = 1_800_000_000, before: @escaping @Sendable (RawServer.Request, Int) -> Void = { _, _ in }
  ) throws -> RawServer {
    try RawServer { request, number in
      before(request, number)
      if request.line == "POST /users/getToken" {
        return .answer(200, Documents.token("token-\(number)", now: now, seconds: seconds))
      }
      guard accepts(request.headers["authorization"] ?? "") else {
        return .answer(401, #"{"code":-1,"message":"Unauthorized","response":null}"#)
      }
      return .answer(200, Documents.v1(Documents.v1Payment()))
    }
  }

  /// Asks for the same payment `count` times at once.
  /// - Returns: The code of each refusal.
  private static func storm(_ count: Int, _ client: PortOneV1) async -> [String?] {
    await withTaskGroup(of: String?.self) { group in
      for _ in 0..<count { group.addTask { await code { try await client.payment(.transaction("imp_1")) } } }
      return await group.reduce(into: []) { $0.append($1) }
    }
  }

  @Test("Fifty concurrent requests without a token share one fetch")
  func first() async throws {
    let gate = ThreadGate(2)
    let server = try Self.server(before: { request, _ in
      if request.line == "POST /users/getToken" { gate.pass() }
    })
    defer { server.stop() }
    let client = v1(server.url, timeout: 20)
    async let codes = Self.storm(50, client)
    // Until the token comes nobody can have asked for anything else.
    try await eventually { server.count("POST /users/getToken") > 0 }
    for _ in 0..<50 { await Task.yield() }
    #expect(server.count("GET /payments/imp_1") == 0)
    gate.open()
    #expect(await codes == [String?](repeating: nil, count: 50))
    #expect(server.count("POST /users/getToken") == 1)
    #expect(server.count("GET /payments/imp_1") == 50)
  }

  @Test("Fifty requests whose token is refused at once share one renewal, and each is sent once more")
  func rejected() async throws {
    let gate = ThreadGate(50)
    let server = try Self.server(
      accepts: { $0 == "Bearer token-2" },
      before: { request, _ in
        if request.headers["authorization"] == "Bearer token-1" { gate.pass() }
      })
    defer { server.stop() }
    #expect(await Self.storm(50, v1(server.url, timeout: 20)) == [String?](repeating: nil, count: 50))
    #expect(server.count("POST /users/getToken") == 2)
    #expect(server.count("GET /payments/imp_1") == 100)
  }

  @Test("A token is used until shortly before its end by the gateway's clock, however wrong ours is")
  func lifetime() async throws {
    // The gateway believes to live years before us.
    let server = try Self.server(seconds: 1800, now: 1_600_000_000)
    defer { server.stop() }
    let clock = ManualClock()
    let client = v1(server.url, clock: { clock.now })
    for (seconds, expected) in [(0, 1), (1769, 1), (1, 2), (1769, 2), (1, 3)] as [(Int64, Int)] {
      clock.advance(seconds: seconds)
      _ = try await client.payment(.transaction("imp_1"))
      #expect(server.count("POST /users/getToken") == expected)
    }
  }

  @Test("A token that the gateway prolongs in its last minute is accepted as it is")
  func prolonged() async throws {
    let server = try Self.server(seconds: 20)
    defer { server.stop() }
    let client = v1(server.url)
    _ = try await client.payment(.transaction("imp_1"))
    _ = try await client.payment(.transaction("imp_1"))
    // Each call asks anew, and none asks for ever.
    #expect(server.count("POST /users/getToken") == 2)
    #expect(server.count("GET /payments/imp_1") == 2)
  }

  @Test("A call or a refund whose fresh token is refused too is sent twice only")
  func neverTaken() async throws {
    let server = try Self.server(accepts: { _ in false })
    defer { server.stop() }
    let client = v1(server.url)
    #expect(await code { try await client.payment(.transaction("imp_1")) } == "gateway-unauthorized")
    #expect(server.count("GET /payments/imp_1") == 2)
    let order = GatewayCancellation(
      id: CancellationID("0123456789abcdef01234567")!, transaction: "imp_1", reference: "order-1", amount: 1,
      remaining: 1, reason: "-")
    #expect(await code { try await client.cancel(order) } == "gateway-unauthorized")
    #expect(server.count("POST /payments/cancel") == 2)
  }

  @Test("Wrong keys are reported as unauthorized, and nothing else is sent")
  func wrongKeys() async throws {
    let server = try RawServer { _, _ in .answer(401, #"{"code":-1,"message":"-","response":null}"#) }
    defer { server.stop() }
    #expect(await code { try await v1(server.url).payment(.transaction("imp_1")) } == "gateway-unauthorized")
    #expect(server.requests.map(\.line) == ["POST /users/getToken"])
  }

  @Test("After a failed fetch the next call fetches again")
  func failedOnce() async throws {
    let server = try RawServer { request, number in
      switch (request.line, number) {
      case ("POST /users/getToken", 1): .answer(500, "")
      case ("POST /users/getToken", _): .answer(200, Documents.token)
      default: .answer(200, Documents.v1(Documents.v1Payment()))
      }
    }
    defer { server.stop() }
    let client = v1(server.url)
    #expect(await code { try await client.payment(.transaction("imp_1")) } == "gateway-unavailable")
    #expect(await code { try await client.payment(.transaction("imp_1")) } == nil)
  }

  @Test(
    "An invalid token response is not used",
    arguments: [
      "{}", "[]", #"{"code":0,"message":null,"response":null}"#, #"{"code":1,"message":null,"response":{}}"#,
      Documents.v1(#"{"access_token":"","now":1,"expired_at":2}"#), Documents.v1(#"{"access_token":"t","now":1}"#),
      Documents.v1(#"{"access_token":"t","now":2,"expired_at":2}"#),
      Documents.v1(#"{"access_token":"t","now":-9223372036854775808,"expired_at":9223372036854775807}"#),
      Documents.v1(#"{"access_token":"t\r\nX-Evil: 1","now":1,"expired_at":1801}"#),
    ])
  func noToken(body: String) async throws {
    let server = try RawServer { _, _ in .answer(200, body) }
    defer { server.stop() }
    #expect(await code { try await v1(server.url).payment(.transaction("imp_1")) } == "gateway-not-understood")
    #expect(server.requests.count == 1)
  }
}
