import Basics
import Support
import Testing
import Workload

@testable import HTTP

@Suite("Rate limits by address")
struct RateLimitTests {
  private let clock = ManualClock()
  private let limit = RateLimit(tokensPerSecond: 1, burst: 8)
  /// The client network is named by a header here.
  private var step: Middleware {
    .rateLimit(limit, clock: { clock.now }) { IPAddress($0.headers["X-Client"] ?? "")?.network ?? .local }
  }

  private func costing(_ cost: Int, _ route: Route) -> Route {
    var route = route
    route.cost = cost
    return route
  }

  @Test("A request beyond the limit gets 429 with the time to wait")
  func refuses() async throws {
    try await withServer([costing(4, hello)], { $0.middleware = [step] }) { [clock] port in
      for _ in 0..<2 { #expect(try exchange(port, get("/hello")).status == 200) }
      let refused = try exchange(port, get("/hello"))
      #expect(refused.status == 429)
      #expect(refused["Retry-After"] == "4")
      #expect(refused["RateLimit-Policy"] == #""address";q=8;w=8"#)
      #expect(refused["RateLimit"] == #""address";r=0;t=4"#)
      #expect(refused.text.contains(#""code":"rate-limited""#))
      clock.advance(seconds: 3)
      #expect(try exchange(port, get("/hello"))["Retry-After"] == "1")
      clock.advance(seconds: 1)
      #expect(try exchange(port, get("/hello")).status == 200)
    }
  }

  @Test("The state of a bucket is sent once three quarters are spent")
  func announces() async throws {
    try await withServer([hello], { $0.middleware = [step] }) { port in
      let states = try (0..<7).map { _ in try exchange(port, get("/hello"))["RateLimit"] }
      #expect(states == [nil, nil, nil, nil, nil, nil, #""address";r=1;t=7"#])
    }
  }

  @Test("The body of a refused request is not read, and a small one keeps its connection")
  func refusesBodies() async throws {
    let upload = costing(8, Route(.post, "/up", bodyLimit: 1_000_000, .streaming { _ in plain("taken") }))
    try await withServer([upload], { $0.middleware = [step] }) { port in
      let head = "POST /up HTTP/1.1\r\nHost: x\r\nContent-Length:"
      #expect(try exchange(port, "\(head) 0\r\n\r\n").status == 200)
      let large = try exchange(port, "\(head) 900000\r\n\r\n")
      #expect(large.status == 429)
      #expect(large["Connection"] == "close")
      let client = try Client(port)
      for _ in 0..<2 {
        client.send("\(head) 3\r\n\r\nabc")
        #expect(try client.response().status == 429)
      }
    }
  }

  @Test("An unknown path costs a token as well; a route of cost 0 is always served")
  func charges() async throws {
    try await withServer([costing(0, hello)], { $0.middleware = [step] }) { port in
      let statuses = try (0..<9).map { _ in try exchange(port, get("/nothing")).status }
      #expect(statuses == [404, 404, 404, 404, 404, 404, 404, 404, 429])
      #expect(try exchange(port, get("/hello")).status == 200)
    }
  }

  @Test("Each network has a bucket: an IPv4 address, a /64 of IPv6")
  func separates() async throws {
    try await withServer([costing(8, hello)], { $0.middleware = [step] }) { port in
      for (address, status) in [
        ("192.0.2.1", 200), ("192.0.2.1", 429), ("192.0.2.2", 200), ("2001:db8:1:2::1", 200), ("2001:db8:1:2::9", 429),
        ("2001:db8:1:3::1", 200),
      ] {
        let response = try exchange(port, get("/hello", "X-Client: \(address)"))
        #expect(response.status == status, "\(address)")
      }
    }
  }
}
