import Support
import Testing

@Suite("The rate limit setting")
struct RateLimitSettingTests {
  @Test("A server refuses requests above the rate, but never health checks")
  func limits() async throws {
    let server = try await RunningServer(try Program(), "--rate-limit", "1,3")
    for _ in 0..<3 { #expect(try await server.get("/api/brands").status == 200) }
    let refused = try await server.send("GET", "/api/brands")
    #expect(refused.status == 429)
    #expect(refused.body.contains("rate-limited"))
    #expect(try await server.get("/healthz").status == 200)
    #expect(try server.end() == 0)
  }

  @Test(
    "Invalid values are refused with an example",
    arguments: ["50", "0,10", "50,10", "a,b", "1,2,3", "1,2000000", "-1,5"])
  func validates(text: String) throws {
    let result = try Program().run("serve", "--port", "0", "--rate-limit", text)
    #expect(result.code == 2)
    #expect(result.errors.contains("--rate-limit takes 'off'"))
  }
}
